"""The search index of a build: one for each language and version, written when pages are."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
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
from sphinx_docsnav.core.compat.entries import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.language import sphinx_language_of
from sphinx_docsnav.core.pages.theme_choice import adapter_of, join_templates
from sphinx_docsnav.core.site.output_ledger import OutputLedger, ledger_of
from sphinx_docsnav.core.site.parts import part_of, touches
from sphinx_docsnav.core.site.scopes import KINDS, Scopes, SearchScope, older, scopes_of
from sphinx_docsnav.core.state import reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.search.page_entries import (
    PageEntries,
    bounded,
    entries_of,
    words_before,
)
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.sitefiles.write import digest, write_if_changed
from sphinx_docsnav.themes.adapter_registry import adapter_for
from sphinx_docsnav.themes.base import Adapter, adapter_files

if TYPE_CHECKING:
    from sphinx_docsnav.features.search.index_writer import IndexLanguage, IndexSource

FOLDER = "docsnav-search"
"""The folder of the index below ``_static``."""
OWNER = "search index"
"""The owner of its files in the ledger of outputs."""
SEPARATOR = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
"""What is between the divisions and groups of a result."""
PART = 2_000
"""Characters of the entries in a file of a page; the next entry begins another one."""
MANY = 200
"""With so many pages to write, other processes take their part."""
FORMAT = 2
"""What the files are like; raised with each change of them, so that old ones are written again."""
INDEX = "index"
"""The name of the directory of the first scope; those of others have their names after it."""
_SNOWBALL = {
    "ar": "arabic",
    "ca": "catalan",
    "el": "greek",
    "id": "indonesian",
    "pl": "polish",
}
"""Languages that Sphinx's search has no stems for."""

ALONE = "sphinx_docsnav.search"
"""The extension that adds the search to a project without navigation of ours."""


