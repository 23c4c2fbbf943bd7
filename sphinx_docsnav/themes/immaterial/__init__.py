"""Sphinx-Immaterial."""
