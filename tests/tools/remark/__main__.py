"""Compare how the package and remark-mdx parse MDX.

Needs Node.js and, in the folder that DOCSNAV_REMARK names, the result of
``npm install unified remark-parse remark-mdx remark-gfm remark-frontmatter remark-math``.

``cd tests; python -m tools.remark FOLDER…`` compares every ``.mdx`` page below the folders;
``--math`` parses mathematics in both; ``--record`` writes the reference trees of
``mdx/data/texts.txt`` to ``mdx/data/trees.json``, with which the tests compare.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mdx.trees import difference, from_mdast, from_tokens, outline, unquoted

from sphinx_docsnav.mdx.source import MdxOptions, parse_mdx

SCRIPT = Path(__file__).with_name("read_mdx.mjs")
DATA = Path(__file__).parents[2] / "mdx" / "data"
"""The folder with the texts of the tests, and with their trees by remark-mdx."""
_HEADING_ID = re.compile(r"^([ \t]*#{1,6} .*?)[ \t]*\\?\{#[^}\s]+\}[ \t]*$", re.MULTILINE)


def read_texts() -> dict[str, str]:
    """Return the texts of the tests by name."""
    parts = re.split(r"^=== (.*)\n", (DATA / "texts.txt").read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def parse_with_remark(
    pages: dict[str, str], *, math: bool = False
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the result of remark-mdx for each page, without heading ids, as the service does."""
    folder = Path(os.environ["DOCSNAV_REMARK"])
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        script = shutil.copy(SCRIPT, scratch)
        lines = "\n".join(
            json.dumps({"id": name, "text": _HEADING_ID.sub(r"\1", text)})
            for name, text in pages.items()
        )
        command = ["node", script, *(["--math"] if math else [])]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        result = json.loads(line)
        yield result["id"], result


def record() -> None:
    """Write the reference trees of our own texts."""
    trees = {
        name: {"refused": result["error"]}
        if "error" in result
        else {"tree": unquoted(from_mdast(result["tree"]))}
        for name, result in parse_with_remark(read_texts())
    }
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(tree)}" for name, tree in trees.items())
    (DATA / "trees.json").write_text("{\n" + lines + "\n}\n", "utf-8")
    print(f"{len(trees)} trees, {sum('refused' in tree for tree in trees.values())} texts refused")


def compare(folders: Iterable[Path], *, math: bool) -> int:
    """Compare all pages below *folders*; return how many differ."""
    files = [path for folder in folders for path in sorted(folder.rglob("*.mdx"))]
    pages = {str(path): path.read_text("utf-8", "replace") for path in files}
    same = strict = different = refused = 0
    seconds = 0.0
    for name, result in parse_with_remark(pages, math=math):
        begin = time.perf_counter()
        source = parse_mdx(pages[name], MdxOptions(math=math))
        seconds += time.perf_counter() - begin
        if "error" in result:
            refused += 1
            print(f"{name}: refused by the reference: {result['error']}")
            continue
        ours, theirs = unquoted(from_tokens(source.tokens)), unquoted(from_mdast(result["tree"]))
        if outline(ours) == outline(theirs):
            same += 1
        else:
            different += 1
        where = difference(ours, theirs)
        strict += not where
        if where:
            print(f"{name}: {where}")
    print(
        f"{same} of {same + different} pages the same, {strict} in every detail, {refused} refused"
    )
    print(f"{len(pages) / seconds if seconds else 0:.0f} pages a second")
    return different


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        "python -m tools.remark", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--math", action="store_true")
    options = parser.parse_args()
    if options.record:
        record()
    return 1 if options.folders and compare(options.folders, math=options.math) else 0


if __name__ == "__main__":
    sys.exit(main())
