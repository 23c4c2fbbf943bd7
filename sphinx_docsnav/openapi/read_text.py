"""Read JSON or YAML: JSON first, being forty times faster; what is not JSON is YAML."""

from __future__ import annotations

import json
import math
import re

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.raw_data import MAX_DEPTH, TOO_DEEP, Data, DataError, DataProblem


def read_data(text: str) -> Data:
    """Return the value of *text*.

    Comments and trailing commas of JSON are left out, with a `DataProblem` about the first.
    JSON with equal keys or infinite numbers is read as YAML, which gives their positions.

    :raises DataError: neither JSON nor YAML, too deep, or grown by aliases
        beyond the limit.
    """
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except (json.JSONDecodeError, _EqualKeysError, _InfiniteNumberError):
        from sphinx_docsnav.openapi.yaml_data import json_scalar, read_yaml

        is_json = text.removeprefix("\ufeff").lstrip()[:1] in {"{", "["}
        strict, problems = _without_additions(text) if is_json else (text, [])
        if problems:
            data = read_data(strict)
            return Data(data.value, [*data.problems, *problems])
        return read_yaml(text, scalar=json_scalar if is_json else None)
    except RecursionError:
        raise DataError(TOO_DEEP) from None
    except ValueError:  # an integer of more digits than Python converts
        raise DataError("a number has more than 4000 digits") from None
    if _deeper_than(value, MAX_DEPTH):
        raise DataError(TOO_DEEP)
    return Data(value)


_ADDITIONS = (
    ("comment", re.compile(r'"(?:[^"\\]|\\.)*"|(//[^\n]*|/\*(?:.*?\*/|.*))', re.DOTALL)),
    ("comma before a closing bracket", re.compile(r'"(?:[^"\\]|\\.)*"|(,)(?=\s*[}\]])', re.DOTALL)),
)
_VISIBLE = re.compile(r"[^\n]")


def _without_additions(text: str) -> tuple[str, list[DataProblem]]:
    """Return JSON with blanks in place of what it must not have, and a problem for each kind."""
    problems = []
    for name, pattern in _ADDITIONS:
        first = next((match.start(1) for match in pattern.finditer(text) if match[1]), None)
        if first is not None:
            message = f"JSON has no {name}; ignored; remove it, as other tools refuse the file"
            start = text.rfind("\n", 0, first)
            place = Position(text.count("\n", 0, first) + 1, first - start)
            problems.append(DataProblem(message, place))
            text = pattern.sub(
                lambda match: _VISIBLE.sub(" ", match[0]) if match[1] else match[0], text
            )
    return text, problems


class _EqualKeysError(Exception):
    """An object has a key twice; the YAML reader knows where."""


class _InfiniteNumberError(Exception):
    """A number is infinite or none; the YAML reader knows where."""


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _InfiniteNumberError
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _EqualKeysError
    return value


def _deeper_than(value: object, depth: int) -> bool:
    level = [value]
    for _ in range(depth + 1):
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(v for v in item.values() if isinstance(v, (dict, list)))
            elif isinstance(item, list):
                below.extend(v for v in item if isinstance(v, (dict, list)))
        if not below:
            return False
        level = below
    return True
