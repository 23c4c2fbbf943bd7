"""Names of utility classes -> rules."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsnav.features.utility_classes.css import (
    is_utility_class,
    make_item_rules,
    make_utility_rules,
)

DARK = ":is([data-theme=dark],html.dark,[data-md-color-scheme=slate],[data-mode^=dark])"
FLEX = ".s .dark\\:flex{display:flex}"
DARK_SYSTEM = "@media screen and (prefers-color-scheme:dark){body[data-theme=auto]"


@pytest.mark.parametrize(
    ("name", "declarations"),
    [
        ("flex", "display:flex"),
        ("grid-cols-3", "grid-template-columns:repeat(3,minmax(0,1fr))"),
        ("grid-cols-[1fr_2fr]", "grid-template-columns:1fr 2fr"),
        ("col-span-2", "grid-column:span 2/span 2"),
        ("gap-x-6", "column-gap:1.5rem"),
        ("mx-auto", "margin-left:auto;margin-right:auto"),
        ("-mt-4", "margin-top:-1rem"),
        ("-mt-[calc(1px+2px)]", "margin-top:calc(calc(1px + 2px) * -1)"),
        ("px-3.5", "padding-left:0.875rem;padding-right:0.875rem"),
        ("w-1/3", "width:33.3333%"),
        ("h-px", "height:1px"),
        ("size-6", "width:1.5rem;height:1.5rem"),
        ("max-w-3xl", "max-width:48rem"),
        ("min-w-[4rem]", "min-width:4rem"),
        ("inset-0", "inset:0"),
        ("left-1/2", "left:50%"),
        ("z-10", "z-index:10"),
        ("text-sm", "font-size:.875rem;line-height:1.25rem"),
        ("text-[13px]", "font-size:13px"),
        ("text-[#ff0000]", "color:#ff0000"),
        ("text-zinc-950/70", "color:color-mix(in srgb,#09090b 70%,transparent)"),
        ("bg-white/[0.05]", "background-color:color-mix(in srgb,#fff 5%,transparent)"),
        ("bg-primary", "background-color:var(--docsnav-accent,currentColor)"),
        ("font-semibold", "font-weight:600"),
        ("tracking-tight", "letter-spacing:-.025em"),
        ("-tracking-tight", "letter-spacing:.025em"),
        ("-tracking-wide", "letter-spacing:-.025em"),
        ("content-start", "align-content:flex-start"),
        ("justify-items-center", "justify-items:center"),
        ("leading-none", "line-height:1"),
        ("rounded-t-lg", "border-top-left-radius:.5rem;border-top-right-radius:.5rem"),
        ("rounded", "border-radius:.25rem"),
        ("border-gray-200", "border-color:#e5e7eb"),
        ("border-t-2", "border-top-width:2px"),
        ("opacity-80", "opacity:0.8"),
        ("overflow-x-auto", "overflow-x:auto"),
        ("aspect-[2/1]", "aspect-ratio:2/1"),
        ("object-cover", "object-fit:cover"),
        ("-translate-x-1/2", "--docsnav-x:-50%;translate:var(--docsnav-x,0) var(--docsnav-y,0)"),
        ("from-sky-500", "--docsnav-from:#0ea5e9;--docsnav-via: ;--docsnav-to:transparent"),
        ("bg-clip-text", "-webkit-background-clip:text;background-clip:text"),
        ("ring-2", "box-shadow:0 0 0 2px var(--docsnav-ring-color,currentColor)"),
        ("ring-sky-500", "--docsnav-ring-color:#0ea5e9"),
        ("h-[calc(100vh-4rem)]", "height:calc(100vh - 4rem)"),
        ("w-[min(100%,calc(var(--a-1)*2))]", "width:min(100%,calc(var(--a-1) * 2))"),
        ("!mt-0", "margin-top:0!important"),
    ],
)
def test_a_class_of_the_scheme_has_its_declarations(name: str, declarations: str) -> None:
    rules = make_utility_rules([name], ".s")
    assert rules.rstrip("\n").partition("{")[2] == declarations + "}"


@pytest.mark.parametrize(
    ("name", "declarations"),
    [
        ("gap-x-6", "column-gap:calc(1.5 * var(--docsnav-rem,1rem))"),
        ("gap-4", "gap:var(--docsnav-rem,1rem)"),
        ("-mt-4", "margin-top:calc(-1 * var(--docsnav-rem,1rem))"),
        ("rounded", "border-radius:calc(.25 * var(--docsnav-rem,1rem))"),
        ("w-[calc(100%-4rem)]", "width:calc(100% - calc(4 * var(--docsnav-rem,1rem)))"),
        ("w-[calc(100%-var(--x-2rem))]", "width:calc(100% - var(--x-2rem))"),
    ],
)
def test_a_length_follows_the_rem_of_the_theme(name: str, declarations: str) -> None:
    rules = make_utility_rules([name], ".s", rem="var(--docsnav-rem,1rem)")
    assert rules.rstrip("\n").partition("{")[2] == declarations + "}"


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("md:flex", "@media (min-width:768px){.s .md\\:flex{display:flex}}\n"),
        ("max-sm:flex", "@media (max-width:639.98px){.s .max-sm\\:flex{display:flex}}\n"),
        ("hover:flex", ".s .hover\\:flex:hover{display:flex}\n"),
        ("group-hover:flex", ".s .group:hover .group-hover\\:flex{display:flex}\n"),
        ("space-y-4", ".s .space-y-4>*+*{margin-block-start:1rem}\n"),
        (
            "dark:flex",
            f"@media screen{{{DARK} {FLEX}}}\n{DARK_SYSTEM} {FLEX}}}\n",
        ),
        ("2xl:flex", "@media (min-width:1536px){.s .\\32 xl\\:flex{display:flex}}\n"),
    ],
)
def test_prefixes_say_where_a_rule_holds(name: str, rules: str) -> None:
    assert make_utility_rules([name], ".s") == rules


@pytest.mark.parametrize(
    "name",
    [
        "card",
        "tsd-signature",
        "fixed",
        "sticky",
        "print:hidden",
        "bg-[url(x)]",
        "w-[1px;}body{color:red]",
        "w-[expression(1)]",
        "w-[calc(1px]",
        "text-[red\\3b]",
        "text-red",
        "mt-",
        "-p-4",
        "w-1/0",
        "p-99999",
        "bg-[@import]",
        "x" * 200,
    ],
)
def test_a_class_outside_the_scheme_makes_no_rule(name: str) -> None:
    assert not is_utility_class(name)
    assert make_utility_rules([name], ".s") == ""


@pytest.mark.parametrize("name", ["w-[/*]", "bg-[rgb(/*)]", "w-[calc(1_/*2)]", "-mt-[/*]"])
def test_a_value_begins_no_comment(name: str) -> None:
    assert make_utility_rules([name], ".s") == ""


def test_a_marker_belongs_to_the_scheme_and_makes_no_rule() -> None:
    assert is_utility_class("group")
    assert make_utility_rules(["group"], ".s") == ""


def test_the_items_of_a_box_have_no_paragraph_margin_and_may_be_narrow() -> None:
    assert make_item_rules(["md:grid", "gap-4", "own"], ".s") == (
        "@media (min-width:768px){.s :where(.md\\:grid)>p:where(:last-child,"
        ":where([class*=gap-])>*){margin-block:0}}\n"
        "@media (min-width:768px){.s :where(.md\\:grid)>*{min-width:0}}\n"
    )
    assert make_item_rules(["gap-4", "grid-cols-2", "flex-1"], ".s") == ""
    assert make_item_rules(["flex"], ".s", important=True).count("!important") == 2


def test_the_order_of_the_names_does_not_matter() -> None:
    names = ["px-2", "p-4", "dark:block", "hidden", "md:p-8", "border", "border-red-500"]
    rules = make_utility_rules(names, ".s")
    assert make_utility_rules(reversed(names), ".s") == rules
    places = [rules.index(text) for text in (".p-4", ".px-2", ".md\\:p-8", ".dark\\:block")]
    assert places == sorted(places)
    assert rules.index(".border{") < rules.index(".border-red-500{")
    assert rules.index(".hidden{") < rules.index(".dark\\:block{")


def test_important_rules_mark_every_declaration() -> None:
    rules = make_utility_rules(["px-2"], ".s", important=True)
    assert rules.count("!important") == rules.count("padding-") == 2


@given(
    st.sampled_from(["w", "text", "bg", "grid-cols", "border-t", "from", "aspect", "shadow", "z"]),
    st.text(st.sampled_from("abz019.%#(){};:/\\\"'<>@_-, \n*!"), max_size=20),
)
def test_no_value_ends_its_rule_or_loads_anything(family: str, value: str) -> None:
    rules = make_utility_rules([f"{family}-[{value}]"], ".s")
    if not rules:
        return
    declarations = re.fullmatch(r"(?:[^{}\\]|\\.)+\{([^{}]*)\}\n", rules)
    assert declarations is not None
    # A comment would hide the rules after this one.
    assert not re.search(r"url|/\*|[\"'<>@\\]", declarations[1])
