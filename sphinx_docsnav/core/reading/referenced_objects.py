"""Pages that refer to labels, terms, functions and other objects of Sphinx's domains.

A page shows the title of the heading that ``:ref:`` names, and links to where a function is
described now. Sphinx writes a page again when the page itself has changed, and not when such an
object has, so that the page of an incremental build differs from that of a clean one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from sphinx.environment import BuildEnvironment

from sphinx_docsnav.sitefiles.write import digest

_SEPARATORS = re.compile(r"[.:\s]+")
"""What stands between the parts of a name, as in ``module.function`` and ``ns::function``."""


def make_object_key(name: str) -> str:
    """Return the last part of the name of an object, in lower case and without parameters.

    Domains complete a target with the module or the class around it, so that the last part is all
    that a reference has in common with its object. Several objects may have the same key.
    """
    return _SEPARATORS.split(name.partition("(")[0].strip().casefold())[-1]


def digest_objects(env: BuildEnvironment, keys: AbstractSet[str]) -> dict[str, str]:
    """Return a digest of the objects that each of *keys* stands for, the number of which may be 0.

    The numbers of sections and figures belong to it, as ``:numref:`` shows them.
    """
    if not keys:
        return {}
    matches: dict[str, list[object]] = {key: [] for key in keys}
    for name, docname, values in _list_objects(env):
        key = make_object_key(name)
        if key in matches:
            # Any number in the document counts: which one a reference shows is not known here.
            numbers = env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname)
            matches[key].append((name, docname, values, numbers))
    return {key: digest(sorted(map(repr, objects))) for key, objects in matches.items()}


def _list_objects(env: BuildEnvironment) -> Iterator[tuple[str, str, object]]:
    """Yield the name of each object, its document, and what a reference to it shows or leads to."""
    for domain in env.domains.values():
        for name, text, kind, docname, anchor, _priority in domain.get_objects():
            if kind != "doc":  # the titles of documents are compared with those of links
                yield name, docname, (domain.name, kind, text, anchor)
    # Two domains have objects that are not in the inventory of a project.
    for label, (docname, number) in env.domains.math_domain.equations.items():
        yield label, docname, number
    for label, (docname, anchor, _line) in env.domains.citation_domain.citations.items():
        yield label, docname, anchor
