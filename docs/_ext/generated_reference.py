"""Directives that write the reference from the code: settings, messages, command line, fields."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.config import ENUM
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from sphinx_docsnav.cli.arguments import build_parser
from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.core.settings import settings_of
from sphinx_docsnav.docs_json.json_schema import make_json_schema
from sphinx_docsnav.docs_json.ledger import COMPONENTS, FIELDS, FRONT_MATTER, Effect, LedgerEntry
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.themes import variable as data
from sphinx_docsnav.themes.adapter_registry import OWN
from sphinx_docsnav.themes.base import Adapter

SCHEMA_FILE = "docs.schema.json"


class Generated(SphinxDirective):
    """Parses the lines that `text` yields, as if they stood in the page."""

    def run(self) -> list[nodes.Node]:
        """Return what the lines make."""
        container = nodes.container()
        lines = StringList(list(self.text()), source=f"<{self.name}>")
        self.state.nested_parse(lines, self.content_offset, container)
        return container.children

    def text(self) -> Iterator[str]:
        """Yield reStructuredText, line by line."""
        raise NotImplementedError


class Settings(Generated):
    """Every ``docsnav_`` setting."""

    def text(self) -> Iterator[str]:
        """Yield a definition per setting; the options of a dict follow it."""
        settings = settings_of(self.env.app)
        for name in sorted(settings):
            setting = settings[name]
            yield from (f".. confval:: {name}", f"   :type: {setting_type(setting.types)}")
            yield from (f"   :default: ``{setting.default!r}``", "")
            yield from (f"   {setting.description}", "")


def setting_type(valid_types: Any) -> str:  # noqa: ANN401 -- Sphinx takes sets, tuples and ENUM
    """Return what a setting can be, in words."""
    if isinstance(valid_types, ENUM):
        choices = sorted(valid_types._candidates, key=str)  # noqa: SLF001 -- kept nowhere else
        return " or ".join(f"``{choice!r}``" for choice in choices)
    return " or ".join(sorted(f"``{kind.__name__}``" for kind in valid_types))


class Messages(Generated):
    """Every type of message, with its remedy."""

    def text(self) -> Iterator[str]:
        """Yield a definition per kind, in the order of the alphabet."""
        docs = ModuleAnalyzer.for_module(FaultKind.__module__).find_attr_docs()
        for kind in sorted(FaultKind, key=lambda kind: kind.value):
            yield f"``docsnav.{kind.value}``"
            yield from (f"   {line}" for line in docs[FaultKind.__name__, kind.name])
            yield ""


class CommandLine(Generated):
    """Every command with its options."""

    def text(self) -> Iterator[str]:
        """Yield a section-like block per command."""
        parser = build_parser()
        (commands,) = (
            action
            for action in parser._actions  # noqa: SLF001 -- argparse has no other way to list them
            if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001
        )
        for name, command in commands.choices.items():
            yield from (f".. rubric:: sphinx-docsnav {name}", "   :name: command-" + name, "")
            yield from (" ".join((command.description or "").split()), "")
            yield from ("::", "", *(f"   {line}" for line in usage(command)), "")
            for action in command._actions:  # noqa: SLF001
                words = ", ".join(f"``{word}``" for word in option_words(action))
                yield from (words, f"   {action.help}", "")


class ExitCodes(Generated):
    """The exit codes of the command line."""

    def text(self) -> Iterator[str]:
        """Yield a definition per code."""
        docs = ModuleAnalyzer.for_module(ExitCode.__module__).find_attr_docs()
        for code in ExitCode:
            yield f"{code.value}"
            yield from (f"   {line}" for line in docs[ExitCode.__name__, code.name])


def usage(command: argparse.ArgumentParser) -> list[str]:
    """Return the usage line, folded as a terminal of 80 columns shows it."""
    return command.format_usage().removeprefix("usage: ").splitlines()


def option_words(action: argparse.Action) -> list[str]:
    """Return the spellings of an option, with the name of its value."""
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if not action.option_strings:
        return [value]
    takes_value = action.nargs != 0
    return [f"{word} {value}" if takes_value else word for word in action.option_strings]


class Adapters(Generated):
    """The themes that have an adapter, with what the adapter says of itself."""

    def text(self) -> Iterator[str]:
        """Yield a definition per adapter."""
        for adapter in OWN:
            yield ", ".join(f"``{name}``" for name in adapter.themes)
            yield from ("   " + first_line(adapter), "")


class ThemeOptions(Generated):
    """What the options of themes do that concern the navigation."""

    def text(self) -> Iterator[str]:
        """Yield a table with a row per theme and effect."""
        yield from (".. list-table::", "   :header-rows: 1", "   :widths: 22 33 45", "")
        yield from ("   * - Theme", "     - Options", "     - Effect")
        for adapter in OWN:
            effects: dict[str, list[str]] = {}
            for name, instead in adapter.navigation_options.items():
                effect = (
                    "None; the sidebar shows " + instead.shown if instead else "As in the theme"
                )
                effects.setdefault(effect, []).append(f"``{name}``")
            own = vars(adapter).get("navigation_options")
            for effect, names in effects.items() if own else ():
                yield f"   * - {', '.join(f'``{theme}``' for theme in adapter.themes)}"
                yield from (f"     - {', '.join(names)}", f"     - {effect}")
        yield ""


class ThemeEffects(Generated):
    """What fields of docs.json do in each theme, where themes differ."""

    def text(self) -> Iterator[str]:
        """Yield a table with a row per theme."""
        yield from (".. list-table::", "   :header-rows: 1", "   :widths: 50 25 25", "")
        fields = ("``appearance``, values for ``dark``", "``eyebrows``")
        yield from row("Theme", *fields)
        for adapter in OWN:
            themes = ", ".join(f"``{theme}``" for theme in adapter.themes)
            modes = "Used" if adapter.modes else "The theme has one mode"
            eyebrow = f"``{adapter.eyebrow}``" if adapter.eyebrow else "None"
            yield from row(themes, modes, eyebrow)
        yield ""


class AdapterHooks(Generated):
    """What an adapter may set and override."""

    def text(self) -> Iterator[str]:
        """Yield a definition per attribute, then per method."""
        docs = ModuleAnalyzer.for_module(Adapter.__module__).find_attr_docs()
        for (owner, name), lines in docs.items():
            if owner == Adapter.__name__ and name != "options":
                yield from (f"``{name}``", *(f"   {line}" for line in lines))
        for name in vars(Adapter):
            method = getattr(Adapter, name)
            if inspect.isroutine(method) and not name.startswith("_"):
                parameters = [str(each) for each in inspect.signature(method).parameters.values()]
                words = ", ".join(each for each in parameters if each != "self")
                lines = (inspect.getdoc(method) or "").splitlines()
                yield from (f"``{name}({words})``", *(f"   {line}" for line in lines), "")


class Shape(Generated):
    """The fields of a record that templates or adapters use: ``.. docsnav-shape:: Choice``."""

    required_arguments = 1

    def text(self) -> Iterator[str]:
        """Yield a definition per field."""
        docs: dict[tuple[str, str], list[str]] = {}
        for module in (data.__name__, Adapter.__module__):
            docs |= ModuleAnalyzer.for_module(module).find_attr_docs()
        for (owner, name), lines in docs.items():
            if owner == self.arguments[0]:
                yield from (f"``{name}``", *(f"   {line}" for line in lines))


def first_line(value: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(value) or "").partition("\n")[0]


class Fields(Generated):
    """The fields of one kind of element: ``.. docsnav-fields:: Tab``."""

    required_arguments = 1

    def text(self) -> Iterator[str]:
        """Yield a table of the fields, from the JSON Schema."""
        yield from fields_table(make_json_schema()["definitions"][self.arguments[0]])


class AllFields(Fields):
    """The fields of every kind of element."""

    required_arguments = 0

    def text(self) -> Iterator[str]:
        """Yield a table per kind."""
        schema = make_json_schema()
        elements = {"docs.json": schema, **schema["definitions"]}
        for name, element in elements.items():
            if not element.get("properties"):
                continue
            yield from (f".. rubric:: {name}", "", meaning(element), "")
            yield from fields_table(element)


class Ledger(Generated):
    """What a build does with each field of docs.json, key of front matter and component."""

    def text(self) -> Iterator[str]:
        """Yield a table of both, those with an effect first."""
        tables = {"docs.json": FIELDS, "Front matter": FRONT_MATTER, "Components": COMPONENTS}
        for title, table in tables.items():
            yield from (f".. rubric:: {title}", "", ".. list-table::", "   :header-rows: 1")
            yield from ("   :widths: 40 20 40", "", *row("Fields", "Effect", "By, or reason"))
            grouped: dict[LedgerEntry, list[str]] = {}
            for name, entry in table.items():
                grouped.setdefault(entry, []).append(f"``{name}``")
            order = list(Effect)
            for entry in sorted(grouped, key=lambda entry: order.index(entry.effect)):
                yield from row(", ".join(sorted(grouped[entry])), entry.effect.value, entry.note)
            yield ""


def fields_table(element: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of an object's fields."""
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 20 25 55", "")
    yield from row("Field", "Type", "Meaning")
    for name, field in element.get("properties", {}).items():
        needed = " (required)" if name in required(element) else ""
        yield from row(f"``{name}``{needed}", type_words(field), meaning(field))
    yield ""


