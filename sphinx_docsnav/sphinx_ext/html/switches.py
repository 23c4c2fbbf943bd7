"""Where switches lead, with the pages that ``docsnav_same_pages`` names by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.switch import Switches
from sphinx_docsnav.sitefiles.nearest import Nearest
from sphinx_docsnav.sphinx_ext.build.state import State, state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_switches: WeakKeyDictionary[Site, Switches] = WeakKeyDictionary()


def switches_of(app: Sphinx) -> Switches:
    """Return where switches of the site lead; made once for a site.

    Faults: ``same_pages``, one per entry of the setting that names no two pages.
    """
    state = state_of(app)
    if state.site not in _switches:
        groups = list(_groups(app, state))
        pairs = [pair for group in groups for pair in combinations(group, 2)]
        _switches[state.site] = Switches(state.site, pairs)
    return _switches[state.site]


def _groups(app: Sphinx, state: State) -> Iterator[list[str]]:
    """Yield the documents that the setting calls the same page."""
    for index, entry in enumerate(app.config.docsnav_same_pages):
        if not isinstance(entry, list | tuple) or not all(isinstance(n, str) for n in entry):
            _complain(state, f"docsnav_same_pages[{index}] is no list of docnames, left out")
            continue
        yield [name for name in entry if _is_page(app, state, index, name)]


def _is_page(app: Sphinx, state: State, index: int, name: str) -> bool:
    if name in app.env.all_docs:
        return True
    near = Nearest(app.env.all_docs).to(name)
    hint = f"did you mean '{near}'?" if near else ""
    _complain(state, f"docsnav_same_pages[{index}]: page '{name}' is not a page, left out", hint)
    return False


def _complain(state: State, message: str, hint: str = "") -> None:
    state.report(Fault(FaultKind.SAME_PAGES, Severity.WARNING, message, hint=hint))
