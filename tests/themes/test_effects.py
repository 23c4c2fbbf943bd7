"""Every field of docs.json that changes what is around the text of a page, in every theme."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from themes.conftest import Build, Built
from themes.test_matrix import THEMES

from sphinx_docsnav.themes.adapter_registry import find_adapter_class

DOCS = {
    "name": "Docs",
    "appearance": {"default": "dark", "strict": True},
    "background": {
        "color": {"light": "#fdfdfc", "dark": "#0b0b0c"},
        "image": "/back.svg",
        "decoration": "windows",
    },
    "banner": {"content": "News", "color": {"light": "#ffeeaa", "dark": "#332200"}},
    "contextual": {"options": ["claude", {"title": "Ask us", "href": "https://example.org/ask"}]},
    "errors": {"404": {"title": "Lost", "description": "Nothing here."}},
    "favicon": {"light": "/day.svg", "dark": "/night.svg"},
    "feedback": {"thumbsRating": True, "raiseIssue": True},
    "fonts": {"family": "Own Font", "source": "/own.woff2"},
    "footer": {
        "links": [{"header": "Company", "items": [{"label": "Us", "href": "https://e.org"}]}]
    },
    "integrations": {"ga4": {"measurementId": "G-1"}},
    "logo": {"light": "/day.svg", "dark": "/night.svg", "href": "https://example.org/home"},
    "metadata": {"timestamp": True},
    "navbar": {
        "primary": {"type": "button", "label": "Start", "href": "https://example.org/start"}
    },
    "navigation": {"pages": ["index", "guide", "guides/one", "changes"]},
    "search": {"prompt": "Ask the manual"},
    "seo": {
        "metatags": {"og:site_name": "Every page"},
        "organization": {"name": "Publisher"},
        "paths": [{"path": "guides", "metatags": {"audience": "Readers of guides"}}],
    },
    "styling": {"codeblocks": {"theme": {"light": "xcode", "dark": "dracula"}}},
    "thumbnails": {"appearance": "dark"},
}
PAGE = """---
title: One
lastUpdatedDate: 2021-03-04
createdDate: 2020-01-02
authors: [{name: Ann Author}]
related: [/changes]
---

```python
print("x")
```
"""
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' data-name='{}'/>"
FILES = {
    "docs.json": json.dumps(DOCS),
    "guides/one.mdx": PAGE,
    "changes.mdx": "---\nrss: true\n---\n\n# Changes\n\n<Update label='2024-05-06'>New</Update>\n",
    "own.woff2": "wOF2\0\1\0\0",
    **{f"{name}.svg": SVG.format(name) for name in ("back", "day", "night")},
}
SETTINGS = """
extensions.append("sphinx_docsnav")
docsnav_edit_url = "https://github.com/o/r/edit/main/{path}"
docsnav_script = "own.js"
docsnav_markdown = True
docsnav_page_actions = ["claude", {"title": "Ask us", "href": "https://example.org/ask"}]
html_baseurl = "https://docs.example.org/"
"""
PATTERNS = {
    "appearance.default": r'localStorage\.setItem\(k,"',
    "banner": "News",
    "contextual.options": r'href="https://claude\.ai/new\?q=[^"]*docs\.example\.org',
    "contextual.options of the site": 'href="https://example.org/ask"',
    "createdDate": r'article:published_time"[^>]*2020-01-02|2020-01-02"[^>]*article:published_time',
    "authors": "Ann Author",
    "docsnav_markdown": 'rel="alternate" type="text/markdown"',
    "favicon.dark": r"<link [^>]*prefers-color-scheme: ?dark[^>]*icon|icon[^>]*scheme: ?dark",
    "feedback.raiseIssue": "https://github.com/o/r/issues/new",
    "feedback.thumbsRating": "data-docsnav-feedback",
    "footer": "Company",
    "html_baseurl": '<link [^>]*rel="?canonical',
    "integrations": "G-1",
    "lastUpdatedDate": r'<time datetime="2021-03-04">',
    "logo.href": 'href="https://example.org/home"',
    "navbar": 'href="https://example.org/start"',
    "related": "docsnav-related",
    "search.prompt": "Ask the manual",
    "seo.metatags": "Every page",
    "seo.organization": 'application/ld\\+json">.*Publisher',
    "seo.paths": "Readers of guides",
    "thumbnails": "https://docs.example.org/_static/docsnav-thumbnails/",
}
"""What a page has of each field."""
STYLES = {
    "background.color.dark": "#0b0b0c",
    "background.color.light": "#fdfdfc",
    "background.decoration": "conic-gradient",
    "background.image": r"background-image:[^}]*url\(",
    "fonts": r"@font-face\{font-family:\"Own Font\"",
    "styling.codeblocks, dark": "(?i)#282a36",
    "styling.codeblocks, light": "(?i)#a90d91",
}
"""What its style sheets have of each field."""
IN_DARK_MODE = {"background.color.dark", "styling.codeblocks, dark"}


def missing(built: Built, name: str) -> set[str]:
    """Return the fields that have left nothing in a page."""
    path = built.out / name
    page, styles = path.read_text("utf-8"), ""
    for url in re.findall(r'<link[^>]*href="([^"]+\.css[^"]*)"', page):
        file = path.parent / urldefrag(url)[0].partition("?")[0]
        styles += file.read_text("utf-8") if file.is_file() else ""
    return {
        *(field for field, pattern in PATTERNS.items() if not re.search(pattern, page)),
        *(field for field, pattern in STYLES.items() if not re.search(pattern, styles)),
    }


@pytest.mark.parametrize("builder", ["html", pytest.param("dirhtml", marks=pytest.mark.on_demand)])
@pytest.mark.parametrize("theme", THEMES)
def test_each_field_has_its_effect_in_each_theme(build: Build, theme: str, builder: str) -> None:
    built = build(theme, "plain", builder=builder, settings=SETTINGS, files=tuple(FILES.items()))
    assert built.warnings == ""
    has_dark_mode = find_adapter_class([theme]).modes is not None
    expected = set() if has_dark_mode else {"appearance.default", *IN_DARK_MODE}
    if find_adapter_class([theme])({}).one_mode({}):
        expected |= {"appearance.default"}  # Immaterial without its option 'palette'
    end = ".html" if builder == "html" else "/index.html"
    assert missing(built, f"guides/one{end}") == expected
    lost = (built.out / "404.html").read_text("utf-8")
    assert "Lost" in lost
    assert "Nothing here." in lost
    feed = next(Path(built.out).rglob("rss.xml"))
    assert "2024-05-06" in feed.read_text("utf-8")
    assert 'type="application/atom+xml"' in (built.out / f"changes{end}").read_text("utf-8")
