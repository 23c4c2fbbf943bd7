"""Imports and snippets."""

# ruff: noqa: E501 -- pages of one line each

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import Rendered, render

from sphinx_docsnav.components import Alias, Registry, make_builtin_registry
from sphinx_docsnav.components.cards import CardNode


def site(root: Path, page: str, **files: str) -> Rendered:
    return site_with(make_builtin_registry(), root, page, **files)


def site_with(registry: Registry, root: Path, page: str, **files: str) -> Rendered:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return render(root, page, registry=registry)


def test_a_default_import_shows_the_file_with_properties_and_children(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/snippets/s.mdx'\n\n<S word=\"hi\">\n\nchild\n\n</S>\n",
        snippets__s_dot_mdx="Say {word} to {children}\n\n```bash\necho {word} {other}\n```\n",
    )
    assert page.document.astext() == "Fallback\n\nSay hi to \n\nchild\n\necho hi {other}"
    assert set(page.host.dependencies) == {"snippets/s.mdx"}
    assert page.messages == []


def test_a_property_that_a_page_does_not_give_is_undefined(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/snippets/s.mdx'\n\n<S />\n",
        snippets__s_dot_mdx=(
            "Hi {name ?? 'you'}, {first || last || \"nobody\"}{plan && ' (paid)'}"
            "{plan ? ' yes' : ' no'} {user.name}.\n\n<Card title={title || 'Untitled'} />\n"
        ),
    )
    assert page.first(nodes.paragraph).astext() == "Hi you, nobody no ."
    assert "Untitled" in page.first(CardNode).astext()
    assert page.messages == []


def test_a_snippet_in_a_line_of_text_joins_the_line(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from './snippets/s.mdx'\n\nBefore <S /> after\n",
        snippets__s_dot_mdx="**in**\n",
    )
    assert [node.astext() for node in page.document.findall(nodes.paragraph)] == ["Before in after"]


def test_named_exports_of_mdx_and_jsx_expand_as_templates(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { Hello, n } from '/snippets/c.jsx'\nimport { v } from '/snippets/v.mdx'\n\n"
        '<Hello name="you" />\n\nText {n} {v}\n',
        snippets__c_dot_jsx="export const n = 3;\nexport const Hello = ({ name }) => <Note>Hi {name}</Note>\n",
        snippets__v_dot_mdx="export const v = 'val'\n",
    )
    assert page.first(nodes.note).astext() == "Hi you"
    assert page.document.astext().endswith("Text 3 val")


def test_children_can_be_an_attribute(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "export const code = `x = 1`;\n\nexport const Own = ({ children }) => <b>{children}</b>;\n\n"
        "<CodeBlock language='py' children={code} />\n\n<Own children={code} />\n\n"
        '<Note children="y">z</Note>\n',
    )
    assert page.first(nodes.literal_block).astext() == "x = 1"
    assert page.document.astext().split() == ["Fallback", "x", "=", "1", "x", "=", "1", "z"]
    assert page.messages == []


def test_code_sees_code_and_links_in_the_text_of_its_children(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "export const Words = ({ children }) => {\n"
        "  const text = (node) => typeof node === 'string' ? node : Array.isArray(node)\n"
        "    ? node.map(text).join('') : !node?.props ? ''\n"
        "    : node.type === 'code' ? '<' + text(node.props.children) + '>' : text(node.props.children);\n"
        "  return <code>{text(children)}</code>;\n};\n\n"
        "<Words>\n  Read `x` and [the **page**](https://a.b).\n\n  - item\n</Words>\n",
    )
    assert page.document.astext().split("\n\n")[1] == "Read <x> and the page."
    assert page.messages == []


def test_children_that_are_shown_twice_have_ids_of_their_own(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "export const Twice = ({ children }) => <div>{children}{children}</div>;\n\n"
        "<Twice>\n  ## Title\n\n  <Accordion title='A'>x</Accordion>\n</Twice>\n\n## Title\n",
    )
    ids = [name for node in page.document.findall(nodes.Element) for name in node["ids"]]
    assert sorted(ids) == ["a", "a-copy", "fallback", "title", "title-1", "title-2", "title-copy"]


