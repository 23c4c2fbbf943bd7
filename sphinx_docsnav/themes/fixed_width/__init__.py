"""Sphinx's own themes from before phones."""
