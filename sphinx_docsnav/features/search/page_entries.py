"""What the search knows of one page: its sections with their texts, and how much each word counts.

A page is divided into entries: the page itself up to its first heading, each section, each entry
of a changelog and what else "On this page" lists, each Python or other object, each term of a
glossary, each field of an endpoint. A result of the search is an entry. Entries are made when a
page is read, and kept in the environment, so that an edit makes those of one page.

How much a word counts in an entry, its impact, is 1 to 26, written as a letter. It depends on this
page alone, so that nothing else changes with an edit; how rare a word is follows from the index.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.components.markup import HeadingNode, UnseenNode
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.endpoints.markup_parts import (
    FactsNode,
    FieldHeadNode,
    LayoutEndNode,
    LayoutStartNode,
    OperationFieldNode,
)

TITLE, HEADING, NAME, KEYWORD, ADDRESS = 20.0, 11.0, 9.0, 8.0, 3.0
"""The impact of the only word of a title, a heading, a name, keywords or an address."""
TEXT, CODE = 4.0, 0.6
"""The impact of a word that an entry is full of; what a word in code counts, compared with text."""
_TEXT_LETTERS = "AABCD"
"""How the impact of a word of a text is written, from 0 to `TEXT`."""
RETURNED = 0.75
"""What a field of a response counts, compared with one of a request."""
_HIGHEST = 26
_HALF = 1.5
"""A word so often in a text of usual length has half of the impact `TEXT`."""
_USUAL = 80
"""Words of a text of usual length."""
_NO_TEXT = (
    nodes.comment,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.image,
    nodes.math_block,
    addnodes.toctree,
    addnodes.index,
    addnodes.tabular_col_spec,
    LayoutEndNode,
    UnseenNode,
)
"""Nodes without words for a search; the samples of an endpoint repeat its fields."""
_ADDRESS_LINE = "docsnav-endpoint-bar"
"""The class of the line with the address of an operation, which results show beside the title."""
_WORDY = ("summary", "about", "label")
"""Attributes of components that are shown as text."""
_MARKUP = re.compile("<(script|style|svg)\\b.*?</\\1\\s*>|<[^>]*>", re.DOTALL | re.IGNORECASE)
"""What is no text in HTML."""
_SIGNATURE = re.compile(r"^(?:(?:async|class|static|abstract|property|final)\s+)+")


@dataclass(slots=True)
class SearchEntry:
    """A part of a page that a search finds."""

    anchor: str
    """Its id in the page; empty for the page."""
    heading: str
    """Its title."""
    kind: str = ""
    """``class``, ``function`` …; ``field``, ``term``; empty for a page and a section."""
    text: str = ""
    """What is below the title, in one line."""


@dataclass(frozen=True, slots=True)
class PageEntries:
    """The entries of one page; pickled with the environment."""

    entries: tuple[SearchEntry, ...]
    """The page itself first."""
    words: str
    """Each word with the entries that have it, as a line of the index has those of a page."""
    operation: str = ""
    """The operation of an endpoint page: ``GET /pets``."""
    factor: float = 1.0
    """What the page counts, compared with others: ``boost`` of its front matter."""
    deprecated: bool = False
    """Whether the page comes after all others."""


@dataclass(slots=True)
class _Draft:
    """An entry whose text is being collected."""

    anchor: str
    heading: str
    kind: str = ""
    pieces: list[str] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    """Which of the pieces are code."""
    dotted: str = ""
    """The name of an object with those of its modules."""

    def say(self, words: str) -> None:
        """Add words to the text."""
        self.pieces.append(words)

    def quote(self, code: str) -> None:
        """Add code to the text."""
        self.codes.append(len(self.pieces))
        self.pieces.append(f" {code} ")

    def divided(self) -> tuple[str, str]:
        """Return the text without code, and the code."""
        if not self.codes:
            return "".join(self.pieces), ""
        text = self.pieces.copy()
        for at in self.codes:
            text[at] = " "
        return "".join(text), "".join([self.pieces[at] for at in self.codes])


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to do with nodes of one class."""

    left_out: bool
    opened: Callable[..., _Draft | None] | None
    """Returns the draft of what is inside; ``None`` to leave it out."""
    apart: bool
    """Whether there is space around its text."""


