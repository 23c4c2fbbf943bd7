"""The operations of a site, read twice: what its specifications ask for, and what pages show.

Nothing here uses the package: both sides are read from the files alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml
from walking import VOID

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
REFERENCE = re.compile(rf"(?:(\S+) +)?({'|'.join(METHODS)}|webhook) +(\S+)", re.IGNORECASE)
FRONT_MATTER = re.compile(r"\A\ufeff?---\n(.*?\n)---", re.DOTALL)
CHILDREN = (
    *("tabs", "menu", "anchors", "dropdowns", "products", "versions", "languages", "groups"),
    *("pages", "global"),
)
OperationCounts = Counter[str]
"""How many pages there are of each operation, by ``GET /pets``."""


def operations_of(specification: dict[str, Any]) -> Iterator[str]:
    """Yield the operations of a specification that get pages."""
    for path, item in specification.get("paths", {}).items():
        for method in METHODS:
            if method in item and not item[method].get("x-excluded"):
                yield f"{method.upper()} {path}"
    for name, item in specification.get("webhooks", {}).items():
        for method in METHODS:
            if method in item and not item[method].get("x-excluded"):
                yield f"WEBHOOK {name}"


def selected_operations(source: Path) -> OperationCounts:
    """Return what docs.json and front matter of the site in *source* ask for.

    Specifications on other hosts are left out.
    """
    specifications = _specifications(source)
    docs = json.loads((source / "docs.json").read_text("utf-8"))
    found = Counter(_of_element(docs["navigation"], "", specifications))
    known = {name for each in specifications.values() for name in operations_of(each)}
    for path in source.rglob("*.mdx"):
        front = FRONT_MATTER.match(path.read_text("utf-8").replace("\r\n", "\n"))
        named = re.search(r"^openapi: *(.+)$", front[1], re.MULTILINE) if front else None
        match = REFERENCE.fullmatch(named[1].strip("'\" ")) if named else None
        if match:
            bare = match[3].rstrip("/")
            # One slash at the end of the path is ignored where nothing matches exactly.
            names = (f"{match[2].upper()} {each}" for each in (match[3], bare, f"{bare}/"))
            own = specifications.get((match[1] or "").strip().lstrip("/"))
            found_in = known if own is None else set(operations_of(own))
            if name := next((each for each in names if each in found_in), ""):
                found[name] += 1
    return found


def _specifications(source: Path) -> dict[str, dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = {}
    for path in source.rglob("*"):
        if path.suffix not in (".json", ".yaml", ".yml") or not path.is_file():
            continue
        text = path.read_text("utf-8")
        if "openapi" in text:
            value = yaml.load(text, loader)  # noqa: S506 -- a safe loader
            if isinstance(value, dict) and str(value.get("openapi", "")).startswith("3."):
                found[path.relative_to(source).as_posix()] = value
    return found


def _of_element(
    element: dict[str, Any], inherited: str, specifications: dict[str, dict[str, Any]]
) -> Iterator[str]:
    """Yield what an element asks for; it lists everything if nothing in it uses its file."""
    own = _source(element.get("openapi"))
    listed = list(_references(element)) if own else []
    if own in specifications and not listed:
        yield from operations_of(specifications[own])
    for child in _children(element):
        if isinstance(child, dict):
            yield from _of_element(child, own or inherited, specifications)
        elif match := REFERENCE.fullmatch(child.strip()):
            name = (match[1] or own or inherited).lstrip("/")
            operation = f"{match[2].upper()} {match[3]}"
            if operation in set(operations_of(specifications.get(name, {}))):
                yield operation


def _references(element: dict[str, Any]) -> Iterator[str]:
    """Yield the endpoints below an element that take their file from it."""
    for child in _children(element):
        if isinstance(child, dict):
            if "openapi" not in child:
                yield from _references(child)
        elif (match := REFERENCE.fullmatch(child.strip())) and not match[1]:
            yield child


def _children(element: dict[str, Any]) -> Iterator[Any]:
    for key in CHILDREN:
        value = element.get(key, [])
        yield from [value] if isinstance(value, dict) else value


def _source(openapi: object) -> str:
    if isinstance(openapi, list):
        openapi = openapi[0] if openapi else ""
    if isinstance(openapi, dict):
        openapi = openapi.get("source", "")
    return str(openapi or "").removeprefix("./").lstrip("/")


class _Bar(HTMLParser):
    """Reads method and path of the operation that a page shows, the server's address left out."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[set[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(set((dict(attrs).get("class") or "").split()))

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        around = set().union(*self._open)
        if "docsnav-endpoint-bar" in around and "docsnav-endpoint-base" not in around:
            self.words.append(data)


BAR = re.compile(r'<p class="docsnav-endpoint-bar">.*?</p>', re.DOTALL)


def shown_operations(out: Path) -> OperationCounts:
    """Return the operation that each page of a built site shows at its top."""
    found: OperationCounts = Counter()
    for path in out.rglob("*.html"):
        match = BAR.search(path.read_text("utf-8"))
        if match:
            bar = _Bar()
            bar.feed(match[0])
            found["".join(bar.words).strip()] += 1
    return found
