"""PDF and EPUB: one book per version, language or product."""
