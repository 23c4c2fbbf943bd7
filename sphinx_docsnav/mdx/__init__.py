"""MDX text -> tokens -> doctree.

`source` holds the contract between reading (`parse_mdx`: tokens, front matter,
imports, exports, problems) and rendering; `js` evaluates expressions in braces.
"""
