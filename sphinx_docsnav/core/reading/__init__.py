"""From the text of a page to its doctree, and from its links to their targets."""