def row(*cells: str) -> Iterable[str]:
    """Return the lines of one row of a list table."""
    return (f"   {'*' if not index else ' '} - {cell}" for index, cell in enumerate(cells))


def meaning(field: Mapping[str, Any]) -> str:
    """Return a field's description on one line, with its first example."""
    text = " ".join(field.get("description", "").split()).replace("`", "``")
    for example in field.get("examples", ())[:1]:
        text += f" For example ``{json.dumps(example, ensure_ascii=False)}``."
    return text


def required(element: Mapping[str, Any]) -> set[str]:
    """Return the fields that an object needs; each stands with ``$ref`` in its place."""
    names = set(element.get("required", ()))
    for rule in element.get("allOf", ()):
        for choice in rule.get("anyOf", ()):
            names |= set(choice.get("required", ()))
    return names - {"$ref"}


def type_words(field: Mapping[str, Any]) -> str:
    """Return a field's JSON type in words: ``string or object``."""
    if "$ref" in field:
        name = str(field["$ref"]).rpartition("/")[2]
        return "" if name == "Reference" else name
    choices = field.get("anyOf") or field.get("oneOf") or field.get("allOf")
    if choices:
        words = dict.fromkeys(type_words(choice) for choice in choices)
        return " or ".join(filter(None, words))
    if "enum" in field:
        return ", ".join(f"``{json.dumps(value)}``" for value in field["enum"])
    kind = field.get("type", "any")
    return f"list of {type_words(field.get('items', {}))}" if kind == "array" else str(kind)


def write_json_schema(app: Sphinx, exception: Exception | None) -> None:
    """Publish the JSON Schema with the pages (``build-finished``)."""
    if exception is not None or app.builder.format != "html":
        return
    schema = make_json_schema()
    if app.config.html_baseurl:
        schema = {"$id": f"{app.config.html_baseurl}{SCHEMA_FILE}", **schema}
    text = json.dumps(schema, ensure_ascii=False, indent=2)
    (app.outdir / SCHEMA_FILE).write_text(f"{text}\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.connect("build-finished", write_json_schema)
    app.add_directive("docsnav-settings", Settings)
    app.add_directive("docsnav-messages", Messages)
    app.add_directive("docsnav-commands", CommandLine)
    app.add_directive("docsnav-adapters", Adapters)
    app.add_directive("docsnav-theme-options", ThemeOptions)
    app.add_directive("docsnav-theme-effects", ThemeEffects)
    app.add_directive("docsnav-adapter-hooks", AdapterHooks)
    app.add_directive("docsnav-shape", Shape)
    app.add_directive("docsnav-exit-codes", ExitCodes)
    app.add_directive("docsnav-fields", Fields)
    app.add_directive("docsnav-all-fields", AllFields)
    app.add_directive("docsnav-ledger", Ledger)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
