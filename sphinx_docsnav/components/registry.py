"""Components: a name, properties with checks of their values, and a function that builds the nodes.

The renderer finds a component by the name of a tag, reads the attributes of the tag into the
component's properties, and calls ``build`` when the children are nodes. Sites and other extensions
add components to the same registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Protocol

from docutils import nodes
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from sphinx_docsnav.components.component_nodes import Word
from sphinx_docsnav.icons import STYLE_EXPECTED, STYLES
from sphinx_docsnav.messages import describe, join_names
from sphinx_docsnav.sitefiles.nearest import find_nearest, suggest_name

_CSS_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20}"
    r"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([0-9a-zA-Z.,%/ +-]{3,60}\)"
    r"|var\(--[\w-]{1,60}(?:, ?#[0-9a-fA-F]{3,8})?\)"
)
"""A colour by number, name, function or variable."""
_WITHOUT_HASH = re.compile(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
"""The number of a colour without its ``#``."""
_PIXELS = re.compile(r"\d{1,3}(?:\.\d+)?(?:px)?")
_EXPECTED: Mapping[str, tuple[str, str]] = {
    "bool": ("true or false", "true"),
    "int": ("a whole number", "2"),
}
"""What is expected, and an example, by the first word of the type of pydantic's error."""
_ANY_TAG = frozenset(
    """
    children class className dir hidden id key lang ref role slot style tabIndex tabindex translate
    """.split()  # noqa: SIM905 -- a list of words
)
"""Attributes that every tag may have; most have no effect on a component."""
_SHOWN_OF_ANY_TAG = frozenset(("children", "class", "className", "id", "style"))
"""Those of them that have one."""
_FREE_PREFIXES = ("aria-", "data-", "on", "xmlns")
"""Prefixes of other attributes that every tag may have."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A property with a value that cannot be used."""

    name: str
    """The name of the attribute."""
    expected: str
    """What is expected, as part of a message."""
    found: str
    """The value, as part of a message."""
    hint: str = ""
    """The remedy, as a clause."""


def describe_wrong_values(error: ValidationError) -> tuple[WrongValue, ...]:
    """Return the properties of a component whose values cannot be used, ordered by name."""
    wrong_by_name: dict[str, WrongValue] = {}
    for item in error.errors():
        name, context = str(item["loc"][0]), item.get("ctx", {})
        expected, example = _EXPECTED.get(item["type"].partition("_")[0], ("text", ""))
        hint = f"write {name}={{{example}}}" if example else ""
        wrong_by_name[name] = WrongValue(
            name,
            context.get("expected", expected),
            describe(item["input"]),
            context.get("hint", hint),
        )
    return tuple(wrong_by_name[name] for name in sorted(wrong_by_name))


def require_one_of(*names: str, expected: str = "") -> AfterValidator:
    """Return a validator of a property that is empty or one of *names*, in any case.

    :param expected: what messages say instead of a long list.
    """

    def check(value: str) -> str:
        if value and value.lower() not in names:
            raise _make_error(expected or join_names(names, "or"), suggest_name(value, names))
        return value

    return AfterValidator(check)


def check_color(value: str) -> str:
    """Return *value* if it is a colour of CSS and nothing else, otherwise ``""``."""
    return value if _CSS_COLOR.fullmatch(value) else ""


def _check_color(value: str) -> str:
    """Return *value* if it is a colour or empty; raise an error otherwise."""
    if value and not check_color(value):
        # The most frequent mistake is a missing ``#``.
        hint = f"write '#{value}'" if _WITHOUT_HASH.fullmatch(value) else ""
        raise _make_error("a colour like '#16A34A'", hint)
    return value


def _check_pixels(value: str) -> str:
    """Return *value* without its unit if it is a number of pixels or empty."""
    if value and not _PIXELS.fullmatch(value):
        raise _make_error("a number of pixels", "")
    return value.removesuffix("px")


def _make_error(expected: str, hint: str) -> PydanticCustomError:
    """Return pydantic's error with what was expected."""
    return PydanticCustomError("value", "wrong value", {"expected": expected, "hint": hint})


CssColor = Annotated[str, AfterValidator(_check_color)]
"""A colour of CSS, or empty."""
Pixels = Annotated[str, AfterValidator(_check_pixels)]
"""A number of pixels as text, or empty."""
StyleName = Annotated[
    str,
    require_one_of(
        *STYLES,
        expected=STYLE_EXPECTED,
    ),
]
"""A style that some library of icons has, or empty."""


class Props(BaseModel):
    """The properties of a component; mistakes are tolerated.

    Unknown attributes are ignored, and a value that does not fit counts as not given. The validator
    of a component is built when a page first uses it.
    """

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        coerce_numbers_to_str=True,
        defer_build=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )


class ComponentServices(Protocol):
    """What the renderer offers to functions that build components."""

    tag: str
    """The name of the tag as written on the page."""
    line: int
    """The line of the tag in its file, counted from 1."""
    inline: bool
    """Whether the component is in a line of text."""
    ids: list[str]
    """Its ids, the one for links first; empty if it has none."""

    def text(self, value: object) -> list[nodes.Node]:
        """Return the inline nodes of a property that may be Markdown or JSX."""

    def plain_text(self, value: object) -> str:
        """Return the text of a property that may be Markdown or JSX."""

    def link(self, url: str, children: Iterable[nodes.Node]) -> list[nodes.Node]:
        """Return *children* as a link to *url*; unchanged, after a warning, if it is unsafe."""

    def image(self, url: str, alt: str = "") -> list[nodes.Node]:
        """Return an image; nothing, after a warning, if it is unsafe or missing."""

    def icon(
        self, value: object, *, style: str = "", library: str = "", color: str = ""
    ) -> list[nodes.Node]:
        """Return an icon by name, URL, site file or JSX; nothing for an empty value."""

    def parsed(self, markdown: str) -> list[nodes.Node]:
        """Return the block nodes of a Markdown text."""

    def translate(self, word: Word) -> str:
        """Return one of this package's words in the language of the page."""

    def serial(self) -> str:
        """Return an id that is unique on the site."""

    def warn(self, message: str) -> None:
        """Report a mistake in the tag at its line."""


