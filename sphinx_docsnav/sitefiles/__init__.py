"""Files and addresses of a site: confinement, walking, page links, safe URLs, languages."""
