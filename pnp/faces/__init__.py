"""A row becomes a drawing: template, sandbox, images, type, ink."""
