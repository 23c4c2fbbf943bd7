"""From docs.json to the documents and toctrees of the site."""
