"""Names that standards define: of CSS, HTML, SVG and addresses, one table for each kind.

Every table has one entry on a line and its published source in a comment. A test compares the
names with lists that are generated from the packages of these sources.
"""
