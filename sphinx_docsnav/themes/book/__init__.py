"""The book theme."""
