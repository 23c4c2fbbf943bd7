"""A feature."""
