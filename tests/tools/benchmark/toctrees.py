"""Compare API references with the navigation of the theme and with that of toctree mode.

Run in the folder ``tests``, in an environment that has the packages and the themes::

    python -m tools.benchmark.toctrees networkx --themes furo pydata_sphinx_theme

A recursive autosummary makes a page for each module, class and function of the packages.
Each theme builds the pages with its own navigation, and with ``docsnav_config = "toctree"``;
then a document is added and built. It prints the processor times, the size of all files, and how
many pages link to the new document. The status is 1 if a sidebar differs from that of the theme.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tools.benchmark.whole_builds import Run, run

from sphinx_docsnav.cli.compared_output import SIDEBARS, Output, describe_first_difference

COLLAPSING = ("sphinx_rtd_theme",)
"""Themes whose sidebars have only the entries around the page, and the headings of the page."""
NEW = "zzz_new_document"
"""The document that is added, and its title."""
_CONF = """
project = "Benchmark"
html_theme = {theme!r}
html_copy_source = False
extensions = {extensions!r}
templates_path = ["_templates"]
autodoc_typehints = "none"
docsnav_config = "toctree"
"""
_INDEX = """
Home
====

.. toctree::
   :caption: Documents
   :glob:

   docs/*

.. autosummary::
   :caption: Reference
   :toctree: api
   :recursive:

   {packages}
"""
_MODULE = """
{{ fullname | escape | underline }}

.. automodule:: {{ fullname }}
{% if modules %}
.. autosummary::
   :toctree:
   :recursive:
{% for item in modules %}
   {{ item }}
{%- endfor %}{% endif %}
{% for names in [functions, classes, exceptions] %}{% if names %}
.. autosummary::
   :toctree:
   :nosignatures:
{% for item in names %}
   {{ item }}
{%- endfor %}{% endif %}{% endfor %}
"""


@dataclass(frozen=True)
class BuiltReference:
    """The reference in one theme, and the cost of its builds."""

    output: Output
    """The contents of its pages."""
    clean: Run
    """The first build."""
    size: int
    """Bytes of all files after the first build."""
    edit: Run
    """The build after a document was added."""
    shown: int
    """How many of the pages in `output` link to that document, in the sidebar or the header."""
    documents: int
    """How many documents there were before the edit."""


def write_project(folder: Path, packages: str, theme: str, extensions: list[str]) -> None:
    """Write the sources of the project."""
    extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", *extensions]
    write_files(
        folder,
        {
            "conf.py": _CONF.format(theme=theme, extensions=extensions),
            "index.rst": _INDEX.format(packages=packages),
            "docs/first.rst": "First\n=====\n",
            "_templates/autosummary/module.rst": _MODULE,
        },
    )


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write texts into files, by their paths in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def build(
    folder: Path, packages: str, theme: str, extensions: list[str], pages: int
) -> BuiltReference:
    """Build the reference, add a document, and build again.

    :param pages: how many pages are read, chosen at random.
    """
    write_project(folder, packages, theme, extensions)
    output = Output(folder / "out", SIDEBARS[theme])
    command = (sys.executable, "-m", "sphinx", "-q", "-d", "trees", ".", "out")
    clean = run(command, folder)
    size = output.size()
    documents = [folder / "index.rst", *folder.glob("docs/*.rst"), *folder.glob("api/*.rst")]
    names = sorted(path.relative_to(folder).with_suffix(".html") for path in documents)
    for name in random.Random(1).sample(names, min(pages, len(names))):  # noqa: S311 -- a choice
        output.pages[name.as_posix()] = output.read_page(output.folder / name)
    write_files(folder, {f"docs/{NEW}.rst": f"{NEW}\n{'=' * len(NEW)}\n"})
    edit = run(command, folder)
    paths = [output.folder / name for name in output.pages]
    shown = sum(
        NEW in path.read_text("utf-8") or NEW in output.read_page(path).labels for path in paths
    )
    return BuiltReference(output, clean, size, edit, shown, len(names))


def compare(packages: str, theme: str, pages: int) -> bool:
    """Build with both navigations; print the costs; return whether the sidebars are the same."""
    ways: dict[str, list[str]] = {"own": [], "toctree mode": ["sphinx_docsnav"]}
    found: list[BuiltReference] = []
    with tempfile.TemporaryDirectory() as name:
        for way, extensions in ways.items():
            built = build(Path(name) / way, packages, theme, extensions, pages)
            print(
                f"{theme}, {way}: {built.documents} documents, {built.clean.cpu:.0f} s of "
                f"processor, {built.clean.memory / 1024:.0f} MB of memory, "
                f"{built.size / 1e6:.1f} MB; then {built.edit.cpu:.0f} s, and "
                f"{built.shown} of {len(built.output.pages)} pages link to the new document",
                flush=True,
            )
            found.append(built)
    own, ours = found
    print(
        f"{theme}: {ours.clean.cpu / own.clean.cpu:.2f} of the time, "
        f"{ours.size / own.size:.2f} of the bytes; after the edit, "
        f"{ours.edit.cpu / own.edit.cpu:.2f} of the time"
    )
    different = [
        page
        for page, reader in own.output.pages.items()
        if not same_entries(theme, reader.labels, ours.output.pages[page].labels)
    ]
    for page in different[:5]:
        one, two = own.output.pages[page].labels, ours.output.pages[page].labels
        print(
            f"    {page}: {describe_first_difference(one, two)}; {len(one)} and {len(two)} entries"
        )
    print(f"{theme}: {len(different)} of {len(own.output.pages)} sidebars differ", flush=True)
    return not different


def same_entries(theme: str, own: list[str], ours: list[str]) -> bool:
    """Return whether our sidebar has the entries of the theme's, in the same order."""
    return Counter(own) <= Counter(ours) if theme in COLLAPSING else own == ours


def main() -> int:
    """Compare in each theme."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="+", help="installed packages")
    parser.add_argument("--themes", nargs="+", default=["furo"], choices=list(SIDEBARS))
    parser.add_argument("--pages", type=int, default=30, help="pages whose sidebars are compared")
    options = parser.parse_args()
    packages = "\n   ".join(options.packages)
    same = [compare(packages, theme, options.pages) for theme in options.themes]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
