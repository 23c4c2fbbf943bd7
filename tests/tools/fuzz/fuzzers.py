"""The fuzzers: pages, front matter, docs.json, specifications and whole builds."""

from __future__ import annotations

import contextlib
import copy
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from building import Project
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from openapi.page_text import make_nodes
from rendering import describer, render
from tools.fuzz.corpus import Corpus
from tools.fuzz.mutations import MARKS, VALUES, make_component, mutate_text, mutate_value, nest
from tools.fuzz.running import Case, Fuzzer

from sphinx_docsnav.core.log import SiteError
from sphinx_docsnav.endpoints.introduction_page import make_introduction_nodes, make_schema_nodes
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.faults import DocsNavError, Fault, fault_text
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position
from sphinx_docsnav.mdx.source import parse_mdx
from sphinx_docsnav.navigation import load_site, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.page_facts import read_page_facts
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.content.catalogue import SchemaCatalogue
from sphinx_docsnav.openapi.content.postman import make_postman_collection
from sphinx_docsnav.openapi.specification import Specification

BUILDERS = ("html", "epub", "latex", "text")
KEYS = ("title", "sidebarTitle", "description", "icon", "tag", "openapi", "api", "mode", "hidden")
SETTINGS = {"epub_copyright": "x", "version": "1", "docsnav_keep_going": True}
SETTINGS |= {"docsnav_openapi_options.remote": False}
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
LINKED_FILES = {
    "p0.mdx": "---\ntitle: P\n---\n\n### A heading\n",
    "p1.mdx": "# P1\n",
    "a.svg": DRAWING,
    "snippets/b.mdx": "part {props.a}\n",
}
"""Files that links, imports and references of cases may name."""


def make_fuzzers(corpus: Corpus) -> dict[str, Fuzzer]:
    """Return every fuzzer by its name."""
    maker = _CaseMaker(corpus)
    fuzzers = (
        Fuzzer("page", maker.make_page_case, _run_page),
        Fuzzer("front-matter", maker.make_front_matter_case, _run_front_matter),
        Fuzzer("docs-json", maker.make_docs_case, _run_docs),
        Fuzzer("specification", maker.make_specification_case, read_specifications),
        Fuzzer("build", maker.make_build_case, _run_build, seconds=90, attempts=80),
    )
    return {fuzzer.name: fuzzer for fuzzer in fuzzers}


