"""Pages in several languages: the language of each page and its theme's texts."""
