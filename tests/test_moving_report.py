"""``check --report``: what to look at before a site is moved."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from support import MakeSite

from sphinx_docsnav.cli import main
from sphinx_docsnav.cli.moving_report import count_page_words, count_source_words, find_losses


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("---\ntitle: Big news\nicon: x\n---\n\n# Head\n", "Big news Head"),
        ("import X from '/x.mdx'\n\nexport const a = {\n  b: 1\n};\n\nText\n", "Text"),
        ('<Card title="Fast">\n  In **bold** and `co_de`\n</Card>\n', "Fast In bold and co de"),
        ("export const F = () => {\n  const a = 1\n\n  return b\n}\n\nText\n", "Text"),
        ("export const a = 1;\n\n  Text\n", "Text"),
        ('<Visibility for="agents">\n\n```\nnot\n```\n\n</Visibility>\n\nText\n', "Text"),
        ("```js\na() // [!code ++]\n```\n", "a"),
        ("a {/* not */} b {name} <!-- no --> c", "a b c"),
        ("[text](/url/path) https://x.example/y [r][ref]\n\n[ref]: /there\n", "text r"),
        ("1. one\n2. two\n\n> quote &amp; more\n", "one two quote more"),
        ("```python title.py\nprint(1)\n```\n\n```mermaid\ngraph TD\n```\n", "print 1"),
        ("<div style={{ a: 1 }} onClick={() => { b() }}>shown</div>", "shown"),
        ('<Visibility for="agents">not</Visibility> $x^2$ yes', "yes"),
        ("---\n---\ntitle: Two\nicon: x\n---\n\nText\n", "Two Text"),
        ("- [x] done[^no-te]\n\n[^no-te]: note\n\n- ```ts\n  code\n  ```\n", "done note code"),
        ("```one``` two\n\n```\nthree\n```\n", "one two three"),
        ("`<tag>` and \\{brace\\}", "tag and brace"),
        ('<Box data={{"a":{"b":{"c":{"d":"x > y"}}}}} to="no">shown</Box> {z', "shown z"),
        ('<Box a={{"b": "} `no` <style>"}}>`{`, `shown` {"no"}</Box>\n\n<_Part />\n', "shown"),
        ('[text](https://x.example/{no}/no) "{no}" {/* " */} yes\n', "text yes"),
    ],
)  # fmt: skip
def test_the_words_of_a_source_are_those_that_readers_see(source: str, words: str) -> None:
    assert count_source_words(source) == Counter(words.split())


def test_words_of_a_page_may_be_in_several_elements_or_in_attributes() -> None:
    html = '<p>co<em>lour</em> <img alt="Sea view"></p><script>no()</script>'
    words = count_page_words(html)
    assert {"colour", "Sea", "view"} <= words.keys()
    assert "no" not in words


def test_a_page_that_was_not_built_lacks_all_its_words(tmp_path: Path) -> None:
    page = tmp_path / "a.mdx"
    page.write_text("Two words\n", "utf-8")
    (loss,) = find_losses({"a": page}, tmp_path / "out")
    assert loss == ("a", 2, ("Two", "words"))


def test_a_report_names_what_to_look_at(
    make_site: MakeSite, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_site(
        {"pages": ["index", "gone"]},
        {
            "index.mdx": "# Home\n\nAll here, see [x](/nowhere).\n\n<style>lost words</style>\n",
            "alone.mdx": "# Alone\n",
        },
    )
    code = main(["check", str(root), "--report"])
    text = capsys.readouterr().out
    assert code == 0
    assert "1 page is in the navigation; specifications gave 0 pages." in text
    assert "1 entry of docs.json without a page:" in text
    assert "/alone\n" in text
    assert "6 of 6 words of 2 pages were found (100.00 %)." in text
    messages = text.partition("Messages of the build\n")[2].partition("\n\n")[0]
    counts = [line.split()[0] for line in messages.splitlines() if "first:" not in line]
    assert counts == ["1", "1", "1"], messages
    assert "1  A link points to no page, file or redirect of the site\n" in messages
    assert not (root / "_build").exists()