def test_content_of_a_component_that_shows_nothing_at_first_is_kept(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "export const Case = ({ use, children }) => {\n  const [all, setAll] = useState([]);\n"
        "  useEffect(() => { setAll(location.search.split(',')); }, []);\n"
        "  return all.includes(use) ? <>{children}</> : null;\n};\n\n"
        '<Case use="a">\n  text\n</Case>\n',
    )
    assert page.document.astext().split() == ["Fallback", "text"]
    assert len(page.messages) == 1
    assert "<Case> changes with JavaScript" in page.messages[0]


def test_a_page_says_once_that_it_shows_the_day_of_the_build(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "© {new Date().getFullYear()}\n\n{new Date().getFullYear()}\n\n{new Date(0).getFullYear()}\n",
    )
    assert [text.removeprefix("page.mdx:1: ") for text in page.messages] == [
        "'Date' is the day of the build here, also for who reads the page later [expression]"
    ]
    assert page.document.astext().endswith("1970")


def test_imported_code_sees_the_names_of_the_page(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { C } from '/snippets/c.jsx'\nimport { theme } from '/snippets/theme.jsx'\n\n"
        "export const here = 'page';\n\n<C />\n",
        snippets__c_dot_jsx="const own = 'own';\nexport const here = 'file';\nexport const C = () => <p>{theme.a} {here} {own}</p>\n",
        snippets__theme_dot_jsx="export const theme = { a: 'A' };\n",
    )
    assert page.document.astext().split() == ["Fallback", "A", "file", "own"]
    assert page.messages == []


def test_a_component_with_code_keeps_its_children_and_warns_once(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { C } from '/snippets/c.jsx'\n\n<C>kept</C>\n\n<C>too</C>\n",
        snippets__c_dot_jsx="export const C = ({children}) => {\n  const [a] = React.useState(0)\n  const b = new Worker()\n  return <b>{children}</b>\n}\n",
    )
    assert page.document.astext().count("kept") == 1
    assert len(page.messages) == 1
    assert page.messages == [
        (
            "page.mdx:3: <C> needs JavaScript in line 3 of snippets/c.jsx: 'new Worker()' is not "
            "supported; its content is shown without it [component_unknown]"
        )
    ]
    assert page.host.faults[0].hint == "'docsnav_components' can name a component that replaces <C>"


def test_a_component_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { C } from '/snippets/c.jsx'\n\n<C>kept</C>\n",
        snippets__c_dot_jsx="// A comment\n\nexport const C = () => {\n\n  class A {}\n}\n",
    )
    assert page.messages == [
        (
            "page.mdx:3: <C> needs JavaScript in line 5 of snippets/c.jsx: a class is not "
            "supported; its content is shown without it [component_unknown]"
        )
    ]


def test_hooks_may_be_imported_from_react(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { C } from '/snippets/c.jsx'\n\n<C />\n",
        snippets__c_dot_jsx="import React, { useState } from 'react'\n\n"
        "export const C = () => {\n  const [n] = useState(7)\n  return <><b>{n}</b></>\n}\n",
    )
    assert (page.document.astext().split()[-1], page.messages) == ("7", [])


def test_a_component_with_branches_and_patterns_is_shown(tmp_path: Path) -> None:
    source = """export const Aside = ({ type = 'note', title, children }) => {
  let label;
  if (title) {
    label = title.replace(/["'{(]/g, '');
  } else {
    switch (type) {
      case 'caution':
        label = 'Take care';
        break;
      default:
        label = 'Note';
    }
  }

  const words = label.split(/\\s+/);
  words.pop();
  return <div className={type}><strong>{label} {words.length}</strong>{children}</div>;
};

export const after = 1;
"""
    page = site(
        tmp_path,
        "import { Aside } from '/snippets/aside.jsx'\n\n"
        '<Aside type="caution">one</Aside>\n\n<Aside title="It\'s (so)">two</Aside>\n',
        snippets__aside_dot_jsx=source,
    )
    assert page.messages == []
    assert "Take care 1" in page.document.astext()
    assert "Its so) 1" in page.document.astext()


