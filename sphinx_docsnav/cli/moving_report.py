"""``check --report``: what a maintainer should look at before a site is moved, on one page.

The site is built, and the words of each page's source are looked for in what was built. The source
is read here by a few patterns and not by our own parser, so that what the parser loses is seen.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_docsnav.docs_json.ledger import unused_fields
from sphinx_docsnav.docs_json.phrases import listing
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.navigation.pipeline import ResolvedSite

_MOST = 10
"""How many pages, places or names are listed; the others are counted."""
_WORD = re.compile(r"[^\W_]+")
_FRONT_MATTER = re.compile(
    r"(?ms)\A\ufeff?\s*(?:---[ \t]*\r?\n\s*(?=---[ \t]*\r?\n\w+:))?---[ \t]*\r?\n.*?^---[ \t]*$"
)
_TITLE = re.compile(r"(?m)^title:[ \t]*([^\n>|]*)$")
_FENCE = re.compile(
    r"(?ms)^([ \t>]*(?:[-*+][ \t]+)?)(`{3,}(?=[^`\n]*\n)|~{3,})[^\n]*\n"
    r"(.*?)(?:^[ \t>]*\2`*[ \t]*$|\Z)"
)
_CODE = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)")
_NOTATION = re.compile(r"\[!code [^\]\n]*\]")
"""What marks a line of code, and is not shown."""
_KEPT = re.compile("\ue000(\\d+)\ue000")
"""Stands for a block of code until it is known that its place is seen."""
_MODULE = re.compile(
    r"(?ms)^export\s[^\n]*[({\[`][ \t]*\n.*?^[ \t]?[)}\]`][^\n]*$"
    r"|^(?:import\s|export\s+(?:const|default|function)\s).*?(?:\n[ \t]*\n|\Z)"
)
"""Imports and exports; one whose first line opens a bracket ends where a line closes it."""
_COMMENT = re.compile(r"(?s)\{\s*/\*.*?\*/\s*\}|<!--.*?-->")
_OUTSIDE = re.compile(rf"(?s){_CODE.pattern}|\\.|[{{}}]")
_INSIDE = re.compile(r"(?s)\"(?:[^\"\\\n]|\\.)*\"|\\.|[{}]")
"""What is looked at outside and inside expressions: code, strings, escapes and braces."""
_TAG = re.compile(r"</?[A-Za-z_][\w.:-]*(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>|</?>")
_SHOWN = re.compile(r"\b(?:title|description|label|caption|headline|cta|tip)=(\"[^\"]*\"|'[^']*')")
_UNSEEN = re.compile(
    r"(?s)<(style|script|Visibility|svg|Latex)\b(?:[^>/]|/(?!>))*>.*?</\1\s*>"
    r"|\$\$.*?\$\$|(?<![\w$\\])\$[^$\n]*[\\^_=][^$\n]*\$"
)
"""Elements whose content readers do not see, and formulas."""
_MARKS = re.compile(
    r"(?m)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*|\b(?:https?|mailto):\S+|^\s*\[(?!\^)[^\]]+\]:.*"
    r"|(?<=\])\[[^\]]*\]|[*`~]|\\(?=[^\w\s])|\[!\w+\]"
    r"|^[ \t]*---[ \t]*$|^[ \t>]*\d+[.)](?=\s)"
    r"|\[\^[^\]\s]+\]|^[ \t>]*[-*+][ \t]+\[[xX]\](?=\s)"
)
"""Addresses, and the marks of Markdown."""


class PageLoss(NamedTuple):
    """The words that a built page lacks."""

    docname: str
    written: int
    """How many words its source has."""
    missing: tuple[str, ...]
    """Those that were not built, in alphabetical order, each as often as it is missing."""


def words_of_source(text: str) -> Counter[str]:
    """Return the words of an MDX page that its readers should see."""
    text = text.replace("\ue000", "")
    body = _FRONT_MATTER.sub(lambda front: "\n".join(_TITLE.findall(front[0])) + "\n\n", text)
    code: list[str] = []

    def keep(fence: re.Match[str]) -> str:
        if not fence[0].lstrip(" \t>`~").startswith("mermaid"):  # a picture
            code.append(_NOTATION.sub("", fence[3]))
            return f"\n\n\ue000{len(code) - 1}\ue000\n\n"
        return "\n\n"

    body = _FENCE.sub(keep, body)
    for pattern in (_COMMENT, _MODULE):
        body = pattern.sub("\n\n", body)
    body = _UNSEEN.sub("\n\n", _without_expressions(body))
    seen = [code[int(place[1])] for place in _KEPT.finditer(body)]
    body = _KEPT.sub("", body)
    seen += (span[2] for span in _CODE.finditer(body))
    body = _CODE.sub(" ", body)
    body = _TAG.sub(lambda tag: f" {' '.join(_SHOWN.findall(tag[0]))} ", body)
    body = _MARKS.sub(" ", body)
    return Counter(_WORD.findall(unescape(" ".join((body, *seen)))))


def _without_expressions(text: str) -> str:
    """Return *text* with nothing between its braces, however deep they are nested."""
    opened: list[int] = []
    closed: list[tuple[int, int]] = []
    mark = _OUTSIDE.search(text)
    while mark:
        if mark[0] == "{":
            opened.append(mark.start())
        elif mark[0] == "}" and opened:
            start = opened.pop()
            while closed and closed[-1][0] > start:
                closed.pop()
            closed.append((start, mark.end()))
        mark = (_INSIDE if opened else _OUTSIDE).search(text, mark.end())
    ends = [0, *(end for _, end in closed)]
    starts = [*(start for start, _ in closed), len(text)]
    return "{}".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def words_of_page(html: str) -> Counter[str]:
    """Return the words of built HTML, those of attributes that readers see or hear included."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    heard = re.findall(
        r"\b(?:alt|title|aria-label|data-[\w-]+|value|placeholder)=\"([^\"]*)\"", text
    )
    inline = re.sub(r"</?(?:span|wbr|em|strong|code|b|i|a|mark|u|s|sub|sup)\b[^>]*>", "", text)
    plain = [re.sub(r"<[^>]*>", " ", form) for form in (text, inline)]
    first, second = (Counter(_WORD.findall(unescape(form))) for form in plain)
    return (first | second) + Counter(_WORD.findall(unescape(" ".join(heard))))


