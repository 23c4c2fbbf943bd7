"""Plain JSON values: text to data within limits, pointers (RFC 6901), lenient readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, final
from urllib.parse import unquote

from sphinx_docsnav.faults import Position

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A value that a JSON file can hold."""
Keys = tuple[str, ...]
"""The keys that lead to a value; items of lists by their number."""
_INDEX = re.compile(r"[0-9]{1,9}\Z")
MAX_DEPTH = 200
"""The maximum nesting of objects and lists; real files have up to about 40 levels."""
MAX_DIGITS = 400
"""The maximum number of digits of a number; the largest ``float`` has 309."""
MAX_ALIASED = 500_000
"""The maximum number of values that YAML aliases add to those written in the file."""
MAX_PROBLEMS = 1_000
"""Maximum number of reported problems per file; one message says that there are more."""
TOO_DEEP = f"expected at most {MAX_DEPTH} levels of lists and objects, found more"
"""Message for deeper data."""
DEEP_RECOVERY = "the content of this one is ignored"
"""How a file with deeper data is read nevertheless."""
NOT_YAML = "expected JSON or YAML: "
"""Start of the message for text that is neither."""


@final
class Missing:
    """Marks a missing value, where ``None`` is a valid one."""


MISSING: Final = Missing()
"""The only `Missing`."""


def parse_fragment(fragment: str) -> Keys | None:
    """Return the keys of ``/components/schemas/Pet``; ``None`` if it is no pointer."""
    if fragment == "":
        return ()
    if not fragment.startswith("/"):
        return None
    return split_pointer(unquote(fragment))


def format_pointer(keys: Iterable[str | int]) -> str:
    """Return *keys*, names and indexes, as a JSON pointer."""
    return "".join(f"/{escape_key(str(key))}" for key in keys)


def escape_key(key: str) -> str:
    """Return *key* as one step of a JSON pointer (RFC 6901)."""
    if "~" in key or "/" in key:
        # The tilde first, as the escape of the slash contains one.
        return key.replace("~", "~0").replace("/", "~1")
    return key


def split_pointer(pointer: str) -> Keys:
    """Return the keys of a JSON pointer, which is empty or begins with a slash."""
    steps = pointer.split("/")[1:]
    # The reverse order of `escape_key`: else, `~01` would become a slash.
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def walk_values(value: object) -> Iterator[tuple[Keys, object]]:
    """Yield *value* and all values in it with the keys that lead to them, in file order.

    What YAML aliases share is yielded at each of its positions.
    """
    # A stack instead of recursion: files may be nested deeply.
    stack: list[tuple[Keys, object]] = [((), value)]
    while stack:
        keys, item = stack.pop()
        yield keys, item
        # Reversed, because the last one on the stack is visited next.
        if isinstance(item, dict):
            stack += [((*keys, key), part) for key, part in reversed(item.items())]
        elif isinstance(item, list):
            stack += [((*keys, str(n)), item[n]) for n in reversed(range(len(item)))]


def find_value(value: object, keys: Keys) -> object:
    """Return the value at *keys* in *value*; `MISSING` if there is no such value."""
    for key in keys:
        if isinstance(value, dict):
            value = value.get(key, MISSING)
        elif isinstance(value, list) and _INDEX.match(key):
            value = value[int(key)] if int(key) < len(value) else MISSING
        else:
            return MISSING
    return value


def find_written_keys(origins: Mapping[Keys, Keys], keys: Keys) -> Keys:
    """Return the keys in the file as written for *keys* of the converted value."""
    # The longest moved ancestor counts: a part can move out of an object that has moved itself.
    for length in range(len(keys) if origins else 0, 0, -1):
        if keys[:length] in origins:
            return (*origins[keys[:length]], *keys[length:])
    return keys


def as_object(value: object) -> Mapping[str, object]:
    """Return *value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return *value* if it is text, a number as its text, else ``""``."""
    if isinstance(value, str):
        return value
    # In Python, a boolean is an integer, but `True` is no text of a file.
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


@dataclass(frozen=True, slots=True)
class DataProblem:
    """A mistake in a file."""

    message: str
    """What was expected and found, in one line."""
    position: Position | None = None
    """Where in the file; ``None`` where the whole file is meant."""
    hint: str = ""
    """The remedy, as a clause."""
    recovery: str = ""
    """How the file is read nevertheless, as a clause: ``the last one is used``."""
    is_repeated_key: bool = False
    """An object has a key twice, which the grammar of JSON allows."""

    @property
    def text(self) -> str:
        """The message and how the file is read nevertheless."""
        return f"{self.message}; {self.recovery}" if self.recovery else self.message


@dataclass(slots=True)
class Data:
    """The content of a file."""

    value: object
    """Objects, lists, text, numbers, booleans and ``None``; the keys of objects are text."""
    problems: list[DataProblem] = field(default_factory=list)
    """The mistakes in it; at most `MAX_PROBLEMS` and one about the rest."""


class DataError(Exception):
    """A file cannot be read as data; the text is the message of its last problem."""

    def __init__(self, *problems: DataProblem) -> None:
        super().__init__(problems[-1].message)
        self.problems = problems
        """The mistakes in the order of the file; reading stopped at the last one."""

    @property
    def position(self) -> Position | None:
        """Where reading stopped; ``None`` where the whole file is meant."""
        return self.problems[-1].position

    @property
    def hint(self) -> str:
        """The remedy for the mistake at which reading stopped."""
        return self.problems[-1].hint


class ValuePosition(NamedTuple):
    """The positions of a value in its file."""

    key: Position
    """The start of its key; for an item of a list, of the item."""
    value: Position
    """The start of the value."""


def limit_problems(problems: list[DataProblem]) -> list[DataProblem]:
    """Return the first `MAX_PROBLEMS` of *problems*, and one that says that there are more."""
    if len(problems) <= MAX_PROBLEMS:
        return problems
    message = f"more than {MAX_PROBLEMS:,} problems in this file; the rest is not reported"
    return [*problems[:MAX_PROBLEMS], DataProblem(message, problems[MAX_PROBLEMS].position)]


def make_script_data(text: str) -> str:
    """Return *text*, which is JSON, as the content of a ``<script>`` element.

    The element would end at ``</script``, and ``<!--`` would change where it ends.
    """
    return text.replace("<", "\\u003c")
