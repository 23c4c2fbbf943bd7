extensions = ["sphinx_docsnav"]
