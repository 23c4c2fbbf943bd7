"""The search indexes of a build, one for each scope (language, version, product)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import snowballstemmer
from docutils import nodes
from snowballstemmer import algorithms, stemmer
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder
from sphinx.util.parallel import ParallelTasks, parallel_available
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav import __version__
from sphinx_docsnav.core.language import sphinx_language_of
from sphinx_docsnav.core.pages.theme_choice import adapter_of, join_templates
from sphinx_docsnav.core.private_names import BuilderFeature, extend_builders, override
from sphinx_docsnav.core.site.divisions import (
    KINDS,
    Scopes,
    SearchScope,
    find_old_version,
    scopes_of,
    touches,
)
from sphinx_docsnav.core.site.output_ledger import OutputLedger, ledger_of
from sphinx_docsnav.core.site.plant import list_toctree_ancestors
from sphinx_docsnav.core.state import STORAGE, build_state, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.search.page_entries import (
    PageEntries,
    clamp_boost,
    find_previous_words,
    page_entries_of,
)
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.sitefiles.write import digest, write_if_changed
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import Adapter, list_adapter_files

if TYPE_CHECKING:
    from sphinx_docsnav.features.search.index_writer import IndexLanguage, IndexSource

FOLDER = "docsnav-search"
"""The folder of the index below ``_static``."""
INDEX_OWNER = "search index"
"""The owner of the files of the index in the ledger of outputs."""
SEPARATOR = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
"""The separator of the divisions and groups above the title of a result."""
TEXT_FILE_SIZE = 2_000
"""Size from which a file of texts is full, in characters; the next entry begins another file."""
MANY_PAGES = 200
"""The number of pages from which several processes write their texts."""
FORMAT = 3
"""The version of the format of the files; raise it with each change, so that all are rewritten."""
INDEX = "index"
"""The name of the directory of the first scope, and the prefix of the other names."""
_SNOWBALL_LANGUAGES = {
    "ar": "arabic",
    "ca": "catalan",
    "el": "greek",
    "id": "indonesian",
    "pl": "polish",
}
"""The Snowball algorithms of languages for which Sphinx's search has no stemmer."""

SUGGESTED_PAGES = 5
"""The number of pages that an empty dialog suggests."""
_SYNONYMS = Path(__file__).with_name("search_synonyms.txt")
"""Words that readers use for each other, by language."""
SEARCH_EXTENSION = "sphinx_docsnav.search"
"""The extension that adds the search to a project without docs.json."""


