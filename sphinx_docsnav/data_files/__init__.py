"""JSON and YAML files: text to plain values, with the line and column of each key and value.

docs.json, specifications and front matter are read by the same functions. They have the same
limits, find the same mistakes, and describe them with the same messages; the caller decides which
mistakes make a file unusable.
"""
