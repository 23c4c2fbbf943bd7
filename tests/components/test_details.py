"""``<details>`` of html."""

from __future__ import annotations

from pathlib import Path

import pytest
from rendering import render


@pytest.mark.parametrize(
    "text",
    [
        "<details>\n  <summary>More</summary>\n  Text *here*.\n</details>\n",
        "<details>\n<summary>More</summary>\n\nText *here*.\n</details>\n",
        "<details><summary>More</summary>Text *here*.</details>\n",
    ],
)
def test_a_summary_is_the_title_wherever_the_text_begins(tmp_path: Path, text: str) -> None:
    page = render(tmp_path, text)
    assert "More" in page.tree
    assert "Details" not in page.tree
    assert page.document.astext().split() == ["Fallback", "More", "Text", "here."]
