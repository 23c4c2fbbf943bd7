"""The SITE and OUT of a command line, checked before anything is read or written."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsnav.cli.console import UserError

CONFIG_NAME = "docs.json"


def site_folder(text: str) -> Path:
    """Return the folder of the site that *text* names, absolute.

    :param text: a folder with a docs.json in it, or the path of that docs.json.
    :raises UserError: there is no such folder, or no docs.json in it.
    """
    text = text or "."
    named = Path(text)
    root = (named.parent if named.name == CONFIG_NAME and not named.is_dir() else named).absolute()
    if not root.is_dir():
        what = "is no folder" if root.exists() else "does not exist"
        msg = f"{text} {what}; SITE is the folder that has a {CONFIG_NAME} in it"
        raise UserError(msg)
    if not (root / CONFIG_NAME).exists():
        raise UserError(_no_config(root, text))
    return root


def _no_config(root: Path, text: str) -> str:
    if (root / "mint.json").exists():
        return (
            f"{text} has a mint.json, the older format, and no {CONFIG_NAME}; "
            "convert it with 'npx mint upgrade'"
        )
    below = sorted(root.glob(f"*/{CONFIG_NAME}")) + sorted(root.glob(f"*/*/{CONFIG_NAME}"))
    hint = f"; did you mean {Path(text) / below[0].parent.relative_to(root)}?" if below else ""
    return f"there is no {CONFIG_NAME} in {text}{hint}"


def out_folder(text: str, root: Path) -> Path:
    """Return the folder that *text* names for what is built, absolute.

    :param root: the site's folder; OUT may be inside it, not around it, so that no page of
        the output can land on a source file.
    :raises UserError: it is or holds the site, or it is a file.
    """
    out = Path(text).absolute()
    if root.resolve().is_relative_to(out.resolve()):
        msg = f"{text} holds the site itself; what is built needs a folder of its own"
        raise UserError(msg)
    if out.exists() and not out.is_dir():
        msg = f"{text} is a file; what is built needs a folder"
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
