"""Front matter: the YAML between two ``---`` lines at the beginning of a file.

Numbers, dates, ``yes`` and ``on`` stay text as written (``1.10`` is not ``1.1``); only ``true``,
``false`` and ``null`` have a value, as in YAML 1.2. Invalid YAML does not remove a page: one fault
has the position, and the simple ``key: value`` lines are still used. Known keys with values that
they cannot have are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.json_values import NOT_YAML, DataError, DataProblem
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.icons import STYLE_EXPECTED, STYLES
from sphinx_docsnav.messages import describe, did_you_mean, join_names
from sphinx_docsnav.sitefiles.nearest import find_similar_names, suggest_name
from sphinx_docsnav.sitefiles.safe_urls import runs_script

FLAGS = ("hidden", "deprecated", "noindex")
"""Keys whose values are true or false."""
MODES = frozenset({"wide", "center", "custom", "frame"})
"""Modes that change the layout of a page; ``default`` changes nothing."""
_TEXT_KEYS = ("title", "sidebarTitle", "description", "tag", "url", "openapi")
"""Keys whose values are text."""
_KNOWN_KEYS = (*FLAGS, *_TEXT_KEYS, "icon", "iconType", "keywords", "mode")
"""Keys that messages suggest instead of misspelled ones."""
_NO_ADDRESSES = frozenset(
    {"title", "sidebarTitle", "description", "keywords", "tag", "alt", "site_name"}
)
"""The last parts of keys whose values are never addresses: ``title``, ``og:title`` …"""
_MIN_SIMILAR = 5
"""The minimum length of keys that are suggested for similar ones."""
_MEANT_BOOLEANS = {
    **dict.fromkeys(("yes", "on", "1", "y"), "true"),
    **dict.fromkeys(("no", "off", "0", "n"), "false"),
}
"""Texts that other tools read as true or false."""
_MODES = ("default", *sorted(MODES))
_KEYS_WITH_CHOICES = (
    ("mode", _MODES, join_names(_MODES, "or")),
    ("iconType", STYLES, STYLE_EXPECTED),
)
"""Keys with a fixed set of values, the values, and their description in messages."""
MAX_CHARACTERS = 64_000
"""The maximum length of front matter; that of real pages has some hundred characters."""
MAX_ALIASED = 100
"""The maximum number of values that aliases add; the front matter of real pages has none."""
MAX_OPENINGS = 200
"""The maximum number of brackets and list markers in a line; hostile pages have more."""
_FENCE = re.compile(r"\ufeff?---[ \t]*\r?(?:\n|\r)")
_END = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_SECOND = re.compile(r"\s*((?:[A-Za-z][\w.-]*+:[^\n]*\n)++)---[ \t]*(?:\n|\Z)")
"""The lines after an empty front matter, and the end of a second one."""
_SIMPLE = re.compile(r"([^\s#:'\"\[\]{}](?:[^:]*[^:\s])?)[ \t]*:(?:[ \t]+(.*))?$")
"""A ``key: value`` line."""
_DEEP = re.compile(r"[\[{]|- ")
"""What opens a level of nesting."""
_PLAIN_VALUES = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
}
"""The values of unquoted scalars that are not text."""
_UNOPENED = re.compile(
    r"\s*(?:title|sidebarTitle|description|icon|openapi):[ \t]\S.*\n"
    r"(?:[A-Za-z]\w*:.*\n|[ \t\r]*\n)*---\s*\n"
)
"""Front matter without its first line."""
_BARE = re.compile(
    r"\s*(?:(?:title|sidebarTitle):[ \t]+\S|(?:(?:description|icon|openapi):[ \t]+\S.*\n){2})"
)
"""Front matter without both lines."""
_TOML = re.compile(r"\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+[ \t]*(?:\n|\Z)")
_OTHER_DASHES = re.compile(r"(-{4,}|--|[–—]+)[ \t]*\n(?:title|sidebarTitle|description):[ \t]+\S")  # noqa: RUF001 -- dashes


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a page."""

    data: dict[str, Any]
    """Keys and values; scalars are str, bool or None."""
    line_count: int
    """The number of lines, with both ``---``; 0 if there is no front matter."""
    end: int
    """The offset of the text after it."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with it; lines are counted in the file."""


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter at the beginning of *text*.

    Faults: ``front_matter``, at most one for invalid YAML and one per repeated key.
    """
    opening = _FENCE.match(text)
    ending = _END.search(text, opening.end()) if opening else None
    if opening is None:
        return FrontMatter({}, 0, 0, _report_unopened(text))
    if ending is None:
        return FrontMatter({}, 0, 0, _report_unclosed(text, opening.end()))
    body = text[opening.end() : ending.start()]
    line_count = body.count("\n") + 2
    end = min(ending.end() + 1, len(text))
    data, faults = _parse_body(body)
    return FrontMatter(data, line_count, end, faults)


def read_second_front_matter(text: str, first: FrontMatter) -> FrontMatter | None:
    """Return the front matter that follows an empty one; ``None`` if there is none.

    Machine translations begin with ``---`` twice. In Markdown, what follows is a heading with the
    lines ``title: …``.

    Faults: ``front_matter``, one.
    """
    match = _SECOND.match(text, first.end) if first.line_count and not first.data else None
    if match is None or "title:" not in match[1]:
        return None
    data, _faults = _parse_body(match[1])
    line = text.count("\n", 0, match.start(1)) + 1
    message = "the front matter follows an empty one; the empty one is ignored"
    fault = _make_fault(message, line, hint="remove the '---' lines above it")
    return FrontMatter(data, first.line_count, first.end, (fault,))


def _parse_body(body: str) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Return the values of *body*, the text between the two ``---`` lines, and its faults."""
    if len(body) > MAX_CHARACTERS:
        message = f"front matter has {len(body):,} characters, more than {MAX_CHARACTERS:,}"
        return {}, (_make_fault(f"{message}; it is ignored", 1),)
    # The parser of YAML takes very long for deep nesting.
    if line := _find_deep_line(body):
        message = "front matter nests too deeply; the simple lines are used"
        return recover_simple_lines(body), (_make_fault(message, line),)
    from sphinx_docsnav.data_files.yaml_reader import read_yaml

    try:
        result = read_yaml(body, first_line=2, scalar=read_plain_value, max_aliased=MAX_ALIASED)
    except DataError as error:
        return recover_simple_lines(body), (_make_read_fault(error),)
    value = result.value
    if value is None:
        return {}, ()
    if not isinstance(value, dict):
        message = "expected 'key: value' lines as front matter, found something else; it is ignored"
        return {}, (_make_fault(message, 2),)
    data = {str(key): item for key, item in value.items()}
    faults = (*map(_make_problem_fault, result.problems), *_find_wrong_values(body, data))
    return data, tuple(
        sorted(faults, key=lambda fault: fault.position.line if fault.position else 0)
    )


