"""Builds of a part of the site (``--only``)."""