class SearchBuilder(BuilderFeature):
    """Writes our index in place of Sphinx's, which would hold all text a second time."""

    base = StandaloneHTMLBuilder
    overrides = tuple(
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            name,
            "The search has an index of its own.",
            "the build has the search of Sphinx",
            count,
        )
        for name, count in (("load_indexer", 1), ("index_page", 3), ("dump_search_index", 0))
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a page for each document, for browsers."""
        others = (SerializingHTMLBuilder, SingleFileHTMLBuilder)
        return super().fits(builder) and not issubclass(builder, others)

    def load_indexer(self, docnames: set[str]) -> None:
        """Load nothing."""

    def index_page(self, pagename: str, doctree: nodes.document, title: str) -> None:
        """Index nothing; `note_entries` has noted the page when it was read."""

    def dump_search_index(self) -> None:
        """Write nothing; `write_index` does."""


def extend_for_search(app: Sphinx, config: Config) -> None:
    """Have HTML builders write our index (``config-inited``)."""
    wanted = reading_of(app).has_navigation or ALONE in app.extensions
    if config.docsnav_search and wanted:
        extend_builders(app, SearchBuilder)


def replace_search(app: Sphinx) -> None:
    """Replace the search of a theme without navigation of ours (``builder-inited``)."""
    builder, adapter = app.builder, search_adapter(app)
    folders = adapter_files(type(adapter), "search_overlays") if adapter else []
    if folders and is_alone(app) and isinstance(builder, StandaloneHTMLBuilder):
        join_templates(builder, folders)


def writes_index(app: Sphinx) -> bool:
    """Return whether this build has our search; of an EPUB, no reader searches."""
    return isinstance(app.builder, SearchBuilder) and bool(getattr(app.builder, "search", False))


def is_alone(app: Sphinx) -> bool:
    """Return whether the build has our search and no navigation of ours."""
    return writes_index(app) and not reading_of(app).has_navigation


def search_adapter(app: Sphinx) -> Adapter | None:
    """Return what is known of the theme of a build with our search; ``None`` without it."""
    builder = app.builder
    if not is_alone(app) or not isinstance(builder, StandaloneHTMLBuilder):
        return adapter_of(app)
    folders = (Path(folder).name for folder in builder.theme.get_theme_dirs())
    return adapter_for(folders, app.config.html_theme_options)


def index_language(app: Sphinx, code: str, known: dict[str, dict[str, str]]) -> IndexLanguage:
    """Return the stems and frequent words of a language, as Sphinx's search has them.

    :param known: stems of earlier builds; new ones are added, unless PyStemmer makes them at once.
    """
    from sphinx_docsnav.features.search.index_writer import IndexLanguage

    config = app.config
    builder = IndexBuilder(
        app.env, config.html_search_language or code, config.html_search_options, ""
    )
    language = builder.lang
    stem_of = language.stem
    algorithm = "" if config.html_search_language else _SNOWBALL.get(code, "")
    if algorithm in algorithms() and language.lang != code:
        stem_of = stemmer(algorithm).stemWord
    is_slow = stemmer.__module__ == snowballstemmer.__name__
    stems = known.setdefault(algorithm or language.lang, {}) if is_slow else {}

    def stem(word: str) -> str:
        found = stems.get(word)
        if found is None:
            found = stems[word] = stem_of(word) if word.isalpha() else word
        return found

    return IndexLanguage(code, stem, frozenset(language.stopwords))


@dataclass(slots=True)
class _Known:
    """What earlier builds have written, kept beside the doctrees."""

    digests: dict[str, str] = field(default_factory=dict)
    """What each index was made from, by its name."""
    words: dict[str, str] = field(default_factory=dict)
    """What the vocabulary of each index was made from."""
    pages: dict[str, list[Any]] = field(default_factory=dict)
    """When each page was read that is written, and its label, by docname."""
    stems: dict[str, dict[str, str]] = field(default_factory=dict)
    """The stems of words, by language."""

    @classmethod
    def read(cls, path: Path) -> _Known:
        """Return what *path* holds; nothing if it is missing, or a build was stopped in it."""
        try:
            return cls(**json.loads(path.read_bytes()))
        except (OSError, TypeError, ValueError):
            return cls()

    def told(self) -> dict[str, object]:
        """Return what is kept; `asdict` would copy each of many thousand stems."""
        return {name: getattr(self, name) for name in self.__slots__}


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index where pages have been read or moved (``build-finished``).

    Others are told by the time at which Sphinx read them: their texts are not looked at.
    """
    if exception is not None:
        return
    ledger = ledger_of(app)
    if not writes_index(app):
        ledger.finish(OWNER)
        return
    folder = Path(app.outdir, "_static", FOLDER)
    memory = Path(app.doctreedir, "_docsnav", f"search-index-{digest(str(app.outdir))}.json")
    known = _Known.read(memory)
    entries, part, scopes = _placed(app, entries_of(app.env)), part_of(app), scopes_of(app)
    written: dict[str, PageEntries] = {}
    changed: set[str] = set()
    names = {scope.named(INDEX): scope for scope in scopes.all}
    ordered = sorted(names.items(), key=lambda each: older(scopes.site, each[1].chain) is not None)
    others = [[name, scope_label(scope), _language_of(app, scope)] for name, scope in ordered]
    tabs = {docname: tab for docname in entries if (tab := tab_of(scopes.site, docname))}
    for name, scope in names.items():
        found = sorted(scope.docnames & entries.keys())
        pages = {docname: entries[docname] for docname in found}
        if part is not None and not touches(scope, part):
            continue
        written |= pages
        code = _language_of(app, scope)
        more = {"others": [other for other in others if other[0] != name]}
        places = [(page.factor, page.deprecated, tabs.get(at)) for at, page in pages.items()]
        source = (code, app.config.html_search_language, FORMAT, __version__)
        times = {docname: app.env.all_docs[docname] for docname in pages}
        words = digest(times, source)
        own = digest(words, places, more)
        if known.digests.get(name) == own and (folder / f"{name}.js").is_file():
            continue
        then = {docname: known.pages.get(docname, (0,))[0] for docname in pages}
        is_same = known.words.get(name) == digest(then, source)
        old = _words_then(words_before(app), then, times) if is_same else None
        language = index_language(app, code, known.stems)
        from sphinx_docsnav.features.search.index_writer import IndexSource

        _write_words(ledger, folder, IndexSource(name, pages, language, tabs, more), old)
        known.digests[name], known.words[name] = own, words
        changed.add(name)
    others_pages = chain.from_iterable(scope.docnames for scope in scopes.all if part is not None)
    there = written.keys() | set(others_pages)
    changed_pages = _write_pages(app, folder, written, known.pages)
    files = ledger.names(OWNER)
    ledger.claim(OWNER, _kept(files, there - changed_pages, names.keys() - changed))
    ledger.finish(OWNER)
    known.digests = {name: own for name, own in known.digests.items() if name in names}
    known.words = {name: own for name, own in known.words.items() if name in names}
    known.pages = {docname: mark for docname, mark in known.pages.items() if docname in there}
    words_before(app).clear()
    write_if_changed(memory, json.dumps(known.told(), sort_keys=True))


