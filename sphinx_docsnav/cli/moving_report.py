"""``check --report``: a report for a maintainer before a site is moved, on one page.

The site is built, and the words in the source of each page are searched in the built page. The
source is read by a few patterns instead of the parser, so that losses of the parser are found.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_docsnav.docs_json.ledger import find_unused_fields
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.messages import format_count, join_names
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.navigation.pipeline import ResolvedSite

_MAX_ROWS = 10
"""Number of rows of a list that are printed; the others are counted."""
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
"""The mark of a highlighted line of code, which is not shown."""
_CODE_PLACEHOLDER = re.compile("\ue000(\\d+)\ue000")
"""The placeholder of a code block, which is removed with the hidden elements around it."""
_MODULE_STATEMENT = re.compile(
    r"(?ms)^export\s[^\n]*[({\[`][ \t]*\n.*?^[ \t]?[)}\]`][^\n]*$"
    r"|^(?:import\s|export\s+(?:const|default|function)\s).*?(?:\n[ \t]*\n|\Z)"
)
"""Imports and exports; one whose first line opens a bracket ends where a line closes it."""
_COMMENT = re.compile(r"(?s)\{\s*/\*.*?\*/\s*\}|<!--.*?-->")
_OUTSIDE_EXPRESSION = re.compile(rf"(?s){_CODE.pattern}|\\.|[{{}}]")
_INSIDE_EXPRESSION = re.compile(r"(?s)\"(?:[^\"\\\n]|\\.)*\"|\\.|[{}]")
"""The tokens outside and inside of expressions: code, strings, escapes and braces."""
_TAG = re.compile(r"</?[A-Za-z_][\w.:-]*(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>|</?>")
_SHOWN_ATTRIBUTE = re.compile(
    r"\b(?:title|description|label|caption|headline|cta|tip)=(\"[^\"]*\"|'[^']*')"
)
_HIDDEN_ELEMENT = re.compile(
    r"(?s)<(style|script|Visibility|svg|Latex)\b(?:[^>/]|/(?!>))*>.*?</\1\s*>"
    r"|\$\$.*?\$\$|(?<![\w$\\])\$[^$\n]*[\\^_=][^$\n]*\$"
)
"""Elements whose content is not visible text, and formulas."""
_MARKDOWN_MARK = re.compile(
    r"(?m)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*|\b(?:https?|mailto):\S+|^\s*\[(?!\^)[^\]]+\]:.*"
    r"|(?<=\])\[[^\]]*\]|[*`~]|\\(?=[^\w\s])|\[!\w+\]"
    r"|^[ \t]*---[ \t]*$|^[ \t>]*\d+[.)](?=\s)"
    r"|\[\^[^\]\s]+\]|^[ \t>]*[-*+][ \t]+\[[xX]\](?=\s)"
)
"""URLs, and the marks of Markdown."""


class PageLoss(NamedTuple):
    """The words that a built page lacks."""

    docname: str
    written: int
    """The number of words in the source."""
    missing: tuple[str, ...]
    """The missing words in alphabetical order, each as often as it is missing."""


def count_source_words(text: str) -> Counter[str]:
    """Return how often each word occurs in the visible text of an MDX source."""
    text = text.replace("\ue000", "")
    # Of the front matter, only the title is visible text.
    body = _FRONT_MATTER.sub(lambda front: "\n".join(_TITLE.findall(front[0])) + "\n\n", text)
    blocks: list[str] = []

    def store_code(fence: re.Match[str]) -> str:
        if not fence[0].lstrip(" \t>`~").startswith("mermaid"):  # a picture
            blocks.append(_NOTATION.sub("", fence[3]))
            return f"\n\n\ue000{len(blocks) - 1}\ue000\n\n"
        return "\n\n"

    # Code is replaced first, because it may contain anything that looks like markup.
    body = _FENCE.sub(store_code, body)
    for pattern in (_COMMENT, _MODULE_STATEMENT):
        body = pattern.sub("\n\n", body)
    body = _HIDDEN_ELEMENT.sub("\n\n", _remove_expressions(body))
    # A block inside a hidden element has lost its placeholder, and does not count.
    visible_code = [blocks[int(match[1])] for match in _CODE_PLACEHOLDER.finditer(body)]
    body = _CODE_PLACEHOLDER.sub("", body)
    visible_code += (span[2] for span in _CODE.finditer(body))
    body = _CODE.sub(" ", body)
    # Some attributes are shown as text; keep their values when removing the tag.
    body = _TAG.sub(lambda tag: f" {' '.join(_SHOWN_ATTRIBUTE.findall(tag[0]))} ", body)
    body = _MARKDOWN_MARK.sub(" ", body)
    return Counter(_WORD.findall(unescape(" ".join((body, *visible_code)))))


def _remove_expressions(text: str) -> str:
    """Return *text* without the content of braces, which may be nested."""
    opened: list[int] = []
    closed: list[tuple[int, int]] = []
    mark = _OUTSIDE_EXPRESSION.search(text)
    while mark:
        if mark[0] == "{":
            opened.append(mark.start())
        elif mark[0] == "}" and opened:
            start = opened.pop()
            # An outer pair of braces includes the inner pairs, which are dropped.
            while closed and closed[-1][0] > start:
                closed.pop()
            closed.append((start, mark.end()))
        # Inside of an expression, a brace in a string does not count; outside, one in code.
        mark = (_INSIDE_EXPRESSION if opened else _OUTSIDE_EXPRESSION).search(text, mark.end())
    ends = [0, *(end for _, end in closed)]
    starts = [*(start for start, _ in closed), len(text)]
    return "{}".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def count_page_words(html: str) -> Counter[str]:
    """Return how often each word occurs in HTML, including attributes with visible text."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    attribute_texts = re.findall(
        r"\b(?:alt|title|aria-label|data-[\w-]+|value|placeholder)=\"([^\"]*)\"", text
    )
    # Inline markup may split a word, or separate two: count both readings, and use the larger.
    inline = re.sub(r"</?(?:span|wbr|em|strong|code|b|i|a|mark|u|s|sub|sup)\b[^>]*>", "", text)
    plain = [re.sub(r"<[^>]*>", " ", markup) for markup in (text, inline)]
    first, second = (Counter(_WORD.findall(unescape(markup))) for markup in plain)
    return (first | second) + Counter(_WORD.findall(unescape(" ".join(attribute_texts))))


