"""HTML output: the template variable, templates, and what belongs to one page."""