Build = Callable[[ComponentServices, Any, list[nodes.Node]], list[nodes.Node]]
"""A function that takes context, properties and children, and returns nodes."""


@dataclass(frozen=True)
class ComponentType:
    """An entry of the registry."""

    name: str
    """The name of its tag: ``Card``, ``Tree.File``."""
    build: Build
    """The function that builds its nodes."""
    props: type[Props] = Props
    """The class of its properties."""
    id_from: tuple[str, ...] = ()
    """Attributes that its id is made from; the first one with text is used."""
    id_prefixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Prefixes of the id, by attribute of `id_from`; each one gives the component an id.

    ``param-on-error`` and ``response-on-error`` for ``on_error`` or ``onError``.
    """
    phrasing: bool = False
    """Whether it belongs in a line of text; alone on a line, it is put into a paragraph."""
    verbatim: bool = False
    """Whether its children stay plain text, even between blocks."""
    without_effect: tuple[str, ...] = ()
    """Attributes of the format that change nothing in static files."""
    needs: tuple[str, ...] = ()
    """Attributes of which a tag should have one; otherwise it shows nothing or a default title."""
    part_of: tuple[str, ...] = ()
    """The components that it is a part of: its tag must be directly inside one of them."""

    def find_unknown(self, values: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Yield the names in *values* that are not attributes, and what each misspells."""
        # A component that takes any attribute has no unknown ones.
        if self.props.model_config.get("extra") != "ignore":
            return
        page_names, allowed = self._names
        for name in values:
            if name in allowed or name.startswith(_FREE_PREFIXES):
                continue
            yield name, suggest_name(name, page_names)

    def has_effect(self, name: str) -> bool:
        """Return whether an attribute called *name* may change what the page shows."""
        page_names, _allowed = self._names
        if name in _SHOWN_OF_ANY_TAG or name in self.id_from or name in page_names:
            return True
        takes_any = self.props.model_config.get("extra") != "ignore"
        return takes_any and name not in _ANY_TAG and not name.startswith(_FREE_PREFIXES)

    @property
    def has(self) -> str:
        """A hint that lists all attributes."""
        page_names, _known = self._names
        return f"it has {join_names(page_names, 'and')}" if page_names else "remove it"

    @cached_property
    def _names(self) -> tuple[Sequence[str], frozenset[str]]:
        """The names of the properties on pages, and those of all allowed attributes."""
        # Older versions of pydantic set the aliases only here.
        self.props.model_rebuild()
        fields = self.props.model_fields
        page_names = [entry.alias or name for name, entry in fields.items()]
        others = (*self.id_from, *self.without_effect, *_ANY_TAG)
        return page_names, frozenset((*fields, *page_names, *others))

    def read(self, values: Mapping[str, object]) -> tuple[Props, tuple[WrongValue, ...]]:
        """Return the properties in *values*, and the values that do not fit.

        ``null`` counts as not given. So does ``false`` where something else is expected.
        """
        values = {name: value for name, value in values.items() if value is not None}
        try:
            return self.props.model_validate(values), ()
        except ValidationError as error:
            wrong_items = describe_wrong_values(error)
        names = {item.name for item in wrong_items}
        # The rest of the properties is used without the wrong ones.
        fitting = {name: value for name, value in values.items() if name not in names}
        reported = tuple(item for item in wrong_items if values.get(item.name) is not False)
        return self.props.model_validate(fitting), reported


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a component."""

    component: str
    """The name of the component."""
    props: Mapping[str, str] = field(default_factory=dict)
    """The component's property for each property of the other name."""

    def rename(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return *values* with the component's names.

        A renamed value overrides one that has the component's name already.
        """
        renamed = {self.props[name]: value for name, value in values.items() if name in self.props}
        others = {name: value for name, value in values.items() if name not in self.props}
        return others | renamed


@dataclass
class Registry:
    """The components of one build."""

    types: dict[str, ComponentType] = field(default_factory=dict)
    """The components by name."""
    aliases: dict[str, Alias] = field(default_factory=dict)
    """Other names of components: ``{"Critical": Alias("Warning")}``."""

    def add(self, types: Iterable[ComponentType]) -> None:
        """Add *types*; a later one replaces an earlier one of the same name."""
        self.types.update({entry.name: entry for entry in types})

    def find(self, name: str) -> ComponentType | None:
        """Return the component called *name*, also by an alias; ``None`` if there is none."""
        alias = self.alias(name)
        return self.types.get(alias.component if alias else name)

    def alias(self, name: str) -> Alias | None:
        """Return the alias called *name*; ``None`` if there is none for an existing component."""
        alias = self.aliases.get(name)
        return alias if alias and alias.component in self.types else None

    def list_parts(self, name: str) -> list[str]:
        """Return the names of the components that must be directly inside *name*."""
        return [part for part, kind in self.types.items() if name in kind.part_of]

    def nearest(self, name: str) -> str:
        """Return the name of the component that *name* misspells; ``""`` if unclear."""
        return find_nearest(name, (*self.types, *self.aliases))