def test_an_alias_replaces_an_imported_component_and_renames_properties(tmp_path: Path) -> None:
    registry = make_builtin_registry()
    registry.aliases["Aside"] = Alias("Card", {"heading": "title"})
    page = site_with(
        registry,
        tmp_path,
        "import { Aside } from '/snippets/aside.jsx'\n\n"
        '<Aside heading="Mind" title="lost">step</Aside>\n\n{<Aside heading="B" />}\n',
        snippets__aside_dot_jsx="export const Aside = () => { class A {} }\n",
    )
    assert page.messages == []
    cards = list(page.document.findall(CardNode))
    assert [card.astext().split() for card in cards] == [["Mind", "step"], ["B"]]


def test_warnings_in_a_snippet_name_the_snippet(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/snippets/s.mdx'\n\n<S />\n",
        snippets__s_dot_mdx="Text\n\n<Unheard>x</Unheard>\n",
    )
    assert page.messages == [
        (
            "snippets/s.mdx:3: <Unheard> is not a known component; its content is shown without it "
            "[component_unknown]"
        )
    ]
    assert page.document.astext().endswith("x")


def test_a_component_that_only_the_page_imports_has_a_hint(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/snippets/s.mdx'\nimport Inner from '/snippets/inner.mdx'\n\n<S />\n",
        snippets__s_dot_mdx="Text\n\n<Inner>x</Inner>\n",
        snippets__inner_dot_mdx="Inner\n",
    )
    assert [fault.hint for fault in page.host.faults] == [
        "the page has it, but 's.mdx' does not: import it there, too"
    ]


def test_an_import_without_a_file_is_reported_once(tmp_path: Path) -> None:
    page = site(tmp_path, "import Part from '/snippets/part.mdx'\n\n<Part>a</Part>\n\n<Part />\n")

    assert page.messages == [
        (
            "page.mdx:1: import of '/snippets/part.mdx': no such file in the site; "
            "its tags show only their content [import_missing]"
        )
    ]
    assert page.document.astext().endswith("a")


def test_an_image_beside_the_page_is_the_hint_for_one_that_is_missing(tmp_path: Path) -> None:
    page = site(tmp_path, "![](/assets/x.png) ![](/assets/y.png)\n", x_dot_png="x")

    assert [fault.hint for fault in page.host.faults] == ["did you mean '/x.png'?", ""]


def test_members_of_a_component_have_its_parts_as_a_hint(tmp_path: Path) -> None:
    tabs = (
        "<Tabs.Container>\n  <Tabs.List>\n    <Tabs.Trigger value='x'>X</Tabs.Trigger>\n"
        "  </Tabs.List>\n  <Tabs.Content value='x'>\n    **a**\n  </Tabs.Content>\n"
        "</Tabs.Container>\n"
    )
    page = site(tmp_path, f"{tabs}\n<Note.Body>b</Note.Body>\n\n{tabs}")

    # One message for each tag, however often it is used; the text stays in its order.
    assert page.messages == [
        f"page.mdx:{line}: <{tag}> is not a known component; its content is shown without it "
        "[component_unknown]"
        for line, tag in (
            *((3, "Tabs.Trigger"), (2, "Tabs.List"), (5, "Tabs.Content"), (1, "Tabs.Container")),
            (10, "Note.Body"),
        )
    ]
    hints = [fault.hint for fault in page.host.faults]
    assert hints == [*["write <Tabs> and <Tab>"] * 4, "write <Note>"]
    assert page.document.astext().split()[-5:] == ["X", "a", "b", "X", "a"]
    assert [node.astext() for node in page.document.findall(nodes.strong)] == ["a", "a"]


def test_a_snippet_that_shows_itself_is_stopped(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import A from '/snippets/a.mdx'\n\n<A />\n",
        snippets__a_dot_mdx="import B from './b.mdx'\n\nA <B />\n",
        snippets__b_dot_mdx="import A from './a.mdx'\n\nB <A />\n",
    )
    assert page.document.astext().endswith("A B ")
    assert page.messages == [
        "snippets/b.mdx:3: snippet 'a.mdx' includes itself; it is left out here [snippet_cycle]"
    ]


