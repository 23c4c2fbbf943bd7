"""Targets of switches, with the pages in ``docsnav_same_pages``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sphinx.application import Sphinx

from sphinx_docsnav.core.state import SiteState, derive, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation.switch import Switches
from sphinx_docsnav.sitefiles.nearest import Nearest


def switches_of(app: Sphinx) -> Switches:
    """Return where switches of the site lead; made once for a site.

    Faults: ``same_pages``, one per entry of the setting that names no two pages.
    """
    return derive(app, _make_switches)


def _make_switches(app: Sphinx) -> Switches:
    state = state_of(app)
    groups = list(_read_groups(app, state))
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    return Switches(state.site, pairs)


def _read_groups(app: Sphinx, state: SiteState) -> Iterator[list[str]]:
    """Yield the documents that the setting calls the same page."""
    for index, entry in enumerate(app.config.docsnav_same_pages):
        if not isinstance(entry, list | tuple) or not all(isinstance(n, str) for n in entry):
            _complain(
                state, f"docsnav_same_pages[{index}] is not a list of docnames; it is ignored"
            )
            continue
        # An unknown name is reported, the others of its row still belong together.
        yield [name for name in entry if _is_page(app, state, index, name)]


def _is_page(app: Sphinx, state: SiteState, index: int, name: str) -> bool:
    if name in app.env.all_docs:
        return True
    near = Nearest(app.env.all_docs).to(name)
    hint = did_you_mean(near)
    _complain(
        state, f"docsnav_same_pages[{index}]: page '{name}' does not exist; it is ignored", hint
    )
    return False


def _complain(state: SiteState, message: str, hint: str = "") -> None:
    state.report(Fault(FaultKind.SAME_PAGES, Severity.WARNING, message, hint=hint))
