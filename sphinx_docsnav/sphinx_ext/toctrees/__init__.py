"""The toctrees of a Sphinx project as navigation: in memory, or written by ``init``."""
