"""Check that each fact of a specification is on a page, or on a page that this one links to.

Nothing here uses the package: the specification is read as JSON or YAML, the pages as HTML. Run
it by hand on any built site::

    python -m tools.openapi_audit openapi.json output-directory [md]

With ``md``, the facts are looked for on the Markdown copies of the pages.

A fact is a field's name, a type, a format, a limit, a default, a value of an ``enum``, a title
or a description. A ``$ref`` is followed, once per operation; what it leads to has to be on the
page of the operation, or on a page that can be reached from there by links to schemas.
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
WORDS = (
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"),
    *("format", "pattern", "default", "const"),
)
"""Keywords whose values a reader has to find."""
SUBSCHEMAS = (
    *("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"),
    *("contentSchema", "unevaluatedProperties", "unevaluatedItems"),
)
SHORT = 120
"""Characters of a description that are compared; what comes later is Markdown of all kinds."""
Fact = tuple[str, str]
"""Where a fact stands, and its words."""


class _Page(HTMLParser):
    """The words of a page of an API, and the pages that it links to."""

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
        self.words = _bare(" ".join(self.parts))
        self.joined = re.sub(r"\s", "", "".join(self.parts))
        self.schemas: list[Path] = []
        self._known: dict[str, bool] = {}

    def has(self, words: str) -> bool:
        """Return whether the page has *words*; many operations ask for the same."""
        if words not in self._known:
            compared = re.sub(r"\s", "", words)
            self._known[words] = compared in self.joined or _plain(words) in self.words
        return self._known[words]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") if tag == "a" else None
        if href and "://" not in href and not href.startswith("#"):
            self.links.add(href.partition("#")[0])

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def _plain(text: str) -> str:
    """Return text without marks, entities' remains and white space: what is left compares."""
    text = re.sub(r"<[^>]*>", "", html.unescape(text))
    return _bare(re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text))


def _bare(text: str) -> str:
    """Return text without marks, quotes, dashes and white space."""
    text = text.replace("\u2026", "...")
    return re.sub(r"[\s*_`#\\>|~\"'\u2013\u2014\u2018\u2019\u201c\u201d-]+", "", text)


