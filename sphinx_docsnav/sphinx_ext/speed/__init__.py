"""Less work for Sphinx: visitors bound once, and shortcuts that leave every byte as it is."""
