"""The Sphinx shell: events in build order, and what they share."""