def test_snippets_stay_inside_the_site(tmp_path: Path) -> None:
    (tmp_path / "secret.mdx").write_text("secret")
    root = tmp_path / "site"
    root.mkdir()
    page = render(
        root, "import S from '../secret.mdx'\n\n<S />\n\n<Snippet file=\"../../secret.mdx\" />\n"
    )
    assert "secret" not in page.document.astext()
    kinds = [fault.kind.value for fault in page.host.faults]
    assert kinds == ["import_missing", "import_missing"]


def test_the_snippet_tag_finds_files_in_the_snippet_folders(tmp_path: Path) -> None:
    page = site(tmp_path, '<Snippet file="s.mdx" />\n', _snippets__s_dot_mdx="Found\n")
    assert page.document.astext().endswith("Found")


def test_the_file_of_a_snippet_tag_is_a_text(tmp_path: Path) -> None:
    page = site(tmp_path, "<Snippet file={1} />\n", snippets__1_dot_mdx="Found\n")
    assert page.document.astext() == "Fallback"
    assert "<Snippet> of 1: no such file in snippets/" in page.messages[0]


def test_many_uses_of_a_doubling_snippet_end(tmp_path: Path) -> None:
    files = {
        f"snippets__s{n}_dot_mdx": f"import N from './s{n + 1}.mdx'\n\n<N/><N/>\n"
        for n in range(15)
    }
    page = site(
        tmp_path,
        "import N from '/snippets/s0.mdx'\n\n<N />\n",
        **files,
        snippets__s15_dot_mdx="x\n",
    )
    assert [fault.kind.value for fault in page.host.faults] == ["snippet_cycle"]


def places(page: Rendered) -> list[tuple[int, int, str]]:
    """Line, column and kind of each fault."""
    return [
        (fault.position.line, fault.position.column, fault.kind.value)
        for fault in page.host.faults
        if fault.position is not None
    ]


def test_faults_of_imports_fences_and_snippets_have_their_column(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import A from '/none.mdx'; import {b} from './c.jsx'\n"
        "import {\n  d\n} from '/nowhere.jsx'\n\n"
        "- <Note>\n  ```python x.py icon='nothing-so-named'\n  1\n  ```\n  </Note>\n\n"
        "Text <Snippet file='lost.mdx' /> and <A />\n",
        c_dot_jsx="export const b = 1",
    )
    assert places(page) == [
        (1, 16, "import_missing"),
        (4, 9, "import_missing"),
        (7, 24, "icon_missing"),
        (12, 6, "import_missing"),
    ]


def test_a_file_that_cannot_be_read_is_told_at_its_import(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "\n\nimport {a} from '/data.json'\n\nText {a}\n",
        data_dot_json="{",
    )
    assert places(page)[0] == (3, 18, "import_missing")
    assert "'data.json' cannot be read" in page.messages[0]


def test_a_cycle_is_told_at_the_tag_that_closes_it(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/s.mdx'\n\n<S />\n",
        s_dot_mdx="import S from './s.mdx'\n\nOnce more <S />\n",
    )
    assert places(page) == [(3, 11, "snippet_cycle")]


def test_a_class_is_a_component_that_cannot_run(tmp_path: Path) -> None:
    page = render(tmp_path, "export class Old extends Component {}\n\n<Old>child</Old>\n")
    assert page.document.astext().split() == ["Fallback", "child"]
    assert [fault.message.partition(": ")[2].partition(";")[0] for fault in page.host.faults] == [
        "'class' is not supported"
    ]


def test_a_default_import_is_inserted_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import faqs from '/snippets/faqs.mdx'\nimport mark from '/snippets/mark.mdx'\n"
        "import br from '/snippets/br.mdx'\n\n"
        "## A\n\n<faqs />\n\n<Note>\n  <faqs word='too' />\n</Note>\n\nIn a <mark /> line.\n\n<br />\n",
        snippets__faqs_dot_mdx="FAQTEXT {word}\n",
        snippets__mark_dot_mdx="**marked**\n",
        snippets__br_dot_mdx="A break\n",
    )
    assert page.messages == []
    text = page.document.astext()
    assert text.count("FAQTEXT") == 2
    assert "FAQTEXT too" in text
    assert "In a marked line." in text
    assert text.endswith("A break")


