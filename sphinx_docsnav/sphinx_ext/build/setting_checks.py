"""Are the values of our settings such as they can be? Asked before anything uses them.

Sphinx warns of a wrong type and goes on with it, until something breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.config import ENUM
from sphinx.errors import ConfigError

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.sphinx_ext.build.message_log import stop_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

BEFORE_SPHINX = 700
"""Priority at ``config-inited``: Sphinx checks types at 800, and stumbles over some itself."""

PREFIX = "docsnav_"
"""What the names of our settings begin with."""

_TYPES = {bool: "True or False", str: "a string", list: "a list", dict: "a dict"}
_HOLDS_STRINGS = frozenset({"docsnav_components", "docsnav_iframe_hosts", "docsnav_only"})


def check_settings(app: Sphinx, config: Config) -> None:
    """Refuse values that no setting can have (``config-inited``).

    :raises ConfigError: with a line for each such value.
    """
    names = sorted(name for name in config.values if name.startswith(PREFIX))
    wrong = [f"{name}: {what}" for name in names for what in _wrong(config, name)]
    if wrong:
        stop_build(ConfigError("\n".join(wrong)), Path(app.srcdir))


def _wrong(config: Config, name: str) -> Iterator[str]:
    """Yield what is wrong with a setting: what is expected and found, and a way out."""
    option: Any = config.values[name]
    value: Any = config[name]
    if isinstance(option.valid_types, ENUM):
        (candidates,) = vars(option.valid_types).values()  # its name differs between Sphinx 8 and 9
        choices = sorted(candidates)
        if value not in choices:
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield _sentence(listing(choices, "or"), value, hint)
    elif not isinstance(value, tuple(option.valid_types)):
        named = [_TYPES[kind] for kind in _TYPES if kind in option.valid_types]
        hint = f"write [{value!r}]" if isinstance(value, str) and "a list" in named else ""
        yield _sentence(" or ".join(named), value, hint)
    elif name in _HOLDS_STRINGS:
        held: Any = config[name]
        pairs: Any = held.items() if isinstance(held, dict) else enumerate(held)
        for key, item in pairs:
            if not isinstance(key, str | int) or not isinstance(item, str):
                yield f"at {key!r}, {_sentence('a string', item, '')}"


def _sentence(expected: str, value: object, hint: str) -> str:
    return f"expected {expected}, found {value!r}" + (f"; {hint}" if hint else "")
