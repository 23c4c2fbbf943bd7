"""The Read the Docs theme."""
