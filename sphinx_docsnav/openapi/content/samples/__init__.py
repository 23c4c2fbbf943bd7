"""Example requests written out in the languages that readers use."""
