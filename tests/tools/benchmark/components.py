"""Count the components that the pages of sites use, and how each is rendered.

Run in the folder ``tests``, with folders that contain a ``docs.json``::

    python -m tools.benchmark.components SITE [SITE …] [--every 20]

It prints how often each name is used and on how many sites, by its kind: a component of this
package (``rendered``), another name of one (``aliased``), defined or imported by the page
(``own``), or unknown. A message should name an unknown component once per page (``named``); one
without a message (``silent``) is a defect.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from site_pages import SitePage, unknown_components

from sphinx_docsnav.components import make_builtin_registry

PLAIN = frozenset({"Snippet", "Fragment", "React.Fragment", "Link"})
"""Names that mean an element of HTML, or none."""
KINDS = ("rendered", "aliased", "own", "named", "silent")


def count_components(page: SitePage) -> dict[tuple[str, str], int]:
    """Return how often *page* uses each component, by its name and kind."""
    registry = make_builtin_registry()
    _document, host = page.render()
    messages = unknown_components(host, page.path)
    counts = {}
    for name, count in page.components().items():
        component = registry.find(name)
        if name.partition(".")[0] in page.own_names:
            kind = "own"
        elif component is not None:
            kind = "rendered" if component.name == name else "aliased"
        elif name in PLAIN:
            kind = "rendered"
        else:
            kind = "named" if messages[name] == 1 else "silent"
        counts[name, kind] = count
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="look at one page in so many")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    sites: defaultdict[tuple[str, str], set[Path]] = defaultdict(set)
    pages = 0
    for site in options.sites:
        paths = sorted(path for end in ("mdx", "md") for path in site.rglob(f"*.{end}"))
        for path in paths[:: options.every]:
            pages += 1
            for key, count in count_components(SitePage(site, path)).items():
                counts[key] += count
                sites[key].add(site)
    print(f"{'component':<28} {'kind':<9} {'uses':>7} {'sites':>5}")
    for (name, kind), count in counts.most_common():
        print(f"{name:<28} {kind:<9} {count:>7} {len(sites[name, kind]):>5}")
    print(f"\n{pages} pages of {len(options.sites)} sites, {counts.total()} uses:")
    for kind in KINDS:
        uses = sum(count for (_name, counted), count in counts.items() if counted == kind)
        names = sum(counted == kind for _name, counted in counts)
        print(f"{kind:<9} {names:>5} names {uses:>7} uses {uses / max(counts.total(), 1):8.3%}")


if __name__ == "__main__":
    main()
