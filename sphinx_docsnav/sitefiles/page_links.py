"""The links of pages: parsed URLs, and the page that each of them leads to.

A URL points to another site, a page, a position in a page, or is unsafe. A link leads to a page
directly or by a redirect. A build and ``sphinx-docsnav check`` resolve links by these
functions, so that both accept the same links and report the others with the same messages.
`SiteDocuments.find` resolves the links of pages and of docs.json.
This module knows docnames and files only; the parser gets documents from Sphinx.
"""

from __future__ import annotations

import enum
import functools
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_name
from sphinx_docsnav.sitefiles.nearest import Nearest, find_nearest
from sphinx_docsnav.sitefiles.safe_files import find_site_file
from sphinx_docsnav.sitefiles.safe_urls import (
    add_scheme,
    clean_url,
    find_scheme,
    is_external,
    split_url,
)
from sphinx_docsnav.vocabulary.html_names import LINK_SCHEMES

SERVED_BELOW = "docs"
"""The path on the server where a site is taken to be if its address is not known."""

WILDCARD = re.compile(r":\w+\*?|\*")
"""A wildcard in the source of a redirect."""
_WILDCARD_OF_TARGET = re.compile(r":[a-zA-Z]\w*\*?|\*")
"""A wildcard in the destination of a redirect, where a colon can also be that of a port."""
STAR = "star"
"""The name of the group of a wildcard without a name."""
MAX_OPEN_WILDCARDS = 3
"""Maximum number of wildcards that end in ``*`` in one source. Each can end at any character, so
that one more multiplies the time of a comparison by the length of the path."""

_SERVICE_PATHS = frozenset({"mcp", "authed/mcp"})
"""Paths at which the hosted service answers programs (Model Context Protocol)."""

_MAX_REDIRECTS = 5
"""Maximum number of redirects that are followed from one link."""

_NO_LETTER = re.compile(r"[\W_]+")
_IMAGE_SCHEMES = frozenset({"http", "https"})
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)
_PAGE_SUFFIX = re.compile(r"\.(?:mdx|md|rst|ipynb|html?)\Z", re.IGNORECASE)
_NOT_IN_ID = re.compile(r"[\s\"'<>`\x00-\x1f\x7f]+")


def clean_id(value: object) -> str:
    """Return *value* fit for an id: no white space, no character of markup, none that is hidden."""
    return make_visible_name(_NOT_IN_ID.sub("-", str(value or ""))).strip("-")


class AddressKind(enum.Enum):
    """The kinds of link targets."""

    EMPTY = enum.auto()
    """An empty URL."""
    UNSAFE = enum.auto()
    """A scheme that may do more than open a page, or an invalid URL."""
    ELSEWHERE = enum.auto()
    """Another site, a mail address …"""
    SITE = enum.auto()
    """A page or a file of this site."""
    HERE = enum.auto()
    """A place in the same page."""


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed link target."""

    where: AddressKind
    """The kind of target."""
    url: str
    """As written, without control characters and white space around it; ``//host`` has a scheme."""
    paths: tuple[str, ...] = ()
    """Paths from the site's root that it may mean, best first, no leading slash; for ``SITE``."""
    anchor: str = ""
    """What follows ``#``, decoded and cleaned as ids are."""


def read_link(url: str, folders: tuple[str, ...]) -> Address:
    """Return what *url* in a link means.

    :param folders: the folders from the site's root that a relative address
        may start from, best first: the page's, the snippet's.

    docs.json sites mean ``a/b`` from the root, ``./b`` and ``../b`` from the
    page; pages brought from elsewhere write ``b`` for a neighbour.
    """
    url = clean_url(url)
    if not url:
        return Address(AddressKind.EMPTY, "")
    parts, scheme = split_url(url), find_scheme(url)
    # Before the scheme: browsers disagree about what an invalid URL contains.
    if parts is None:
        return Address(AddressKind.UNSAFE, url)
    if scheme:
        kind = AddressKind.ELSEWHERE if scheme in LINK_SCHEMES else AddressKind.UNSAFE
        return Address(kind, _add_scheme(url))
    anchor = clean_id(unquote(parts.fragment))
    if not parts.path:
        return Address(AddressKind.HERE, url, (), anchor)
    return Address(AddressKind.SITE, url, list_site_paths(parts.path, folders), anchor)


