"""The tree as HTML: plain data for templates, parts rendered once, one adapter per theme."""