def losses(files: Mapping[str, Path], out: Path) -> Iterator[PageLoss]:
    """Yield what each page lacks.

    :param files: the sources, by docname.
    :param out: the built pages, as the builder ``json`` writes them.
    """
    for docname, file in files.items():
        written = words_of_source(file.read_text("utf-8", errors="replace"))
        built = out / f"{docname}.fjson"
        page: dict[str, Any] = json.loads(built.read_text("utf-8")) if built.is_file() else {}
        there = words_of_page(f"{page.get('title', '')} {page.get('body', '')}")
        missing = sorted((written - there).elements())
        yield PageLoss(docname, written.total(), tuple(missing))


def build(root: Path, out: Path, *, remote: bool) -> list[dict[str, Any]]:
    """Build the site at *root* in another process, and return its messages."""
    options = ("-b", "json", "-q", "--no-conf", "--keep-going", "-v", "--format", "json", "-j", "1")
    command = [sys.executable, "-m", "sphinx_docsnav", "build", *options, "-d", f"{out}/.doctrees"]
    network = [] if remote else ["--no-remote"]
    ended = subprocess.run(  # noqa: S603 -- our own command
        [*command, *network, str(root), str(out)], capture_output=True, text=True, check=False
    )
    messages = []
    for line in (ended.stdout + ended.stderr).splitlines():
        try:
            messages.append(json.loads(line))
        except ValueError:
            messages.append({"level": "error", "type": "", "message": line})
    return [message for message in messages if isinstance(message, dict)]