def test_a_component_with_a_small_name_is_shown_unless_html_has_the_element(
    tmp_path: Path,
) -> None:
    page = site(
        tmp_path,
        "import { hello } from '/snippets/c.jsx'\n\n"
        "export const mark = () => <b>no</b>\n\nexport const bye = () => <b>Bye</b>\n\n"
        "<hello />\n\n<bye />\n\nA <mark>word</mark>\n",
        snippets__c_dot_jsx="export const hello = () => <b>Hello</b>\n",
    )
    assert page.messages == []
    assert page.document.astext().split("\n\n")[1:] == ["Hello Bye", "A word"]


def test_a_name_with_dots_finds_what_a_module_exports(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import * as parts from '/snippets/c.jsx'\n\n<parts.Hello />\n\n<parts.bye />\n",
        snippets__c_dot_jsx="export const Hello = () => <b>Hello</b>\n"
        "export const bye = () => <b>Bye</b>\n",
    )
    assert page.messages == []
    assert page.document.astext().split("\n\n")[1:] == ["Hello Bye"]


def test_components_that_are_imported_from_packages_are_those_of_the_format(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { Card, Lost } from '@mintlify/components'\nimport Note from 'mintlify'\n"
        "import Link from 'other/link'\n\n"
        '<Card title="T">a</Card>\n\n<Note>b</Note>\n\n<Lost>c</Lost>\n',
        mintlify_dot_mdx="No package\n",
    )
    assert page.first(CardNode).astext().split() == ["T", "a"]
    assert page.first(nodes.note).astext() == "b"
    assert page.messages == [
        (
            "page.mdx:9: <Lost> comes from the package '@mintlify/components', which pages cannot "
            "use here; its content is shown without it [component_unknown]"
        )
    ]


def test_members_of_what_cannot_be_imported_name_the_import(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { Parts } from 'lib'\nimport * as All from './none.mdx'\n\n"
        "<Parts.One>a</Parts.One>\n\n<All.Two>b</All.Two>\n",
    )
    assert page.messages == [
        (
            "page.mdx:2: import of './none.mdx': no such file in the site; its tags show only "
            "their content [import_missing]"
        ),
        (
            "page.mdx:4: <Parts.One> comes from the package 'lib', which pages cannot use here; "
            "its content is shown without it [component_unknown]"
        ),
    ]
    assert page.document.astext().split()[-2:] == ["a", "b"]


def test_an_attribute_with_a_missing_import_has_no_message_of_its_own(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import Drawing from './none.svg'\n\n"
        '<img src={Drawing} alt="Text" />\n\n<Card title="T" img={Drawing}>a</Card>\n',
    )
    assert len(page.messages) == 1
    assert "import of './none.svg'" in page.messages[0]
    assert "Text" in page.document.astext()


def test_a_component_that_is_passed_a_missing_import_has_no_message_of_its_own(
    tmp_path: Path,
) -> None:
    page = site(
        tmp_path,
        "import { Part, urls } from './none.jsx'\n\n"
        "export const Box = ({ part: Part }) => <Part>a</Part>\n\n"
        "export const Photo = ({ urls }) => <img src={urls.light} alt='b' />\n\n"
        "export const Titled = ({ text }) => <div title={text}>c</div>\n\n"
        "<Box part={Part} />\n\n<Photo urls={urls} />\n\n<Titled text={urls} />\n",
    )
    assert [message.partition(": ")[2] for message in page.messages] == [
        (
            "import of './none.jsx': no such file in the site; its tags show only their content "
            "[import_missing]"
        )
    ]
    assert page.document.astext().split()[-2:] == ["a", "c"]
    assert "[object Object]" not in page.document.pformat()


def test_a_component_of_a_package_may_have_another_name(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { Card as Base, Tabs as T, Tab as Part } from '@mintlify/components'\n\n"
        "export const Card = ({ title }) => <Base title={title}>own</Base>\n\n"
        '<Base title="A" titel="B">a</Base>\n\n<Card title="C" />\n\n'
        '<T>\n<Part title="D">d</Part>\n</T>\n\n{Base}\n',
    )
    assert [card.astext().split() for card in page.document.findall(CardNode)] == [
        ["A", "a"],
        ["C", "own"],
    ]
    assert page.document.astext().split()[-2:] == ["D", "d"]
    assert page.messages == [
        "page.mdx:5: <Card> has no attribute 'titel'; it is ignored [component_property]"
    ]


