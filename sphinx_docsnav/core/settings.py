"""Configuration values: how the core and the features declare them, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sphinx.application import Sphinx
from sphinx.config import ENUM, Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav import __version__
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.messages import join_names
from sphinx_docsnav.sitefiles.nearest import suggest_name

MDX_FILETYPE = "mdx"
"""The file type that our reader reads, in Sphinx's ``source_suffix``."""
_TYPES = {bool: "True or False", int: "a number", str: "a string", list: "a list", dict: "a dict"}


@dataclass(frozen=True, slots=True)
class Setting:
    """One configuration value, or one option of a configuration value that is a dict."""

    name: str
    """As ``conf.py`` writes it, prefix included; ``a.b`` is the option ``b`` of the dict ``a``."""
    default: bool | int | str | list[Any] | tuple[()] | dict[str, Any]
    """The value when conf.py does not set it."""
    description: str
    """The description for users, reStructuredText."""
    choices: tuple[str, ...] = ()
    """The allowed values; empty if its type is all that counts."""
    rebuild: Literal["", "env", "html"] = ""
    """What Sphinx does again when it changes: nothing, all reading, all writing. An option has
    none: its dict has."""
    check: Callable[[Any], Iterable[str]] | None = None
    """Yields what is wrong with a value of the right type."""

    @property
    def dictionary(self) -> str:
        """The setting that has this option; empty unless this is an option."""
        return self.name.rpartition(".")[0]

    @property
    def key(self) -> str:
        """The key of an option in its dict; the name of any other setting."""
        return self.name.rpartition(".")[2]

    @property
    def types(self) -> Any:  # noqa: ANN401 -- Sphinx takes types and objects of its own
        """The types of its values, as Sphinx takes them."""
        if self.choices:
            return ENUM(*self.choices)
        return (list, tuple) if isinstance(self.default, list | tuple) else (type(self.default),)


def add_settings(app: Sphinx, settings: Iterable[Setting]) -> None:
    """Register *settings*, those of the core or of a feature.

    Sphinx knows the dict of an option only; the core registers it.
    """
    for setting in settings:
        settings_of(app)[setting.name] = setting
        # Sphinx compares the dict as a whole between builds.
        if not setting.dictionary:
            app.add_config_value(
                setting.name, setting.default, setting.rebuild, setting.types, setting.description
            )


def settings_of(app: Sphinx) -> dict[str, Setting]:
    """Return the settings of the extension in *app*, by name."""
    return build_state(app).slot(_make_settings)


def _make_settings(_app: Sphinx) -> dict[str, Setting]:
    return {}


def metadata() -> ExtensionMetadata:
    """Return what the ``setup`` of each feature returns to Sphinx."""
    return {
        "version": __version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def complete_options(app: Sphinx, config: Config) -> None:
    """Give each dict of options the defaults of the options that conf.py does not set."""
    for name, options in _group_options(settings_of(app)).items():
        if not isinstance(config[name], dict):  # reported by `check_values`
            continue
        values = {
            key: _convert_override(options[key], value) if key in options else value
            for key, value in config[name].items()
        }
        # Values that conf.py sets come last and win.
        config[name] = {key: option.default for key, option in options.items()} | values


def _convert_override(option: Setting, value: object) -> object:
    """Return *value* as conf.py would write it, if it is a text of ``-D name.key=text``.

    Sphinx converts the text of a setting by the type of its default, but not that of an option.
    """
    if isinstance(value, str) and isinstance(option.default, bool) and value in {"0", "1"}:
        return value == "1"
    return value


def is_on(app: Sphinx, name: str) -> bool:
    """Return the value of a switch of another feature; false in a build without that feature."""
    setting = settings_of(app).get(name)
    if setting is None:
        return False
    if setting.dictionary:
        return bool(app.config[setting.dictionary][setting.key])
    return bool(app.config[name])


def check_values(settings: Mapping[str, Setting], name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 -- a value of conf.py
    """Yield what is wrong with the value of the setting *name*, and with each of its options."""
    yield from check_value(settings[name], value)
    options = _group_options(settings).get(name, {})
    if not options or not isinstance(value, dict):
        return
    for key, option_value in value.items():
        if key in options:
            for problem in check_value(options[key], option_value):
                yield f"at {key!r}, {problem}"
        else:
            hint = suggest_name(str(key), list(options)) or f"it has {join_names(options, 'and')}"
            yield f"unknown option {key!r}; {hint}"


def _group_options(settings: Mapping[str, Setting]) -> dict[str, dict[str, Setting]]:
    """Return the options of each setting that is a dict of options, by their keys."""
    options: dict[str, dict[str, Setting]] = {}
    for setting in settings.values():
        if setting.dictionary in settings:
            options.setdefault(setting.dictionary, {})[setting.key] = setting
    return options


def check_value(setting: Setting, value: Any) -> Iterator[str]:  # noqa: ANN401 -- a value of conf.py
    """Yield what is wrong with the value of a setting: expected, found, and a way out."""
    valid_types, choices = setting.types, sorted(setting.choices)
    if choices:
        if value not in choices:
            hint = suggest_name(value, choices) if isinstance(value, str) else ""
            yield format_expectation(join_names(choices, "or"), value, hint)
    elif not isinstance(value, valid_types):
        type_names = [_TYPES[kind] for kind in _TYPES if kind in valid_types]
        hint = f"write [{value!r}]" if isinstance(value, str) and "a list" in type_names else ""
        yield format_expectation(" or ".join(type_names), value, hint)
    elif setting.check is not None:
        yield from setting.check(value)


def check_strings(value: Iterable[object] | Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with a list, or the values of a dict, that should be strings."""
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, item in pairs:
        if not isinstance(key, str | int) or not isinstance(item, str):
            yield f"at {key!r}, {format_expectation('a string', item)}"


def format_expectation(valid: str, value: object, hint: str = "") -> str:
    """Return the message about a wrong *value*."""
    return f"expected {valid}, found {value!r}" + (f"; {hint}" if hint else "")


def list_our_suffixes(config: Config) -> tuple[str, ...]:
    """Return the suffixes of files that our reader reads, in the project's order."""
    kinds = config.source_suffix.items()
    return tuple(suffix for suffix, kind in kinds if kind == MDX_FILETYPE)


def reads_ours(env: BuildEnvironment, docnames: Iterable[str]) -> bool:
    """Return whether one of *docnames* is a page of our reader."""
    suffixes = list_our_suffixes(env.config)
    return any(env.doc2path(docname, base=False).suffix in suffixes for docname in docnames)
