"""What users of other tools bring: their configuration, and pages as MkDocs Material reads them.

The readers of configuration (``mkdocs.yml``, ``_toc.yml``, ``mint.json``) return the fields of a
docs.json, which ``init`` writes. Nothing that a file of another tool names is imported or run.
"""
