"""The page of the documentation that shows every component in every state."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.components import Props, make_builtin_registry

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "components" / "states.mdx"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("states"),
    pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is not here"),
]

CONF = """
import sys
sys.path.insert(0, "_ext")
extensions = ["sphinx_docsnav", "component_states"]
html_static_path = ["_static"]
html_css_files = ["examples.css"]
html_theme = "furo"
"""
HEIGHTS = """() => {
  const found = {};
  for (const box of document.querySelectorAll(".docsnav-state")) {
    for (const name of box.classList) {
      if (!name.startsWith("docsnav-state-of-")) continue;
      found[name.slice(17)] = box.lastElementChild.getBoundingClientRect().height;
    }
  }
  return found;
}"""
"""The height of the last box of each component."""
MODES = ("mode=light", "mode=dark", "mode=light&dir=rtl", "mode=dark&dir=rtl")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, processes: SphinxProcesses) -> Path:
    """Build the page alone, with what it needs of the documentation."""
    root = tmp_path_factory.mktemp("states")
    pages = ["components/states", "elements/pages"]
    for folder in ("_ext", "_static"):
        shutil.copytree(DOCS / folder, root / folder)
    for page in (*pages, "elements/tabs", "elements/groups", "elements/menu", "elements/anchors"):
        path = root / f"{page}.mdx"
        path.parent.mkdir(exist_ok=True)
        path.write_text("---\ntitle: Page\n---\n", "utf-8")
    shutil.copy(PAGE, root / "components")
    (root / "conf.py").write_text(CONF, "utf-8")
    navigation = {"pages": pages}
    (root / "docs.json").write_text(json.dumps({"navigation": navigation}), "utf-8")
    done = processes.run("-q", ".", "out", cwd=root)
    assert done.returncode == 0, done.stderr
    return root / "out" / "components" / "states.html"


@pytest.fixture
def states(chromium: Browser, built: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open the page in one mode and direction."""
    page = chromium.new_page(viewport={"width": 380, "height": 800})
    page.goto(f"{built.as_uri()}?{request.param}")
    yield page
    page.close()


def props_by_class() -> dict[type[Props], set[str]]:
    """Return the names of the components by the class of their properties."""
    found: dict[type[Props], set[str]] = {}
    for name, kind in make_builtin_registry().types.items():
        found.setdefault(kind.props, set()).add(name)
    return found


def test_every_component_and_every_attribute_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    tags = re.findall(r"<([A-Z][\w.]*)((?:\s(?:[^>{]|\{[^}]*\})*)?)/?>", text)
    missing = {name for names in props_by_class().values() for name in names} - {
        name for name, _attributes in tags
    }
    for props, names in props_by_class().items():
        written = " ".join(attributes for name, attributes in tags if name in names)
        for alias in (field.alias for field in props.model_fields.values()):
            if not re.search(rf"\b{alias}\b", written):
                missing.add(f"{min(names)} {alias}")
    assert missing == set()


@pytest.mark.parametrize("states", MODES, indirect=True)
def test_every_component_shows_something_and_fits_a_phone(states: Page) -> None:
    boxes: dict[str, float] = states.evaluate(HEIGHTS)
    assert make_builtin_registry().types.keys() - boxes.keys() == set()
    assert [name for name, height in boxes.items() if height < 20] == []
    assert states.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("states", MODES[2:], indirect=True)
def test_the_page_is_mirrored(states: Page) -> None:
    assert states.evaluate("getComputedStyle(document.querySelector('article')).direction") == "rtl"


MOVING = """() => {
  const zoom = document.body.appendChild(document.createElement("dialog"));
  zoom.className = "docsnav-zoom";  // what a click on a picture opens
  zoom.show();
  const moving = new Set();
  for (const element of document.querySelectorAll("[class*=docsnav], [class*=docsnav] summary")) {
    for (const part of ["", "::before", "::after"]) {
      const style = getComputedStyle(element, part);
      const animated = style.animationName === "none" ? "0s" : style.animationDuration;
      if (/[1-9]/.test(`${style.transitionDuration} ${animated}`)) moving.add(element.className);
    }
  }
  zoom.remove();
  return [...moving];
}"""
"""The classes of our elements that move, or change a colour slowly."""


@pytest.mark.parametrize("states", MODES[:1], indirect=True)
def test_every_movement_stops_where_readers_want_none(states: Page) -> None:
    states.emulate_media(reduced_motion="no-preference")
    assert {"docsnav-zoom", "docsnav-line"} <= set(" ".join(states.evaluate(MOVING)).split())
    states.emulate_media(reduced_motion="reduce")
    assert states.evaluate(MOVING) == []


@pytest.mark.parametrize("states", MODES[:1], indirect=True)
def test_a_button_opens_and_closes_a_long_group(states: Page) -> None:
    group = states.locator("[data-docsnav-expand]")
    button = group.get_by_role("button", name="Show all")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(group.locator("details[open]")).to_have_count(4)
    expect(button).to_have_attribute("aria-expanded", "true")
    button.click()
    expect(group.locator("details[open]")).to_have_count(0)
