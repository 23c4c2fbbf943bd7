"""The guard: an exception that one page causes loses this page alone."""
