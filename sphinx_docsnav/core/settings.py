"""Configuration values: how the core and the features declare them, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sphinx.application import Sphinx
from sphinx.config import ENUM, Config
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav import __version__
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing

MDX_FILETYPE = "mdx"
"""The file type that our reader reads, in Sphinx's ``source_suffix``."""
_TYPES = {bool: "True or False", int: "a number", str: "a string", list: "a list", dict: "a dict"}


class SettingChoice(ENUM):
    """A text out of a fixed set; unlike Sphinx's class, it exposes the values."""

    def __init__(self, *choices: str) -> None:
        super().__init__(*choices)
        self.choices = choices
        """The texts."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One configuration value."""

    name: str
    """As ``conf.py`` writes it, prefix included."""
    default: bool | int | str | list[Any] | tuple[()] | dict[str, Any]
    """The value without a word in ``conf.py``."""
    description: str
    """What it does, in the user's words; reStructuredText."""
    choices: tuple[str, ...] = ()
    """The allowed values; empty if its type is all that counts."""
    rebuild: Literal["", "env", "html"] = ""
    """What Sphinx does again when it changes: nothing, all reading, all writing."""
    check: Callable[[Any], Iterable[str]] | None = None
    """Yields what is wrong with a value of the right type."""

    @property
    def types(self) -> Any:  # noqa: ANN401 -- Sphinx takes types and objects of its own
        """The types of its values, as Sphinx takes them."""
        if self.choices:
            return SettingChoice(*self.choices)
        return (list, tuple) if isinstance(self.default, list | tuple) else (type(self.default),)


class _Settings(dict[str, Setting]):
    """The settings of one application, by name."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


def add_settings(app: Sphinx, settings: Iterable[Setting]) -> None:
    """Register *settings*, those of the core or of a feature."""
    for setting in settings:
        settings_of(app)[setting.name] = setting
        app.add_config_value(
            setting.name, setting.default, setting.rebuild, setting.types, setting.description
        )


def settings_of(app: Sphinx) -> dict[str, Setting]:
    """Return the settings of the extension in *app*, by name."""
    return build_state(app).slot(_Settings)


def metadata() -> ExtensionMetadata:
    """Return what the ``setup`` of each feature returns to Sphinx."""
    return {
        "version": __version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def is_on(app: Sphinx, name: str) -> bool:
    """Return the value of a switch of another feature; false in a build without that feature."""
    return name in app.config and bool(app.config[name])


def wrong_value(setting: Setting, value: Any) -> Iterator[str]:  # noqa: ANN401 -- a value of conf.py
    """Yield what is wrong with the value of a setting: expected, found, and a way out."""
    valid_types = setting.types
    if isinstance(valid_types, SettingChoice):
        choices = sorted(valid_types.choices)
        if value not in choices:
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield expected(listing(choices, "or"), value, hint)
    elif not isinstance(value, valid_types):
        named = [_TYPES[kind] for kind in _TYPES if kind in valid_types]
        hint = f"write [{value!r}]" if isinstance(value, str) and "a list" in named else ""
        yield expected(" or ".join(named), value, hint)
    elif setting.check is not None:
        yield from setting.check(value)


def not_strings(value: Iterable[object] | Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with a list, or the values of a dict, that should be strings."""
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, item in pairs:
        if not isinstance(key, str | int) or not isinstance(item, str):
            yield f"at {key!r}, {expected('a string', item)}"


def expected(what: str, value: object, hint: str = "") -> str:
    """Return the message about a wrong *value*."""
    return f"expected {what}, found {value!r}" + (f"; {hint}" if hint else "")


def our_suffixes(config: Config) -> tuple[str, ...]:
    """Return the suffixes of files that our reader reads, in the project's order."""
    kinds = config.source_suffix.items()
    return tuple(suffix for suffix, kind in kinds if kind == MDX_FILETYPE)
