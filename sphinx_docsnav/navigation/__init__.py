"""Checked model -> the tree a reader walks. Knows no Sphinx, no docutils."""
