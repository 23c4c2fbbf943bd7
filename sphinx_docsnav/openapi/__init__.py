"""Specification -> operations -> page text. Knows no Sphinx."""
