"""Private names of Sphinx and docutils: why each is needed, and its fallback."""
