"""The search entries of a page: its sections with their texts, and the impact of each word.

A page is divided into entries: the page itself up to its first heading; each section; each other
item of "On this page", such as an entry of a changelog; each Python or other object; each term of
a glossary; each field of an endpoint. A search result is an entry. Entries are collected when a
page is read, and stored in the environment, so that an edit changes those of one page.

The impact of a word in an entry is a number from 1 to 26, written as a letter. It depends only on
this page. How rare a word is in the site follows from the index.
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

from sphinx_docsnav.components.component_nodes import Component, TitleNode
from sphinx_docsnav.components.inline import TooltipNode
from sphinx_docsnav.components.markup import HeadingNode, UnseenNode
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.endpoints.markup_parts import (
    FactsNode,
    FieldHeadNode,
    LayoutEndNode,
    LayoutStartNode,
    OperationFieldNode,
)

TITLE, HEADING, NAME, KEYWORD, ADDRESS = 20.0, 11.0, 9.0, 8.0, 3.0
"""The impact of the only word of a title, a heading, a name, a keyword or an address."""
DESCRIPTION = 9.0
"""The impact of the only word of a description; the longer it is, the less a word counts."""
TEXT, CODE = 4.0, 0.6
"""The highest impact of a word in a text; the weight of a word in code, relative to text."""
_TEXT_LETTERS = "AABCD"
"""The letters of the impacts of a word in a text, from 0 to `TEXT`."""
RESPONSE_FACTOR = 0.75
"""The weight of a field of a response, relative to a field of a request."""
_BREAK = "\0"
"""The mark between blocks while their text is collected."""
_CODE_MARK = "`"
"""The character before each line of code in the text of an entry."""
_MAX_IMPACT = 26
_HALF_COUNT = 1.5
"""How often a word occurs in a text of usual length if its impact is half of `TEXT`."""
_USUAL_LENGTH = 80
"""The number of words of a text of usual length."""
_NODES_WITHOUT_TEXT = (
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
"""Nodes whose text is not searched; the samples of an endpoint repeat its fields."""
_ADDRESS_LINE = "docsnav-endpoint-bar"
"""The class of the line with the path of an operation, which results show beside the title."""
_MORE_LINE = "docsnav-endpoint-more"
"""The class of the line with the operation id and the name of the API, which results do not show:
it would take the place of the description."""
_TEXT_ATTRIBUTES = ("summary", "about", "label")
"""Attributes of components that pages show as text."""
_HTML_MARKUP = re.compile(
    r"<(script|style|svg)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE
)
"""Tags, scripts, styles and drawings in HTML."""
_SIGNATURE_KEYWORDS = re.compile(r"^(?:(?:async|class|static|abstract|property|final)\s+)+")


@dataclass(slots=True)
class SearchEntry:
    """A part of a page that a search finds."""

    anchor: str
    """The id of the element in the page; empty for the page itself."""
    heading: str
    """Its title."""
    kind: str = ""
    """An object type such as ``class``, ``field`` or ``term``; empty for a page or a section."""
    text: str = ""
    """The text below the title: a line for each block, and for each line of code, which begins with
    `_CODE_MARK`. Results show whole sentences, and code apart from them."""


@dataclass(frozen=True, slots=True)
class PageEntries:
    """The entries of one page; pickled with the environment."""

    entries: tuple[SearchEntry, ...]
    """The page itself, then the others in the order of the page."""
    words: str
    """Each word and its entries, in the format of a line of the index, separated by spaces."""
    operation: str = ""
    """The operation of an endpoint page: ``GET /pets``."""
    factor: float = 1.0
    """The weight of the page relative to others: ``boost`` of its front matter."""
    deprecated: bool = False
    """Whether results of the page come after all others."""
    is_api: bool = False
    """Whether the page was made from a specification: an endpoint, a schema or an overview."""


@dataclass(slots=True)
class _Draft:
    """An entry whose text is being collected."""

    anchor: str
    heading: str
    kind: str = ""
    pieces: list[str] = field(default_factory=list)
    code_indexes: list[int] = field(default_factory=list)
    """The indexes of the pieces that are code."""
    dotted: str = ""
    """The full name of an object, with its modules."""
    hidden: list[str] = field(default_factory=list)
    """Texts that are searched, but not shown in results."""

    def add_text(self, text: str) -> None:
        """Add *text* to the entry."""
        self.pieces.append(text)

    def add_code(self, code: str) -> None:
        """Add *code*, whose words count less, to the entry."""
        self.code_indexes.append(len(self.pieces))
        lines = "".join(f"{_BREAK}{_CODE_MARK}{line}" for line in code.splitlines())
        self.pieces.append(f"{lines}{_BREAK}")

    def join_blocks(self) -> str:
        """Return the text that results show; see `SearchEntry.text`."""
        blocks = (" ".join(block.split()) for block in "".join(self.pieces).split(_BREAK))
        return "\n".join(block for block in blocks if block not in ("", _CODE_MARK))

    def split_code(self) -> tuple[str, str]:
        """Return the text without code, and the code."""
        if not self.code_indexes:
            return "".join(self.pieces), ""
        text = self.pieces.copy()
        for index in self.code_indexes:
            text[index] = " "
        return "".join(text), "".join([self.pieces[index] for index in self.code_indexes])


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rule for collecting the text of nodes of one class."""

    is_ignored: bool
    open_draft: Callable[..., _Draft | None] | None
    """Returns the draft for the children; ``None`` to ignore them."""
    separator: str
    """The separator of its text from the text around it: `_BREAK` for blocks; may be empty."""