def test_a_picture_that_is_imported_is_its_path(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import logo from './i/logo.svg'\n\n<img src={logo} alt='a' />\n",
        i__logo_dot_svg="<svg/>",
    )
    assert page.first(nodes.image)["uri"] == "/i/logo.svg"
    assert page.messages == []


def test_code_files_export_what_others_export_and_use_functions_of_several_lines(
    tmp_path: Path,
) -> None:
    page = site(
        tmp_path,
        "import Own, { one, Two as Three } from '/a.jsx'\n\n<Own c={{on: true}} />\n\nText {one} {Three.x}\n",
        a_dot_jsx="const words = (props) =>\n  props.c.on\n    ? 'yes'\n    : 'no';\n\n"
        "const Own = (props) => {\n  return <p>{words(props)}</p>;\n};\n\nexport default Own;\n"
        'export { one, Deux as Two } from "./b.jsx";\n',
        b_dot_jsx="export const one = 1;\nexport const Deux = { x: 2 };\n",
    )
    assert page.document.astext().split() == ["Fallback", "yes", "Text", "1", "2"]
    assert page.messages == []


def test_a_component_looks_at_the_elements_that_a_page_puts_into_it(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        """
export const Pane = ({ children }) => children;
export const Panes = ({ children }) => {
  const [a, setA] = useState(0);
  const items = React.Children.toArray(children).filter((c) => c.type === Pane);
  return <div>
    {items.map((c, i) => <button onClick={() => setA(i)}>{c.props.label}</button>)}
    {items[a]}
  </div>;
};

<Panes>
<Pane label="Alpha">

First **text**.

</Pane>
<Pane label="Beta">Second.</Pane>
</Panes>
""",
    )
    # The part that is not shown at first follows.
    shown = " ".join(page.document.astext().split())
    assert shown == "Fallback Alpha Beta First text. Second."
    assert ["<Panes> changes with JavaScript" in text for text in page.messages] == [True]


def test_children_of_a_component_are_counted_changed_and_read_as_react_does(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        """
export const Item = ({ children, mark }) => <li>{mark}{children}</li>;
export const List = ({ children }) => <ul>
  {React.Children.map(children, (c, i) => React.cloneElement(c, { mark: `${i + 1}: ` }))}
  <li>{React.Children.count(children)} in all</li>
</ul>;
export const Code = ({ children }) => {
  const code = children.props.children;
  return <div><b>{code.props.className}</b><i>{code.props.children.split("\\n").length}</i>{children}</div>;
};
export const Loud = ({ children }) => <b>{children.toUpperCase()}</b>;
export const Grid = ({ children }) => <p>{React.Children.count(children)} blocks</p>;

<List>
  <Item>one</Item>
  <Item>**two**</Item>
</List>

<Code>
```py
x = 1
```
</Code>

A <Loud>word</Loud>.

<Grid>

One.

- two

</Grid>
""",
    )
    text = " ".join(page.document.astext().split())
    assert text == "Fallback 1: one 2: two 2 in all language-py1 x = 1 A WORD. 2 blocks"
    assert page.messages == []


def test_elements_without_content_are_data_for_the_component_around_them(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        """
export const Column = () => null;
export const Table = ({ children, rows }) => {
  const columns = children.map((c) => c.props);
  return <table><tbody>{rows.map((r) => <tr>{columns.map((c) => <td>{c.title}: {r[c.of]}</td>)}</tr>)}</tbody></table>;
};

<Table rows={[{ a: 1, b: 2 }]}>
  <Column of="a" title="A" />
  <Column of="b" title="B" />
</Table>
""",
    )
    assert " ".join(page.document.astext().split()) == "Fallback A: 1 B: 2"
    assert page.messages == []


OPENER = "document.querySelector('#search-bar-entry')?.click()"


