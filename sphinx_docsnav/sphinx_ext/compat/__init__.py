"""Everything of Sphinx that is not public API: private names and overridden methods."""
