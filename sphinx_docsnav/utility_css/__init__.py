"""Utility classes of MDX pages (``grid gap-4 md:grid-cols-2``) -> the rules of a style sheet.

A closed table says what each class means; what is not in it makes no rule.
Everything here takes and returns text.
"""

from sphinx_docsnav.utility_css.stylesheet import is_utility, utility_rules

__all__ = ["is_utility", "utility_rules"]
