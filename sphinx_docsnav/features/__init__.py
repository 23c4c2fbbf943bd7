"""The features: each is a Sphinx extension in a folder of its own."""