class _Collector:
    """Divides a doctree into entries."""

    def __init__(self, app: Sphinx, title: str) -> None:
        self._tags = app.tags
        self.operation = ""
        self.drafts = [_Draft("", title)]

    def collect(self, node: nodes.Node, draft: _Draft) -> _Draft:
        """Collect the text of *node* into *draft*; return the draft for the following nodes."""
        if not isinstance(node, nodes.Element):
            return draft
        plan = _PLANS.get(type(node)) or _make_plan(type(node))
        # Only blocks can be the line of an address; inline nodes are far more frequent.
        classes = node.attributes["classes"] if plan.separator else ()
        if plan.is_ignored or _ADDRESS_LINE in classes:
            return draft
        if _MORE_LINE in classes:
            draft.hidden.append(node.astext())
            return draft
        inner = draft if plan.open_draft is None else plan.open_draft(self, node, draft)
        if inner is None:
            return draft
        # A heading has no children that are its section: what follows it is.
        if inner is not draft and isinstance(node, HeadingNode):
            return inner
        inner.pieces.append(plan.separator)
        for child in node.children:
            if isinstance(child, nodes.Text):
                inner.pieces.append(child)
            else:
                inner = self.collect(child, inner)
        inner.pieces.append(plan.separator)
        return draft

    def _add_literal(self, node: nodes.literal_block, draft: _Draft) -> None:
        """Add a block of code as it is."""
        draft.add_code(node.astext())

    def _add_html(self, node: nodes.raw, draft: _Draft) -> None:
        """Add the text of HTML, such as the results in a notebook."""
        if "html" in str(node.get("format", "")).split():
            draft.add_text(f" {unescape(_HTML_MARKUP.sub(' ', node.astext()))} ")

    def _open_title(self, node: nodes.title, draft: _Draft) -> _Draft | None:
        """Ignore the title of a section, which is the heading of an entry."""
        # The title of a table or an admonition is text.
        is_page_title = isinstance(node.parent, nodes.section | nodes.document)
        return None if is_page_title else draft

    def _skip_head(self, _node: nodes.Element, _draft: _Draft) -> None:
        """Ignore a node that `_open_object` or `_open_field` has read."""

    def _open_only(self, node: addnodes.only, draft: _Draft) -> _Draft | None:
        """Ignore text that this build does not contain."""
        return draft if self._tags.eval_condition(node["expr"]) else None

    def _open_section(self, node: nodes.section, draft: _Draft) -> _Draft:
        """Start an entry for a section, unless it is the page itself."""
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        # The first section with the title of the page is the page itself.
        is_first = isinstance(node.parent, nodes.document) and draft is self.drafts[0]
        ids = node["ids"]
        if title is None or not ids or (is_first and title.astext() == draft.heading):
            return draft
        return self._start_draft(ids[0], title.astext())

    def _open_object(self, node: addnodes.desc, draft: _Draft) -> _Draft:
        """Start an entry for an object, with its signatures as code."""
        all_signatures = [
            child for child in node.children if isinstance(child, addnodes.desc_signature)
        ]
        signatures = [signature for signature in all_signatures if signature["ids"]]
        if not signatures:
            # An object with `:no-index:` has no anchor, so it is text of the entry around it.
            for signature in all_signatures:
                draft.add_text(f" {signature.astext()} ")
            return draft
        first_signature = signatures[0]
        # Only some domains store the full name; otherwise, remove keywords such as `class`.
        name = str(first_signature.get("fullname") or "") or _SIGNATURE_KEYWORDS.sub(
            "", first_signature.astext()
        )
        object_draft = self._start_draft(
            first_signature["ids"][0], name, str(node.get("objtype", ""))
        )
        object_draft.dotted = ".".join(filter(None, (first_signature.get("module"), name)))
        for signature in signatures:
            object_draft.add_code(signature.astext())
        return object_draft

    def _open_field(self, node: OperationFieldNode, draft: _Draft) -> _Draft:
        """Start an entry for a field of an endpoint."""
        # A field without an id cannot be a link target, so it belongs to the entry around it.
        head = next((child for child in node.children if isinstance(child, FieldHeadNode)), None)
        if head is None or not node["ids"]:
            return draft
        field_draft = self._start_draft(node["ids"][0], str(head["path"]) or head.astext(), "field")
        description = " ".join(filter(None, (head["type"], head["about"])))
        field_draft.add_text(f"{description} ")
        return field_draft

    def _open_term(self, node: nodes.definition_list_item, draft: _Draft) -> _Draft:
        """Start an entry for a term of a glossary; synonyms are its text."""
        terms = [child for child in node.children if isinstance(child, nodes.term)]
        if not terms or not terms[0]["ids"]:
            return draft
        term_draft = self._start_draft(terms[0]["ids"][0], terms[0].astext(), "term")
        term_draft.add_text("".join(f"{term.astext()} " for term in terms[1:]))
        return term_draft

    def _open_component_title(self, node: TitleNode, draft: _Draft) -> _Draft | None:
        """Hide the explanation of a word in results: pages show only the word, in a sentence."""
        if not isinstance(node.parent, TooltipNode):
            return draft
        draft.hidden.append(node.astext())
        return None

    def _open_component(self, node: Component, draft: _Draft) -> _Draft:
        """Add the texts in the attributes of a component; start an entry if a heading lists it."""
        texts: list[str] = []
        if isinstance(node, LayoutStartNode):
            self.operation = str(node.get("operation", ""))
        elif isinstance(node, FactsNode):
            texts = [" ".join((label, *values)) for label, values in node["facts"]]
        else:
            texts = [
                str(node[name]) for name in _TEXT_ATTRIBUTES if isinstance(node.get(name), str)
            ]
        # "On this page" lists some components as it lists sections.
        toc_label = str(node.get("toc") or "")
        inner = self._start_draft(node["ids"][0], toc_label) if toc_label and node["ids"] else draft
        for text in texts:
            inner.add_text(f"{text} ")
        return inner

    def _start_draft(self, anchor: str, heading: str, kind: str = "") -> _Draft:
        self.drafts.append(_Draft(anchor, " ".join(heading.split()), kind))
        return self.drafts[-1]


