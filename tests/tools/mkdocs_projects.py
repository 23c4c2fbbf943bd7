"""Build MkDocs projects with MkDocs Material and with this project, and compare the pages.

Run in the folder ``tests``; it needs an environment with MkDocs Material::

    python -m venv ~/mkdocs
    ~/mkdocs/bin/pip install "mkdocs-material<10" mkdocs-awesome-nav
    python -m tools.mkdocs_projects ~/mkdocs/bin starlette ~/my-project --folder ~/compared

A project is a folder with a mkdocs.yml, or the name of a source distribution that has one, which is
downloaded. Both sides are built from a copy, in which files are in the place of symbolic links;
MkDocs without the plugins, hooks and templates of the project, except plugins of the navigation;
it also reads pages without what it shows as text only because a plugin is missing: options of code
for other plugins, and ``:::`` of mkdocstrings.
For each project, a line has what MkDocs shows and, after a slash, what is the same here: pages,
their order, titles, headings, links, words, code, boxes (admonitions and folds) and tabs.
``--verbose`` prints what is lost, page by page. The status is 1 if a page, its title or its place
is lost.
"""

from __future__ import annotations

import argparse
import json
import posixpath
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree.ElementTree import Element

import html5lib
import yaml

from sphinx_docsnav.coming.config_file import read_config
from sphinx_docsnav.coming.mkdocs_nav import NAV_FILES

MKDOCS_FILE = "mkdocs-compare.yml"
HOST = "https://site.invalid/"
CONTENT_CLASSES = frozenset({"md-content__inner", "body"})
"""The classes of the element with the text of a page, in Material and in our theme."""
OMITTED_CLASSES = frozenset(
    {"headerlink", "md-content__button", "md-source-file", "linenos", "linenodiv", "mermaid"}
    | {"docsnav-mermaid"}
)
"""Elements that themes add to the text, and diagrams, which are drawings here."""
OMITTED_TAGS = frozenset({"script", "style", "svg", "nav"})
LINE_ANCHOR = re.compile(r"#(?:__codelineno|__span|fn|fnref)[-:_0-9]")
"""Links to lines of code and to notes, which every tool has at other places."""
ANNOTATION = re.compile(r"(?:#|//|--)\s*\(\d+\)!?|\(\d+\)!")
"""A number in code that a script of Material replaces by a note."""
QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "--", "…": "..."})  # noqa: RUF001
"""Sphinx writes typographic quotation marks and dashes."""
PLUGIN_FENCE = re.compile(
    r"^([ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+.#-]+)([ \t]+[^\n{`]+)$", re.MULTILINE
)
"""The first line of code with a language and options without braces."""
FENCE_OPTION = re.compile(r"""(?:title|linenums|hl_lines)=(?:"[^"]*"|'[^']*')""")
"""The options of code that MkDocs Material reads."""
REFERENCE = re.compile(
    r"^([ \t]*)(?:#+ )?:::[ \t]*[A-Za-z][\w.]*[ \t]*\n(?:\1[ \t]+[^\n]*\n)*", re.MULTILINE
)
"""An object that mkdocstrings describes, and its options."""
EMOJI = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f]")
"""Emoji, which are drawings without text in Material."""
_WORD = re.compile(r"\w+")
_HEADING = re.compile(r"h[1-6]\Z")


@dataclass
class BuiltPage:
    """What readers see of a page."""

    title: str = ""
    next_page: str = ""
    headings: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    admonitions: list[str] = field(default_factory=list)
    tabs: list[str] = field(default_factory=list)


MEASURES = ("headings", "links", "words", "code", "admonitions", "tabs")


