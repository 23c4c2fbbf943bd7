"""The tree as JSON and as indented text, for tests, tools and people."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page


def tree_as_json(site: Site) -> dict[str, object]:
    """Return ``{"navigation": ELEMENT}``; what is empty or false is left out.

    Source: DESIGN, "The tree as JSON".
    """
    return {"navigation": _element(site.root)}


def _element(element: Element) -> dict[str, object]:
    fields: dict[str, object] = {
        "kind": element.kind.value,
        "label": element.label,
        "tag": element.tag,
        "href": element.href,
        "description": element.description,
        "icon": element.icon.name if element.icon else "",
        "expanded": element.expanded,
        "hidden": element.hidden,
        "default": element.default,
        "root": element.root.docname if element.root else "",
        "children": [
            _page(child) if isinstance(child, Page) else _element(child)
            for child in element.children
        ],
        "global": [_element(child) for child in element.global_elements],
    }
    return {key: value for key, value in fields.items() if value}


def _page(page: Page) -> dict[str, object]:
    fields: dict[str, object] = {
        "kind": "page",
        "docname": page.docname,
        "href": "" if page.docname else page.url,
        "title": page.title,
        "operation": page.operation,
        "icon": page.icon.name if page.icon else "",
        "tag": page.tag,
        "hidden": page.hidden,
        "deprecated": page.deprecated,
    }
    return {key: value for key, value in fields.items() if value}


def tree_as_text(site: Site) -> str:
    """Return the tree as one line per element or page, two blanks per level.

    ``tab Guides``, ``group Basics [root=intro]``, ``- quickstart "Quickstart"``.
    """
    return "".join(f"{line}\n" for line in _lines(site.root, 0))


def _lines(element: Element, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for item in element.global_elements:
        yield f"{indent}global {_element_line(item)}"
    for child in element.children:
        if isinstance(child, Page):
            yield f"{indent}{_page_line(child)}"
        else:
            yield f"{indent}{_element_line(child)}"
            yield from _lines(child, depth + 1)


def _element_line(element: Element) -> str:
    flags = ("expanded", "hidden", "default")
    notes = [flag for flag in flags if getattr(element, flag)]
    if element.root is not None:
        notes.append(f"root={element.root.docname}")
    if element.tag:
        notes.append(f"tag={element.tag}")
    if element.icon:
        notes.append(f"icon={element.icon.name}")
    kind = element.kind.value if element.kind is not Kind.NAVIGATION else ""
    link = f" -> {element.href}" if element.href else ""
    return _one_line(f"{kind} {element.label}{link}{_notes(notes)}")


def _page_line(page: Page) -> str:
    notes = [flag for flag in ("hidden", "deprecated") if getattr(page, flag)]
    if page.tag:
        notes.append(f"tag={page.tag}")
    if page.icon:
        notes.append(f"icon={page.icon.name}")
    title = f' "{page.title}"' if page.title else ""
    operation = f" ({page.operation})" if page.operation else ""
    return _one_line(f"- {page.docname or f'-> {page.url}'}{title}{operation}{_notes(notes)}")


def _notes(notes: list[str]) -> str:
    return f" [{', '.join(notes)}]" if notes else ""


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
