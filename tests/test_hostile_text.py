"""No text of a stranger takes a regular expression more time than its length.

A pattern in which two repetitions can match the same characters tries all ways to divide them:
100 KB of spaces took minutes. `counting.counted` does not see that, as a pattern is one call. The
texts are read in another process, which the system ends if one of them takes `MAX_SECONDS` of
processor time; each takes less than a second.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx_docsnav.coming.material import parse_material
from sphinx_docsnav.coming.mkdocs_nav import read_summary
from sphinx_docsnav.components.code import take_marks
from sphinx_docsnav.core.reading.text_dates import find_day, number_months
from sphinx_docsnav.mdx.source import MdxOptions, parse_mdx
from sphinx_docsnav.navigation.page_facts import find_own_title

MAX_SECONDS = 8
SIZE = 100_000
"""The number of characters of each text."""
SPACES = " " * SIZE


def read_mdx(text: str) -> None:
    parse_mdx(text, MdxOptions(math=True))


def read_material(text: str) -> None:
    parse_material(text, MdxOptions(), Path(__file__).parent, lambda _path: None)


def read_snippet(text: str) -> None:
    with TemporaryDirectory() as folder:
        Path(folder, "a.txt").write_text(text, "utf-8")
        parse_material('--8<-- "a.txt:part"', MdxOptions(), Path(folder), lambda _path: None)


def read_dates(text: str) -> None:
    find_day(text, number_months("en"))


def read_title(text: str) -> None:
    find_own_title(text, ".md")


TEXTS: dict[str, tuple[Callable[[str], object], str]] = {
    "import": (read_mdx, f"import{SPACES}"),
    "after an import": (read_mdx, f'import "a"{SPACES}x'),
    "a function": (read_mdx, f"export function{SPACES}"),
    "strings in an export": (read_mdx, "export const a = " + '"\\' * (SIZE // 2)),
    "templates in an export": (read_mdx, "export const a = `" + "`\\" * (SIZE // 2)),
    "comments in an export": (read_mdx, "export const a = " + "/* " * (SIZE // 3)),
    "names of an export": (read_mdx, "export const {" + "a" * SIZE + "\n} = 1"),
    "comments in tags": (read_mdx, "<a /* " * (SIZE // 6)),
    "variables of a shell": (read_mdx, "$A" + "A" * SIZE + "$ b"),
    "the id of a heading": (read_mdx, f"# a{SPACES}b}}"),
    "a number": (read_mdx, "{Number('" + "1" * SIZE + "x')}"),
    "front matter after front matter": (read_mdx, "---\n---\n" + "a::b\n" * 40 + "x"),
    "a line of front matter": (read_mdx, f"---\na: [\nb{SPACES}c\n---\n"),
    "a box": (read_material, f"!!!{SPACES}\0"),
    "the title of a box": (read_material, '!!! note "' + '" ' * (SIZE // 2) + "x"),
    "an annotation": (read_material, f"```\na (1)!{SPACES}x\n```\n"),
    "a section": (read_snippet, f"--8<-- [{SPACES}x"),
    "the name of a section": (read_snippet, f"--8<-- [start{SPACES}x"),
    "the dashes of a section": (read_snippet, "-" * SIZE + "8<"),
    "an item of a summary": (read_summary, f"-{SPACES}"),
    "a link of a summary": (read_summary, "- [a](" + "b" * SIZE),
    "a date": (read_dates, "a" * SIZE),
    "a heading": (read_title, f"# a{SPACES}b\n"),
    "a mark of code": (take_marks, f"a{SPACES}b"),
    "after a mark of code": (take_marks, f"// [!code ++]{SPACES}b"),
}


def test_each_text_is_read_in_time_that_grows_with_its_length() -> None:
    result = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr or f"too slow: {result.stdout.splitlines()[-1]}"
    assert result.stdout.splitlines() == [*TEXTS]


if __name__ == "__main__":
    for name, (read_text, text) in TEXTS.items():
        read_text("")  # what is imported by the first text only
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
        # The signal ends the process, because nothing handles it.
        signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
        read_text(text)
