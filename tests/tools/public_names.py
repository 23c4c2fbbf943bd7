"""Compare the public names of the package with those recorded for the last release.

It reads the source without importing it::

    python tests/tools/public_names.py [--write]

Each line of ``docs/reference/public-names.txt`` is a public name with its signature. The command
prints the names that have gone or whose signature has changed, and ends with 1 then. A change of
one belongs into the changelog, see docs/reference/public-names.rst. To add a name, add a line with
the name alone; ``--write`` writes the signatures.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "reference" / "public-names.txt"
PACKAGES = ("sphinx_docsnav.mdx", "sphinx_docsnav.navigation", "sphinx_docsnav.openapi")
"""The packages whose ``__all__`` is public as a whole."""
NO_NAME = re.compile(r"[^\w.]")
"""The end of the dotted path at the beginning of a line."""


def read_record(record: Path) -> list[str]:
    """Return the lines of *record*, without comments and empty lines."""
    lines = record.read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def describe_name(package: griffe.Object | griffe.Alias, path: str) -> str | None:
    """Return *path* with the signature or type of what it names; ``None`` if nothing has this name.

    :param path: a dotted path from ``sphinx_docsnav`` on.
    """
    constructs = path.endswith(".__init__")
    try:
        named = package[path.removesuffix(".__init__").partition(".")[2]]
        if named.is_alias:
            named = named.final_target
    except (KeyError, griffe.AliasResolutionError):
        return None
    if named.is_class:
        # Only a constructor with a line of its own is public: other objects are returned to users.
        return f"{path}({_list_parameters(named.parameters)})" if constructs else path
    if named.is_function:
        return f"{path}({_list_parameters(named.parameters)}) -> {named.returns or 'None'}"
    return f"{path}: {named.annotation}" if named.annotation else path


def _list_parameters(parameters: griffe.Parameters) -> str:
    """Return *parameters* as they are written in a call of ``def``, without the object itself."""
    texts = []
    keyword_only = False
    for parameter in parameters:
        if parameter.name in {"self", "cls"}:
            continue
        if parameter.kind is griffe.ParameterKind.keyword_only and not keyword_only:
            keyword_only = True
            texts.append("*")
        prefix = {
            griffe.ParameterKind.var_positional: "*",
            griffe.ParameterKind.var_keyword: "**",
        }.get(parameter.kind, "")
        keyword_only = keyword_only or prefix == "*"
        annotation = f": {parameter.annotation}" if parameter.annotation else ""
        default = f" = {parameter.default}" if parameter.default and not prefix else ""
        texts.append(f"{prefix}{parameter.name}{annotation}{default}")
    return ", ".join(texts)


def compare_names(package: griffe.Object | griffe.Alias, recorded: list[str]) -> Iterator[str]:
    """Yield a line for each public name that has changed, has gone or is not recorded."""
    paths = set()
    for line in recorded:
        path = NO_NAME.split(line, 1)[0]
        paths.add(path)
        now = describe_name(package, path)
        if now is None:
            yield f"{path}: gone"
        elif now != line:
            yield f"{path}: changed\n  recorded: {line}\n  now:      {now}"
    for name in PACKAGES:
        exports = package[name.partition(".")[2]].exports or []
        yield from (
            f"{name}.{each}: not recorded" for each in exports if f"{name}.{each}" not in paths
        )


def write_record(package: griffe.Object | griffe.Alias, record: Path) -> None:
    """Write the present signature of each name of *record*; a name that has gone stays."""
    lines = record.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        path = NO_NAME.split(line, 1)[0]
        lines[number] = (describe_name(package, path) if path else None) or line
    record.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> int:
    """Run the command, and return its exit status."""
    parser = argparse.ArgumentParser(description="Compare the public names with the recorded ones.")
    parser.add_argument("--write", action="store_true", help="record the names as they are now")
    arguments = parser.parse_args()
    package = griffe.load("sphinx_docsnav", search_paths=[ROOT])
    recorded = read_record(RECORD)
    if arguments.write:
        write_record(package, RECORD)
        recorded = read_record(RECORD)
    changes = list(compare_names(package, recorded))
    print("\n".join(changes) if changes else f"{len(recorded)} public names are as recorded")
    if changes:
        print("If this is intended, run it with --write, and add a line to docs/changes.rst.")
    return bool(changes)


if __name__ == "__main__":
    sys.exit(main())
