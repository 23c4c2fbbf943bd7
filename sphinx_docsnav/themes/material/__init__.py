"""Material for Sphinx."""