_NODE_METHODS: dict[type[nodes.Element], Callable[..., _Draft | None]] = {
    nodes.literal_block: _Collector._add_literal,  # noqa: SLF001 -- of this module
    nodes.raw: _Collector._add_html,  # noqa: SLF001
    nodes.title: _Collector._open_title,  # noqa: SLF001
    nodes.section: _Collector._open_section,  # noqa: SLF001
    nodes.definition_list_item: _Collector._open_term,  # noqa: SLF001
    addnodes.desc: _Collector._open_object,  # noqa: SLF001
    addnodes.desc_signature: _Collector._skip_head,  # noqa: SLF001
    addnodes.only: _Collector._open_only,  # noqa: SLF001
    FieldHeadNode: _Collector._skip_head,  # noqa: SLF001
    OperationFieldNode: _Collector._open_field,  # noqa: SLF001
    TitleNode: _Collector._open_component_title,  # noqa: SLF001
    Component: _Collector._open_component,  # noqa: SLF001
}
"""The methods for nodes of a class and its subclasses; the first match is used."""

_PLANS: dict[type[nodes.Element], _Plan] = {}
"""The plans of all classes that have occurred."""


def _make_plan(node_class: type[nodes.Element]) -> _Plan:
    """Return the plan for nodes of a class, and store it: `issubclass` for each node takes long."""
    open_draft = next(
        (_NODE_METHODS[base] for base in _NODE_METHODS if issubclass(node_class, base)), None
    )
    is_inline = issubclass(node_class, nodes.TextElement | nodes.Inline)
    # These classes are text elements in docutils, but blocks on the page.
    has_spaces = not is_inline or issubclass(
        node_class, nodes.paragraph | nodes.term | nodes.caption
    )
    is_block = issubclass(node_class, nodes.Body | nodes.Part) and not issubclass(
        node_class, nodes.Inline
    )
    separator = _BREAK if has_spaces and is_block else " " if has_spaces else ""
    plan = _PLANS[node_class] = _Plan(
        issubclass(node_class, _NODES_WITHOUT_TEXT), open_draft, separator
    )
    return plan


