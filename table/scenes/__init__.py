"""A position as a picture: the printed faces where things lie, as SVG or pixels."""