class _Collector:
    """Divides a doctree into entries."""

    def __init__(self, app: Sphinx, title: str) -> None:
        self._tags = app.tags
        self.operation = ""
        self.drafts = [_Draft("", title)]

    def collect(self, node: nodes.Node, draft: _Draft) -> _Draft:
        """Collect the text of *node* into *draft*; return the draft of what follows."""
        if not isinstance(node, nodes.Element):
            return draft
        plan = _PLANS.get(type(node)) or _plan(type(node))
        if plan.left_out or (plan.apart and _ADDRESS_LINE in node.attributes["classes"]):
            return draft
        own = draft if plan.opened is None else plan.opened(self, node, draft)
        if own is None:
            return draft
        if own is not draft and isinstance(node, HeadingNode):
            return own
        if plan.apart:
            own.pieces.append(" ")
        for child in node.children:
            if isinstance(child, nodes.Text):
                own.pieces.append(child)
            else:
                own = self.collect(child, own)
        if plan.apart:
            own.pieces.append(" ")
        return draft

    def _code(self, node: nodes.literal_block, draft: _Draft) -> None:
        """Take a block of code as it is."""
        draft.quote(node.astext())

    def _raw(self, node: nodes.raw, draft: _Draft) -> None:
        """Take the text of HTML, such as the results in a notebook."""
        if "html" in str(node.get("format", "")).split():
            draft.say(f" {unescape(_MARKUP.sub(' ', node.astext()))} ")

    def _title(self, node: nodes.title, draft: _Draft) -> _Draft | None:
        own = isinstance(node.parent, nodes.section | nodes.document)
        return None if own else draft

    def _head(self, _node: nodes.Element, _draft: _Draft) -> None:
        """Leave out what `_object` and `_field` have taken."""

    def _only(self, node: addnodes.only, draft: _Draft) -> _Draft | None:
        return draft if self._tags.eval_condition(node["expr"]) else None

    def _section(self, node: nodes.section, draft: _Draft) -> _Draft:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        first = isinstance(node.parent, nodes.document) and draft is self.drafts[0]
        ids = node["ids"]
        if title is None or not ids or (first and title.astext() == draft.heading):
            return draft
        return self._new(ids[0], title.astext())

    def _object(self, node: addnodes.desc, draft: _Draft) -> _Draft:
        every = [child for child in node.children if isinstance(child, addnodes.desc_signature)]
        signatures = [signature for signature in every if signature["ids"]]
        if not signatures:
            for signature in every:
                draft.say(f" {signature.astext()} ")
            return draft
        first = signatures[0]
        name = str(first.get("fullname") or "") or _SIGNATURE.sub("", first.astext())
        own = self._new(first["ids"][0], name, str(node.get("objtype", "")))
        own.dotted = ".".join(filter(None, (first.get("module"), name)))
        for signature in signatures:
            own.quote(signature.astext())
        return own

    def _field(self, node: OperationFieldNode, draft: _Draft) -> _Draft:
        head = next((child for child in node.children if isinstance(child, FieldHeadNode)), None)
        if head is None or not node["ids"]:
            return draft
        own = self._new(node["ids"][0], str(head["path"]) or head.astext(), "field")
        said = " ".join(filter(None, (head["type"], head["about"])))
        own.say(f"{said} ")
        return own

    def _term(self, node: nodes.definition_list_item, draft: _Draft) -> _Draft:
        terms = [child for child in node.children if isinstance(child, nodes.term)]
        if not terms or not terms[0]["ids"]:
            return draft
        own = self._new(terms[0]["ids"][0], terms[0].astext(), "term")
        own.say("".join(f"{term.astext()} " for term in terms[1:]))
        return own

    def _component(self, node: Component, draft: _Draft) -> _Draft:
        said: list[str] = []
        if isinstance(node, LayoutStartNode):
            self.operation = str(node.get("operation", ""))
        elif isinstance(node, FactsNode):
            said = [" ".join((label, *values)) for label, values in node["facts"]]
        else:
            said = [str(node[name]) for name in _WORDY if isinstance(node.get(name), str)]
        listed = str(node.get("toc") or "")  # as a section, by "On this page"
        own = self._new(node["ids"][0], listed) if listed and node["ids"] else draft
        for words in said:
            own.say(f"{words} ")
        return own

    def _new(self, anchor: str, heading: str, kind: str = "") -> _Draft:
        self.drafts.append(_Draft(anchor, " ".join(heading.split()), kind))
        return self.drafts[-1]


