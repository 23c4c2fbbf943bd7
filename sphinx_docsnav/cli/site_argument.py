"""The folders of a command, loading of the navigation, and the parts of a site.

SITE and OUT are checked before anything is read or written. The navigation is loaded without
running a conf.py. ``parts`` divides the pages of the site among several builds.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from sphinx_docsnav.cli.console import ExitCode, FaultCollector, UserError, print_json, print_line
from sphinx_docsnav.docs_json import TWO_KINDS
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.navigation import Site, load_site
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.navigation.shares import divide

CONFIG_NAME = "docs.json"
CONVERTERS = {
    "mkdocs.yml": "sphinx_docsnav.coming.mkdocs_config:convert_mkdocs",
    "mkdocs.yaml": "sphinx_docsnav.coming.mkdocs_config:convert_mkdocs",
    "_toc.yml": "sphinx_docsnav.coming.table_of_contents:convert_table_of_contents",
    "mint.json": "sphinx_docsnav.coming.mint_json:convert_mint_json",
}
"""The functions of ``init`` that convert the configuration of other tools, by its name."""
PAGE_SUFFIXES = (".mdx", ".md", ".rst", ".ipynb", ".txt")
"""Suffixes of possible pages; those in conf.py are unknown, because it is not run."""


def find_site_folder(text: str, *, own_conf: bool = False) -> Path:
    """Return the absolute path of the folder of the site.

    :param text: a folder that contains a docs.json, or the path of that docs.json.
    :param own_conf: whether a conf.py without docs.json is accepted.
    :raises UserError: the folder does not exist, or contains no such file.
    """
    text = text or "."
    path = Path(text)
    root = (path.parent if path.name == CONFIG_NAME and not path.is_dir() else path).absolute()
    if not root.is_dir():
        problem = "is not a folder" if root.exists() else "does not exist"
        msg = f"{text} {problem}; SITE is the folder that contains {CONFIG_NAME}"
        raise UserError(msg)
    if not (root / CONFIG_NAME).exists() and not (own_conf and (root / "conf.py").is_file()):
        raise UserError(_explain_no_config(root, text))
    return root


def _explain_no_config(root: Path, text: str) -> str:
    # The user may have named a folder above the site.
    nested_files = sorted(root.glob(f"*/{CONFIG_NAME}")) + sorted(root.glob(f"*/*/{CONFIG_NAME}"))
    sources = [name for name in CONVERTERS if (root / name).is_file()]
    if sources and not nested_files and not (root / "conf.py").is_file():
        hint = f"'sphinx-docsnav init {text}' converts it"
        return f"{text} has a {sources[0]}, but no {CONFIG_NAME}; {hint}"
    hint = '; create one, such as {"navigation": {"pages": ["index"]}}'
    if nested_files:
        hint = f"; did you mean {Path(text) / nested_files[0].parent.relative_to(root)}?"
    elif (root / "conf.py").is_file():
        hint = f"; 'sphinx-docsnav init {text}' writes one with the navigation of the toctrees"
    return f"there is no {CONFIG_NAME} in {text}{hint}"


def find_out_folder(text: str, root: Path) -> Path:
    """Return the absolute output directory that *text* names.

    :param root: the folder of the site; OUT may be inside it, but must not contain it, so that the
        output does not overwrite source files.
    :raises UserError: OUT is or contains the site, or it is a file.
    """
    out = Path(text).absolute()
    # Resolve symbolic links first: two different paths may be the same folder.
    if root.resolve().is_relative_to(out.resolve()):
        msg = f"{text} contains the site; choose another folder for the output"
        raise UserError(msg)
    if out.exists() and not out.is_dir():
        msg = f"{text} is a file; choose a folder for the output"
        raise UserError(msg)
    return out


def find_cache_folder(name: str) -> Path:
    """Return the cache folder of this program with a *name*, in the cache folder of the user."""
    if cache_home := os.environ.get("XDG_CACHE_HOME"):
        base = Path(cache_home)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "sphinx-docsnav" / name


def make_exclude_patterns(out: Path, root: Path) -> list[str]:
    """Return the patterns that exclude *out* from the pages of *root*."""
    real_out, real_root = out.resolve(), root.resolve()
    if not real_out.is_relative_to(real_root):
        return []
    relative_out = real_out.relative_to(real_root).as_posix()
    # A question mark matches any character, including one that would start a pattern.
    pattern = "".join("?" if char in "*[" else char for char in relative_out)
    return [pattern, f"{pattern}/**"]


def list_page_suffixes(root: Path) -> tuple[str, ...]:
    """Return the suffixes of pages; of files with the same name, the first suffix is used."""
    if not (root / "conf.py").exists():
        return (*MDX_SUFFIXES, ".rst")
    return (*(suffix for suffix in PAGE_SUFFIXES if suffix not in MDX_SUFFIXES), *MDX_SUFFIXES)


def load_site_or_stop(arguments: argparse.Namespace) -> tuple[Site, ExitCode]:
    """Return the site and the exit status; write its faults to standard error.

    :raises UserError: docs.json has errors that prevent loading it.
    """
    root = find_site_folder(arguments.site)
    collector = FaultCollector(root)
    try:
        site = load_site(
            root,
            collector.report,
            suffixes=list_page_suffixes(root),
            remote=arguments.remote,
            keep_going=arguments.keep_going or TWO_KINDS,
        )
    except DocsNavError as error:
        collector.add_error(error)
        sys.stderr.writelines(f"{line}\n" for line in collector.format_lines())
        msg = f"{collector.summarize()} in {CONFIG_NAME}; there is no tree to show"
        raise UserError(msg, ExitCode.FAULTS) from error
    sys.stderr.writelines(f"{line}\n" for line in collector.format_lines())
    return site, collector.find_exit_code(strict=False)


def run_parts(arguments: argparse.Namespace) -> ExitCode:
    """Print the parts of the site; write faults to standard error."""
    site, code = load_site_or_stop(arguments)
    parts = divide(site, arguments.jobs)
    names = [f"{number}/{arguments.jobs}" for number in range(1, len(parts) + 1)]
    if arguments.json:
        rows = [
            {"part": name, "pages": part.pages, "only": list(part.names)}
            for name, part in zip(names, parts, strict=True)
        ]
        print_json({"include": rows}, indent=None)
    else:
        for name, part in zip(names, parts, strict=True):
            print_line(f"{name}  {part.pages} pages  {', '.join(part.names) or 'the whole site'}")
    return code


def find_part_names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of the divisions in the part of ``--part``.

    :raises UserError: the site has fewer parts.
    """
    number: int = arguments.part[0]
    jobs: int = arguments.part[1]
    site, _ = load_site_or_stop(arguments)
    parts = divide(site, jobs)
    if number > len(parts):
        msg = f"--part {number}/{jobs}: the site has {len(parts)}; see sphinx-docsnav parts"
        raise UserError(msg)
    return parts[number - 1].names
