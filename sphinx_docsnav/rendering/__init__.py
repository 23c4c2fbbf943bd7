"""MDX tokens -> doctree."""