_SPECIAL: dict[type[nodes.Element], Callable[..., _Draft | None]] = {
    nodes.literal_block: _Collector._code,  # noqa: SLF001 -- of this module
    nodes.raw: _Collector._raw,  # noqa: SLF001
    nodes.title: _Collector._title,  # noqa: SLF001
    nodes.section: _Collector._section,  # noqa: SLF001
    nodes.definition_list_item: _Collector._term,  # noqa: SLF001
    addnodes.desc: _Collector._object,  # noqa: SLF001
    addnodes.desc_signature: _Collector._head,  # noqa: SLF001
    addnodes.only: _Collector._only,  # noqa: SLF001
    FieldHeadNode: _Collector._head,  # noqa: SLF001
    OperationFieldNode: _Collector._field,  # noqa: SLF001
    Component: _Collector._component,  # noqa: SLF001
}
"""What opens nodes of a class and of those that inherit from it; the first one counts."""


_PLANS: dict[type[nodes.Element], _Plan] = {}
"""What `_plan` has returned."""


def _plan(kind: type[nodes.Element]) -> _Plan:
    """Return what to do with nodes of a class; the same question for each node takes long."""
    opened = next((_SPECIAL[each] for each in _SPECIAL if issubclass(kind, each)), None)
    inline = issubclass(kind, nodes.TextElement | nodes.Inline)
    apart = not inline or issubclass(kind, nodes.paragraph | nodes.term | nodes.caption)
    plan = _PLANS[kind] = _Plan(issubclass(kind, _NO_TEXT), opened, apart)
    return plan


def collect_entries(
    app: Sphinx, doctree: nodes.document, docname: str, title: str, metadata: Mapping[str, Any]
) -> PageEntries:
    """Return the entries of a page.

    :param title: the page's title, plain text.
    :param metadata: front matter or field list; ``keywords``, ``description``, ``boost``,
        ``deprecated`` count.
    """
    from sphinx_docsnav.features.search.index_words import words_of

    collector = _Collector(app, title)
    draft = collector.drafts[0]
    for child in doctree.children:
        draft = collector.collect(child, draft)
    page = collector.drafts[0]
    extra: dict[str, float] = {}
    _add(extra, words_of(title), TITLE)
    _add(extra, words_of(_listed(metadata.get("keywords"))), KEYWORD)
    _add(extra, words_of(docname.replace("/", " ")), ADDRESS)
    _add(extra, words_of(collector.operation), NAME)
    impacts = [_impacts(page, extra, f" {_listed(metadata.get('description'))} ")]
    for draft in collector.drafts[1:]:
        extra = {}
        weight = _heading_weight(draft)
        # The name itself counts more than what it is in: of results.data.memory, memory.
        last = draft.heading.rpartition(".")[2] if draft.kind not in ("", "term") else draft.heading
        names = words_of(last)
        _add(extra, names, weight)
        if last != draft.heading:
            _add(extra, set(words_of(draft.heading)).difference(names), weight / 2)
        # With all modules, or one: of package.web.Response, web.Response.
        for name in {draft.dotted, ".".join(draft.dotted.split(".")[-2:])} - {draft.heading}:
            extra |= dict.fromkeys(words_of(name)[-1:], weight)
        impacts.append(_impacts(draft, extra))
    entries = tuple(
        SearchEntry(each.anchor, each.heading, each.kind, " ".join("".join(each.pieces).split()))
        for each in collector.drafts
    )
    deprecated = str(metadata.get("deprecated", False)).lower() in ("", "true")
    factor = bounded(metadata.get("boost", 1))
    return PageEntries(entries, _lines(impacts), collector.operation, factor, deprecated)


