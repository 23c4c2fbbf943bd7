"""The build: settings, state, reading of docs.json, discovery, generated pages, toctrees, log."""
