"""Decisions 5 and 6: which document hangs below which."""

from __future__ import annotations

from sphinx_docsnav.core.site.outline import Outline, make_outline
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.generated_pages import ReferenceAppendix
from sphinx_docsnav.navigation.tree import Element, Page


def group(label: str, *children: Element | str, root: str = "", hidden: bool = False) -> Element:
    return element(Kind.GROUP, label, *children, root=root, hidden=hidden)


def element(
    kind: Kind, label: str, *children: Element | str, root: str = "", hidden: bool = False
) -> Element:
    return Element(
        kind,
        label,
        tuple(Page(child) if isinstance(child, str) else child for child in children),
        root=Page(root) if root else None,
        hidden=hidden,
    )


def text(plan: Outline) -> str:
    """Draw the toctrees: holder, caption, entries; then the own entries kept."""
    lines = []
    for holder, branches in plan.planted.items():
        lines += [f"{holder} [{branch.caption}] {' '.join(branch.docnames)}" for branch in branches]
    lines += [f"{holder} keeps {' '.join(kept)}".rstrip() for holder, kept in plan.kept.items()]
    return "\n".join(lines)


def test_labels_without_a_page_become_captions_of_the_root_document() -> None:
    root = element(
        Kind.NAVIGATION,
        "",
        element(Kind.TAB, "Guides", group("Start", "intro", group("Deep", "a", "b"), "end")),
        element(Kind.TAB, "API", "get"),
    )
    assert text(make_outline(root, "index", {})) == (
        "index [Guides / Start] intro\n"
        "index [Guides / Start / Deep] a b\n"
        "index [Guides / Start] end\n"
        "index [API] get"
    )


def test_a_root_page_holds_its_group() -> None:
    root = element(Kind.NAVIGATION, "", group("G", "x", group("R", "a", "b", root="r"), "y"))
    assert text(make_outline(root, "index", {})) == "r [] a b\nindex [G] x r y"


def test_a_blank_label_adds_nothing_to_a_caption() -> None:
    root = element(Kind.NAVIGATION, "", element(Kind.TAB, "T", group(" ", "a")))
    assert text(make_outline(root, "index", {})) == "index [T] a"


def test_decision_12_a_page_stands_at_its_first_place_only() -> None:
    root = element(Kind.NAVIGATION, "", group("A", "a", "b"), group("B", "b", "c", "a"))
    assert text(make_outline(root, "index", {})) == "index [A] a b\nindex [B] c"


def test_root_pages_that_name_each_other_make_no_circle() -> None:
    root = element(Kind.NAVIGATION, "", group("A", "b", root="a"), group("B", "a", root="b"))
    assert text(make_outline(root, "index", {})) == "a [] b\nindex [] a"


def test_the_root_document_stands_in_no_toctree() -> None:
    root = element(Kind.NAVIGATION, "", group("A", "index", "a"))
    assert text(make_outline(root, "index", {})) == "index [A] a"


def test_hidden_pages_and_elements_are_left_out() -> None:
    hidden = Page("secret", hidden=True)
    root = Element(Kind.NAVIGATION, "", (hidden, group("H", "h", hidden=True), Page("a")))
    assert text(make_outline(root, "index", {})) == "index [] a"


def test_decision_6_own_entries_hang_below_their_page() -> None:
    root = element(Kind.NAVIGATION, "", "api", "guide")
    own = {"api": ["api/a", "api/b"], "api/a": ["api/a/x"]}
    assert text(make_outline(root, "index", own)) == (
        "index [] api guide\napi keeps api/a api/b\napi/a keeps api/a/x"
    )


def test_decision_6_a_hidden_page_hangs_below_no_other() -> None:
    root = element(Kind.NAVIGATION, "", "api", group("H", "h", hidden=True))
    assert make_outline(root, "index", {"api": ["h", "x"]}).kept == {"api": ("x",)}


def test_decision_6_docs_json_decides_about_documents_it_lists() -> None:
    root = element(Kind.NAVIGATION, "", "api", "guide")
    own = {"api": ["guide", "api/a"], "index": ["api", "guide", "other"]}
    plan = make_outline(root, "index", own)
    assert plan.kept == {"index": ("other",), "api": ("api/a",)}


def test_an_own_entry_named_twice_hangs_below_the_first_page_in_reading_order() -> None:
    root = element(Kind.NAVIGATION, "", "z", "a")
    plan = make_outline(root, "index", {"a": ["shared"], "z": ["shared"]})
    assert plan.kept == {"z": ("shared",), "a": ()}


def test_pages_that_nothing_leads_to_keep_what_they_hold_without_circles() -> None:
    root = element(Kind.NAVIGATION, "", "a")
    plan = make_outline(root, "index", {"lost": ["found"], "found": ["lost"]})
    assert plan.kept == {"found": ("lost",), "lost": ()}
    assert "found" not in plan.placed
    assert "lost" in plan.placed


API = ReferenceAppendix("overview", ("schemas/a", "schemas/b"), frozenset({"get", "put", "lost"}))


def test_pages_about_a_specification_follow_the_last_page_that_uses_it() -> None:
    root = group("", group("G", "x"), group("Read", "get"), group("Write", "put"), group("H", "y"))
    assert text(make_outline(root, "index", {}, [API])) == (
        "index [G] x\nindex [Read] get\nindex [Write] put\nindex [] overview\nindex [H] y\n"
        "overview [] schemas/a schemas/b"
    )


def test_pages_about_a_specification_stand_in_the_group_that_holds_all_that_use_it() -> None:
    root = group("", group("R", group("S", "put", root="s"), "get", root="r"), "y")
    assert text(make_outline(root, "index", {}, [API])) == (
        "s [] put\nr [] s get\nr [] overview\nindex [] r y\noverview [] schemas/a schemas/b"
    )


def test_pages_about_a_specification_that_no_placed_page_uses_have_no_place() -> None:
    assert text(make_outline(group("", "a"), "index", {}, [API])) == "index [] a"


def test_a_listed_introduction_holds_the_schemas_that_are_not_listed() -> None:
    root = group("", "overview", "schemas/b", "get")
    assert text(make_outline(root, "index", {}, [API])) == (
        "index [] overview schemas/b get\noverview [] schemas/a"
    )


def test_an_introduction_in_a_toctree_of_a_document_stays_there() -> None:
    own = {"index": ["overview"]}
    assert text(make_outline(group("", "get"), "index", own, [API])) == (
        "index [] get\noverview [] schemas/a schemas/b\nindex keeps overview"
    )