def _heading_weight(draft: _Draft) -> float:
    """Return the impact of the only word of a heading; parameters come before what is returned."""
    if not draft.kind:
        return HEADING
    return NAME * (RETURNED if draft.anchor.startswith("response") else 1)


def _listed(value: object) -> str:
    """Return a text, or the texts of a list, in one line."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None or isinstance(value, bool | dict) else str(value)


def bounded(boost: Any) -> float:  # noqa: ANN401 -- as a page has it
    """Return a factor between 0.1 and 10; 1 for what is no number."""
    try:
        factor = float(boost)
    except (TypeError, ValueError):
        return 1.0
    return round(min(10.0, max(0.1, factor)), 3) if math.isfinite(factor) else 1.0


def _add(extra: dict[str, float], words: Iterable[str], weight: float) -> None:
    """Add the impact of *words* to *extra*: the fewer they are, the more each counts."""
    found = set(words)
    each = weight / math.sqrt(max(1, len(found)))
    for word in found:
        extra[word] = extra.get(word, 0.0) + each


def _impacts(draft: _Draft, extra: Mapping[str, float], unseen: str = "") -> dict[str, str]:
    """Return the words of an entry with their impacts.

    :param extra: the impacts of titles and names.
    :param unseen: text that is found, but not shown.
    """
    from sphinx_docsnav.features.search.index_words import count_words

    text, code = draft.divided()
    counts: dict[str, float] = {**count_words(text + unseen)}
    for word, often in count_words(code).items() if code else ():
        counts[word] = counts.get(word, 0) + CODE * often
    half = _HALF * (0.5 + 0.5 * sum(counts.values()) / _USUAL)
    letters = {
        count: _TEXT_LETTERS[round(TEXT * count / (count + half))] for count in set(counts.values())
    }
    found = dict(zip(counts, map(letters.__getitem__, counts.values()), strict=True))
    for word, impact in extra.items():
        count = counts.get(word, 0.0)
        found[word] = _letter(impact + TEXT * count / (count + half))
    return found


def _lines(impacts: Iterable[Mapping[str, str]]) -> str:
    """Return the words of a page; see `PageEntries.words`.

    All pages are put together for each edit: what can be written before, is.
    """
    from sphinx_docsnav.features.search.index_words import base36

    lines: dict[str, str] = {}
    last: dict[str, int] = {}
    for number, entry in enumerate(impacts):
        first = f".{base36(number + 1)}" if number else "."
        for word, letter in entry.items():
            if word not in last:
                lines[word] = first + letter
            else:
                distance = number - last[word]
                lines[word] += letter if distance == 1 else base36(distance) + letter
            last[word] = number
    return " ".join([f"{word} {line}" for word, line in lines.items()])


def _letter(impact: float) -> str:
    return chr(64 + min(_HIGHEST, max(1, round(impact))))


def entries_of(env: BuildEnvironment) -> dict[str, PageEntries]:
    """Return the entries of all pages; kept in the environment."""
    store: dict[str, PageEntries] = env.__dict__.setdefault("docsnav_search_entries", {})
    return store


def words_before(app: Sphinx) -> dict[str, tuple[int, str]]:
    """Return the words of pages that are read again, and when those pages had been read."""
    return build_state(app).slot(_no_words)


def _no_words(_app: Sphinx) -> dict[str, tuple[int, str]]:
    return {}


def note_entries(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the entries of a page that has been read (``doctree-read``)."""
    env, docname = app.env, app.env.docname
    metadata = env.metadata.get(docname, {})
    titled = env.titles.get(docname)
    title = " ".join(titled.astext().split()) if titled is not None else ""
    entries_of(env)[docname] = collect_entries(app, doctree, docname, title, metadata)


def forget_entries(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget the entries of a page that is read again or has gone (``env-purge-doc``)."""
    page = entries_of(env).pop(docname, None)
    if page is not None and docname in env.all_docs:
        words_before(app).setdefault(docname, (env.all_docs[docname], page.words))


def merge_entries(
    _app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment
) -> None:
    """Take over the entries of a reading process (``env-merge-info``)."""
    worker = entries_of(other)
    entries_of(env).update({name: worker[name] for name in docnames if name in worker})
