"""Shibuya."""