def find_losses(files: Mapping[str, Path], out: Path) -> Iterator[PageLoss]:
    """Yield the missing words of each page, also for pages without any.

    :param files: the sources, by docname.
    :param out: the output of the builder ``json``.
    """
    for docname, file in files.items():
        written = count_source_words(file.read_text("utf-8", errors="replace"))
        built = out / f"{docname}.fjson"
        page: dict[str, Any] = json.loads(built.read_text("utf-8")) if built.is_file() else {}
        page_words = count_page_words(f"{page.get('title', '')} {page.get('body', '')}")
        # A page may repeat words, as in its table of contents; surplus words are no problem.
        missing = sorted((written - page_words).elements())
        yield PageLoss(docname, written.total(), tuple(missing))


def build_site(root: Path, out: Path, *, remote: bool) -> list[dict[str, Any]]:
    """Build the site at *root* in another process, and return its messages as JSON objects."""
    options = ("-b", "json", "-q", "--no-conf", "--keep-going", "--format", "json", "-j", "1")
    command = [sys.executable, "-m", "sphinx_docsnav", "build", *options, "-d", f"{out}/.doctrees"]
    network_options = [] if remote else ["--no-remote"]
    completed = subprocess.run(  # noqa: S603 -- our own command
        [*command, *network_options, str(root), str(out)],
        capture_output=True,
        # Otherwise, on Windows, each side chooses an encoding that lacks most characters.
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"PYTHONUTF8": "1"},
        check=False,
    )
    messages = []
    for line in (completed.stdout + completed.stderr).splitlines():
        try:
            messages.append(json.loads(line))
        except ValueError:
            # A line that is not JSON comes from Python or another program, such as a traceback.
            messages.append({"level": "error", "type": "", "message": line})
    return [message for message in messages if isinstance(message, dict)]