def report_lines(resolved: ResolvedSite, site: Site, *, remote: bool) -> Iterator[str]:
    """Build the site in a temporary folder, and yield the report."""
    inventory = resolved.inventory
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        messages = build(inventory.root, out, remote=remote)
        files = {
            name: inventory.root / file
            for name, file in inventory.pages.items()
            if file.endswith(MDX_SUFFIXES)
        }
        lost = list(losses(files, out))
        built = {path.relative_to(out).with_suffix("").as_posix() for path in out.rglob("*.fjson")}
    yield f"Report on {resolved.docs.name or inventory.root.name}"
    yield from _navigation(site, built, messages)
    yield from _text(lost)
    yield from _problems(messages)
    unused = dict.fromkeys(fault.problem for fault in unused_fields(resolved.docs.source))
    if names := [name for name in unused if name]:
        yield from ("", "Not used in a static site", f"  {', '.join(names)}")
    yield from ("", "See with your own eyes: sphinx-docsnav serve SITE")


def _navigation(site: Site, built: set[str], messages: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("", "Navigation")
    pages = _count(len(site.listed), "page is", "pages are")
    yield f"  {pages} in the navigation; specifications gave {len(site.endpoints):,} pages."
    entries = [m for m in messages if m.get("type") == "docsnav.page_missing"]
    if entries:
        yield f"  {_count(len(entries), 'entry', 'entries')} of docs.json without a page:"
        yield from _some(f"{m.get('file')}:{m.get('line')}: {m['message']}" for m in entries)
    if outside := [name for name in site.outside if name in built]:
        pages = _count(len(outside), "page is", "pages are")
        yield f"  {pages} in no list; links and search lead there:"
        yield from _some(f"/{name}" for name in outside)
    if unbuilt := sorted(set(site.listed) - built):
        yield f"  {_count(len(unbuilt), 'page was', 'pages were')} not built:"
        yield from _some(f"/{name}" for name in unbuilt)


def _text(lost: list[PageLoss]) -> Iterator[str]:
    written = sum(page.written for page in lost)
    missing = sum(len(page.missing) for page in lost)
    share = 100 * (1 - missing / written) if written else 100.0
    yield from ("", "Text")
    total = f"{written:,} words of {_count(len(lost), 'page', 'pages')}"
    yield f"  {written - missing:,} of {total} were found ({share:.2f} %)."
    pages = sorted((page for page in lost if page.missing), key=lambda page: -len(page.missing))
    if pages:
        yield f"  {_count(len(pages), 'page lacks', 'pages lack')} words; look at these first:"
        yield from _some(
            f"/{page.docname}: {len(page.missing):,} of {page.written:,}, such as "
            f"{listing(list(dict.fromkeys(page.missing))[:4], 'and')}"
            for page in pages
        )


def _problems(messages: list[dict[str, Any]]) -> Iterator[str]:
    from sphinx.pycode import ModuleAnalyzer

    texts = ModuleAnalyzer.for_module(FaultKind.__module__).find_attr_docs()
    yield from ("", "Messages of the build")
    kinds = Counter(message.get("type", "") for message in messages)
    if not kinds:
        yield "  none"
    for kind, count in kinds.most_common():
        first = next(message for message in messages if message.get("type", "") == kind)
        name = kind.removeprefix("docsnav.")
        known = name in set(FaultKind)
        text = " ".join(texts["FaultKind", FaultKind(name).name]) if known else first["message"]
        yield f"  {count:>5,}  {text.partition(';')[0].partition('. ')[0].rstrip('.')}"
        if known:
            place = ":".join(str(first[key]) for key in ("file", "line") if first.get(key))
            yield f"         first: {place}: {first['message']}"


def _some(lines: Iterable[str]) -> Iterator[str]:
    lines = list(lines)
    yield from (f"    {line}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"    and {len(lines) - _MOST:,} more"


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"
