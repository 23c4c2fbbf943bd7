"""A Sphinx theme of our own, made for what docs.json describes."""
