"""A Sphinx project that was there before docs.json."""

project = "Shelf"
version = release = "1.0"
author = copyright = "The shelf's authors"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx_docsnav"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
autosummary_generate = False
