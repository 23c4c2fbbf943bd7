"""Sphinx's pyramid theme."""
