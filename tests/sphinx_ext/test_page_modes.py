"""``mode`` of front matter."""

from __future__ import annotations

import importlib.util

import pytest
from sphinx_ext.building import Project

THEMES = ("furo", "alabaster", "pydata_sphinx_theme")
TEXT = "---\ntitle: T\n{mode}---\n\n## Heading of the page\n\n## Another one\n"


@pytest.mark.parametrize("theme", THEMES)
def test_a_wide_page_has_no_list_of_its_headings(project: Project, theme: str) -> None:
    if importlib.util.find_spec(theme) is None:
        pytest.skip(f"{theme} is not installed")
    modes = ("wide", "center", "custom", "frame")
    names = ["plain", *modes]
    listed = '", "'.join(names)
    pages = {f"{mode}.mdx": TEXT.format(mode=f"mode: {mode}\n") for mode in modes}
    project.write(
        {
            "docs.json": f'{{"navigation": {{"pages": ["{listed}"]}}}}',
            "plain.mdx": TEXT.format(mode=""),
            **pages,
        }
    )
    conf = {"html_theme": theme, "html_sidebars": {"**": ["localtoc.html"]}}
    result = project.build("html", conf=conf if theme == "alabaster" else {"html_theme": theme})
    assert result.warnings == ""
    html = {
        name: (project.root / "out" / "html" / f"{name}.html").read_text("utf-8") for name in names
    }
    links = {name: text.count('href="#heading-of-the-page"') for name, text in html.items()}
    own = links["wide"]  # the heading's link to itself
    assert links == {"plain": own + 1, **dict.fromkeys(modes, own)}