class SearchBuilder(BuilderFeature):
    """Writes the index of this extension in place of Sphinx's, which would double its size."""

    base = StandaloneHTMLBuilder
    overrides = tuple(
        override(
            StandaloneHTMLBuilder,
            name,
            count,
            "The search has an index of its own.",
            "the build has the search of Sphinx",
        )
        for name, count in (("load_indexer", 1), ("index_page", 3), ("dump_search_index", 0))
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a page for each document, for browsers."""
        others = (SerializingHTMLBuilder, SingleFileHTMLBuilder)
        return super().fits(builder) and not issubclass(builder, others)

    def load_indexer(self, docnames: set[str]) -> None:
        """Load nothing; there is no index of Sphinx."""

    def index_page(self, pagename: str, doctree: nodes.document, title: str) -> None:
        """Index nothing; `store_entries` does, when a page is read."""

    def dump_search_index(self) -> None:
        """Write nothing; `write_index` does."""


def extend_for_search(app: Sphinx, config: Config) -> None:
    """Extend HTML builders by `SearchBuilder` (``config-inited``)."""
    is_needed = reading_of(app).has_navigation or SEARCH_EXTENSION in app.extensions
    if config.docsnav_search and is_needed:
        extend_builders(app, SearchBuilder)


def replace_search(app: Sphinx) -> None:
    """Replace the search of the theme in a project without docs.json (``builder-inited``)."""
    builder, adapter = app.builder, search_adapter(app)
    folders = list_adapter_files(type(adapter), "search_overlays") if adapter else []
    if folders and is_search_only(app) and isinstance(builder, StandaloneHTMLBuilder):
        join_templates(builder, folders)


def writes_index(app: Sphinx) -> bool:
    """Return whether this build writes a search index; an EPUB does not."""
    return isinstance(app.builder, SearchBuilder) and bool(getattr(app.builder, "search", False))


def is_search_only(app: Sphinx) -> bool:
    """Return whether the build has the search of this extension, but no docs.json."""
    return writes_index(app) and not reading_of(app).has_navigation


def search_adapter(app: Sphinx) -> Adapter | None:
    """Return the adapter of the theme, also in a project without docs.json.

    :returns: ``None`` if the builder or the project has no adapter.
    """
    builder = app.builder
    if not is_search_only(app) or not isinstance(builder, StandaloneHTMLBuilder):
        return adapter_of(app)
    folders = (Path(folder).name for folder in builder.theme.get_theme_dirs())
    return find_adapter_class(folders)(app.config.html_theme_options)


def make_index_language(
    app: Sphinx, code: str, stems_by_language: dict[str, dict[str, str]]
) -> IndexLanguage:
    """Return the stemmer and stopwords of a language; Sphinx's, where it has them.

    :param code: the language in Sphinx's spelling.
    :param stems_by_language: the stems of earlier builds, by language and word; new ones are added
        if the stemmer is written in Python, and therefore slow.
    """
    from sphinx_docsnav.features.search.index_writer import IndexLanguage

    config = app.config
    builder = IndexBuilder(
        app.env, config.html_search_language or code, config.html_search_options, ""
    )
    language = builder.lang
    stem_of = language.stem
    algorithm = "" if config.html_search_language else _SNOWBALL_LANGUAGES.get(code, "")
    if algorithm in algorithms() and language.lang != code:
        stem_of = stemmer(algorithm).stemWord
    # Without PyStemmer, snowballstemmer uses its slow stemmers in Python.
    is_slow = stemmer.__module__ == snowballstemmer.__name__
    stems = stems_by_language.setdefault(algorithm or language.lang, {}) if is_slow else {}

    def stem(word: str) -> str:
        stem_of_word = stems.get(word)
        if stem_of_word is None:
            # A word with digits or punctuation, such as a name in code, is its own stem.
            stem_of_word = stems[word] = stem_of(word) if word.isalpha() else word
        return stem_of_word

    return IndexLanguage(code, stem, frozenset(language.stopwords))


@dataclass(slots=True)
class _IndexMemory:
    """The results of earlier builds; stored as JSON beside the doctrees."""

    digests: dict[str, str] = field(default_factory=dict)
    """The digest of the data of each index, by its name."""
    words: dict[str, str] = field(default_factory=dict)
    """The digest of the data of each vocabulary, by the name of the index."""
    pages: dict[str, list[Any]] = field(default_factory=dict)
    """Of each written page: when it was read, its label, and versions; by docname."""
    stems: dict[str, dict[str, str]] = field(default_factory=dict)
    """The stems of words, by language and word."""

    @classmethod
    def read(cls, path: Path) -> _IndexMemory:
        """Return the content of *path*; empty if the file is missing or incomplete."""
        try:
            return cls(**json.loads(path.read_bytes()))
        except (OSError, TypeError, ValueError):
            return cls()

    def forget_others(self, names: Collection[str], docnames: Collection[str]) -> None:
        """Forget indexes and pages that no longer exist.

        :param names: those of the indexes that exist.
        :param docnames: those of the pages that exist.
        """
        self.digests = {name: value for name, value in self.digests.items() if name in names}
        self.words = {name: value for name, value in self.words.items() if name in names}
        self.pages = {name: mark for name, mark in self.pages.items() if name in docnames}


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the indexes of scopes whose pages have changed or moved (``build-finished``).

    A page is unchanged if the time at which Sphinx has read it is the same.
    """
    if exception is not None:
        return
    ledger, part = ledger_of(app), build_state(app).part
    # This build has no index of its own: remove that of an earlier build.
    if not writes_index(app):
        ledger.finish(INDEX_OWNER)
        return
    memory = Path(app.doctreedir, STORAGE, f"search-index-{digest(str(app.outdir))}.json")
    previous = _IndexMemory.read(memory)
    writer = _ScopeWriter(app, previous)
    # A build of a part of the site leaves the indexes of other parts as they are.
    names = [name for name, scope in writer.scopes.items() if part is None or touches(scope, part)]
    changed_names = {name for name in names if writer.write(name)}
    pages = {docname: page for name in names for docname, page in writer.find_pages(name).items()}
    changed_pages = _write_texts(app, writer.folder, pages, previous.pages)
    # Keep the files that this build need not write, also those of other parts of the site.
    others = () if part is None else writer.scopes.values()
    docnames = pages.keys() | {docname for scope in others for docname in scope.docnames}
    unchanged_names = writer.scopes.keys() - changed_names
    files = _list_unchanged(ledger.names(INDEX_OWNER), docnames - changed_pages, unchanged_names)
    ledger.claim(INDEX_OWNER, files)
    ledger.finish(INDEX_OWNER)
    previous.forget_others(writer.scopes.keys(), docnames)
    find_previous_words(app).clear()
    # Unlike `asdict`, this does not copy thousands of stems.
    values = {name: getattr(previous, name) for name in previous.__slots__}
    write_if_changed(memory, json.dumps(values, sort_keys=True))


class _ScopeWriter:
    """Writes the directory and the vocabulary of each scope.

    :param previous: what earlier builds have written; changed by `write`.
    """

    def __init__(self, app: Sphinx, previous: _IndexMemory) -> None:
        self.folder = Path(app.outdir, "_static", FOLDER)
        """The folder of all indexes."""
        self._all_scopes = scopes_of(app)
        self.scopes = {scope.named(INDEX): scope for scope in self._all_scopes.all}
        """The scopes by the names of their indexes."""
        self._app, self._previous = app, previous
        self._entries = _apply_navigation(app, page_entries_of(app.env))
        site = self._all_scopes.site
        self._tabs = {name: tab for name in self._entries if (tab := find_tab_label(site, name))}
        # Every directory lists the other indexes, current versions first.
        ordered = sorted(
            self.scopes.items(), key=lambda item: find_old_version(site, item[1].chain) is not None
        )
        self._labels = [
            [name, make_scope_label(scope), _find_scope_language(app, scope)]
            for name, scope in ordered
        ]

    def find_pages(self, name: str) -> dict[str, PageEntries]:
        """Return the pages of an index, in order of their docnames."""
        docnames = sorted(self.scopes[name].docnames & self._entries.keys())
        return {docname: self._entries[docname] for docname in docnames}

    def write(self, name: str) -> bool:
        """Write the files of an index; return whether anything has changed that they contain."""
        from sphinx_docsnav.features.search.index_writer import IndexSource

        app, previous, pages = self._app, self._previous, self.find_pages(name)
        code = _find_scope_language(app, self.scopes[name])
        directory_values = {
            "others": [label for label in self._labels if label[0] != name],
            "suggested": _suggest_pages(app, self._all_scopes, [*pages]),
            "synonyms": read_synonyms().get(code.partition("_")[0], ""),
        }
        page_places = [
            (page.factor, page.deprecated, self._tabs.get(docname))
            for docname, page in pages.items()
        ]
        source = (code, app.config.html_search_language, FORMAT, __version__)
        new_read_times = {docname: app.env.all_docs[docname] for docname in pages}
        words_digest = digest(new_read_times, source)
        index_digest = digest(words_digest, page_places, directory_values)
        is_written = (self.folder / f"{name}.js").is_file()
        if previous.digests.get(name) == index_digest and is_written:
            return False
        # If the same pages have the same words but for some that were read again, update the index.
        read_times = {docname: previous.pages.get(docname, (0,))[0] for docname in pages}
        # Equal if the last index has exactly these pages, as they had been read then.
        is_same = previous.words.get(name) == digest(read_times, source)
        old_words = (
            _collect_old_words(find_previous_words(app), read_times, new_read_times)
            if is_same
            else None
        )
        language = make_index_language(app, code, previous.stems)
        index_source = IndexSource(name, pages, language, self._tabs, directory_values)
        _write_vocabulary(ledger_of(app), self.folder, index_source, old_words)
        previous.digests[name], previous.words[name] = index_digest, words_digest
        return True


def _suggest_pages(
    app: Sphinx, scopes: Scopes, docnames: Sequence[str]
) -> list[tuple[str, str, str]]:
    """Return the docnames, titles and divisions of the pages that an empty dialog suggests.

    They are the first pages of the tabs or other outermost divisions of the navigation, and then of
    its groups; in a project without docs.json, those of the toctree of the start page.
    """
    pages, inside = page_entries_of(app.env), set(docnames)
    if not reading_of(app).has_navigation:
        listed = app.env.toctree_includes.get(app.config.root_doc, [])
        suggested = [(name, "") for name in listed if name in inside]
    else:
        first_pages: tuple[dict[object, tuple[str, str]], ...] = ({}, {})
        for docname in (page.docname for page in scopes.site.root.pages()):
            place = scopes.site.place(docname) if docname in inside else None
            # The scope has one language, version and product.
            chain = place.chain if place else ()
            labels = [element.label for element in chain if element.kind not in KINDS]
            if labels:
                first_pages[0].setdefault(labels[0], (docname, labels[0]))
                first_pages[1].setdefault(tuple(labels), (docname, labels[-1]))
        # A page that is the first of its tab and of its group is named by the tab.
        both = [*first_pages[1].values(), *first_pages[0].values()]
        label_by_docname = dict(both)
        names = dict.fromkeys(
            name for pages_by_key in first_pages for name, _ in pages_by_key.values()
        )
        suggested = [(name, label_by_docname[name]) for name in names]
    return [
        (name, pages[name].entries[0].heading, label) for name, label in suggested[:SUGGESTED_PAGES]
    ]


@cache
def read_synonyms() -> dict[str, str]:
    """Return the synonyms by language: groups of words, separated by a vertical bar."""
    lines = _SYNONYMS.read_text("utf-8").splitlines()
    groups_by_language: dict[str, list[str]] = {}
    for line in lines:
        language, equals, words = line.partition(" = ")
        if equals and not line.startswith("#"):
            groups_by_language.setdefault(language, []).append(words)
    return {language: "|".join(groups) for language, groups in groups_by_language.items()}


def _collect_old_words(
    stored_words: Mapping[str, tuple[int, str]],
    old_times: Mapping[str, int],
    new_times: Mapping[str, int],
) -> dict[str, str] | None:
    """Return the former words of the pages that were read again, by docname.

    :param stored_words: the former words of pages, with the time at which they had been read.
    :param old_times: the times at which the pages of the index had been read.
    :param new_times: the same for this build.
    :returns: ``None`` if the words of a page are not those of the index.
    """
    changed_docnames = [
        docname for docname in new_times if new_times[docname] != old_times[docname]
    ]
    old_words = {docname: stored_words.get(docname, (0, "")) for docname in changed_docnames}
    # The index may contain other words of the page if it was read more than once since.
    if any(time != old_times[docname] for docname, (time, _words) in old_words.items()):
        return None
    return {docname: words for docname, (_time, words) in old_words.items()}


def _write_vocabulary(
    ledger: OutputLedger, folder: Path, source: IndexSource, old: Mapping[str, str] | None
) -> None:
    """Write the vocabulary and the directory of an index; see `make_index_files`.

    :param old: the former words of pages that were read again; ``None`` to write all files.
    """
    from sphinx_docsnav.features.search.index_writer import (
        PreviousIndex,
        make_index_files,
        unwrap_script,
        wrap_script,
    )

    def read(file: str) -> Any:  # noqa: ANN401 -- JSON
        return unwrap_script((folder / f"{file}.js").read_text("utf-8"))

    files: dict[str, Any] = {}
    if old is not None:
        # If another program has changed or removed files, all are written again.
        with suppress(OSError, ValueError, LookupError):
            files = make_index_files(source, PreviousIndex(read, old))
    files = files or make_index_files(source)
    for file, data in files.items():
        if data is None:
            ledger.claim(INDEX_OWNER, [make_output_path(file)])
        else:
            ledger.write(INDEX_OWNER, make_output_path(file), wrap_script(file, data))


def _write_texts(
    app: Sphinx, folder: Path, pages: Mapping[str, PageEntries], stored_marks: dict[str, list[Any]]
) -> set[str]:
    """Write the texts of pages that have changed.

    :param stored_marks: marks of the pages that are written; see `_IndexMemory.pages`. Those of
        the written pages are replaced.
    :returns: the docnames of the written pages.
    """
    scopes = scopes_of(app)
    list_ancestors = list_toctree_ancestors(app.env)
    labels: dict[str, str] = {}
    for docname in sorted(pages):
        label = make_path_label(scopes, docname) or make_toctree_label(
            app.env, list_ancestors(docname)
        )
        mark = [app.env.all_docs[docname], label, FORMAT, __version__]
        if stored_marks.get(docname) != mark or not (folder / "pages" / f"{docname}.js").is_file():
            labels[docname], stored_marks[docname] = label, mark
    files = (file for docname in labels for file in list_text_files(docname, pages[docname]))
    ledger_of(app).claim(INDEX_OWNER, map(make_output_path, files))

    def write(share: Iterable[str]) -> None:
        for docname in share:
            scripts = make_page_scripts(docname, pages[docname], labels[docname])
            for name, text in scripts.items():
                write_if_changed(folder / f"{name}.js", text)

    # This process writes the first share while worker processes write the others.
    workers = max(0, app.parallel - 1) if len(labels) >= MANY_PAGES and parallel_available else 0
    # Every nth page: long pages, which are often neighbours, are spread over all processes.
    shares = [[*labels][start :: workers + 1] for start in range(workers + 1)]
    tasks = ParallelTasks(workers)
    for share in shares[1:]:
        tasks.add_task(write, share)
    write(shares[0])
    tasks.join()
    return set(labels)


def _apply_navigation(app: Sphinx, entries: Mapping[str, PageEntries]) -> Mapping[str, PageEntries]:
    """Return *entries* with the weights that follow from the navigation.

    A page without ``boost`` has that of the innermost element around it. If one index contains all
    versions, pages of old versions are treated as deprecated.
    """
    if not reading_of(app).has_navigation:
        return entries
    site, is_one_index, result = state_of(app).site, not scopes_of(app).all[0].chain, dict(entries)
    for docname, page in entries.items():
        place = site.place(docname)
        chain = place.chain if place else ()
        # The innermost element comes first. The front matter of a page overrides all of them.
        boosts = (element.boost for element in reversed(chain) if element.boost is not None)
        boost = next(boosts, 1.0) if "boost" not in app.env.metadata[docname] else 1.0
        old = is_one_index and find_old_version(site, chain) is not None
        if boost != 1 or old:
            factor = clamp_boost(page.factor * boost)
            result[docname] = replace(page, factor=factor, deprecated=page.deprecated or old)
    return result


def make_output_path(file: str) -> str:
    """Return the path of a file of the index, relative to the output directory."""
    return f"_static/{FOLDER}/{file}.js"


def _list_unchanged(
    files: Iterable[str], docnames: Collection[str], names: Collection[str]
) -> Iterator[str]:
    """Yield those of *files* that this build does not change.

    :param files: paths in the output directory.
    :param docnames: the pages whose texts are unchanged.
    :param names: the indexes that are unchanged.
    """
    start = len(make_output_path("")) - len(".js")
    for name in files:
        kind, slash, rest = name[start:].partition("/")
        # The name of an index has no dot; what follows it is the number of a chunk.
        if not slash:
            is_unchanged = kind.partition(".")[0] in names
        else:
            docname = rest.removesuffix(".js")
            is_unchanged = (docname.rpartition(".")[0] if kind == "texts" else docname) in docnames
        if is_unchanged:
            yield name


def _find_scope_language(app: Sphinx, scope: SearchScope) -> str:
    """Return the language of a scope in Sphinx's spelling."""
    language = sphinx_language_of(app)
    return language.find_code(scope.language) if scope.language else language.project_language


def make_scope_label(scope: SearchScope) -> str:
    """Return the label of a scope: the labels of its version and product."""
    return " ".join(element.label for element in scope.chain if element.label)


def find_tab_label(site: Site, docname: str) -> str:
    """Return the label of the tab that contains a page; empty without one."""
    place = site.place(docname)
    tabs = (
        (element.label for element in place.divisions if element.kind is Kind.TAB) if place else ()
    )
    return next(iter(tabs), "")


def make_path_label(scopes: Scopes, docname: str) -> str:
    """Return the labels of the divisions and groups that contain a page, from the outermost."""
    place = scopes.site.place(docname)
    if place is None or not place.has_entry:
        return ""
    # The scope of a result already tells its language, version and product.
    labels = [element.label.strip() for element in place.chain if element.kind not in KINDS]
    titles = [page.title for page in place.above]
    return SEPARATOR.join(filter(None, (*labels, *titles)))


def make_toctree_label(env: BuildEnvironment, ancestors: Sequence[str]) -> str:
    """Return the titles of the pages above a page in the toctrees, without the root document.

    :param ancestors: these pages, the nearest first.
    """
    names = [name for name in reversed(ancestors) if name != env.config.root_doc]
    return SEPARATOR.join(env.titles[name].astext() for name in names if name in env.titles)


def make_page_scripts(docname: str, page: PageEntries, label: str) -> dict[str, str]:
    """Return the files with the texts of a page by their names; a long page has several.

    :param label: the path in the navigation, see `make_path_label`.
    """
    from sphinx_docsnav.features.search.index_writer import wrap_script

    parts, starts = divide_texts(page)
    data = {"path": label, "operation": page.operation, "entries": parts[0], "starts": starts}
    files: dict[str, object] = {f"pages/{docname}": data}
    files |= {f"texts/{docname}.{number}": texts for number, texts in enumerate(parts[1:], 1)}
    return {name: wrap_script(name, value) for name, value in files.items()}


def list_text_files(docname: str, page: PageEntries) -> list[str]:
    """Return the names of the files of `make_page_scripts`."""
    _, starts = divide_texts(page)
    return [f"pages/{docname}", *(f"texts/{docname}.{n}" for n in range(1, len(starts) + 1))]


def divide_texts(page: PageEntries) -> tuple[list[list[tuple[str, ...]]], list[int]]:
    """Return the rows of each file of a page, and the number of the first entry of each.

    The number of the first file, which is 0, is left out.
    """
    parts: list[list[tuple[str, ...]]] = [[]]
    starts: list[int] = []
    size = 0
    for number, entry in enumerate(page.entries):
        # An entry is never divided, so that the last entry of a file may exceed the limit.
        row = (entry.anchor, entry.heading, entry.kind, entry.text)
        if size >= TEXT_FILE_SIZE:
            parts.append([])
            starts.append(number)
            size = 0
        size += sum(map(len, row))
        parts[-1].append(row)
    return parts, starts
