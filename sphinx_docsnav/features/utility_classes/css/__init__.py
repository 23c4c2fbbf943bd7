"""Utility classes of MDX pages (``grid gap-4 md:grid-cols-2``) -> the rules of a style sheet.

A closed table defines each class; classes that are not in it are ignored.
All functions take and return text.
"""

from sphinx_docsnav.features.utility_classes.css.stylesheet import is_utility, utility_rules

__all__ = ["is_utility", "utility_rules"]
