"""Characters that XML forbids, in whatever way they came into a document."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.inline_runs import nodes_below
from sphinx_docsnav.sitefiles.characters import drop_forbidden_characters, has_forbidden_characters


def clean_document(document: nodes.document) -> str:
    """Take forbidden characters out of *document*; return the first one, empty if there is none.

    Escapes in expressions, front matter and specifications make them as well.
    """
    if not has_forbidden_characters(_texts(document)):
        return ""
    first = ""
    for node in list(document.findall()):
        if isinstance(node, nodes.Text):
            text, found = drop_forbidden_characters(node)
            if found:
                first = first or str(node)[found[0]]
                node.parent.replace(node, nodes.Text(text))
        elif isinstance(node, nodes.Element):
            for name, value in node.attributes.items():
                cleaned, character = _clean(value)
                if character:
                    first = first or character
                    node.attributes[name] = cleaned
    return first


def _texts(document: nodes.document) -> list[str]:
    """Return every text of *document*, those in attributes included."""
    found: list[str] = []
    for node in nodes_below(document):
        if isinstance(node, nodes.Text):
            found.append(node)
            continue
        for value in node.attributes.values():
            if type(value) is str:
                found.append(value)
            elif value:  # most are empty lists
                _add_strings(value, found)
    return found


def _add_strings(value: Any, found: list[str]) -> None:  # noqa: ANN401 -- attributes hold any plain value
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            _add_strings(name, found)
            _add_strings(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _add_strings(item, found)


def _clean(value: Any) -> tuple[Any, str]:  # noqa: ANN401 -- attributes hold any plain value
    """Return *value* without forbidden characters, and the first of them."""
    if isinstance(value, str):
        text, found = drop_forbidden_characters(value)
        return text, value[found[0]] if found else ""
    if isinstance(value, dict):
        pairs, first = _clean([list(pair) for pair in value.items()])
        return (dict(pairs), first) if first else (value, "")
    if isinstance(value, list | tuple):
        parts = [_clean(item) for item in value]
        first = next((character for _, character in parts if character), "")
        return (type(value)(item for item, _ in parts), first) if first else (value, "")
    return value, ""