def find_front_matter_position(path: Path, key: str) -> Position:
    """Return the position of *key* in the front matter of the file at *path*.

    :returns: the first line of the file if the key is not found.

    The file is read again, so this is for messages only.
    """
    try:
        text = path.read_text("utf-8-sig", "replace")
    except OSError:
        return Position(1)
    opening = _FENCE.match(text)
    ending = _END.search(text, opening.end()) if opening else None
    if opening is None or ending is None:
        return Position(1)
    return _find_key(text[opening.end() : ending.start()], key, default=Position(1))


def read_flag(value: object) -> bool | None:
    """Return whether *value* is true or false, also as text; ``None`` if it is neither."""
    if isinstance(value, bool) or value is None:
        return bool(value)
    text = value.strip().lower() if isinstance(value, str) else ""
    return {"true": True, "false": False}.get(text)


def runs_as_address(key: str, value: object) -> bool:
    """Return whether *value* is an address that runs a script when a theme links to it.

    ``title: "JavaScript: an overview"`` is not, since titles are not addresses.
    """
    text_only = key.rpartition(":")[2] in _NO_ADDRESSES
    return isinstance(value, str) and not text_only and runs_script(value)


def check_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each key with a value that cannot be used, with a message and a hint."""
    for key in FLAGS:
        if read_flag(data.get(key)) is None:
            word = _MEANT_BOOLEANS.get(str(data[key]).lower())
            hint = f"write '{key}: {word}'" if word else f"write '{key}: true', or remove the line"
            yield key, _describe_value(key, "true or false", data[key]), hint
    for key in _TEXT_KEYS:
        if isinstance(data.get(key), (list, dict)):
            yield key, _describe_value(key, "text", data[key]), "write the value in quotes"
    for key, choices, expected in _KEYS_WITH_CHOICES:
        value = data.get(key)
        if value is not None and (
            not isinstance(value, str) or value.strip().lower() not in choices
        ):
            hint = suggest_name(value, choices) if isinstance(value, str) else ""
            yield key, _describe_value(key, expected, value), hint

    yield from _find_wrong_icon(data.get("icon"))
    yield from _find_misspelled(data)


def _find_wrong_icon(icon: object) -> Iterator[tuple[str, str, str]]:
    """Yield an icon that is neither a name nor an object with texts, as `check_values` does."""
    hint = "write 'icon: star', or 'icon: {name: star, style: solid}'"
    parts = icon if isinstance(icon, dict) else {"name": icon or ""}
    if not isinstance(parts.get("name"), (str, int, float)):
        yield "icon", _describe_value("icon", "a name or an object with 'name'", icon), hint
    for key in ("style", "type", "library"):
        if not isinstance(parts.get(key) or "", str):
            yield "icon", _describe_value("icon", f"text as '{key}'", parts[key]), hint


def _find_misspelled(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each unknown key that resembles a known one, with a message and a hint.

    Short names resemble too many others, as ``mode`` resembles ``model``.
    """
    unused_keys = {name.lower(): name for name in _KNOWN_KEYS if name not in data}
    long = [name for name in unused_keys if len(name) >= _MIN_SIMILAR]
    for key in data:
        if key in _KNOWN_KEYS:
            continue
        normalized = key.lower().replace("_", "").replace("-", "")
        similar = (
            [normalized]
            if normalized in unused_keys
            else find_similar_names(normalized, long, 0.85, limit=1)
        )
        for name in (unused_keys[match] for match in similar):
            hint = did_you_mean(name)
            yield key, f"front matter has unknown key {key!r}; it is ignored", hint