def collect_entries(
    app: Sphinx, doctree: nodes.document, docname: str, title: str, metadata: Mapping[str, Any]
) -> PageEntries:
    """Return the entries of a page.

    :param title: the page's title, plain text.
    :param metadata: front matter or field list; ``keywords``, ``description``, ``boost``,
        ``deprecated`` count.
    """
    collector = _Collector(app, title)
    draft = collector.drafts[0]
    for child in doctree.children:
        draft = collector.collect(child, draft)
    page, *others = collector.drafts
    page_impacts = _weigh_page(page, title, docname, collector.operation, metadata)
    impacts = [page_impacts, *map(_weigh_entry, others)]
    entries = tuple(
        SearchEntry(draft.anchor, draft.heading, draft.kind, draft.join_blocks())
        for draft in collector.drafts
    )
    deprecated = str(metadata.get("deprecated", False)).lower() in ("", "true")
    factor = clamp_boost(metadata.get("boost", 1))
    state = find_state(app)
    is_api = bool(collector.operation) or (state is not None and docname in state.generated)
    return PageEntries(
        entries, _encode_words(impacts), collector.operation, factor, deprecated, is_api
    )


def _weigh_page(
    draft: _Draft, title: str, docname: str, operation: str, metadata: Mapping[str, Any]
) -> dict[str, str]:
    """Return the impact of each word of the first entry of a page, as a letter.

    The title, keywords and address of the page raise the impact of their words.

    :param operation: the name of the operation that the page describes; empty for others.
    """
    from sphinx_docsnav.features.search.index_words import split_words

    extra_impacts: dict[str, float] = {}
    _add_impacts(extra_impacts, split_words(title), TITLE)
    for word, impact in _weigh_keywords(metadata.get("keywords")).items():
        extra_impacts[word] = extra_impacts.get(word, 0.0) + impact
    _add_impacts(extra_impacts, split_words(docname.replace("/", " ")), ADDRESS)
    _add_impacts(extra_impacts, split_words(operation), NAME)
    description = _join_texts(metadata.get("description"))
    _add_impacts(extra_impacts, split_words(description), DESCRIPTION)
    draft.hidden.append(description)
    return _weigh_words(draft, extra_impacts)


def _weigh_entry(draft: _Draft) -> dict[str, str]:
    """Return the impact of each word of a section, an object or a term, as a letter."""
    from sphinx_docsnav.features.search.index_words import split_words

    extra_impacts: dict[str, float] = {}
    # Fields of responses count less.
    is_response = draft.anchor.startswith("response")
    weight = NAME * (RESPONSE_FACTOR if is_response else 1) if draft.kind else HEADING
    # The last part of a name counts more than the others: of results.data.memory, memory.
    last_name = (
        draft.heading.rpartition(".")[2] if draft.kind not in ("", "term") else draft.heading
    )
    names = split_words(last_name)
    _add_impacts(extra_impacts, names, weight)
    if last_name != draft.heading:
        other_names = set(split_words(draft.heading)).difference(names)
        _add_impacts(extra_impacts, other_names, weight / 2)
    # Objects are also found by their names with all modules, and with the last one.
    for name in {draft.dotted, ".".join(draft.dotted.split(".")[-2:])} - {draft.heading}:
        extra_impacts |= dict.fromkeys(split_words(name)[-1:], weight)
    return _weigh_words(draft, extra_impacts)


def _weigh_keywords(value: object) -> dict[str, float]:
    """Return the impact of each word of keywords; one keyword does not lower that of others.

    :param value: a list, or a text with commas between keywords.
    """
    from sphinx_docsnav.features.search.index_words import split_words

    keywords = value if isinstance(value, list | tuple) else _join_texts(value).split(",")
    impacts: dict[str, float] = {}
    for keyword in keywords:
        keyword_impacts: dict[str, float] = {}
        _add_impacts(keyword_impacts, split_words(_join_texts(keyword)), KEYWORD)
        for word, impact in keyword_impacts.items():
            impacts[word] = max(impact, impacts.get(word, 0.0))
    return impacts