class _CaseMaker:
    """Makes cases from the parts of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._small_specifications = [
            value for value in corpus.specifications if len(json.dumps(value)) < 20_000
        ]

    def make_page(self, dice: Random) -> str:
        blocks = dice.choices(self.corpus.blocks, k=dice.randint(1, 4))
        text = "\n\n".join(nest(dice, b) if dice.random() < 0.4 else b for b in blocks)
        if dice.random() < 0.3:
            text = f"{make_component(dice)}\n\n{text}"
        for _ in range(dice.choice((0, 1, 1, 2, 3, 6))):
            text = mutate_text(dice, text, self.corpus.blocks)
        return text

    def make_front_matter(self, dice: Random) -> str:
        text = dice.choice(self.corpus.front_matter)
        if dice.random() < 0.5:
            value = json.dumps(dice.choice(VALUES), ensure_ascii=dice.random() < 0.5)
            text += f"{dice.choice(KEYS)}: {dice.choice((value, dice.choice(MARKS)))}\n"
        for _ in range(dice.choice((0, 1, 2, 4))):
            text = mutate_text(dice, text, self.corpus.front_matter)
        return f"---\n{text}---\n"

    def make_page_case(self, dice: Random) -> Case:
        return {**LINKED_FILES, "page.mdx": self.make_page(dice)}

    def make_front_matter_case(self, dice: Random) -> Case:
        text = self.make_front_matter(dice) + dice.choice(
            ("", "\n# Title\n", self.make_front_matter(dice))
        )
        if dice.random() < 0.3:
            text = mutate_text(dice, text, self.corpus.front_matter)
        return {"page.mdx": text}

    def make_docs(self, dice: Random) -> str:
        value = dice.choice(self.corpus.docs)
        for _ in range(dice.randint(1, 6)):
            value = mutate_value(dice, value, self.corpus.docs)
        text = json.dumps(value, indent=1, ensure_ascii=dice.random() < 0.5)
        return mutate_text(dice, text, [text]) if dice.random() < 0.1 else text

    def make_docs_case(self, dice: Random) -> Case:
        part = mutate_value(dice, dice.choice(self.corpus.docs), self.corpus.docs)
        return {
            **LINKED_FILES,
            "docs.json": self.make_docs(dice),
            "part.json": json.dumps(
                part.get("navigation", part) if isinstance(part, dict) else part
            ),
            "openapi.json": json.dumps(self._make_specification(dice)),
        }

    def _make_specification(self, dice: Random) -> object:
        value = dice.choice(self._small_specifications)
        for _ in range(dice.randint(0, 5)):
            value = mutate_value(dice, value, self._small_specifications)
        return self._add_schemas(dice, value)

    def _add_schemas(self, dice: Random, value: Any) -> Any:  # noqa: ANN401 -- JSON
        """Return *value* with random schemas that refer to each other, also in circles."""
        if not isinstance(value, dict) or dice.random() < 0.3:
            return value
        value = copy.deepcopy(value)
        names = [f"S{number}" for number in range(dice.randint(1, 6))]
        schemas = {name: _make_schema(dice, names, 0) for name in names}
        components = value.get("components")
        if isinstance(components, dict) and isinstance(components.get("schemas"), dict):
            schemas = {**components["schemas"], **schemas}
        value["components"] = {**(components if isinstance(components, dict) else {})}
        value["components"]["schemas"] = schemas
        media = {"content": {"application/json": {"schema": _make_schema(dice, names, 1)}}}
        operation = {"requestBody": media, "responses": {"200": {"description": "d", **media}}}
        paths = value.setdefault("paths", {})
        if isinstance(paths, dict):
            paths["/web"] = {"post": operation}
            if dice.random() < 0.3:
                paths["/referred"] = {"$ref": dice.choice(("#/paths/~1web", "#/paths/~1referred"))}
        return value

    def make_specification_case(self, dice: Random) -> Case:
        text = json.dumps(self._make_specification(dice), indent=1)
        if dice.random() < 0.1:
            text = mutate_text(dice, text, MARKS)
        return {
            "openapi.json": text,
            "other.json": json.dumps(self._make_specification(dice), indent=1),
        }

    def make_build_case(self, dice: Random) -> Case:
        pages = {
            f"m{number}.mdx": self.make_front_matter(dice) * (dice.random() < 0.5)
            + self.make_page(dice)
            for number in range(8)
        }
        names = ["p0", "p1", *(name[:-4] for name in pages)]
        docs: dict[str, object] = {
            "name": "Site",
            "navigation": {
                "tabs": [
                    {"tab": "Guides", "groups": [{"group": "One", "pages": names}]},
                    {"tab": "API", "openapi": "openapi.json"},
                ]
            },
        }
        if dice.random() < 0.5:
            docs = mutate_value(dice, docs, self.corpus.docs)
        return {
            **LINKED_FILES,
            **pages,
            "docs.json": json.dumps(docs, indent=1),
            "openapi.json": json.dumps(self._make_specification(dice), indent=1),
            "builder.txt": dice.choice(BUILDERS),
        }


def _make_schema(dice: Random, names: list[str], depth: int) -> object:
    """Return a schema of references to *names*, most of them through other schemas."""
    if depth > 2 or dice.random() < 0.4:
        place = dice.choice((f"#/components/schemas/{dice.choice(names)}", "#", ""))
        return {
            "$ref": dice.choice(("", "", "", "other.json", "openapi.json", "none.json")) + place
        }
    keyword = dice.choice(("allOf", "oneOf", "anyOf", "properties", "items", "not", "if"))
    if keyword in ("items", "not", "if"):
        return {keyword: _make_schema(dice, names, depth + 1), "title": dice.choice(names)}
    parts = [_make_schema(dice, names, depth + 1) for _ in range(dice.randint(1, 4))]
    if keyword != "properties":
        return {keyword: parts, "discriminator": {"propertyName": "a"}}
    return {"type": "object", "properties": {f"a{n}": part for n, part in enumerate(parts)}}


def _run_page(root: Path) -> None:
    page = (root / "page.mdx").read_text("utf-8", "replace")
    rendered = render(root, page)
    rendered.document.astext()
    _check_messages(rendered.host.faults, root)


def _run_front_matter(root: Path) -> None:
    faults: list[Fault] = []
    path = root / "page.mdx"
    read_page_facts(path, faults.append)
    parse_mdx(path.read_text("utf-8", "replace"))
    for key in KEYS:
        find_front_matter_position(path, key)
    _check_messages(faults, root)


def _run_docs(root: Path) -> None:
    for keep_going in (False, True):
        faults: list[Fault] = []
        try:
            site = load_site(root, faults.append, keep_going=keep_going)
            tree_as_text(site)
            json.dumps(tree_as_json(site))
        except DocsNavError:
            assert faults, "stopped without a message"
        _check_messages(faults, root)


def _check_messages(faults: list[Fault], root: Path) -> None:
    for fault in faults:
        text = fault_text(fault, root)
        assert "\n" not in text, text
        text.encode("utf-8")


def read_specifications(root: Path) -> None:
    """Make every page of the specifications in *root*; their messages have one line."""
    faults: list[Fault] = []
    for specification in Specifications(root, faults.append).list_in_site():
        _read_specification(specification)
    _check_messages(faults, root)


def _read_specification(specification: Specification) -> None:
    for operation in specification.operations:
        make_nodes(operation)
    serials = (f"serial-{number}" for number in range(10**6))
    catalogue = SchemaCatalogue(specification)
    for schema in catalogue.list_page_schemas(catalogue.names):
        document = new_document("page", get_default_settings())
        context = _context(document, lambda: next(serials))
        make_schema_nodes(schema, context, "page")
    document = new_document("page", get_default_settings())
    context = _context(document, lambda: next(serials))
    make_introduction_nodes(specification, context, (), ())
    json.dumps(make_postman_collection(specification), default=str)


def _context(document: nodes.document, serial: Callable[[], str]) -> OperationContext:
    describe = describer(document, Path(), [])
    return OperationContext(document, serial, lambda _m, _p: None, describe=describe)


def _run_build(root: Path) -> None:
    builder = (root / "builder.txt").read_text("utf-8") or "html"
    project = _Case(root.parent, source=root.name)
    with contextlib.suppress(SiteError):  # a build that ends with a message is no finding
        project.build(builder, conf=SETTINGS)
    for chapter in sorted(project.output(builder).rglob("*.xhtml")):
        try:
            ET.fromstring(chapter.read_bytes())  # noqa: S314 -- our own output
        except ET.ParseError as error:
            raise AssertionError(f"{chapter.name} is not well-formed: {error}") from None


class _Case(Project):
    """A project whose sources lie in the folder of the case."""

    def __init__(self, root: Path, *, source: str) -> None:
        super().__init__(root)
        self._source = source

    @property
    def src(self) -> Path:
        return self.root / self._source
