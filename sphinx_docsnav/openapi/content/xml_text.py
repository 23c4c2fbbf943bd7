"""Example values as XML, by the schema's ``xml`` objects."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.schema import Flat, Parts

_NAME = re.compile(r"[^\w.:-]+")
_MAX_DEPTH = 20


def to_xml(layout: Layout, parts: Parts, value: object) -> str:
    """Return *value* as an XML document that fits the schema *parts*."""
    flat = layout.flat(parts)
    name = _xml(flat).get("name") or flat.name or "root"
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _element(layout, str(name), flat, value, 0)


def _element(layout: Layout, name: str, flat: Flat, value: object, depth: int) -> str:
    rule = _xml(flat)
    tag = _tag(str(rule.get("name") or name), rule)
    pad = "  " * depth
    if depth > _MAX_DEPTH:
        return f"{pad}<{tag}/>"
    if isinstance(value, list):
        return _list(layout, tag, flat, value, depth)
    if not isinstance(value, dict):
        return f"{pad}<{tag}{_namespace(rule)}>{escape(_text(value))}</{tag}>"
    attributes, inside, text = _namespace(rule), [], ""
    for key, item in value.items():
        below = layout.flat(flat.properties[key]) if key in flat.properties else Flat()
        own = _xml(below)
        kind = own.get("nodeType", "attribute" if own.get("attribute") is True else "")
        if kind == "attribute":
            attributes += f" {_tag(str(own.get('name') or key), own)}={quoteattr(_text(item))}"
        elif kind in ("text", "cdata"):
            text += escape(_text(item))
        else:
            inside.append(_element(layout, key, below, item, depth + 1))
    if not inside:
        return f"{pad}<{tag}{attributes}>{text}</{tag}>"
    return "\n".join((f"{pad}<{tag}{attributes}>{text}", *inside, f"{pad}</{tag}>"))


def _list(layout: Layout, tag: str, flat: Flat, value: list[object], depth: int) -> str:
    """Return each item as an element; inside one element of their own if they are wrapped."""
    items = flat.schemas.get("items")
    inner = layout.flat(items) if items else Flat()
    rule = _xml(flat)
    wrapped = rule.get("wrapped") is True or rule.get("nodeType") == "element" or depth == 0
    name = str(_xml(inner).get("name") or tag)
    below = depth + 1 if wrapped else depth
    lines = [_element(layout, name, inner, item, below) for item in value]
    if wrapped:
        pad = "  " * depth
        lines = [f"{pad}<{tag}{_namespace(rule)}>", *lines, f"{pad}</{tag}>"]
    return "\n".join(lines)


def _xml(flat: Flat) -> dict[str, object]:
    rule = flat.keywords.get("xml")
    return rule if isinstance(rule, dict) else {}


def _tag(name: str, rule: dict[str, object]) -> str:
    prefix = rule.get("prefix")
    full = f"{prefix}:{name}" if isinstance(prefix, str) and prefix else name
    return _NAME.sub("-", full) or "item"


def _namespace(rule: dict[str, object]) -> str:
    uri, prefix = rule.get("namespace"), rule.get("prefix")
    if not isinstance(uri, str):
        return ""
    name = f"xmlns:{_NAME.sub('-', prefix)}" if isinstance(prefix, str) and prefix else "xmlns"
    return f" {name}={quoteattr(uri)}"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
