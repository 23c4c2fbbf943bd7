"""Files for publishing: sitemap, redirects, the notice on old versions."""
