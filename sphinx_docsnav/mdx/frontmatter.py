"""Front matter: the YAML between two ``---`` lines at a file's very start.

Numbers, dates, ``yes`` and ``on`` stay the text their author wrote (``1.10`` is
no ``1.1``); only ``true``, ``false`` and ``null`` are read, as YAML 1.2 has it.
Invalid YAML does not remove a page: one fault has the position, and the simple
``key: value`` lines are still used.
Known keys with values that they cannot have are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.json_values import NOT_YAML, DataError, DataProblem
from sphinx_docsnav.docs_json.phrases import describe, did_you_mean, listing
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.icons import STYLE_EXPECTED, STYLES
from sphinx_docsnav.sitefiles.nearest import similar_names
from sphinx_docsnav.sitefiles.safe_urls import runs_script

FLAGS = ("hidden", "deprecated", "noindex")
"""Keys that are true or false."""
MODES = frozenset({"wide", "center", "custom", "frame"})
"""The modes that change the layout around a page; ``default`` changes nothing."""
_TEXTS = ("title", "sidebarTitle", "description", "tag", "url", "openapi")
_KEYS = (*FLAGS, *_TEXTS, "icon", "iconType", "keywords", "mode")
"""Keys that messages suggest in place of others."""
_NO_ADDRESSES = frozenset(
    {"title", "sidebarTitle", "description", "keywords", "tag", "alt", "site_name"}
)
"""The last words of keys whose values are never addresses: ``title``, ``og:title`` …"""
_LONG = 5
"""Names of so many letters are suggested for others that are not spelled alike."""
_TRUTH_WORDS = {
    **dict.fromkeys(("yes", "on", "1", "y"), "true"),
    **dict.fromkeys(("no", "off", "0", "n"), "false"),
}


def flag_of(value: object) -> bool | None:
    """Return whether *value* is true or false, as a boolean or as a word; ``None`` for neither."""
    if isinstance(value, bool) or value is None:
        return bool(value)
    word = value.strip().lower() if isinstance(value, str) else ""
    return {"true": True, "false": False}.get(word)


def runs_as_address(key: str, value: object) -> bool:
    """Return whether *value* is an address that runs a script where a theme links to it.

    ``title: "JavaScript: an overview"`` is not, as the values of that key are no addresses.
    """
    text_only = key.rpartition(":")[2] in _NO_ADDRESSES
    return isinstance(value, str) and not text_only and runs_script(value)


def wrong_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each key of front matter with a value that cannot be used, a message and a hint."""
    for key in FLAGS:
        if flag_of(data.get(key)) is None:
            word = _TRUTH_WORDS.get(str(data[key]).lower())
            hint = f"write '{key}: {word}'" if word else f"write '{key}: true', or remove the line"
            yield key, _message(key, "true or false", data[key]), hint
    for key in _TEXTS:
        if isinstance(data.get(key), (list, dict)):
            yield key, _message(key, "text", data[key]), "write the value in quotes"
    for key, choices, expected in _CHOICES:
        value = data.get(key)
        if value is not None and (
            not isinstance(value, str) or value.strip().lower() not in choices
        ):
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield key, _message(key, expected, value), hint

    yield from _misspelled(data)