def test_a_box_of_a_front_page_that_clicks_the_search_field_opens_the_search(
    tmp_path: Path,
) -> None:
    page = site(
        tmp_path,
        "import { Hero, Link } from '/snippets/hero.jsx'\n\n<Hero />\n\n<Link />\n\n"
        f"export const props = {{ onClick: () => {OPENER} }};\n\n<div {{...props}}>Search</div>\n\n"
        f'<a href="#" onClick={{() => {OPENER}}}>\n\n**Seek**\n\n</a>\n',
        snippets__hero_dot_jsx=(
            f"function openSearch() {{ {OPENER}; }}\n"
            "const Box = ({ onClick }) => <button onClick={onClick}>Ask</button>;\n"
            "export const Hero = () => {\n  const [n, setN] = useState(0);\n"
            "  return <Box onClick={openSearch} />;\n};\n"
            f"export const Link = () => <a href='#' onClick={{() => {{ {OPENER} }}}}>Find</a>;\n"
        ),
    )
    openers = [
        (node["tag"], node.astext())
        for node in page.document.findall(nodes.Element)
        if "data-docsnav-search" in node.get("html", {})
    ]
    assert openers == [
        ("button", "Ask"),
        ("span", "Find"),
        ("div", "Search"),
        ("div", "Seek"),
    ]
    assert page.messages == []


def test_other_handlers_in_components_are_named_as_those_in_pages(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import { Hero } from '/snippets/hero.jsx'\n\n<Hero />\n",
        snippets__hero_dot_jsx=(
            "export const Hero = () => {\n  const [open, setOpen] = useState(false);\n"
            "  return <div><button onClick={() => setOpen(!open)}>More</button>{open && <p>All</p>}"
            "<button onClick={() => track('x')}>Send</button></div>;\n};\n"
        ),
    )
    assert page.messages == [
        (
            "page.mdx:3: <Hero> changes with JavaScript; only its first state is shown"
            " [component_unknown]"
        ),
        "page.mdx:3: 'onClick' of <button> has no effect: pages run no JavaScript [html_dropped]",
    ]


@pytest.mark.parametrize("blank", ["", "\n"])
def test_bullets_of_a_snippet_continue_the_list_around_them(tmp_path: Path, blank: str) -> None:
    page = site(
        tmp_path,
        f"import S from '/snippets/s.mdx'\n\n- a\n{blank}<S />\n{blank}- c\n\n<S />\n\nText\n",
        snippets__s_dot_mdx="- x\n- y\n",
    )
    lists = [[item.astext() for item in one] for one in page.document.findall(nodes.bullet_list)]
    assert lists == [["a", "x", "y", "c", "x", "y"]]


def test_a_missing_file_of_a_snippet_names_the_places_where_it_may_be(tmp_path: Path) -> None:
    page = site(
        tmp_path,
        "import S from '/snippets/s.mdx'\n\n<S />\n\n![a](./c.png)\n",
        snippets__s_dot_mdx="import X from 'x/gone.mdx'\n\n![a](./a.png)\n\n![b](/b.png)\n\n<X />\n",
    )
    assert [(fault.message.partition(";")[0], fault.hint) for fault in page.host.faults] == [
        (
            "import of 'x/gone.mdx': no such file in the site",
            "correct its path; looked for '/x/gone.mdx' and '/snippets/x/gone.mdx'",
        ),
        ("the site has no image './a.png'", "looked for '/snippets/a.png' and '/a.png'"),
        ("the site has no image '/b.png'", ""),
        ("the site has no image './c.png'", ""),
    ]


def test_a_handler_that_sets_a_state_of_the_component_around_it_has_no_message(
    tmp_path: Path,
) -> None:
    page = site(
        tmp_path,
        "export const Inner = ({ onPick }) => <button onClick={() => onPick(2)}>Two</button>;\n"
        "export const Outer = () => {\n  const [n, setN] = useState(0);\n"
        "  return <div><Inner onPick={(to) => setN(to)} /><p>{n ? 'two' : 'none'}</p></div>;\n};\n\n"
        "<Outer />\n",
    )
    assert [text for text in page.messages if "onClick" in text] == []
