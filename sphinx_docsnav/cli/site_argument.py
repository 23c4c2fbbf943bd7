"""The SITE and OUT of a command line, checked before anything is read or written."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsnav.cli.console import UserError

CONFIG_NAME = "docs.json"


def site_folder(text: str) -> Path:
    """Return the folder of the site that *text* names, absolute.

    :param text: a folder that contains a docs.json, or the path of that docs.json.
    :raises UserError: the folder does not exist, or contains no docs.json.
    """
    text = text or "."
    named = Path(text)
    root = (named.parent if named.name == CONFIG_NAME and not named.is_dir() else named).absolute()
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "does not exist"
        msg = f"{text} {what}; SITE is the folder that contains {CONFIG_NAME}"
        raise UserError(msg)
    if not (root / CONFIG_NAME).exists():
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
