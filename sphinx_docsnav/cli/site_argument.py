"""The SITE and OUT of a command line: checks, the navigation of the site, and its parts.

SITE and OUT are checked before anything is read or written. The site is known as far as that is
possible without running a conf.py. ``parts`` shares its pages among several builds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsnav.cli.console import ExitCode, Findings, UserError, print_json, print_line
from sphinx_docsnav.docs_json import TWO_KINDS
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.navigation import Site, load_site
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.navigation.shares import divide

CONFIG_NAME = "docs.json"


def site_folder(text: str, *, own_conf: bool = False) -> Path:
    """Return the folder of the site that *text* names, absolute.

    :param text: a folder that contains a docs.json, or the path of that docs.json.
    :param own_conf: whether a conf.py is enough; its project may have no docs.json.
    :raises UserError: the folder does not exist, or contains none.
    """
    text = text or "."
    named = Path(text)
    root = (named.parent if named.name == CONFIG_NAME and not named.is_dir() else named).absolute()
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "does not exist"
        msg = f"{text} {what}; SITE is the folder that contains {CONFIG_NAME}"
        raise UserError(msg)
    if not (root / CONFIG_NAME).exists() and not (own_conf and (root / "conf.py").is_file()):
        raise UserError(_no_config(root, text))
    return root


def _no_config(root: Path, text: str) -> str:
    if (root / "mint.json").exists():
        return (
            f"{text} has a mint.json, which is the older format, but no {CONFIG_NAME}; "
            "convert it with 'npx mint upgrade'"
        )
    below = sorted(root.glob(f"*/{CONFIG_NAME}")) + sorted(root.glob(f"*/*/{CONFIG_NAME}"))
    hint = '; create one, such as {"navigation": {"pages": ["index"]}}'
    if below:
        hint = f"; did you mean {Path(text) / below[0].parent.relative_to(root)}?"
    elif (root / "conf.py").is_file():
        hint = f"; 'sphinx-docsnav init {text}' writes one with the navigation of the toctrees"
    return f"there is no {CONFIG_NAME} in {text}{hint}"


def out_folder(text: str, root: Path) -> Path:
    """Return the absolute output directory that *text* names.

    :param root: the site's folder; OUT may be inside it, but must not contain it, so that no page
        of the output overwrites a source file.
    :raises UserError: it is or contains the site, or it is a file.
    """
    out = Path(text).absolute()
    if root.resolve().is_relative_to(out.resolve()):
        msg = f"{text} contains the site; choose another folder for the output"
        raise UserError(msg)
    if out.exists() and not out.is_dir():
        msg = f"{text} is a file; choose a folder for the output"
        raise UserError(msg)
    return out


def exclude_patterns(out: Path, root: Path) -> list[str]:
    """Return the patterns that keep *out* from being read as pages of *root*."""
    real_out, real_root = out.resolve(), root.resolve()
    if not real_out.is_relative_to(real_root):
        return []
    inside = real_out.relative_to(real_root).as_posix()
    # A question mark matches any character, including one that would start a pattern.
    pattern = "".join("?" if char in "*[" else char for char in inside)
    return [pattern, f"{pattern}/**"]


SUFFIXES = (".mdx", ".md", ".rst", ".ipynb", ".txt")
"""Files that may be pages; conf.py is not read, because it is a program and is not run here."""


def page_suffixes(root: Path) -> tuple[str, ...]:
    """Return the suffixes of pages, those first that win over others of the same name."""
    if not (root / "conf.py").exists():
        return (*MDX_SUFFIXES, ".rst")
    return (*(suffix for suffix in SUFFIXES if suffix not in MDX_SUFFIXES), *MDX_SUFFIXES)


def site_or_stop(arguments: argparse.Namespace) -> tuple[Site, ExitCode]:
    """Return the site and how it is; its faults go to standard error.

    :raises UserError: docs.json has errors that leave no site.
    """
    root = site_folder(arguments.site)
    findings = Findings(root)
    try:
        site = load_site(
            root,
            findings.report,
            suffixes=page_suffixes(root),
            remote=arguments.remote,
            keep_going=arguments.keep_going or TWO_KINDS,
        )
    except DocsNavError as error:
        findings.complete(error)
        sys.stderr.writelines(f"{line}\n" for line in findings.lines())
        msg = f"{findings.summary()} in {CONFIG_NAME}; there is no tree to show"
        raise UserError(msg, ExitCode.FAULTS) from error
    sys.stderr.writelines(f"{line}\n" for line in findings.lines())
    return site, findings.exit_code(strict=False)


def run_parts(arguments: argparse.Namespace) -> ExitCode:
    """Print the parts of the site, faults to standard error."""
    site, code = site_or_stop(arguments)
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


def names_of_part(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of the divisions in the part that ``--part`` gives.

    :raises UserError: the site has fewer parts.
    """
    number: int = arguments.part[0]
    jobs: int = arguments.part[1]
    site, _ = site_or_stop(arguments)
    parts = divide(site, jobs)
    if number > len(parts):
        msg = f"--part {number}/{jobs}: the site has {len(parts)}; see sphinx-docsnav parts"
        raise UserError(msg)
    return parts[number - 1].names
