"""The classic theme."""
