"""Check that each fact of a specification is on a page, or on a page that this one links to.

Nothing here uses the package: the specification is read as JSON or YAML, the pages as HTML. Run
it by hand on any built site::

    python -m tools.openapi_audit openapi.json output-directory [md]

With ``md``, the facts are looked for on the Markdown copies of the pages.

A fact is a field's name, a type, a format, a limit, a default, a value of an ``enum``, a title
or a description. A ``$ref`` is followed, once per operation; the facts of its target must be on the
page of the operation, or on a page that links to schemas lead to from there.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
KEYWORDS = (
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"),
    *("format", "pattern", "default", "const"),
)
"""Keywords whose values a reader has to find."""
SUBSCHEMAS = (
    *("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"),
    *("contentSchema", "unevaluatedProperties", "unevaluatedItems"),
)
"""Keywords whose values are schemas."""
STANDARD_HEADERS = ("accept", "content-type", "authorization")
"""Parameters that OpenAPI tells tools to ignore."""
COMPARED_LENGTH = 120
"""Characters of a description that are compared; later ones have Markdown of all kinds."""
Fact = tuple[str, str]
"""A place in the specification, and the text that a page must have."""


class _Page(HTMLParser):
    """The text of a page of an API, and the pages that it links to."""

    def __init__(self, text: str, copy: Path | None = None) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.links: set[str] = set()
        if copy is None:
            self.feed(text)
        else:
            self.parts = [html.unescape(copy.read_text("utf-8"))]
            links = re.findall(r"\]\(([^()\s]+)\.md[)#]", self.parts[0])
            self.links = {f"{link}.html" for link in links if "://" not in link}
        self.text = _remove_marks(" ".join(self.parts))
        self.joined = re.sub(r"\s", "", "".join(self.parts))
        self.schema_pages: list[Path] = []
        self._answers: dict[str, bool] = {}

    def contains(self, text: str) -> bool:
        """Return whether the page has *text*; many operations ask for the same."""
        if text not in self._answers:
            compared = re.sub(r"\s", "", text)
            self._answers[text] = compared in self.joined or _remove_markup(text) in self.text
        return self._answers[text]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") if tag == "a" else None
        if href and "://" not in href and not href.startswith("#"):
            self.links.add(href.partition("#")[0])

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def _remove_markup(text: str) -> str:
    """Return text without tags, entities, links, marks and white space, to compare it."""
    text = re.sub(r"<[^>]*>", "", html.unescape(text))
    return _remove_marks(re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text))


def _remove_marks(text: str) -> str:
    """Return text without marks, quotes, dashes and white space."""
    text = text.replace("\u2026", "...")
    return re.sub(r"[\s*_`#\\>|~\"'\u2013\u2014\u2018\u2019\u201c\u201d-]+", "", text)


class Audit:
    """A specification and the pages that were built from it."""

    def __init__(self, specification: dict[str, Any], out: Path, *, md: bool = False) -> None:
        self.specification = specification
        self.pages: dict[Path, _Page] = {}
        self.page_by_anchor: dict[str, Path] = {}
        self.fact_count = 0
        for path in sorted(out.rglob("*.html")):
            text = path.read_text("utf-8")
            start = text.find('<div class="docsnav-endpoint')
            if start < 0:
                continue
            title = text.rfind("<h1", 0, start)
            copy = path.with_suffix(".md") if md else None
            self.pages[path.resolve()] = _Page(text[max(title, 0) :], copy)
            anchor = re.search(r'<div class="docsnav-endpoint[^"]*" id="([^"]+)"', text)
            if anchor:
                self.page_by_anchor.setdefault(anchor[1], path.resolve())
        for path, page in self.pages.items():
            targets = {Path(os.path.normpath(path.parent / link)) for link in page.links}
            linked_pages = targets & self.pages.keys()
            page.schema_pages = [each for each in linked_pages if "schemas" in each.parts]

    def find_missing(self) -> Iterator[Fact]:
        """Yield every fact that a reader of an operation's page cannot reach."""
        for kind in ("paths", "webhooks"):
            for path, item in self.specification.get(kind, {}).items():
                for method in METHODS:
                    operation = item.get(method) if isinstance(item, dict) else None
                    if isinstance(operation, dict) and not operation.get("x-excluded"):
                        start = method.upper() if kind == "paths" else "webhook"
                        yield from self._check_operation(f"{start} {path}", item, operation)

    def _check_operation(
        self, name: str, item: dict[str, Any], operation: dict[str, Any]
    ) -> Iterator[Fact]:
        anchor = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:100]  # ids are cut there
        page = self.page_by_anchor.get(anchor)
        if page is None:
            yield name, "page"
            return
        pages = [self.pages[each] for each in self._list_reachable(page)]
        for place, text in self._list_facts(name, item, operation):
            self.fact_count += 1
            if not any(each.contains(text) for each in pages):
                yield place, text

    def _list_reachable(self, start: Path) -> list[Path]:
        """Return a page and the pages of schemas that can be reached from it."""
        reachable = [start]
        seen = {start}
        for path in reachable:
            new = [each for each in self.pages[path].schema_pages if each not in seen]
            seen.update(new)
            reachable += new
        return reachable

    def _list_facts(
        self, name: str, item: dict[str, Any], operation: dict[str, Any]
    ) -> Iterator[Fact]:
        seen: set[tuple[int, str]] = set()
        parameters = {}
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
            target = self._follow_with_description(parameter)
            parameters[target.get("in"), target.get("name")] = target
        for parameter in parameters.values():
            if parameter.get("in") == "header" and parameter["name"].lower() in STANDARD_HEADERS:
                continue
            place = f"{name} {parameter.get('name')}"
            yield place, str(parameter.get("name"))
            yield from self._list_description(place, parameter)
            yield from self._list_schema(place, parameter.get("schema"), seen, "readOnly")
        flags = "readOnly", "writeOnly"  # of fields that a request and a response do not have
        not_sent, not_received = reversed(flags) if name.startswith("webhook ") else flags
        body = self._follow_with_description(operation.get("requestBody", {}))
        yield from self._list_contents(f"{name} body", body, seen, not_sent)
        for status, response in operation.get("responses", {}).items():
            target = self._follow(response)
            yield from self._list_contents(f"{name} {status}", target, seen, not_received)

    def _list_contents(
        self, place: str, owner: dict[str, Any], seen: set[tuple[int, str]], unwanted: str
    ) -> Iterator[Fact]:
        for kind, media in owner.get("content", {}).items():
            yield place, kind
            yield from self._list_schema(place, media.get("schema"), seen, unwanted)

    def _list_schema(
        self, place: str, schema: object, seen: set[tuple[int, str]], unwanted: str
    ) -> Iterator[Fact]:
        described = False
        if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
            described = "description" in schema  # it replaces the target's
            yield from self._list_description(place, schema)
            schema = self._follow(schema)
        if not isinstance(schema, dict) or (id(schema), unwanted) in seen:
            return
        seen.add((id(schema), unwanted))
        if not described:
            yield from self._list_description(place, schema)
        yield from _list_values(place, schema)
        for name, below in schema.get("properties", {}).items():
            target = self._follow(below) if isinstance(below, dict) else {}
            if target.get(unwanted) is True or (isinstance(below, dict) and below.get(unwanted)):
                continue
            yield f"{place}.{name}", name
            yield from self._list_schema(f"{place}.{name}", below, seen, unwanted)
        for where, below in _list_subschemas(place, schema):
            yield from self._list_schema(where, below, seen, unwanted)

    def _list_description(self, place: str, owner: dict[str, Any]) -> Iterator[Fact]:
        text = owner.get("description")
        if isinstance(text, str) and _remove_markup(text):
            first = text.strip().partition("\n\n")[0]
            yield f"{place} description", re.split(r"[\[<`(|\n]", first)[0][:COMPARED_LENGTH]

    def _follow_with_description(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return the target of a ``$ref`` with the description beside it, or *value* itself."""
        description = {"description": value["description"]} if "description" in value else {}
        return {**self._follow(value), **description}

    def _follow(self, value: dict[str, Any]) -> dict[str, Any]:
        for _ in range(20):
            reference = value.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                break
            target: Any = self.specification
            keys = (unquote(key) for key in reference[2:].split("/"))
            for key in (key.replace("~1", "/").replace("~0", "~") for key in keys):
                target = target[int(key) if isinstance(target, list) else key]
            value = target
        return value


def _list_values(place: str, schema: dict[str, Any]) -> Iterator[Fact]:
    """Yield limits and values of a schema, and the names under which it has others."""
    for keyword in KEYWORDS:
        value = schema.get(keyword)
        if value is not None and not isinstance(value, (bool, dict, list)) and value != "":
            yield f"{place} {keyword}", _value_text(value)
    for value in schema.get("enum", ()) if isinstance(schema.get("enum"), list) else ():
        if value not in (None, ""):
            yield f"{place} enum", _value_text(value)
    for key in ("patternProperties", "dependentSchemas"):
        for name in schema.get(key, {}):
            yield f"{place} {key}", name


def _list_subschemas(place: str, schema: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the schemas inside a schema, except for its properties."""
    for key in ("allOf", "oneOf", "anyOf", "prefixItems"):
        yield from ((f"{place} {key}", below) for below in schema.get(key, ()))
    for key in ("patternProperties", "dependentSchemas"):
        yield from ((f"{place} {key}", below) for below in schema.get(key, {}).values())
    yield from ((f"{place} {key}", schema.get(key)) for key in SUBSCHEMAS)


def _value_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read(path: Path) -> dict[str, Any]:
    """Return a specification."""
    text = path.read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    value = json.loads(text) if path.suffix == ".json" else yaml.load(text, loader)  # noqa: S506 -- a safe loader
    assert isinstance(value, dict)
    return value


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the missing facts; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specification", type=Path)
    parser.add_argument("out", type=Path, help="the folder of the built pages")
    parser.add_argument("kind", nargs="?", choices=["html", "md"], default="html")
    options = parser.parse_args(arguments)
    audit = Audit(read(options.specification), options.out, md=options.kind == "md")
    missing = list(audit.find_missing())
    for place, text in missing[:40]:
        sys.stdout.write(f"{place}: {text[:80]!r}\n")
    kinds = Counter(place.rpartition(" ")[2] for place, _ in missing)
    sys.stdout.write(f"{len(missing)} of {audit.fact_count} facts missing {kinds.most_common(5)}\n")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