def _describe_value(key: str, expected: str, value: Any) -> str:  # noqa: ANN401 -- as YAML has it
    """Return the message about a value of the wrong kind."""
    return f"front matter {key!r}: expected {expected}, found {describe(value)}; it is ignored"


def _find_deep_line(body: str) -> int:
    """Return the first line in the file that opens too many levels; 0 if there is none."""
    lines = enumerate(body.splitlines(), start=2)
    return next((number for number, line in lines if len(_DEEP.findall(line)) > MAX_OPENINGS), 0)


def recover_simple_lines(body: str) -> dict[str, Any]:
    """Return the ``key: value`` lines of *body* that can be read on their own."""
    return {key: _guess_value(value) for _, key, value in _list_simple_lines(body)}


def _list_simple_lines(body: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line in the file, the key and the text of each ``key: value`` line of *body*."""
    for number, line in enumerate(body.splitlines(), start=2):
        match = _SIMPLE.match(line.rstrip())
        if match is not None:
            yield number, match[1], (match[2] or "").strip()


def _guess_value(text: str) -> object:
    """Return the most likely value of the text after a key."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return read_plain_value(text)


def _make_problem_fault(problem: DataProblem) -> Fault:
    """Return the fault for a mistake that did not prevent reading."""
    position = problem.position or Position(1)
    message = f"front matter: {problem.text}"
    return _make_fault(message, position.line, position.column, hint=problem.hint)


def _find_wrong_values(body: str, data: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each known key with a value that cannot be used."""
    for key, message, hint in check_values(data):
        position = _find_key(body, key, default=Position(2))
        yield _make_fault(message, position.line, position.column, hint=hint)


def _find_key(body: str, key: str, default: Position) -> Position:
    """Return the position of *key* in *body*, else *default*."""
    from sphinx_docsnav.data_files.yaml_reader import YamlPositions

    if len(body) <= MAX_CHARACTERS and not _find_deep_line(body):
        position = YamlPositions(body, first_line=2).find((key,))
        if position is not None:
            return position.key
    # Of front matter that is no YAML, the simple lines are used.
    lines = (Position(line) for line, name, _ in _list_simple_lines(body) if name == key)
    return next(lines, default)


def _report_unclosed(text: str, start: int) -> tuple[Fault, ...]:
    """Return a fault if the line after the first ``---`` looks like front matter."""
    if not re.match(r"[A-Za-z]\w*:[ \t]\S", text[start : start + 200]):
        return ()
    message = "front matter has no second line '---'; the whole text is the page"
    return (_make_fault(message, 1, hint="write '---' below the last 'key: value' line"),)


def _report_unopened(text: str) -> tuple[Fault, ...]:
    """Return a fault if the page begins with front matter that lacks a ``---`` line."""
    if _TOML.match(text) is not None:
        message = "front matter is TOML, expected YAML; it is shown as text"
        hint = "write '---' for '+++', and 'key: value' for 'key = value'"
        return (_make_fault(message, 1, hint=hint),)
    if (dashes := _OTHER_DASHES.match(text)) is not None:
        message = f"front matter begins with '{dashes[1]}', expected '---'; it is shown as text"
        return (_make_fault(message, 1, hint="write '---' above and below it"),)
    if _UNOPENED.match(text) is not None:
        missing, hint = "no first line '---'", "write '---' above it"
    elif _BARE.match(text) is not None:
        missing, hint = "no lines '---'", "write '---' above and below it"
    else:
        return ()
    return (_make_fault(f"front matter has {missing}; it is shown as text", 1, hint=hint),)


def read_plain_value(text: str) -> object:
    """Return the value of a scalar without quotes: `True`, `False`, `None` or itself."""
    return _PLAIN_VALUES.get(text, text)


def _make_read_fault(error: DataError) -> Fault:
    """Return the fault for an error of the YAML reader."""
    text = " ".join(str(error).split())
    reason = text.removeprefix(NOT_YAML)
    problem = "cannot be read" if reason is text else "is not YAML"
    position = error.position or Position(1)
    message = f"front matter {problem}: {reason}; the simple lines are used"
    return _make_fault(message, position.line, position.column)


def _make_fault(message: str, line: int, column: int = 1, *, hint: str = "") -> Fault:
    """Return a warning at a position in the file."""
    position = Position(line, column)
    return Fault(FaultKind.FRONT_MATTER, Severity.WARNING, message, position=position, hint=hint)
