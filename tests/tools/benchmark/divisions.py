"""Measure the switches of a site with many languages and versions: time, and bytes of a page.

Run in the folder ``tests``::

    python -m tools.benchmark.divisions --languages 5 --versions 20 --entries 250

It prints how long it takes to find every target, which is the page in each other version and
language for each page, and how many bytes each additional version adds to a page, with and without
its switches: only the switches should grow.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.location import locate
from sphinx_docsnav.navigation.resolution import resolve
from sphinx_docsnav.navigation.switch import SWITCHED, Switches, SwitchRule
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.openapi import Specifications

LANGUAGES = ("en", "fr", "de", "ja", "ar", "es", "it", "ko", "he", "zh", "pt-BR", "ru")
GROUP = 25
"""Pages of a group."""
SWITCH = re.compile(r'<nav class="docsnav-switch .*?</nav>', re.DOTALL)


def make_navigation(languages: int, versions: int, entries: int) -> dict[str, object]:
    """Return a navigation of *entries* pages for each version of each language."""
    return {"languages": [_language(code, versions, entries) for code in LANGUAGES[:languages]]}


def _language(code: str, versions: int, entries: int) -> dict[str, object]:
    prefix = "" if code == "en" else f"{code}/"
    numbers = range(versions, 0, -1)
    return {"language": code, "versions": [_version(prefix, n, entries) for n in numbers]}


def _version(prefix: str, number: int, entries: int) -> dict[str, object]:
    names = [f"{prefix}v{number}/part{n // GROUP}/page{n}" for n in range(entries)]
    groups = [
        {"group": f"Part {start // GROUP}", "pages": names[start : start + GROUP]}
        for start in range(0, entries, GROUP)
    ]
    return {"version": f"v{number}", "groups": groups}


def list_pages(value: object) -> Iterator[str]:
    """Yield the page paths in a navigation."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name in ("languages", "versions", "groups", "pages"):
                yield from list_pages(item)
    elif isinstance(value, list):
        for item in value:
            yield from list_pages(item)
    elif isinstance(value, str):
        yield value


def locate_site(folder: Path, value: dict[str, object]) -> Site:
    """Return the site of a navigation of which every page exists."""
    path = folder / "docs.json"
    path.write_text(json.dumps({"name": "B", "navigation": value}), "utf-8")
    faults: list[object] = []
    docs = read_docs_json(path, faults.append)
    specs = Specifications(folder, faults.append, files=(), remote=False, cache=folder / "cache")
    site = locate(resolve(docs, specs, faults.append), set(list_pages(value)), faults.append)
    if faults:
        raise SystemExit(str(faults[0]))
    return site


def time_targets(site: Site) -> tuple[float, Counter[SwitchRule]]:
    """Return the processor seconds that all targets take, and how many each rule found."""
    targets: Counter[SwitchRule] = Counter()
    start = time.process_time()
    switches = Switches(site)
    for docname, place in site.listed.items():
        for parent in (site.root, *place.chain):
            for element in parent.children:
                if isinstance(element, Element) and element.kind in SWITCHED:
                    target = None if element in place.chain else switches.target(docname, element)
                    if target is not None:
                        targets[target.rule] += 1
    return time.process_time() - start, targets


def measure_page(folder: Path, languages: int, versions: int, theme: str) -> tuple[int, int]:
    """Build a small site; return the bytes of a page with and without its switches."""
    value = make_navigation(languages, versions, GROUP)
    source = folder / f"source-{versions}"
    for name in list_pages(value):
        path = source / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Title\n=====\n\nText.\n", "utf-8")
    (source / "docs.json").write_text(json.dumps({"name": "B", "navigation": value}), "utf-8")
    out = folder / f"out-{versions}"
    settings = ["-D", "extensions=sphinx_docsnav", "-D", f"html_theme={theme}"]
    command = [sys.executable, "-m", "sphinx", "-q", "-C", *settings, str(source), str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page = (out / "v1" / "part0" / "page3.html").read_text("utf-8")
    return len(page.encode()), len(SWITCH.sub("", page).encode())


def main() -> None:
    """Print the time for all targets, and the bytes that a version adds to a page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--languages", type=int, default=5, help="languages of the site")
    parser.add_argument("--versions", type=int, default=20, help="versions of each language")
    parser.add_argument("--entries", type=int, default=250, help="entries of each version")
    parser.add_argument("--rounds", type=int, default=3, help="how often targets are found")
    parser.add_argument("--theme", default="alabaster", help="any installed theme")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = locate_site(
            folder, make_navigation(options.languages, options.versions, options.entries)
        )
        for _ in range(options.rounds):
            seconds, targets = time_targets(site)
            rules = ", ".join(f"{rule.name.lower()} {count:,}" for rule, count in targets.items())
            count = f"{len(site.listed):,} entries: {targets.total():,} targets"
            print(f"{count} in {seconds:.2f} s ({rules})", flush=True)
        few, many = 2, options.versions
        small, large = (
            measure_page(folder, options.languages, n, options.theme) for n in (few, many)
        )
    each = (large[0] - small[0]) / (many - few)
    rest = large[1] - small[1]
    print(f"{options.theme}: each version adds {each:.0f} bytes to a page, in its switches")
    print(
        f"without switches a page has {small[1]:,} bytes with {few} versions, {rest:+} with {many}"
    )


if __name__ == "__main__":
    main()
