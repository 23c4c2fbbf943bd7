"""Read JSON or YAML: JSON first, being forty times faster; what is not JSON is YAML."""

from __future__ import annotations

import json
import math

from sphinx_docsnav.openapi.raw_data import MAX_DEPTH, TOO_DEEP, Data, DataError


def read_data(text: str) -> Data:
    """Return the value of *text*.

    JSON with comments, trailing commas or equal keys is read as YAML, which
    allows the first two and gives the position of the third; so is JSON with
    infinite numbers.

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
        return read_yaml(text, scalar=json_scalar if is_json else None)
    except RecursionError:
        raise DataError(TOO_DEEP) from None
    except ValueError:  # an integer of more digits than Python converts
        raise DataError("a number has more than 4000 digits") from None
    if _deeper_than(value, MAX_DEPTH):
        raise DataError(TOO_DEEP)
    return Data(value)


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
