"""The themes that come with Sphinx."""