def read_image(url: str, folders: tuple[str, ...]) -> Address:
    """Return what *url* of a picture, video or sound means; parameters as for `read_link`."""
    url = clean_url(url)
    if not url:
        return Address(AddressKind.EMPTY, "")
    if _DATA_IMAGE.match(url):
        return Address(AddressKind.ELSEWHERE, url)
    parts, scheme = split_url(url), find_scheme(url)
    if parts is None:
        return Address(AddressKind.UNSAFE, url)
    if scheme:
        kind = AddressKind.ELSEWHERE if scheme in _IMAGE_SCHEMES else AddressKind.UNSAFE
        return Address(kind, _add_scheme(url))
    return Address(AddressKind.SITE, url, list_site_paths(parts.path, folders))


def _add_scheme(url: str) -> str:
    """Return *url* with ``https`` if it begins with the host: a page in a file has no scheme."""
    return f"https:{url}" if url.startswith("//") else url


def list_site_paths(path: str, folders: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths from the root that *path* may mean, without a leading slash."""
    path = unquote(path).replace("\\", "/")
    if path.startswith("/"):
        bases: tuple[str, ...] = ("",)
    # An explicit relative path never means the root.
    elif path.startswith("."):
        bases = folders
    else:
        bases = ("", *folders)
    # Below `/`, so that `..` cannot climb out of the site.
    paths = (posixpath.normpath(posixpath.join("/", base, path.lstrip("/"))) for base in bases)
    return tuple(dict.fromkeys(path.strip("/") for path in paths))


def find_path(href: str) -> str:
    """Return the path from the root that *href* of docs.json means, as `list_site_paths` does."""
    return list_site_paths("/" + re.split(r"[?#]", href, maxsplit=1)[0].strip(), ("",))[0]


def list_page_names(path: str) -> tuple[str, ...]:
    """Return the docnames that the path of a link may mean, best first."""
    # A document can have a dot in its name, so the path as written comes before the one without
    # suffix.
    bare = _PAGE_SUFFIX.sub("", path)
    names = [path, bare, f"{bare}/index" if bare else "index"]
    if bare.endswith("/index"):
        names.append(bare.removesuffix("/index"))
    return tuple(dict.fromkeys(name for name in names if name))


def find_first_pages(docnames: Iterable[str]) -> dict[str, str]:
    """Return the first of *docnames* below each folder that has no page of its own name.

    A link to such a folder leads there, as the service redirects it.

    :param docnames: in the order of the navigation.
    """
    names = dict.fromkeys(docnames)
    first: dict[str, str] = {}
    for name in names:
        folder = posixpath.dirname(name)
        # All folders above it are known, too, as soon as one of them is.
        while folder and folder not in first:
            first[folder] = name
            folder = posixpath.dirname(folder)
    return {
        folder: name
        for folder, name in first.items()
        if folder not in names and f"{folder}/index" not in names
    }


def is_in_folders(path: str, folders: Collection[str]) -> bool:
    """Return whether *path* is one of *folders* or below one."""
    return any(f"{path.lower()}/".startswith(f"{folder}/") for folder in folders if folder)


def find_file(paths: tuple[str, ...], root: Path) -> Path | None:
    """Return the first of *paths* that is a file inside *root*, by its real place on disk."""
    return next(filter(None, (find_site_file(root, path) for path in paths)), None)


@functools.lru_cache(maxsize=16)
def compile_redirects(redirects: tuple[tuple[str, str], ...]) -> RedirectRules:
    """Return *redirects* (source, destination) ready for `RedirectRules.find`."""
    exact: dict[str, str] = {}
    for source, target in redirects:
        if not is_pattern(source):
            exact.setdefault(unquote(source).strip("/"), target)
    patterns = [
        (_compile_source(source), target) for source, target in redirects if is_pattern(source)
    ]
    return RedirectRules(exact, tuple(patterns))


@dataclass(frozen=True, slots=True)
class RedirectRules:
    """Where docs.json sends readers of old addresses."""

    exact: Mapping[str, str]
    """Destination by path."""
    patterns: tuple[tuple[re.Pattern[str], str], ...]
    """Sources with ``:name``, ``:name*`` or ``*``, in order."""

    def find(self, path: str) -> str | None:
        """Return the destination for *path*, ``None`` if it isn't redirected."""
        source = path.strip("/")
        # As on the service, a source without wildcards wins over patterns.
        if source in self.exact:
            return self.exact[source]
        for pattern, target in self.patterns:
            match = pattern.fullmatch(source)
            if match:
                return _fill_wildcards(target, match)
        return None


def is_pattern(path: str) -> bool:
    """Return whether *path*, of a redirect, has a wildcard: ``:name``, ``:name*`` or ``*``."""
    return "*" in path or any(part.startswith(":") for part in path.split("/"))


def _compile_source(source: str) -> re.Pattern[str]:
    """Return the regular expression of a source with wildcards; each wildcard is a group.

    :param source: checked by docs.json: names are different, and few wildcards are open.
    """
    expression, end = "", 0
    source = source.strip("/")
    for wildcard in WILDCARD.finditer(source):
        name = _get_wildcard_name(wildcard.group())
        values = ".*" if wildcard.group().endswith("*") else "[^/]+"
        expression += f"{re.escape(source[end : wildcard.start()])}(?P<{name}>{values})"
        end = wildcard.end()
    return re.compile(expression + re.escape(source[end:]))


def _fill_wildcards(target: str, source_match: re.Match[str]) -> str:
    """Return the destination *target* with the parts of the path that its wildcards stand for."""
    values = source_match.groupdict()

    def fill(match: re.Match[str]) -> str:
        return values.get(_get_wildcard_name(match.group())) or ""

    return _WILDCARD_OF_TARGET.sub(fill, target)


def find_unknown_wildcards(source: str, target: str) -> list[str]:
    """Return the wildcards of the destination *target* that *source* does not have.

    In the URL of another site, only a source with wildcards makes ``:name`` a wildcard.
    """
    if is_external(target) and not is_pattern(source):
        return []
    names = set(map(_get_wildcard_name, WILDCARD.findall(source)))
    wildcards = dict.fromkeys(_WILDCARD_OF_TARGET.findall(target))
    return [wildcard for wildcard in wildcards if _get_wildcard_name(wildcard) not in names]


def _get_wildcard_name(wildcard: str) -> str:
    return wildcard.strip(":*") or STAR


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """A page of the site, or a URL elsewhere to which docs.json redirects."""

    docname: str | None
    """The page; ``None`` if the target is not one."""
    url: str = ""
    """The URL elsewhere."""
    anchor: str = ""
    """The anchor that the redirect adds."""
    is_builder_page: bool = False
    """The page has no document: the builder makes it, unless it has nothing to show there."""


@dataclass(frozen=True, slots=True)
class SiteDocuments:
    """The pages that links can lead to."""

    docnames: Collection[str]
    redirects: Callable[[], RedirectRules] = lambda: compile_redirects(())
    """Returns the redirects of docs.json; called for links to no page only."""
    root_doc: str = "index"
    folders: Callable[[], Mapping[str, str]] = dict
    """Returns what `find_first_pages` returns; called for links to no page only."""
    unread: Callable[[], Collection[str]] = tuple
    """Returns the folders whose pages are missing because a specification could not be read."""
    served_below: str = SERVED_BELOW
    """The path on the server where the site is, which its links may begin with."""
    is_builder_page: Callable[[str], bool] = lambda _name: False
    """Returns whether a builder makes the page of a name without a document: an index, the search,
    or a page from a template of the project."""
    _index: list[Nearest] = field(default_factory=list, init=False, repr=False, compare=False)
    """The index of `docnames`, after a name was looked for in it."""

    def find(self, paths: Iterable[str]) -> LinkTarget | None:
        """Return the target of a link to the first of *paths* that leads anywhere.

        Documents take precedence over pages that the builder makes, these over redirects, and these
        over folders. Where the site has no page below the path that it is served at,
        ``/docs/guide`` is its page ``guide``; so it is in the destination of a redirect.

        :param paths: from the root of the site, as of `list_site_paths` or `find_path`.
        """
        paths = tuple(paths)
        return self._find_inside(paths) or self._find_inside(self.below_mount(paths))

    def page(self, path: str) -> str | None:
        """Return the page at *path* itself, whatever redirects say; ``None`` if there is none."""
        return self._find_page((path,))

    def below_mount(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return what *paths* are below the path that the site is served at.

        Nothing if the site has pages there itself.
        """
        mount = self.served_below
        inner = [path[len(mount) :] for path in paths if f"{path}/".startswith(f"{mount}/")]
        if not mount or not inner or self._find_page((mount,)) or self._find_below((mount,)):
            return ()
        return tuple(path.strip("/") for path in inner)

    def _find_inside(self, paths: tuple[str, ...]) -> LinkTarget | None:
        return self._find_named(paths) or self._find_redirected(paths) or self._find_below(paths)

    def _find_named(self, paths: Iterable[str], anchor: str = "") -> LinkTarget | None:
        """Return the page at the first of *paths* that is a page, documents first."""
        docname = self._find_page(paths)
        if docname is not None:
            return LinkTarget(docname, anchor=anchor)
        names = (path.removesuffix(".html") for path in paths)
        name = next(filter(self.is_builder_page, names), None)
        return None if name is None else LinkTarget(name, is_builder_page=True, anchor=anchor)

    def _find_below(self, paths: Iterable[str], anchor: str = "") -> LinkTarget | None:
        """Return the first page below the first of *paths* that is a folder."""
        folders = self.folders()
        names = (folders.get(_PAGE_SUFFIX.sub("", path).removesuffix("/index")) for path in paths)
        docname = next(filter(None, names), None)
        return None if docname is None else LinkTarget(docname, anchor=anchor)

    def _find_page(self, paths: Iterable[str]) -> str | None:
        for path in paths:
            if not path:
                return self.root_doc
            for name in list_page_names(path):
                if name in self.docnames:
                    return name
        return None

    def _find_redirected(self, paths: Iterable[str]) -> LinkTarget | None:
        """Return the target of the redirects of the first of *paths* that has one."""
        redirects = self.redirects()
        for path in paths:
            sources: tuple[str, ...] = (path,)
            folder = None
            # A limit also ends circles, which `find_circular_redirects` reports.
            for _ in range(_MAX_REDIRECTS):
                destination = next(filter(None, map(redirects.find, sources)), None)
                if destination is None:
                    break
                address = read_link(destination, ("",))
                if address.where is AddressKind.ELSEWHERE:
                    return LinkTarget(None, address.url)
                # The destination may be a page, a folder, or the source of another redirect.
                sources = (*address.paths, *self.below_mount(address.paths))
                if named := self._find_named(sources, address.anchor):
                    return named
                folder = self._find_below(sources, address.anchor)
            if folder is not None:
                return folder
        return None

    def is_unread(self, path: str) -> bool:
        """Return whether *path* may be a page of a specification that could not be read."""
        return is_in_folders(path, self.unread())

    def missing_page(self, url: str, path: str) -> tuple[str, str]:
        """Return the message and the hint about a link to *url*, which means the page *path*."""
        page = url.partition("#")[0]  # so that messages about one page are grouped
        problem = "no such page or file"
        destination = self.redirects().find(path)
        if destination is not None:
            problem = f"docs.json redirects it to {destination!r}, where no page or file is"
        if path in _SERVICE_PATHS:
            problem = "the hosted service answers there, plain files do not"
        return f"link to {page!r}: {problem}, kept as written", self.suggest_address(url, path)

    def suggest_address(self, url: str, path: str) -> str:
        """Return the hint for *url*, which means the page *path* that does not exist."""
        if path in _SERVICE_PATHS:
            return "remove the link, or write the full address of a server"
        # An address of another site without its scheme looks like a path: example.com/page.
        suggestion = add_scheme(url)
        if not suggestion and (near := self._find_nearest(_PAGE_SUFFIX.sub("", path))):
            suggestion = f"/{near}"
        return did_you_mean(suggestion)

    def find_common_problem(self, path: str) -> str:
        """Return what links to the missing page *path* have in common with others, as a clause.

        :returns: the outermost folder, if the site does not have it, as after a move; else ``""``.
        """
        folder, slash, _ = path.partition("/")
        if not slash or self._find_page((folder,)) or self._find_below((folder,)):
            return ""
        return f"the site has no pages below '/{folder}/'"

    def _find_nearest(self, path: str) -> str:
        """Return the document that the missing page *path* almost certainly means, else ``""``."""
        # Most sites have no missing page; those that have one often have many.
        if not self._index:
            self._index.append(Nearest(self.docnames))
        return self._index[0].to(path)


def find_circular_redirects(
    redirects: Iterable[tuple[str, str]],
    documents: SiteDocuments,
    name_of: Callable[[str], str] = str,
) -> list[int]:
    """Return the numbers of the redirects that end nowhere, because they lead into a circle.

    :param redirects: sources and destinations; of equal sources, the first counts.
    :param name_of: returns what paths with the same page have in common.
    """
    numbers: dict[str, int] = {}
    following: dict[str, str] = {}
    for number, (source, destination) in enumerate(redirects):
        path = find_path(source)
        name = name_of(path)
        # At the address of a page, readers see that page.
        if name in numbers or documents.page(path) is not None:
            continue
        numbers[name] = number
        if not is_external(destination):
            following[name] = name_of(find_path(destination))
    circular: dict[str, bool] = {}
    for start in following:
        # Follow the redirects up to a page, to a path of this walk (a circle), or to one whose
        # outcome is known from an earlier walk; it is the outcome of all paths of this walk.
        walk: dict[str, None] = {}
        name = start
        while name in following and name not in walk and name not in circular:
            walk[name] = None
            name = following[name]
        circular |= dict.fromkeys(walk, name in walk or circular.get(name, False))
    return sorted(numbers[name] for name, is_circular in circular.items() if is_circular)


def leads_to_top(anchor: str) -> bool:
    """Return whether a browser shows the top of a page that has no element *anchor*."""
    return anchor.casefold() == "top"


def find_meant_anchor(anchor: str, anchors: Iterable[str]) -> str:
    """Return the only one of *anchors* with the letters and digits of *anchor*, else ``""``.

    Translated pages have links that other rules made, such as ``#example:-a`` to ``example-a``.
    """
    letters = normalize_anchor(anchor)
    # With two candidates, either could be meant.
    matches = [name for name in anchors if letters and normalize_anchor(name) == letters]
    return matches[0] if len(matches) == 1 else ""


def normalize_anchor(anchor: str) -> str:
    """Return the letters and digits of *anchor*, which are equal for all that it may mean."""
    return _NO_LETTER.sub("", anchor.casefold())


def explain_missing_anchor(
    url: str, docname: str, anchor: str, anchors: Iterable[str]
) -> tuple[str, str]:
    """Return the message and the hint about a link to *anchor*, which *docname* does not have."""
    near = find_nearest(anchor, anchors)
    hint = did_you_mean(f"#{near}") if near else ""
    return f"link to {url!r}: page '{docname}' has no anchor '#{anchor}'", hint
