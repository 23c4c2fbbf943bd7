"""The HTML that a page may use: tags, attributes, classes and ids, by allow-lists.

What is not listed does not reach the output, and no HTML is passed through as text. The rules for
styles are in `style_policy`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sphinx_docsnav.sitefiles.nearest import find_misspelled
from sphinx_docsnav.vocabulary.html_names import (
    BLOCK_ELEMENTS,
    ELEMENT_ATTRIBUTES,
    GLOBAL_ATTRIBUTES,
    KNOWN_ATTRIBUTES,
    OTHER_ATTRIBUTES,
    PHRASING_ELEMENTS,
)
from sphinx_docsnav.vocabulary.svg_names import (
    CAMEL_CASE_ATTRIBUTES,
    HYPHENATED_ATTRIBUTES,
    PLAIN_ATTRIBUTES,
    SVG_ELEMENTS,
)

HTML_ALIASES: Mapping[str, str] = {"Link": "a"}
"""Elements that pages write as components of a framework."""
ALLOWED = (PHRASING_ELEMENTS | BLOCK_ELEMENTS | SVG_ELEMENTS) - {"math"}
"""The elements that a page may use; of others, only the content is shown."""
REPLACED: Mapping[str, str] = {"form": "div", "dialog": "div"}
"""Elements that are written as others, as a page can neither send nor open anything."""


def _hyphenate(name: str) -> str:
    """Return *name* with hyphens in place of capital letters: ``stroke-width``."""
    return re.sub(r"[A-Z]", lambda letter: f"-{letter.group().lower()}", name)


_SVG_ATTRIBUTES = (
    PLAIN_ATTRIBUTES
    | HYPHENATED_ATTRIBUTES
    | frozenset(map(_hyphenate, HYPHENATED_ATTRIBUTES))
    | CAMEL_CASE_ATTRIBUTES
)
REFERENCES = ("href", "xlinkHref", "xlink:href")
"""Attributes of drawings that refer to a part of a drawing."""
OWN_ID = re.compile(r"#[\w:.-]+")
"""A reference to a part of the same page."""
_OWN_PART = re.compile(r"\s*url\(\s*['\"]?#[\w:.-]+['\"]?\s*\)[\w\s#]*")
"""A value that refers to a part of the same drawing."""
_MAY_LOAD = re.compile(r"\\|\b(?:url|src|image|image-set|cross-fade|element)\s*\(", re.IGNORECASE)
"""What loads a file in a value of CSS, or can hide that it does."""
_FILES: Mapping[str, frozenset[str]] = {
    "video": frozenset({"src", "poster"}),
    "audio": frozenset({"src"}),
    "source": frozenset({"src", "srcSet", "srcset"}),
    "track": frozenset({"src"}),
}
"""Attributes that name a file, by element."""
_ADDRESSES: Mapping[str, frozenset[str]] = {
    "a": frozenset({"href"}),
    "img": frozenset({"src"}),
    "iframe": frozenset({"src"}),
}
"""Attributes that are addresses, by element."""
_ANY = GLOBAL_ATTRIBUTES | {"class", "className", "id", "style"}
"""Attributes that every element may have."""
_NONE: frozenset[str] = frozenset()
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]*")
_CLASS = re.compile(r"[^\s\"'<>&`=]{1,80}")
"""The name of a class, without characters of markup."""


def get_file_attributes(tag: str) -> frozenset[str]:
    """Return the attributes of *tag* whose values are files of this or another site."""
    return _FILES.get(tag, frozenset())


def is_attribute_allowed(tag: str, name: str) -> bool:
    """Return whether an allowed element may have an attribute called *name*.

    Ids, classes, styles and URLs are checked by other functions.
    """
    if name.startswith(("data-", "aria-")):
        return bool(_NAME.fullmatch(name)) and not name.startswith("data-docsnav")
    if tag in SVG_ELEMENTS and name in _SVG_ATTRIBUTES:
        return True
    return name in GLOBAL_ATTRIBUTES or name in ELEMENT_ATTRIBUTES.get(tag, frozenset())


def find_similar_attribute(tag: str, name: str) -> str:
    """Return the attribute of HTML that *name* misspells; ``""`` if it resembles none.

    HTML has many attributes, and frameworks add others, so an unknown name can be right.
    """
    if (
        tag in SVG_ELEMENTS
        or name.startswith(("data-", "aria-", "on"))
        or name.lower() in KNOWN_ATTRIBUTES | OTHER_ATTRIBUTES
    ):
        return ""
    attributes = (
        _ANY
        | ELEMENT_ATTRIBUTES.get(tag, _NONE)
        | _FILES.get(tag, _NONE)
        | _ADDRESSES.get(tag, _NONE)
    )
    return "" if attributes & {name, name.lower()} else find_misspelled(name, attributes)


def get_html_name(name: str) -> str:
    """Return the name in HTML of an attribute that JSX calls *name*."""
    if name == "htmlFor":
        return "for"
    if name in HYPHENATED_ATTRIBUTES:
        return _hyphenate(name)
    return name if name in CAMEL_CASE_ATTRIBUTES else name.lower()


def is_value_allowed(tag: str, name: str, value: str) -> bool:
    """Return whether an allowed attribute may have *value*: drawings load no other file."""
    if tag not in SVG_ELEMENTS or name not in _SVG_ATTRIBUTES or _MAY_LOAD.search(value) is None:
        return True
    return _OWN_PART.fullmatch(value) is not None


def clean_classes(value: object) -> list[str]:
    """Return the class names in *value*, without those that contain characters of markup."""
    if not value:
        return []
    return [name for name in str(value).split() if _CLASS.fullmatch(name)]
