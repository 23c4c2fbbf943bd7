"""Rendering of MDX tokens as docutils nodes."""
