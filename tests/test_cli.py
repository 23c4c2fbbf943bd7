"""The command line as its users meet it: what is printed, how it ends, what it writes."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support import Command, MakeSite, contents, snapshot

from sphinx_docsnav.cli.arguments import build_parser
from sphinx_docsnav.cli.console import ExitCode

PAGES = {"index.mdx": "---\ntitle: Home\n---\n\nHello.\n", "a/b.mdx": "---\ntitle: Deep\n---\n"}
GOOD = {"pages": ["index", "a/b"]}
TITLES = {"index": "Home", "a/b": "Deep"}


@pytest.fixture
def site(make_site: MakeSite) -> Path:
    return make_site(GOOD, PAGES, name="Harbour")


# check


def test_check_of_a_good_site_prints_nothing_and_ends_with_0(command: Command, site: Path) -> None:
    assert (command("check", site), command.out) == (ExitCode.DONE, "")
    assert command.err == f"sphinx-docsnav: no problems in {site}\n"


def test_check_prints_every_fault_and_ends_with_1(command: Command, make_site: MakeSite) -> None:
    navigation = {"tabs": [{"pages": ["index"]}, {"tab": 5, "pages": ["index"]}]}
    root = make_site(navigation, PAGES)
    assert command("check", root) == ExitCode.FAULTS
    places = [line.split(": ")[0] for line in command.out.splitlines()]
    assert [place for place in places if place.startswith("docs.json:")] == places
    assert command.out.count("ERROR: ") == 2
    assert command.err == f"sphinx-docsnav: 2 errors in {root}\n"


def test_check_counts_warnings_only_if_strict(command: Command, make_site: MakeSite) -> None:
    root = make_site({"pages": ["index", "indexx"]}, PAGES)
    assert command("check", root) == ExitCode.DONE
    assert command.out == (
        "docs.json:5:7: WARNING: /navigation/pages/1: page 'indexx' does not exist; "
        "its entry is left out; did you mean 'index'? [docsnav.page_missing]\n"
        "INFO: pages that docs.json does not list, and no search finds: 'a/b'; add an "
        "entry, set 'hidden: true' in the page, or set 'seo.indexing' to 'all' "
        "[docsnav.page_unlisted]\n"
    )
    assert command("check", root, "-W") == ExitCode.WARNINGS


@pytest.mark.parametrize("text", ["", "{", '{"navigation": {"pages": [}', "[" * 100_000])
def test_check_of_a_broken_file_is_one_line(
    command: Command, make_site: MakeSite, text: str
) -> None:
    root = make_site(GOOD, PAGES)
    (root / "docs.json").write_text(text)
    assert command("check", root) == ExitCode.FAULTS
    assert len(command.out.splitlines()) == 1
    assert "[docsnav.syntax]" in command.out


def test_check_of_a_docs_json_that_is_a_folder_is_one_line(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").mkdir()
    assert command("check", tmp_path) == ExitCode.FAULTS
    assert len(command.out.splitlines()) == 1


# tree and schema


def test_tree_as_json_is_what_a_reader_walks(command: Command, site: Path) -> None:
    assert command("tree", site, "--json") == ExitCode.DONE
    pages = [{"kind": "page", "docname": name, "title": title} for name, title in TITLES.items()]
    assert json.loads(command.out) == {"navigation": {"kind": "navigation", "children": pages}}
    assert command.err == ""


def test_tree_as_text_has_a_line_for_each_page(command: Command, site: Path) -> None:
    assert command("tree", site) == ExitCode.DONE
    lines = command.out.splitlines()
    assert [line for line in lines if any(title in line for title in TITLES.values())] == lines


def test_tree_takes_the_path_of_docs_json_too(command: Command, site: Path) -> None:
    command("tree", site)
    expected = command.out
    assert (command("tree", site / "docs.json"), command.out) == (ExitCode.DONE, expected)


def test_a_stream_in_another_encoding_gets_escapes(make_site: MakeSite) -> None:
    site = make_site({"pages": ["index"]}, {"index.mdx": "# Übung 日本"})
    shown = {
        words: subprocess.run(
            [sys.executable, "-m", "sphinx_docsnav", "tree", site, *words],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        ).stdout.decode("cp1252")
        for words in ((), ("--json",))
    }
    assert shown[()] == '- index "Übung \\u65e5\\u672c"\n'
    assert json.loads(shown[("--json",)])["navigation"]["children"][0]["title"] == "Übung 日本"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line(site: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sphinx_docsnav", "tree", site],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == ExitCode.USAGE
    assert (
        done.stderr
        == "sphinx-docsnav: operating system error: [Errno 28] No space left on device\n"
    )


def test_schema_is_a_json_schema_with_descriptions(command: Command) -> None:
    assert command("schema") == ExitCode.DONE
    schema = json.loads(command.out)
    assert schema["$schema"].startswith("http://json-schema.org/draft-07/")
    assert {"required": ["navigation"]} in schema["anyOf"]


# what a user can get wrong


def test_a_site_that_is_not_there_is_named(command: Command, tmp_path: Path) -> None:
    assert command("check", tmp_path / "nowhere") == ExitCode.USAGE
    assert command.err == (
        f"sphinx-docsnav: {tmp_path / 'nowhere'} does not exist; SITE is the folder that contains "
        "docs.json\n"
    )


def test_a_folder_without_docs_json_hints_at_the_one_below(command: Command, site: Path) -> None:
    assert command("build", site.parent, site.parent / "out") == ExitCode.USAGE
    assert command.err == (
        f"sphinx-docsnav: there is no docs.json in {site.parent}; did you mean {site}?\n"
    )


def test_a_sphinx_project_without_docs_json_hints_at_init(command: Command, tmp_path: Path) -> None:
    (tmp_path / "conf.py").touch()
    assert command("check", tmp_path) == ExitCode.USAGE
    assert f"; 'sphinx-docsnav init {tmp_path}' writes one" in command.err


def test_an_empty_folder_gets_an_example(command: Command, tmp_path: Path) -> None:
    assert command("check", tmp_path) == ExitCode.USAGE
    assert command.err.endswith('; create one, such as {"navigation": {"pages": ["index"]}}\n')


def test_check_only_mentions_components_that_a_conf_py_may_define(
    command: Command, site: Path
) -> None:
    (site / "conf.py").write_text("docsnav_components = {'Critical': 'Warning'}\n")
    (site / "index.mdx").write_text("# Home\n\n<Critical>Hot.</Critical>\n")
    assert command("check", site, "-W") == ExitCode.DONE
    assert command.out == (
        "index.mdx:3:1: INFO: <Critical> is not a known component; its content is shown without it;"
        " conf.py, which this command does not run, may define it [docsnav.component_unknown]\n"
    )


def test_a_file_for_site_is_refused(command: Command, site: Path) -> None:
    assert command("check", site / "index.mdx") == ExitCode.USAGE
    assert "index.mdx is not a folder" in command.err


@pytest.mark.parametrize("number", ["0", "-1", "x", "²"])
def test_a_number_of_jobs_is_whole(command: Command, number: str) -> None:
    assert command("build", "a", "b", f"-j{number}") == ExitCode.USAGE
    message = f"argument -j: expected a whole number from 1, or auto, not {number!r}\n"
    assert command.err.endswith(message)


@pytest.mark.parametrize("number", ["-1", "65536", "x"])
def test_a_port_is_a_number_that_ports_have(command: Command, number: str) -> None:
    assert command("serve", "a", f"--port={number}") == ExitCode.USAGE
    message = f"argument --port: expected a number from 0 to 65535, not {number!r}\n"
    assert command.err.endswith(message)


@pytest.mark.parametrize("words", [[], ["nonsense"], ["build"]])
def test_words_that_make_no_command_end_with_3(command: Command, words: list[str]) -> None:
    assert command(*words) == ExitCode.USAGE
    assert command.err.startswith("usage: sphinx-docsnav")


@pytest.mark.parametrize("out", [".", ".."])
def test_an_out_that_holds_the_site_is_refused(command: Command, site: Path, out: str) -> None:
    before = snapshot(site)
    assert command("build", site, site / out) == ExitCode.USAGE
    assert "contains the site; choose another folder" in command.err
    assert snapshot(site) == before


def test_an_out_that_is_a_file_is_refused(command: Command, site: Path) -> None:
    assert command("build", site, site / "index.mdx") == ExitCode.USAGE
    assert command.err.endswith("index.mdx is a file; choose a folder for the output\n")


def test_an_unknown_theme_is_one_line(command: Command, site: Path, tmp_path: Path) -> None:
    assert command("build", site, tmp_path / "out", "-q", "--theme", "nonsense") == ExitCode.FAULTS
    assert "'nonsense'" in command.err
    assert "Traceback" not in command.err


def test_an_unknown_builder_is_one_line(command: Command, site: Path, tmp_path: Path) -> None:
    assert command("build", site, tmp_path / "out", "-q", "-b", "nonsense") == ExitCode.FAULTS
    assert "nonsense" in command.err
    assert "Traceback" not in command.err


def test_a_setting_without_a_value_is_refused(command: Command, site: Path, tmp_path: Path) -> None:
    assert command("build", site, tmp_path / "out", "-D", "language") == ExitCode.USAGE
    assert command.err == "sphinx-docsnav: -D takes NAME=VALUE, not 'language'\n"


# build


def test_build_makes_a_page_for_each_document_and_leaves_the_site_alone(
    command: Command, site: Path, tmp_path: Path
) -> None:
    before = snapshot(site)
    out = tmp_path / "out"
    assert command("build", site, out) == ExitCode.DONE
    assert (command.err, snapshot(site)) == ("", before)
    end = f" with no messages. Open {out / 'index.html'} in a browser.\n"
    (line,) = command.out.splitlines(keepends=True)
    assert line.startswith(f"Built {len(TITLES)} pages in ")
    assert line.endswith(end)
    assert "<title>Deep - Harbour</title>" in (out / "a/b.html").read_text("utf-8")


def test_a_root_page_that_only_leads_to_the_first_page_is_not_counted(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root = make_site({"pages": ["a", "b"]}, {"a.mdx": "# A\n", "b.mdx": "# B\n"})
    command("build", root, tmp_path / "out")
    assert command.out.startswith("Built 2 pages in ")


def test_the_output_holds_no_doctrees_and_the_next_build_finds_them(
    command: Command, site: Path, tmp_path: Path
) -> None:
    out, doctrees = tmp_path / "out", tmp_path / "doctrees"
    (out / ".doctrees").mkdir(parents=True)
    (out / ".doctrees/environment.pickle").touch()
    for options in (("-v",), ("-v", "-d", doctrees)):
        assert command("build", site, out, *options) == ExitCode.DONE
        assert command("build", site, out, *options) == ExitCode.DONE
        assert "0 added, 0 changed, 0 removed" in command.out
        assert not list(out.rglob("*.doctree")) + list(out.rglob("environment.pickle"))
    assert (doctrees / "environment.pickle").is_file()


def test_a_build_into_an_emptied_folder_begins_anew(
    command: Command, site: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command("build", site, out)
    shutil.rmtree(out)
    assert command("build", site, out, "-v") == ExitCode.DONE
    assert "2 added, 0 changed, 0 removed" in command.out


def test_doctrees_of_an_output_that_is_gone_are_removed_after_a_day(
    command: Command, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept = tmp_path / "cache/sphinx-docsnav/doctrees"
    for name in ("gone", "fresh", "out"):
        command("build", site, tmp_path / name, "-q")
    first = {file.read_text(): file for file in kept.glob("*/docsnav-output")}
    os.utime(first[str(tmp_path / "gone")], (0, 0))
    os.utime(first[str(tmp_path / "out")], (0, 0))
    shutil.rmtree(tmp_path / "gone")
    shutil.rmtree(tmp_path / "fresh")
    command("build", site, tmp_path / "other", "-q")
    names = {Path(file.read_text()).name for file in kept.glob("*/docsnav-output")}
    assert names == {"fresh", "out", "other"}


def test_without_the_right_to_write_a_cache_the_output_has_the_doctrees(
    command: Command, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert command("build", site, tmp_path / "out", "-q") == ExitCode.DONE
    assert (tmp_path / "out/.doctrees/environment.pickle").is_file()


def test_dirhtml_keeps_the_addresses(command: Command, site: Path, tmp_path: Path) -> None:
    assert command("build", site, tmp_path / "out", "-q", "-b", "dirhtml") == ExitCode.DONE
    assert (tmp_path / "out/a/b/index.html").is_file()


def test_a_second_build_writes_no_page(command: Command, site: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command("build", site, out)
    before = {name: (out / f"{name}.html").stat().st_mtime_ns for name in TITLES}
    assert command("build", site, out, "-v") == ExitCode.DONE
    assert "0 added, 0 changed, 0 removed" in command.out
    assert {name: (out / f"{name}.html").stat().st_mtime_ns for name in TITLES} == before


def test_errors_in_docs_json_stop_a_build_before_anything_is_written(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root = make_site({"tabs": [{"pages": ["index"]}, {"tab": "B", "pages": ["a/b"]}]}, PAGES)
    assert command("build", root, tmp_path / "out", "-q") == ExitCode.FAULTS
    assert command.err.splitlines()[-1] == (
        "sphinx-docsnav: 1 error in docs.json; nothing was built"
    )
    assert not (tmp_path / "out").exists()


def test_keep_going_builds_what_is_left_and_still_ends_with_1(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root = make_site({"tabs": [{"pages": ["index"]}, {"tab": "B", "pages": ["a/b"]}]}, PAGES)
    out = tmp_path / "out"
    assert command("build", root, out, "-q", "--keep-going") == ExitCode.FAULTS
    assert command.err.count("ERROR: ") == 1
    assert (out / "a/b.html").is_file()


MIXED = {"tabs": [{"tab": "A", "groups": [{"group": "G", "pages": ["a/b"]}], "pages": ["index"]}]}


def test_a_site_whose_tab_has_two_kinds_of_children_is_built_with_one_and_ends_with_1(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root, out = make_site(MIXED, PAGES), tmp_path / "out"
    assert command("build", root, out, "-q") == ExitCode.FAULTS
    assert command.err.count("ERROR: ") == 1
    assert "only 'groups' is built; move 'pages' into a group" in command.err
    assert (out / "a/b.html").is_file()
    assert command("tree", root) == ExitCode.FAULTS
    assert "a/b" in command.out


@pytest.mark.parametrize("options", [("-W",), ("--conf",)])
def test_two_kinds_of_children_stop_a_strict_build_and_a_project(
    command: Command, make_site: MakeSite, tmp_path: Path, options: tuple[str, ...]
) -> None:
    root = make_site(MIXED, PAGES)
    if "--conf" in options:
        (root / "conf.py").write_text("extensions = ['sphinx_docsnav']\n")
    assert command("build", root, tmp_path / "out", "-q", *options) == ExitCode.FAULTS
    assert "or use --keep-going to build 'groups' only" in command.err
    assert not list(tmp_path.glob("out/**/*.html"))


def test_other_errors_beside_two_kinds_of_children_stop_a_build(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root = make_site({"tabs": [*MIXED["tabs"], {"pages": ["a/b"]}]}, PAGES)
    assert command("build", root, tmp_path / "out", "-q") == ExitCode.FAULTS
    assert command.err.endswith("2 errors in docs.json; nothing was built\n")


def test_restructuredtext_files_of_a_package_are_no_pages(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    package = {"python/docs/api.rst": "API\n===\n\n.. autoclass:: nothing.At.All\n"}
    root, out = make_site({"pages": ["index", "a/b"]}, {**PAGES, **package}), tmp_path / "out"
    assert command("build", root, out, "-q") == ExitCode.DONE
    assert (command.err, (out / "python").exists()) == ("", False)
    assert command("check", root) == ExitCode.DONE


def test_warnings_end_with_2_if_they_are_to_count(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    root = make_site({"pages": ["index", "indexx"]}, PAGES)
    assert command("build", root, tmp_path / "out", "-q") == ExitCode.DONE
    assert command("build", root, tmp_path / "out", "-q", "-W", "-E") == ExitCode.WARNINGS


def test_an_out_inside_the_site_is_not_read_as_pages(command: Command, site: Path) -> None:
    out = site / "_site [1]"
    assert command("build", site, out, "-q") == ExitCode.DONE
    first = contents(out)
    (out / "stray.mdx").write_text("---\ntitle: Stray\n---\n")
    assert (command("build", site, out, "-q", "-E"), command.err) == (ExitCode.DONE, "")
    assert set(contents(out)) == {*first, "stray.mdx"}
    # Nor do `check` and a build to another folder read it.
    assert (command("check", site), "stray" in command.out + command.err) == (ExitCode.DONE, False)
    assert command("build", site, site / "other", "-q", "-W") == ExitCode.DONE
    assert set(contents(site / "other")) == set(first)


def test_paths_may_be_relative_have_blanks_and_go_through_links(
    command: Command, make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_site(GOOD, PAGES, folder="my site")
    (tmp_path / "link").symlink_to(root)
    monkeypatch.chdir(tmp_path)
    assert command("build", "link", "the out", "-q") == ExitCode.DONE
    assert command("build", "my site", "other out", "-q") == ExitCode.DONE
    assert contents(tmp_path / "the out") == contents(tmp_path / "other out")


@pytest.mark.parametrize(
    ("settings", "knows_emoji"),
    [([], True), (["-D", "language=ja"], False), (["-D", "latex_engine=pdflatex"], False)],
)
def test_books_of_a_site_are_made_for_an_engine_that_knows_emoji(
    command: Command, site: Path, tmp_path: Path, settings: list[str], *, knows_emoji: bool
) -> None:
    out = tmp_path / "book"
    assert command("build", site, out, "-q", "-b", "latex", *settings) == ExitCode.DONE, command.err
    (book,) = out.glob("*.tex")
    assert ("fontspec" in book.read_text("utf-8")) is knows_emoji


def test_a_setting_on_the_command_line_wins(command: Command, site: Path, tmp_path: Path) -> None:
    words = ["-D", "html_title=Quay", "-D", "html_theme_options.sidebar_hide_name=1"]
    assert command("build", site, tmp_path / "out", "-q", "--theme", "furo", *words) == 0
    page = (tmp_path / "out/a/b.html").read_text("utf-8")
    assert "<title>Deep - Quay</title>" in page
    assert "sidebar-brand-text" not in page


def test_a_theme_may_be_named_as_a_setting(command: Command, site: Path, tmp_path: Path) -> None:
    """The options of the logo are those of the theme."""
    docs = json.loads((site / "docs.json").read_text("utf-8"))
    docs["logo"] = {"light": "light.svg", "dark": "dark.svg"}
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")
    for name in ("light.svg", "dark.svg"):
        (site / name).write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")
    words = ["build", site, tmp_path / "out", "-q", "-D", "html_theme=furo"]
    assert command(*words) == ExitCode.DONE, command.err
    assert command.err == ""
    assert "dark.svg" in (tmp_path / "out/a/b.html").read_text("utf-8")


def test_only_takes_a_label_with_a_comma(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    versions = [{"version": "Old, but loved", "pages": ["a"]}, {"version": "New", "pages": ["b"]}]
    site = make_site({"versions": versions}, {"a.mdx": "# A", "b.mdx": "# B"})
    words = ["build", site, tmp_path / "out", "-q", "--theme", "basic"]

    assert command(*words, "--only", "Old, but loved") == ExitCode.DONE, command.err

    assert [(tmp_path / "out" / page).exists() for page in ("a.html", "b.html")] == [True, False]


# a conf.py is a program


def test_a_conf_py_that_came_with_a_site_runs_only_when_asked(
    command: Command, site: Path, tmp_path: Path
) -> None:
    mark = tmp_path / "ran"
    (site / "conf.py").write_text(f"open({str(mark)!r}, 'w')\nextensions = ['sphinx_docsnav']\n")
    assert command("build", site, tmp_path / "out", "-q") == ExitCode.USAGE
    assert "use --conf to run it" in command.err
    assert command("build", site, tmp_path / "out", "-q", "--no-conf") == ExitCode.DONE
    assert not mark.exists()
    assert command("build", site, tmp_path / "out", "-q", "--conf") == ExitCode.DONE
    assert mark.exists()


def test_conf_without_a_conf_py_is_refused(command: Command, site: Path, tmp_path: Path) -> None:
    assert command("build", site, tmp_path / "out", "--conf") == ExitCode.USAGE
    assert command.err == "sphinx-docsnav: there is no conf.py in site; omit --conf\n"


# init


def test_check_reads_the_values_of_conf_py_without_running_it(command: Command, site: Path) -> None:
    lines = (
        "import docsnav_theme",
        "docsnav_confg = 'docs.json'",
        "docsnav_unlisted = 'biuld'",
        "docsnav_fast: bool = 'yes'",
        "docsnav_only = names()",
        "docsnav_acme_shop_address = 'of another extension'",
        "docsnav_same_pages += [1]",
        "try:",
        "    docsnav_allowed = {'elements': 'none'}",
        "except OSError:",
        "    docsnav_allowed = {'elements': 'nothing'}",
        "raise SystemExit",
    )
    (site / "conf.py").write_text("\n".join(lines))
    assert command("check", site) == ExitCode.FAULTS
    assert command.out.splitlines() == [
        f"conf.py:{text} [docsnav.conf_setting]"
        for text in (
            (
                "2:1: WARNING: unknown setting 'docsnav_confg'; it is ignored; did you mean "
                "'docsnav_config'?"
            ),
            (
                "3:1: ERROR: docsnav_unlisted: expected 'build', 'exclude' or 'warn', found "
                "'biuld'; did you mean 'build'?"
            ),
            "4:1: ERROR: docsnav_fast: expected True or False, found 'yes'",
            (
                "11:5: ERROR: docsnav_allowed: at 'elements', expected 'none' or 'safe', "
                "found 'nothing'"
            ),
        )
    ]


def test_without_a_conf_py_a_text_file_is_no_page(command: Command, make_site: MakeSite) -> None:
    root = make_site({"pages": ["index", "a"]}, {"index.mdx": "# I\n", "a.txt": "A\n"})
    command("check", root)
    assert "page 'a' does not exist" in command.out
    (root / "conf.py").write_text("source_suffix = ['.mdx', '.txt']\n")
    command("check", root)
    assert command.out == ""


def test_check_names_the_line_of_a_conf_py_that_is_not_python(command: Command, site: Path) -> None:
    (site / "conf.py").write_text("project = 'x'\ndocsnav_only = [\n")
    assert command("check", site) == ExitCode.FAULTS
    assert command.out.startswith("conf.py:2:16: ERROR: not valid Python: ")


def test_init_writes_the_settings_that_build_takes(
    command: Command, site: Path, tmp_path: Path
) -> None:
    assert command("build", site, tmp_path / "one", "-q", "--theme", "alabaster") == 0
    assert command("init", site, "--theme", "alabaster") == ExitCode.DONE
    names = [
        node.targets[0].id
        for node in ast.parse((site / "conf.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    assert names[:4] == ["project", "html_title", "extensions", "html_theme"]
    assert command("build", site, tmp_path / "two", "-q", "--conf") == ExitCode.DONE
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_init_leaves_a_conf_py_as_it_is(command: Command, site: Path) -> None:
    (site / "conf.py").write_text("# mine\n")
    assert command("init", site) == ExitCode.USAGE
    assert command.err.endswith("conf.py and docs.json exist already; nothing was changed\n")
    assert (site / "conf.py").read_text() == "# mine\n"


def test_init_refuses_a_theme_for_a_project_whose_conf_py_sets_it(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "conf.py").write_text("html_theme = 'alabaster'\n")
    assert command("init", tmp_path, "--theme", "furo") == ExitCode.USAGE
    assert command.err.endswith("conf.py sets the theme; leave the option out\n")
    assert not (tmp_path / "docs.json").exists()


def test_the_help_of_init_names_all_kinds_of_folders(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["init", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    files = "docs.json, conf.py, mkdocs.yml, _toc.yml or mint.json"
    assert f"SITE folder that contains {files}" in words


# the program


def test_every_option_of_every_command_is_explained() -> None:
    (commands,) = (action for action in build_parser()._actions if action.choices)
    assert isinstance(commands.choices, dict)
    for name, parser in commands.choices.items():
        assert parser.description, name
        assert all(action.help for action in parser._actions), name


def test_check_starts_without_importing_sphinx() -> None:
    code = "import sys, sphinx_docsnav.cli.arguments; print('sphinx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_program_can_be_stopped_from_its_first_moment_on() -> None:
    code = (
        "import sys; from sphinx_docsnav.cli import main\n"
        "class Stop:\n"
        "    def find_spec(self, name, *rest):\n"
        "        raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.exit(main(['schema']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (ExitCode.FAULTS, "sphinx-docsnav: stopped\n")


def test_the_module_runs_as_the_program_does(site: Path) -> None:
    words = [sys.executable, "-m", "sphinx_docsnav", "check", str(site)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_an_epub_of_a_site_is_made_without_a_warning_and_holds_no_doctrees(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    site = make_site(GOOD, PAGES, name="Harbour", favicon="/icon.ico")
    (site / "icon.ico").touch()
    assert command("build", site, tmp_path / "out", "-q", "-b", "epub", "-W") == ExitCode.DONE
    assert command.err == ""
    (book,) = (tmp_path / "out").glob("*.epub")
    names = zipfile.ZipFile(book).namelist()
    assert "a/b.xhtml" in names
    assert [name for name in names if ".doctrees" in name] == []


FRAGMENTS = {
    "Commutativity of $g$": "commutativity-of",
    'Instant routing: "fast path" for messages': "instant-routing:-fast-path-for-messages",
    "Using `<Tree>` directly": "using-<tree>-directly",
    "Bitwise NOT, `~`": "bitwise-not,",
    "Check validator's port": "check-validator's-port",
    "`a.b + c_d` (optional)": "a.b-%2B-c_d-(optional)",
}


def test_links_lead_to_headings_by_the_fragments_that_the_service_accepts(
    command: Command, make_site: MakeSite, tmp_path: Path
) -> None:
    text = "# Top\n\n" + "".join(
        f"## {heading}\n\n$$\nx = 1\n$$\n\n[link](#{fragment}) [far](/a/b#{fragment})\n\n"
        for heading, fragment in FRAGMENTS.items()
    )
    root = make_site(GOOD, {**PAGES, "index.mdx": text, "a/b.mdx": text})
    assert (command("check", root), command.out) == (ExitCode.DONE, "")
    assert (command("build", root, tmp_path / "out", "-q"), command.err) == (ExitCode.DONE, "")
    page = (tmp_path / "out/a/b.html").read_text("utf-8")
    targets = re.findall(r'href="#([^"]*)">link<', page)
    assert len(set(targets)) == len(FRAGMENTS)
    assert [target for target in targets if f'id="{target}"' not in page] == []


def test_a_build_that_docs_json_stops_writes_its_messages_in_the_chosen_format(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["index"]', "utf-8")
    assert command("build", "--format", "json", tmp_path, tmp_path / "out") == ExitCode.FAULTS
    (line,) = [line for line in command.err.splitlines() if line.startswith("{")]
    assert json.loads(line)["type"] == "docsnav.syntax"


def test_links_to_pages_of_a_specification_that_is_not_found_are_no_problems_of_their_own(
    command: Command, make_site: MakeSite
) -> None:
    links = " ".join(f"[{number}](/api-reference/pets/get-pet-{number})" for number in range(13))
    group = {
        "group": "API",
        "openapi": {"source": "specs/opnapi.json", "directory": "api-reference"},
    }
    root = make_site(
        {"groups": [{"group": "Start", "pages": ["index"]}, group]},
        {"index.mdx": f"# I\n\n{links} [other](/gone)\n"},
    )
    (root / "openapi.json").write_text('{"openapi": "3.1.0", "paths": {}}')
    assert command("check", root) == 1
    specification, link = command.out.splitlines()
    assert "ERROR" in specification
    assert "specs/opnapi.json" in specification
    assert "link to '/gone'" in link


def test_check_counts_links_and_images_into_a_moved_folder(
    command: Command, make_site: MakeSite
) -> None:
    names = [f"p{number}" for number in range(5)]
    text = "# P\n\n[a](/guides/p1) ![i](/images/a.svg) [b](./p2)\n"
    pages = {f"content/guides/{name}.mdx": text for name in names}
    root = make_site(
        {"pages": ["index", *(f"guides/{name}" for name in names)]},
        {"index.mdx": "# I\n\n[c](/guides/p1) [d](/guides/p9)\n", **pages},
    )
    (root / "content" / "images").mkdir()
    (root / "content" / "images" / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert command("check", root) == 1
    moved, count, typing_error = command.out.splitlines()
    assert "5 pages do not exist; they exist below 'content'" in moved
    assert count.startswith("ERROR: 11 links and images have the same cause (5 pages")
    assert "link to '/guides/p9'" in typing_error
    command("check", "--verbose", root)
    assert command.out.count("link to '/guides/p1': no such page") == 6
    assert command.out.count("its entry is left out; write 'content/guides/p") == 5
    command("check", "--format", "json", root)
    assert command.out.count("its entry is left out") == 5
    command("build", root, root.parent / "out", "--format", "json")
    assert command.err.count("its entry is left out") == 5
