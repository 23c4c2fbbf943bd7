"""The alabaster theme."""