def _words_then(
    before: Mapping[str, tuple[int, str]], then: Mapping[str, int], now: Mapping[str, int]
) -> dict[str, str] | None:
    """Return the words that pages had *then* which have been read since; ``None`` if unknown."""
    read = [docname for docname in now if now[docname] != then[docname]]
    found = {docname: before.get(docname, (0, "")) for docname in read}
    if any(time != then[docname] for docname, (time, _words) in found.items()):
        return None
    return {docname: words for docname, (_time, words) in found.items()}


def _write_words(
    ledger: OutputLedger, folder: Path, source: IndexSource, old: Mapping[str, str] | None
) -> None:
    """Write the vocabulary and the directory of an index; see `index_files`.

    :param old: what pages had that have been read again; ``None`` to put all into it anew.
    """
    from sphinx_docsnav.features.search.index_writer import (
        IndexBefore,
        index_files,
        script,
        unscript,
    )

    def read(file: str) -> Any:  # noqa: ANN401 -- JSON
        return unscript((folder / f"{file}.js").read_text("utf-8"))

    files: dict[str, Any] = {}
    if old is not None:
        with suppress(OSError, ValueError, LookupError):  # others have changed or removed files
            files = index_files(source, IndexBefore(read, old))
    files = files or index_files(source)
    for file, data in files.items():
        if data is None:
            ledger.claim(OWNER, [output_name(file)])
        else:
            ledger.write(OWNER, output_name(file), script(file, data))


def _write_pages(
    app: Sphinx, folder: Path, pages: Mapping[str, PageEntries], known: dict[str, list[Any]]
) -> set[str]:
    """Write the texts of *pages* that are not *known*, and remember them there; return these."""
    scopes = scopes_of(app)
    parents = {child: name for name, inside in app.env.toctree_includes.items() for child in inside}
    labels: dict[str, str] = {}
    for docname in sorted(pages):
        label = path_label(scopes, docname) or toctree_label(app.env, parents, docname)
        mark = [app.env.all_docs[docname], label, FORMAT, __version__]
        if known.get(docname) != mark or not (folder / "pages" / f"{docname}.js").is_file():
            labels[docname], known[docname] = label, mark
    files = (file for docname in labels for file in text_files(docname, pages[docname]))
    ledger_of(app).claim(OWNER, map(output_name, files))

    def write(docnames: Iterable[str]) -> None:
        for docname in docnames:
            scripts = page_scripts(docname, pages[docname], labels[docname])
            for name, text in scripts.items():
                write_if_changed(folder / f"{name}.js", text)

    workers = max(0, app.parallel - 1) if len(labels) >= MANY and parallel_available else 0
    shares = [[*labels][start :: workers + 1] for start in range(workers + 1)]
    tasks = ParallelTasks(workers)
    for share in shares[1:]:
        tasks.add_task(write, share)
    write(shares[0])
    tasks.join()
    return set(labels)


def _placed(app: Sphinx, entries: Mapping[str, PageEntries]) -> Mapping[str, PageEntries]:
    """Return *entries* with what the place of each page in the navigation decides.

    ``boost`` of the nearest element counts for a page without its own; in one index of all
    versions, pages of old ones are like deprecated ones.
    """
    if not reading_of(app).has_navigation:
        return entries
    site, whole, found = state_of(app).site, not scopes_of(app).all[0].chain, dict(entries)
    for docname, page in entries.items():
        place = site.place(docname)
        chain = place.chain if place else ()
        boosts = (element.boost for element in reversed(chain) if element.boost is not None)
        boost = next(boosts, 1.0) if "boost" not in app.env.metadata[docname] else 1.0
        old = whole and older(site, chain) is not None
        if boost != 1 or old:
            factor = bounded(page.factor * boost)
            found[docname] = replace(page, factor=factor, deprecated=page.deprecated or old)
    return found


