"""Drawings and sheets become a PDF: form objects, type, form fields, finishing."""