class Audit:
    """One specification and the pages made of it."""

    def __init__(self, specification: dict[str, Any], out: Path, *, md: bool = False) -> None:
        self.value = specification
        self.pages: dict[Path, _Page] = {}
        self.by_operation: dict[str, Path] = {}
        self.count = 0
        for path in sorted(out.rglob("*.html")):
            text = path.read_text("utf-8")
            start = text.find('<div class="docsnav-endpoint')
            if start < 0:
                continue
            title = text.rfind("<h1", 0, start)
            copy = path.with_suffix(".md") if md else None
            self.pages[path.resolve()] = _Page(text[max(title, 0) :], copy)
            found = re.search(r'<div class="docsnav-endpoint[^"]*" id="([^"]+)"', text)
            if found:
                self.by_operation.setdefault(found[1], path.resolve())
        known = self.pages.keys()
        for path, page in self.pages.items():
            targets = {Path(os.path.normpath(path.parent / link)) for link in page.links}
            page.schemas = [each for each in targets & known if "schemas" in each.parts]

    def missing(self) -> Iterator[Fact]:
        """Yield every fact that a reader of an operation's page cannot reach."""
        for kind in ("paths", "webhooks"):
            for path, item in self.value.get(kind, {}).items():
                for method in METHODS:
                    operation = item.get(method) if isinstance(item, dict) else None
                    if isinstance(operation, dict) and not operation.get("x-excluded"):
                        start = method.upper() if kind == "paths" else "webhook"
                        yield from self._operation(f"{start} {path}", item, operation)

    def _operation(
        self, name: str, item: dict[str, Any], operation: dict[str, Any]
    ) -> Iterator[Fact]:
        anchor = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:100]  # ids are cut there
        page = self.by_operation.get(anchor)
        if page is None:
            yield name, "page"
            return
        reached = [self.pages[each] for each in self._reach(page)]
        for place, words in self._facts(name, item, operation):
            self.count += 1
            if not any(each.has(words) for each in reached):
                yield place, words

    def _reach(self, start: Path) -> list[Path]:
        """Return a page and the pages of schemas that can be reached from it."""
        found = {start: None}
        waiting = [start]
        for path in waiting:
            new = [each for each in self.pages[path].schemas if each not in found]
            found.update(dict.fromkeys(new))
            waiting += new
        return waiting

    def _facts(self, name: str, item: dict[str, Any], operation: dict[str, Any]) -> Iterator[Fact]:
        seen: set[tuple[int, str]] = set()
        parameters = {}
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
            found = self._described(parameter)
            parameters[found.get("in"), found.get("name")] = found
        for found in parameters.values():
            if found.get("in") == "header" and found["name"].lower() in _STANDARD:
                continue
            place = f"{name} {found.get('name')}"
            yield place, str(found.get("name"))
            yield from self._text(place, found)
            yield from self._schema(place, found.get("schema"), seen, "readOnly")
        unwanted = "readOnly", "writeOnly"
        asked, answered = reversed(unwanted) if name.startswith("webhook ") else unwanted
        body = self._described(operation.get("requestBody", {}))
        yield from self._contents(f"{name} body", body, seen, asked)
        for status, response in operation.get("responses", {}).items():
            place = f"{name} {status}"
            found = self._follow(response)
            yield from self._contents(place, found, seen, answered)

    def _contents(
        self, place: str, owner: dict[str, Any], seen: set[tuple[int, str]], unwanted: str
    ) -> Iterator[Fact]:
        for kind, media in owner.get("content", {}).items():
            yield place, kind
            yield from self._schema(place, media.get("schema"), seen, unwanted)

    def _schema(
        self, place: str, schema: object, seen: set[tuple[int, str]], unwanted: str
    ) -> Iterator[Fact]:
        described = False
        if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
            described = "description" in schema  # it replaces the target's
            yield from self._text(place, schema)
            schema = self._follow(schema)
        if not isinstance(schema, dict) or (id(schema), unwanted) in seen:
            return
        seen.add((id(schema), unwanted))
        if not described:
            yield from self._text(place, schema)
        yield from _values(place, schema)
        for name, below in schema.get("properties", {}).items():
            target = self._follow(below) if isinstance(below, dict) else {}
            if target.get(unwanted) is True or (isinstance(below, dict) and below.get(unwanted)):
                continue
            yield f"{place}.{name}", name
            yield from self._schema(f"{place}.{name}", below, seen, unwanted)
        for where, below in _below(place, schema):
            yield from self._schema(where, below, seen, unwanted)

    def _text(self, place: str, owner: dict[str, Any]) -> Iterator[Fact]:
        text = owner.get("description")
        if isinstance(text, str) and _plain(text):
            first = text.strip().partition("\n\n")[0]
            yield f"{place} description", re.split(r"[\[<`(|\n]", first)[0][:SHORT]

    def _described(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return what a value stands for, with the description beside its ``$ref``."""
        beside = {"description": value["description"]} if "description" in value else {}
        return {**self._follow(value), **beside}

    def _follow(self, value: dict[str, Any]) -> dict[str, Any]:
        for _ in range(20):
            reference = value.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                break
            found: Any = self.value
            keys = (unquote(key) for key in reference[2:].split("/"))
            for key in (key.replace("~1", "/").replace("~0", "~") for key in keys):
                found = found[int(key) if isinstance(found, list) else key]
            value = found
        return value


def _values(place: str, schema: dict[str, Any]) -> Iterator[Fact]:
    """Yield limits and values of a schema, and the names under which it has others."""
    for word in WORDS:
        value = schema.get(word)
        if value is not None and not isinstance(value, (bool, dict, list)) and value != "":
            yield f"{place} {word}", _value(value)
    for value in schema.get("enum", ()) if isinstance(schema.get("enum"), list) else ():
        if value not in (None, ""):
            yield f"{place} enum", _value(value)
    for key in ("patternProperties", "dependentSchemas"):
        for name in schema.get(key, {}):
            yield f"{place} {key}", name


def _below(place: str, schema: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the schemas inside a schema but its properties."""
    for key in ("allOf", "oneOf", "anyOf", "prefixItems"):
        yield from ((f"{place} {key}", below) for below in schema.get(key, ()))
    for key in ("patternProperties", "dependentSchemas"):
        yield from ((f"{place} {key}", below) for below in schema.get(key, {}).values())
    yield from ((f"{place} {key}", schema.get(key)) for key in SUBSCHEMAS)


_STANDARD = ("accept", "content-type", "authorization")


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read(path: Path) -> dict[str, Any]:
    """Return a specification."""
    text = path.read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    value = json.loads(text) if path.suffix == ".json" else yaml.load(text, loader)  # noqa: S506 -- a safe loader
    assert isinstance(value, dict)
    return value


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is missing; return 1 if something is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specification", type=Path)
    parser.add_argument("out", type=Path, help="the folder of the built pages")
    parser.add_argument("kind", nargs="?", choices=["html", "md"], default="html")
    given = parser.parse_args(arguments)
    audit = Audit(read(given.specification), given.out, md=given.kind == "md")
    missing = list(audit.missing())
    for place, words in missing[:40]:
        sys.stdout.write(f"{place}: {words[:80]!r}\n")
    kinds = Counter(place.rpartition(" ")[2] for place, _ in missing)
    sys.stdout.write(f"{len(missing)} of {audit.count} facts missing {kinds.most_common(5)}\n")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