def output_name(file: str) -> str:
    """Return the name in the output of a file of the index."""
    return f"_static/{FOLDER}/{file}.js"


def _kept(files: Iterable[str], docnames: Collection[str], names: Collection[str]) -> Iterator[str]:
    """Yield those of *files* that stay as they are.

    :param docnames: the pages whose texts are not written again.
    :param names: the indexes that are not written again.
    """
    start = len(output_name("")) - len(".js")
    for name in files:
        kind, slash, rest = name[start:].partition("/")
        if not slash:  # a label has no dot in names of files: no version is called like a chunk
            is_kept = kind.partition(".")[0] in names
        else:
            docname = rest.removesuffix(".js")
            is_kept = (docname.rpartition(".")[0] if kind == "texts" else docname) in docnames
        if is_kept:
            yield name


def _language_of(app: Sphinx, scope: SearchScope) -> str:
    language = sphinx_language_of(app)
    return language.known(scope.language) if scope.language else language.own


def scope_label(scope: SearchScope) -> str:
    """Return the label of a scope: the version and product it is of."""
    return " ".join(element.label for element in scope.chain if element.label)


def tab_of(site: Site, docname: str) -> str:
    """Return the label of the tab that a page is in, or nothing."""
    place = site.place(docname)
    tabs = (
        (element.label for element in place.divisions if element.kind is Kind.TAB) if place else ()
    )
    return next(iter(tabs), "")


def path_label(scopes: Scopes, docname: str) -> str:
    """Return where a page is in the navigation: divisions and groups, from the outermost."""
    place = scopes.site.place(docname)
    if place is None or not place.has_entry:
        return ""
    labels = [element.label.strip() for element in place.chain if element.kind not in KINDS]
    titles = [page.title for page in place.above]
    return SEPARATOR.join(filter(None, (*labels, *titles)))


def toctree_label(env: BuildEnvironment, parents: Mapping[str, str], docname: str) -> str:
    """Return the titles of the pages that a page is below in toctrees, without the first page."""
    titles: list[str] = []
    seen = {docname}
    while (docname := parents.get(docname, "")) and docname not in seen:
        seen.add(docname)
        if docname != env.config.root_doc and docname in env.titles:
            titles.append(env.titles[docname].astext())
    return SEPARATOR.join(reversed(titles))


def page_scripts(docname: str, page: PageEntries, label: str) -> dict[str, str]:
    """Return the files with the texts of a page; a long page has several.

    :param label: where the page is in the navigation.
    """
    from sphinx_docsnav.features.search.index_writer import script

    parts, starts = split_texts(page)
    data = {"path": label, "operation": page.operation, "entries": parts[0], "starts": starts}
    files: dict[str, object] = {f"pages/{docname}": data}
    files |= {f"texts/{docname}.{number}": texts for number, texts in enumerate(parts[1:], 1)}
    return {name: script(name, value) for name, value in files.items()}


def text_files(docname: str, page: PageEntries) -> list[str]:
    """Return the names of the files that `page_scripts` returns."""
    _, starts = split_texts(page)
    return [f"pages/{docname}", *(f"texts/{docname}.{n}" for n in range(1, len(starts) + 1))]


def split_texts(page: PageEntries) -> tuple[list[list[tuple[str, ...]]], list[int]]:
    """Return the rows of each file of a page, and the first entry of each file but the first."""
    parts: list[list[tuple[str, ...]]] = [[]]
    starts: list[int] = []
    size = 0
    for number, each in enumerate(page.entries):
        row = (each.anchor, each.heading, each.kind, each.text)
        if size >= PART:
            parts.append([])
            starts.append(number)
            size = 0
        size += sum(map(len, row))
        parts[-1].append(row)
    return parts, starts