def _misspelled(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each key that is spelled almost as one that the page lacks.

    Short names resemble too many others, as ``mode`` resembles ``model``.
    """
    wanted = {name.lower(): name for name in _KEYS if name not in data}
    long = [name for name in wanted if len(name) >= _LONG]
    for key in data:
        if key in _KEYS:
            continue
        plain = key.lower().replace("_", "").replace("-", "")
        near = [plain] if plain in wanted else similar_names(plain, long, 0.85, limit=1)
        for name in map(wanted.get, near):
            hint = f"did you mean {name!r}?"
            yield key, f"front matter has unknown key {key!r}; it is ignored", hint


def _message(key: str, expected: str, value: Any) -> str:  # noqa: ANN401 -- as YAML has it
    return f"front matter {key!r}: expected {expected}, found {describe(value)}; it is ignored"


_MODES = ("default", *sorted(MODES))
_CHOICES = (
    ("mode", _MODES, listing(_MODES, "or")),
    ("iconType", STYLES, STYLE_EXPECTED),
)


MAX_CHARACTERS = 64_000
"""Front matter longer than this is not read; real pages have some hundred."""
MAX_ALIASED = 100
"""How many values aliases may add; the front matter of real pages has none."""
MAX_OPENINGS = 200
"""So many brackets or list markers in one line are an attack, not front matter."""

_FENCE = re.compile(r"\ufeff?---[ \t]*\r?(?:\n|\r)")
_END = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_SECOND = re.compile(r"\s*((?:[A-Za-z][\w:.-]*:[^\n]*\n)+)---[ \t]*(?:\n|\Z)")
_SIMPLE = re.compile(r"([^\s#:'\"\[\]{}][^:]*?)[ \t]*:(?:[ \t]+(.*))?$")
_DEEP = re.compile(r"[\[{]|- ")
_WORDS = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a page."""

    data: dict[str, Any]
    """Keys and values; scalars are str, bool or None."""
    line_count: int
    """Lines it takes, both ``---`` included; 0 if there is none."""
    end: int
    """Offset of the page's own text."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with it, lines counted in the file."""


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter at the start of *text*.

    Faults: ``front_matter``, at most one for bad YAML and one per repeated key.
    """
    opening = _FENCE.match(text)
    ending = _END.search(text, opening.end()) if opening else None
    if opening is None:
        return FrontMatter({}, 0, 0, _unopened(text))
    if ending is None:
        return FrontMatter({}, 0, 0, _unclosed(text, opening.end()))
    body = text[opening.end() : ending.start()]
    line_count = body.count("\n") + 2
    end = min(ending.end() + 1, len(text))
    data, faults = _load(body)
    return FrontMatter(data, line_count, end, faults)


def read_second_front_matter(text: str, first: FrontMatter) -> FrontMatter | None:
    """Return the front matter after an empty one; ``None`` if there is none.

    Translations by machine begin with ``---`` twice; to Markdown, what follows
    is a heading of the lines ``title: …``.

    Faults: ``front_matter``, one.
    """
    found = _SECOND.match(text, first.end) if first.line_count and not first.data else None
    if found is None or "title:" not in found[1]:
        return None
    data, _faults = _load(found[1])
    line = text.count("\n", 0, found.start(1)) + 1
    message = "the front matter follows an empty one; the empty one is ignored"
    fault = replace(_fault(message, line), hint="remove the '---' lines above it")
    return FrontMatter(data, first.line_count, first.end, (fault,))


def front_matter_position(path: Path, key: str) -> Position:
    """Return where front matter of the file at *path* has *key*, else the file's first line.

    For messages only: the file is read again.
    """
    try:
        text = path.read_text("utf-8-sig", "replace")
    except OSError:
        return Position(1)
    opening = _FENCE.match(text)
    ending = _END.search(text, opening.end()) if opening else None
    if opening is None or ending is None:
        return Position(1)
    return _key_position(text[opening.end() : ending.start()], key, default=Position(1))


def _load(  # each return has its own reason
    body: str,
) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Read *body*, the text between the two ``---`` lines."""
    if len(body) > MAX_CHARACTERS:
        return {}, (
            _fault(
                f"front matter has {len(body):,} characters, more than {MAX_CHARACTERS:,}; "
                "it is ignored",
                1,
            ),
        )
    if _nests_too_deeply(body):
        return recover(body), (
            _fault("front matter nests too deeply; the simple lines are used", 1),
        )
    from sphinx_docsnav.data_files.yaml_reader import read_yaml

    try:
        read = read_yaml(body, first_line=2, scalar=_plain, max_aliased=MAX_ALIASED)
    except DataError as error:
        return recover(body), (_unread(error),)
    value = read.value
    if value is None:
        return {}, ()
    if not isinstance(value, dict):
        return {}, (
            _fault(
                "expected 'key: value' lines as front matter, found something else; it is ignored",
                2,
            ),
        )
    data = {str(key): item for key, item in value.items()}
    faults = (*map(_problem_fault, read.problems), *_wrong(body, data))
    return data, tuple(
        sorted(faults, key=lambda fault: fault.position.line if fault.position else 0)
    )


def _nests_too_deeply(body: str) -> bool:
    return any(len(_DEEP.findall(line)) > MAX_OPENINGS for line in body.splitlines())


def recover(body: str) -> dict[str, Any]:
    """Return the ``key: value`` lines of *body* that make sense on their own."""
    return {key: _simple_value(value) for _, key, value in _simple_lines(body)}


def _simple_lines(body: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line in the file, the key and the text of each ``key: value`` line of *body*."""
    for number, line in enumerate(body.splitlines(), start=2):
        match = _SIMPLE.match(line.rstrip())
        if match is not None:
            yield number, match[1], (match[2] or "").strip()


def _simple_value(text: str) -> str | bool | None:
    """Return what the right side of a ``key: value`` line most likely means."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return {"true": True, "false": False, "null": None, "~": None, "": None}.get(text, text)


def _problem_fault(problem: DataProblem) -> Fault:
    """Return the fault for a mistake that did not prevent reading the front matter."""
    position = problem.position or Position(1)
    fault = _fault(f"front matter: {problem.text}", position.line, position.column)
    return replace(fault, hint=problem.hint)


def _wrong(body: str, data: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for every known key with a value that cannot be used."""
    for key, message, hint in wrong_values(data):
        position = _key_position(body, key, default=Position(2))
        yield replace(_fault(message, position.line, position.column), hint=hint)


def _key_position(body: str, key: str, default: Position) -> Position:
    """Return where *body*, the text between the ``---`` lines, has *key*, else *default*."""
    from sphinx_docsnav.data_files.yaml_reader import YamlPositions

    if len(body) <= MAX_CHARACTERS and not _nests_too_deeply(body):
        position = YamlPositions(body, first_line=2).find((key,))
        if position is not None:
            return position.key
    # Of front matter that is no YAML, the simple lines are used.
    lines = (Position(line) for line, name, _ in _simple_lines(body) if name == key)
    return next(lines, default)


def _unclosed(text: str, start: int) -> tuple[Fault, ...]:
    """Return a fault if the line behind the first ``---`` looks like front matter."""
    if not re.match(r"[A-Za-z]\w*:[ \t]\S", text[start : start + 200]):
        return ()
    message = "front matter has no second line '---'; the whole text is the page"
    return (replace(_fault(message, 1), hint="write '---' below the last 'key: value' line"),)


_UNOPENED = re.compile(
    r"\s*(?:title|sidebarTitle|description|icon|openapi):[ \t]\S.*\n"
    r"(?:[A-Za-z]\w*:.*\n|[ \t\r]*\n)*---\s*\n"
)
_BARE = re.compile(
    r"\s*(?:(?:title|sidebarTitle):[ \t]+\S|(?:(?:description|icon|openapi):[ \t]+\S.*\n){2})"
)


_TOML = re.compile(r"\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+[ \t]*(?:\n|\Z)")


_OTHER_DASHES = re.compile(r"(-{4,}|--|[–—]+)[ \t]*\n(?:title|sidebarTitle|description):[ \t]+\S")  # noqa: RUF001 -- dashes


def _unopened(text: str) -> tuple[Fault, ...]:
    """Return a fault if the page begins with front matter that has no first ``---``."""
    if _TOML.match(text) is not None:
        message = "front matter is TOML, expected YAML; it is shown as text"
        hint = "write '---' for '+++', and 'key: value' for 'key = value'"
        return (replace(_fault(message, 1), hint=hint),)
    if (dashes := _OTHER_DASHES.match(text)) is not None:
        message = f"front matter begins with '{dashes[1]}', expected '---'; it is shown as text"
        return (replace(_fault(message, 1), hint="write '---' above and below it"),)
    if _UNOPENED.match(text) is not None:
        lacks, hint = "no first line '---'", "write '---' above it"
    elif _BARE.match(text) is not None:
        lacks, hint = "no lines '---'", "write '---' above and below it"
    else:
        return ()
    return (replace(_fault(f"front matter has {lacks}; it is shown as text", 1), hint=hint),)


def _plain(text: str) -> object:
    """Return what a scalar without quotes means: `True`, `False`, `None` or itself."""
    return _WORDS.get(text, text)


def _unread(error: DataError) -> Fault:
    """Turn the error of the YAML reader into a fault with line and column of the file."""
    text = _one_line(str(error))
    why = text.removeprefix(NOT_YAML)
    what = "cannot be read" if why is text else "is not YAML"
    position = error.position or Position(1)
    message = f"front matter {what}: {why}; the simple lines are used"
    return _fault(message, position.line, position.column)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _fault(message: str, line: int, column: int = 1) -> Fault:
    return Fault(FaultKind.FRONT_MATTER, Severity.WARNING, message, position=Position(line, column))
