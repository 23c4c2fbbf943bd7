"""Search: which pages are found, from where, and by which index."""
