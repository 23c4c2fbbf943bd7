"""Endpoint pages in Sphinx: domain, index, roles, renderers, validation."""
