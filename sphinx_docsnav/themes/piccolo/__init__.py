"""The piccolo theme."""