def make_report(resolved: ResolvedSite, site: Site, *, remote: bool) -> Iterator[str]:
    """Build the site in a temporary folder, and yield the lines of the report."""
    inventory = resolved.inventory
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        messages = build_site(inventory.root, out, remote=remote)
        files = {
            name: inventory.root / file
            for name, file in inventory.pages.items()
            if file.endswith(MDX_SUFFIXES)
        }
        # Read the output before the temporary folder is removed.
        page_losses = list(find_losses(files, out))
        built = {path.relative_to(out).with_suffix("").as_posix() for path in out.rglob("*.fjson")}
    yield f"Report on {resolved.docs.name or inventory.root.name}"
    yield from _report_navigation(site, built, messages)
    yield from _report_words(page_losses)
    yield from _report_messages(messages)
    unused_names = dict.fromkeys(
        fault.problem for fault in find_unused_fields(resolved.docs.source)
    )
    if names := [name for name in unused_names if name]:
        yield from ("", "Not used in a static site", f"  {', '.join(names)}")
    yield from ("", "To view the pages, run: sphinx-docsnav serve SITE")


def _report_navigation(
    site: Site, built: set[str], messages: list[dict[str, Any]]
) -> Iterator[str]:
    yield from ("", "Navigation")
    pages = format_count(len(site.listed), "page is", "pages are")
    yield f"  {pages} in the navigation; specifications gave {len(site.endpoints):,} pages."
    entries = [m for m in messages if m.get("type") == "docsnav.page_missing"]
    if entries:
        yield f"  {format_count(len(entries), 'entry', 'entries')} of docs.json without a page:"
        yield from _list_rows(f"{m.get('file')}:{m.get('line')}: {m['message']}" for m in entries)
    if outside := [name for name in site.outside if name in built]:
        pages = format_count(len(outside), "page is", "pages are")
        yield f"  {pages} in no list; links and search lead there:"
        yield from _list_rows(f"/{name}" for name in outside)
    if unbuilt := sorted(set(site.listed) - built):
        yield f"  {format_count(len(unbuilt), 'page was', 'pages were')} not built:"
        yield from _list_rows(f"/{name}" for name in unbuilt)


def _report_words(page_losses: list[PageLoss]) -> Iterator[str]:
    written = sum(page.written for page in page_losses)
    missing = sum(len(page.missing) for page in page_losses)
    share = 100 * (1 - missing / written) if written else 100.0
    yield from ("", "Text")
    total = f"{written:,} words of {format_count(len(page_losses), 'page', 'pages')}"
    yield f"  {written - missing:,} of {total} were found ({share:.2f} %)."
    pages = sorted(
        (page for page in page_losses if page.missing), key=lambda page: -len(page.missing)
    )
    if pages:
        count = format_count(len(pages), "page lacks", "pages lack")
        yield f"  {count} words; look at these first:"
        yield from _list_rows(
            f"/{page.docname}: {len(page.missing):,} of {page.written:,}, such as "
            f"{join_names(list(dict.fromkeys(page.missing))[:4], 'and')}"
            for page in pages
        )


def _report_messages(messages: list[dict[str, Any]]) -> Iterator[str]:
    from sphinx.pycode import ModuleAnalyzer

    # The docstring of each member of `FaultKind` describes the kind.
    texts = ModuleAnalyzer.for_module(FaultKind.__module__).find_attr_docs()
    yield from ("", "Messages of the build")
    kinds = Counter(message.get("type", "") for message in messages)
    if not kinds:
        yield "  none"
    for kind, count in kinds.most_common():
        first = next(message for message in messages if message.get("type", "") == kind)
        name = kind.removeprefix("docsnav.")
        is_known_kind = name in set(FaultKind)
        text = (
            " ".join(texts["FaultKind", FaultKind(name).name])
            if is_known_kind
            else first["message"]
        )
        yield f"  {count:>5,}  {text.partition(';')[0].partition('. ')[0].rstrip('.')}"
        if is_known_kind:
            position = ":".join(str(first[key]) for key in ("file", "line") if first.get(key))
            yield f"         first: {position}: {first['message']}"


def _list_rows(lines: Iterable[str]) -> Iterator[str]:
    lines = list(lines)
    yield from (f"    {line}" for line in lines[:_MAX_ROWS])
    if len(lines) > _MAX_ROWS:
        yield f"    and {len(lines) - _MAX_ROWS:,} more"