def run(*words: object, folder: Path) -> str:
    """Return what a command prints; end with its last lines if it fails."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def find_project(name: str, programs: Path, folder: Path) -> Path:
    """Return a copy of the project *name* in *folder*; download it if it is no folder."""
    target = folder / "source"
    if Path(name).is_dir():
        shutil.copytree(name, target)
        return target
    options = ("--no-deps", "--no-binary", name, "-d", folder / "download")
    run(programs / "python", "-m", "pip", "download", *options, name, folder=folder)
    (archive,) = (folder / "download").glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(target, filter="data")
    (unpacked,) = target.iterdir()
    # Pages that are links to files outside of their folder would not be built here.
    return Path(shutil.copytree(unpacked, folder / "project"))


def build_with_mkdocs(project: Path, programs: Path, out: Path) -> None:
    """Build *project* with MkDocs and the plugins of the navigation only."""
    config = read_config(project / "mkdocs.yml", lambda _fault: None)
    plugins = config.value.get("plugins")
    items = plugins.items() if isinstance(plugins, dict) else map(_split_item, plugins or [])
    kept = {"section-index", *NAV_FILES}
    empty = out.with_name("empty")
    empty.mkdir()
    override = {
        "INHERIT": "mkdocs.yml",
        "plugins": ["search", *({name: options or {}} for name, options in items if name in kept)],
        "hooks": [],
        "watch": [],
        "strict": False,
        "theme": {"custom_dir": str(empty)},
    }
    (project / MKDOCS_FILE).write_text(yaml.safe_dump(override), "utf-8")
    for path in project.rglob("*.md"):
        text = path.read_text("utf-8")
        path.write_text(REFERENCE.sub("", PLUGIN_FENCE.sub(_keep_options, text)), "utf-8")
    run(programs / "mkdocs", "build", "-q", "-f", MKDOCS_FILE, "-d", out, folder=project)


def _keep_options(fence: re.Match[str]) -> str:
    return " ".join((fence[1], *FENCE_OPTION.findall(fence[2])))


def _split_item(item: object) -> tuple[str, object]:
    """Return the name and the options of a plugin in a list."""
    return next(iter(item.items())) if isinstance(item, dict) else (str(item), None)


def build_with_docsnav(project: Path, out: Path) -> dict[str, str]:
    """Build *project* with this project; return the titles of the navigation, in order."""
    program = (sys.executable, "-m", "sphinx_docsnav")
    run(*program, "init", ".", folder=project)
    (config,) = project.rglob("docs.json")
    run(*program, "build", config.parent, out, "-b", "dirhtml", "-q", folder=project)
    tree = json.loads(run(*program, "tree", config.parent, "--json", folder=project))
    titles: dict[str, str] = {}
    for docname, title in _list_pages(tree["navigation"]):
        titles.setdefault(f"/{docname}".removesuffix("/index").strip("/"), title)
    return titles


def _list_pages(element: dict[str, object]) -> Iterator[tuple[str, str]]:
    if "root" in element:
        yield str(element["root"]), str(element["label"])
    children = element.get("children", [])
    assert isinstance(children, list)
    for child in children:
        if child["kind"] == "page" and "docname" in child:
            yield child["docname"], child["title"]
        else:
            yield from _list_pages(child)


def read_pages(out: Path) -> dict[str, BuiltPage]:
    """Return the built pages in *out* by their addresses."""
    paths = sorted(out.rglob("index.html"))
    addresses = [path.parent.relative_to(out).as_posix().removeprefix(".") for path in paths]
    return {
        address: read_page(path.read_text("utf-8"), address)
        for address, path in zip(addresses, paths, strict=True)
    }


def read_page(text: str, address: str) -> BuiltPage:
    """Return what the page at *address* shows."""
    document = html5lib.parse(text, namespaceHTMLElements=False)
    page = BuiltPage()
    for element in document.iter():
        if element.tag == "title" and not page.title:
            page.title = _text_of(element).strip()
        if element.tag == "link" and element.get("rel") == "next":
            page.next_page = _resolve(element.get("href", ""), address)
    contents = (e for e in document.iter("article") if CONTENT_CLASSES & _classes_of(e))
    for content in contents:
        page.words += _WORD.findall(ANNOTATION.sub(" ", _text_of(content)).lower())
        for element in _walk(content):
            _read_element(element, page, address)
        break
    return page


def _read_element(element: Element, page: BuiltPage, address: str) -> None:
    classes = _classes_of(element)
    text = " ".join(EMOJI.sub("", _text_of(element)).split())
    if _HEADING.match(element.tag):
        page.headings.append(text)
    elif element.tag == "a" and not LINE_ANCHOR.search(element.get("href") or "#fn-"):
        page.links.append(_resolve(element.get("href", ""), address))
    elif element.tag == "pre":
        page.code.append("".join(ANNOTATION.sub(" ", text).split()))
    elif element.tag == "details" or "admonition" in classes:
        page.admonitions.append("".join(ANNOTATION.sub(" ", text).split()))
    elif element.tag == "label":
        page.tabs.append(text)


def _walk(element: Element) -> Iterator[Element]:
    """Yield the elements of the text below *element*."""
    for child in element:
        if _is_shown(child):
            yield child
            yield from _walk(child)


def _text_of(element: Element) -> str:
    parts = [(element.text or "").translate(QUOTES)]
    for child in element:
        if _is_shown(child):
            parts.append(_text_of(child))
        parts.append((child.tail or "").translate(QUOTES))
    # Words in blocks that follow each other are not one word.
    inline = element.tag in {"a", "b", "code", "em", "i", "mark", "span", "strong"}
    return "".join(parts) if inline else f" {''.join(parts)} "


def _is_shown(element: Element) -> bool:
    # The tag of a comment is a function.
    is_omitted = callable(element.tag) or element.tag in OMITTED_TAGS
    return not is_omitted and not OMITTED_CLASSES & _classes_of(element)


def _classes_of(element: Element) -> set[str]:
    return set(element.get("class", "").split())


def _resolve(href: str, address: str) -> str:
    """Return the address of a page of the site without its fragment; another one unchanged."""
    url = urljoin(f"{HOST}{address}/" if address else HOST, href)
    if not url.startswith(HOST):
        return url
    path = posixpath.normpath(unquote(urlsplit(url).path))
    return path.removesuffix("/index.html").strip("/.")


def compare_project(name: str, programs: Path, folder: Path, *, verbose: bool) -> bool:
    """Print the line of a project, and return whether no page, title or place is lost."""
    project = find_project(name, programs, folder)
    build_with_mkdocs(shutil.copytree(project, folder / "copy"), programs, folder / "mkdocs")
    titles = build_with_docsnav(project, folder / "docsnav")
    theirs, ours = read_pages(folder / "mkdocs"), read_pages(folder / "docsnav")
    lost_pages = [address for address in theirs if address not in ours]
    order = list(_follow(theirs))
    own_order = [address for address in titles if address in order]
    site_name = read_config(project / "mkdocs.yml", lambda _fault: None).get_text("site_name")
    wrong_titles = [
        f"{address}: {theirs[address].title!r}, here {titles.get(address)!r}"
        for address in order[1:]
        if theirs[address].title.removesuffix(f" - {site_name}") != titles.get(address)
    ]
    place = "same" if order == own_order else "OTHER"
    columns = [f"pages {len(theirs)}/{len(theirs) - len(lost_pages)}", f"order {place}"]
    columns.append(f"titles {len(order) - 1}/{len(order) - 1 - len(wrong_titles)}")
    for measure in MEASURES:
        total = same = 0
        for address, page in theirs.items():
            lost = _find_lost(getattr(page, measure), getattr(ours.get(address), measure, ()))
            total += len(getattr(page, measure))
            same += len(getattr(page, measure)) - len(lost)
            if verbose and lost:
                print(f"  {address or '/'}: {measure}: {', '.join(sorted(lost))[:300]}")
        share = f" {100 * same / total:.2f} %" if measure == "words" and total else ""
        columns.append(f"{measure} {total}/{same}{share}")
    for row in (*lost_pages, *wrong_titles) if verbose else ():
        print(f"  {row}")
    print(f"{Path(name).name}: {', '.join(columns)}", flush=True)
    return not lost_pages and not wrong_titles and order == own_order


def _follow(pages: dict[str, BuiltPage]) -> Iterator[str]:
    """Yield the addresses in the order of the links to the next page."""
    address, seen = "", set()
    while address in pages and address not in seen:
        yield address
        seen.add(address)
        address = pages[address].next_page or "no page"


def _find_lost(theirs: Iterable[str], ours: Iterable[str]) -> list[str]:
    return list((Counter(theirs) - Counter(ours)).elements())


def main() -> int:
    """Compare the projects of the command line."""
    parser = argparse.ArgumentParser(prog="tools.mkdocs_projects", description=__doc__)
    parser.add_argument("programs", type=Path, help="folder with the programs mkdocs and python")
    parser.add_argument("projects", nargs="+", help="folders, or names of source distributions")
    parser.add_argument("--folder", type=Path, help="where to keep what is built")
    parser.add_argument("--verbose", action="store_true", help="print what is lost")
    arguments = parser.parse_args()
    root = arguments.folder or Path(tempfile.mkdtemp(prefix="mkdocs-projects-"))
    good = True
    for name in arguments.projects:
        folder = root.absolute() / Path(name).name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        programs = arguments.programs.absolute()
        good &= compare_project(name, programs, folder, verbose=arguments.verbose)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
