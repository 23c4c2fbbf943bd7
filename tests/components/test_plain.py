"""Components in docutils' own nodes, for every format but HTML."""

from __future__ import annotations

import pytest
from building import Project

from sphinx_docsnav.rendering.renderer import render_plain_text


def text_of(project: Project, page: str, builder: str = "text") -> str:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": f"---\ntitle: T\n---\n\n{page}",
            "day.png": "",
            "night.png": "",
        }
    )
    assert project.build(builder).warnings == ""
    (made,) = (project.root / "out" / builder).glob("index.txt" if builder == "text" else "*.tex")
    return made.read_text("utf-8")


def test_steps_have_the_numbers_of_their_author(project: Project) -> None:
    page = '<Steps><Step title="a" /><Step title="b" stepNumber={7} /><Step title="c" /></Steps>\n'
    lines = [line for line in text_of(project, page).splitlines() if "**" in line]
    assert lines == ["1. **a**", "7. **b**", "8. **c**"]


def test_a_card_does_not_ask_to_follow_its_link(project: Project) -> None:
    text = text_of(project, '<Card title="Home" href="/index" cta="Read on">Words</Card>\n')
    assert "Words" in text
    assert "Read on" not in text


def test_an_update_says_its_description_and_its_date(project: Project) -> None:
    page = '<Update label="May" description="1.2" date="2031-05-04" tags={["Pots"]}>Text</Update>\n'
    assert "**May - 1.2 - 2031-05-04 - Pots**" in text_of(project, page)


def test_badges_beside_each_other_stay_apart(project: Project) -> None:
    badges = "<Badge>one</Badge> <Badge>two</Badge>"
    text = text_of(project, f"{badges}\n\n<Card>\n  {badges}\n</Card>\n")
    assert text.count("one two") == 2


def test_a_field_says_its_facts_apart_from_its_name(project: Project) -> None:
    page = '<ResponseField name="a" type="string" required pre={["new"]}>Text</ResponseField>\n'
    assert '"a" *new, string, required*' in text_of(project, page)


def test_what_says_nothing_without_an_attribute_is_reported(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": "<ParamField>a</ParamField>\n\n<ResponseField>b</ResponseField>\n\n"
            "<Tooltip>c</Tooltip>\n",
        }
    )
    expected = (
        (
            "1:1: WARNING: <ParamField>: expected the name of the field in 'path', 'query', "
            "'header', 'body' or 'cookie'; shown without a name"
        ),
        (
            "3:1: WARNING: <ResponseField>: expected the name of the field in 'name'; shown "
            "without a name"
        ),
        "5:1: WARNING: <Tooltip>: expected the explanation in 'tip'; shown as usual text",
    )
    found = project.build("text").warnings.splitlines()
    assert found == [f"index.mdx:{line} [docsnav.component_property]" for line in expected]


def test_a_heading_without_words_shows_no_generated_id(project: Project) -> None:
    night = '<img className="hidden dark:block" src="/night.png" alt="by night" />'
    page = f'One.\n\n##\n\nTwo.\n\n## <Icon icon="rocket" />\n\nThree.\n\n## {night}\n\nFour.\n'
    text = text_of(project, page)
    assert text.splitlines().count("\u2026") == 2
    assert "by-night" in text.splitlines()
    assert "docsnav-" not in text


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_paper_has_the_picture_for_light_pages(project: Project, builder: str) -> None:
    page = (
        '<img className="block dark:hidden" src="/day.png" alt="by day" />\n'
        '<img className="hidden dark:block" src="/night.png" alt="by night" />\n\n'
        "![other](/day.png)\n\n"
        '[<img className="hidden dark:block" src="/night.png" alt="by night" />](/index)\n\nEnd.\n'
    )
    text = text_of(project, page, builder)
    assert "day" in text
    assert "night" not in text


@pytest.mark.parametrize("builder", ["latex", "epub"])
@pytest.mark.parametrize("alt", ["", "Deploy"])
def test_a_linked_picture_of_another_site_is_words_on_paper(
    project: Project, builder: str, alt: str
) -> None:
    page = f"[![{alt}](https://other.example/button.svg)](https://other.example/deploy)\n"
    index = f"---\ntitle: T\n---\n\n{page}"
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": index})
    project.build(builder, conf={"version": "1", "copyright": "us"})
    (made,) = project.output(builder).glob("*.tex" if builder == "latex" else "index.xhtml")
    text = made.read_text("utf-8")
    assert "other.example/deploy" in text
    assert (alt or "button.svg") in text


def test_words_of_a_button_and_of_a_picture_and_the_address_of_a_video_are_kept(
    project: Project,
) -> None:
    page = (
        "<button>Press</button> here\n\n"
        '<label>Size<input value="4" /></label><button>Go</button>on\n\n'
        '<picture><source srcSet="/night.png" /><img src="/day.png" alt="Day" /></picture>\n\n'
        '<video controls><source src="https://example.com/a.mp4" />No video.</video>\n'
    )
    text = text_of(project, page)
    assert "Press here" in text
    assert "Size 4 Go on" in text
    assert "Day" in text
    assert "https://example.com/a.mp4" in text
    assert "No video" not in text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<p>Creates <b>a</b> `<b>`<br/>thing.</p>", " Creates a <b> thing. "),
        ('See <a href="x">*this*</a><!-- why -->, <id> or a < b', "See this , <id> or a < b"),
    ],
)
def test_a_description_for_machines_has_no_tags(text: str, plain: str) -> None:
    assert render_plain_text(text, html=True) == plain
