"""What a component is: a name, its properties, and a function that builds its nodes.

The renderer finds a component by its tag's name, reads the tag's attributes
into the component's properties and calls ``build`` once the children are
nodes. Site authors and other extensions add components to the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from docutils import nodes
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from sphinx_docsnav.components.component_nodes import Word
from sphinx_docsnav.components.property_values import WrongValue, wrong_values
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.sitefiles.nearest import similar_name

_ANY_TAG = frozenset(
    """
    children class className dir hidden id key lang ref role slot style tabIndex tabindex translate
    """.split()  # noqa: SIM905 -- a list of words
)
"""Attributes that any tag may have; most have no effect on a component."""
_FREE_PREFIXES = ("aria-", "data-", "on", "xmlns")
"""What the names of other attributes begin with that any tag may have."""


class Props(BaseModel):
    """The properties of a component, read leniently.

    Unknown attributes are ignored; one with a value that does not fit counts
    as not given. The validator of a component is made when a page first uses it.
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
    """What the renderer offers to the function that builds a component."""

    tag: str
    """The tag's name as the page has it."""
    line: int
    """The line of the tag in the file it was written in, from 1."""
    inline: bool
    """Whether the component is inline."""
    ids: list[str]
    """Its ids, the first for links; empty if it has none."""

    def text(self, value: object) -> list[nodes.Node]:
        """Return inline nodes of a property that may be Markdown or JSX."""

    def plain_text(self, value: object) -> str:
        """Return the words of a property that may be Markdown or JSX."""

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
        """Return one of our own words in the page's language."""

    def serial(self) -> str:
        """Return a name that nothing else on the site has, fit for an id."""

    def warn(self, message: str) -> None:
        """Report a mistake in the tag, at its line."""


Build = Callable[[ComponentServices, Any, list[nodes.Node]], list[nodes.Node]]
"""Takes context, properties (of the component's class) and children; returns nodes."""


@dataclass(frozen=True)
class ComponentType:
    """An entry of the component table."""

    name: str
    """The tag's name: ``Card``, ``Tree.File``."""
    build: Build
    """Makes its nodes."""
    props: type[Props] = Props
    """Its properties."""
    id_from: tuple[str, ...] = ()
    """Attributes that give it an id of its own; the first with text counts."""
    id_prefixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By attribute of `id_from`: prefixes of its value, each of which gives the component an
    id: ``param-on-error`` and ``response-on-error`` for ``on_error`` or ``onError``."""
    phrasing: bool = False
    """It belongs into a line of text; alone on a line it makes a paragraph."""
    verbatim: bool = False
    """Its children are kept as plain text nodes even between blocks."""
    without_effect: tuple[str, ...] = ()
    """Attributes that authors write and that change nothing in plain files."""
    needs: tuple[str, ...] = ()
    """Attributes of which a tag has one; without them, it shows nothing or a general title."""
    part_of: tuple[str, ...] = ()
    """The components that it is a part of: a tag must be directly inside one of them."""

    def unknown(self, values: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Yield the names in *values* that are no attributes, each with the one it misspells."""
        if self.props.model_config.get("extra") != "ignore":
            return
        shown, known = self._names
        for name in values:
            if name in known or name.startswith(_FREE_PREFIXES):
                continue
            yield name, did_you_mean(name, shown)

    @property
    def has(self) -> str:
        """The hint that names all attributes."""
        shown, _known = self._names
        return f"it has {listing(shown, 'and')}" if shown else "remove it"

    @cached_property
    def _names(self) -> tuple[Sequence[str], frozenset[str]]:
        """The names of the properties as pages write them, and all that a tag may have."""
        self.props.model_rebuild()  # else, older versions of pydantic know no aliases yet
        fields = self.props.model_fields
        shown = [entry.alias or name for name, entry in fields.items()]
        others = (*self.id_from, *self.without_effect, *_ANY_TAG)
        return shown, frozenset((*fields, *shown, *others))

    def read(self, values: Mapping[str, object]) -> tuple[Props, tuple[WrongValue, ...]]:
        """Return the properties in *values*, and those that do not fit.

        ``null`` counts as not given, as does ``false`` where no true or false is expected.
        """
        values = {name: value for name, value in values.items() if value is not None}
        try:
            return self.props.model_validate(values), ()
        except ValidationError as error:
            wrong = wrong_values(error)
        names = {item.name for item in wrong}
        fitting = {name: value for name, value in values.items() if name not in names}
        told = tuple(item for item in wrong if values.get(item.name) is not False)
        return self.props.model_validate(fitting), told


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a component."""

    component: str
    """The component's own name."""
    props: Mapping[str, str] = field(default_factory=dict)
    """The component's property for each one that the other name's tags have."""

    def rename(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return *values* with the component's own names; a renamed value overrides another one."""
        renamed = {self.props[name]: value for name, value in values.items() if name in self.props}
        kept = {name: value for name, value in values.items() if name not in self.props}
        return kept | renamed


@dataclass
class Registry:
    """The table of components of one build."""

    types: dict[str, ComponentType] = field(default_factory=dict)
    """By name."""
    aliases: dict[str, Alias] = field(default_factory=dict)
    """Other names, ``{"Critical": Alias("Warning")}``."""

    def add(self, types: Iterable[ComponentType]) -> None:
        """Enter *types*; a later one replaces an earlier one of the same name."""
        self.types.update({entry.name: entry for entry in types})

    def find(self, name: str) -> ComponentType | None:
        """Return the component that *name* means, following aliases once."""
        alias = self.alias(name)
        return self.types.get(alias.component if alias else name)

    def alias(self, name: str) -> Alias | None:
        """Return what *name* is another name of; ``None`` if there is no such component."""
        alias = self.aliases.get(name)
        return alias if alias and alias.component in self.types else None

    def nearest(self, name: str) -> str:
        """Return the component whose name is most like *name*, ``""`` if none is."""
        known = [*self.types, *self.aliases]
        return similar_name(name, known, 0.7)