def _join_texts(value: object) -> str:
    """Return a text, or the texts of a list, in one line; empty for other values."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None or isinstance(value, bool | dict) else str(value)


def clamp_boost(boost: Any) -> float:  # noqa: ANN401 -- any value of front matter
    """Return *boost* as a factor from 0.1 to 10; 1 if it is not a number."""
    try:
        factor = float(boost)
    except (TypeError, ValueError):
        return 1.0
    return round(min(10.0, max(0.1, factor)), 3) if math.isfinite(factor) else 1.0


def _add_impacts(extra: dict[str, float], words: Iterable[str], weight: float) -> None:
    """Add the impact of *words* to *extra*: the fewer words, the higher the impact of each."""
    unique_words = set(words)
    impact = weight / math.sqrt(max(1, len(unique_words)))
    for word in unique_words:
        extra[word] = extra.get(word, 0.0) + impact


def _weigh_words(draft: _Draft, extra: Mapping[str, float]) -> dict[str, str]:
    """Return the impact of each word of an entry, as a letter.

    :param extra: the additional impacts of words in titles and names.
    """
    from sphinx_docsnav.features.search.index_words import count_words

    text, code = draft.split_code()
    counts: dict[str, float] = {**count_words(" ".join([text, *draft.hidden]))}
    for word, code_count in count_words(code).items() if code else ():
        counts[word] = counts.get(word, 0) + CODE * code_count
    # As in BM25, each further occurrence raises the impact less, and a longer text lowers it.
    half_count = _HALF_COUNT * (0.5 + 0.5 * sum(counts.values()) / _USUAL_LENGTH)
    # Many words have the same count: compute the letter once for each count.
    letters = {
        count: _TEXT_LETTERS[round(TEXT * count / (count + half_count))]
        for count in set(counts.values())
    }
    impacts_by_word = dict(zip(counts, map(letters.__getitem__, counts.values()), strict=True))
    # Words of titles and names exceed the few letters of texts.
    for word, impact in extra.items():
        count = counts.get(word, 0.0)
        impacts_by_word[word] = _encode_impact(impact + TEXT * count / (count + half_count))
    return impacts_by_word


def _encode_words(impacts: Iterable[Mapping[str, str]]) -> str:
    """Return the words of a page; see `PageEntries.words`.

    :param impacts: the words of each entry with their impacts.
    """
    from sphinx_docsnav.features.search.index_words import format_base36

    lines: dict[str, str] = {}
    last_numbers: dict[str, int] = {}
    for number, entry in enumerate(impacts):
        # `.` starts the entries of a page; the distance of the first one counts from -1.
        first_entry = f".{format_base36(number + 1)}" if number else "."
        for word, letter in entry.items():
            if word not in last_numbers:
                lines[word] = first_entry + letter
            else:
                distance = number - last_numbers[word]
                lines[word] += letter if distance == 1 else format_base36(distance) + letter
            last_numbers[word] = number
    return " ".join([f"{word} {line}" for word, line in lines.items()])


def _encode_impact(impact: float) -> str:
    """Return the letter of an impact: ``A`` for 1, ``Z`` for 26."""
    return chr(64 + min(_MAX_IMPACT, max(1, round(impact))))


def page_entries_of(env: BuildEnvironment) -> dict[str, PageEntries]:
    """Return the entries of all pages by docname; they are stored in the environment."""
    store: dict[str, PageEntries] = env.__dict__.setdefault("docsnav_search_entries", {})
    return store


def find_previous_words(app: Sphinx) -> dict[str, tuple[int, str]]:
    """Return the former words of pages that are read again, and when they were read, by docname."""
    return build_state(app).slot(_make_word_store)


def _make_word_store(_app: Sphinx) -> dict[str, tuple[int, str]]:
    return {}


def store_entries(app: Sphinx, doctree: nodes.document) -> None:
    """Store the entries of a page that has been read (``doctree-read``)."""
    env, docname = app.env, app.env.docname
    metadata = env.metadata.get(docname, {})
    title_node = env.titles.get(docname)
    title = " ".join(title_node.astext().split()) if title_node is not None else ""
    page_entries_of(env)[docname] = collect_entries(app, doctree, docname, title, metadata)


def forget_entries(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Remove the entries of a page that is read again or does not exist (``env-purge-doc``)."""
    page = page_entries_of(env).pop(docname, None)
    # Keep the words of the last build: a page may be read more than once in this one.
    if page is not None and docname in env.all_docs:
        find_previous_words(app).setdefault(docname, (env.all_docs[docname], page.words))


def merge_entries(
    _app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], worker_env: BuildEnvironment
) -> None:
    """Copy the entries of the pages that a worker process has read (``env-merge-info``)."""
    worker_entries = page_entries_of(worker_env)
    page_entries_of(env).update(
        {name: worker_entries[name] for name in docnames if name in worker_entries}
    )
