"""``sphinx-docsnav versions``: what is built when, what remains, and real builds."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from git_versions.histories import History

from sphinx_docsnav.cli import main
from sphinx_docsnav.cli.arguments import build_parser
from sphinx_docsnav.cli.console import UserError
from sphinx_docsnav.cli.git_versions import builds
from sphinx_docsnav.cli.git_versions.builds import (
    BuildError,
    StoppedBuildError,
    VersionBuilder,
    find_requirements,
)
from sphinx_docsnav.cli.git_versions.repository import Repository
from sphinx_docsnav.cli.git_versions.version_plan import GitPart
from sphinx_docsnav.cli.versions import _read_settings, _remove_unused, run_versions
from sphinx_docsnav.features.versions import FINISHED_FILE

CONF = 'docsnav_versions = [{"version": "main", "ref": "main"}, {"version": "*", "ref": "v*"}]\n'
Run = Callable[..., int]


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "project")
    made.commit({"docs/conf.py": CONF, "docs/index.rst": "One\n"}, "v1")
    made.commit({"docs/index.rst": "Two\n"}, "v2")
    return made


@pytest.fixture
def run(tmp_path: Path, history: History) -> Run:
    def run(*more: str, docs: str = "docs") -> int:
        words = [str(history.folder / docs), str(tmp_path / "out"), "-d", str(tmp_path / "cache")]
        return main(["versions", *words, "-j", "1", *more])

    return run


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace Sphinx by something quick, and return what it has built."""
    names: list[str] = []

    def build(
        _self: VersionBuilder,
        part: GitPart,
        _python: str,
        source: Path,
        place: Path,
        *_: object,
        **__: object,
    ) -> None:
        names.append(part.label)
        text = (source / "index.rst").read_text("utf-8")
        if "broken" in text:
            raise StoppedBuildError("Sphinx stops:\n    broken")
        (place / "out").mkdir(parents=True, exist_ok=True)
        if "killed" in text:
            (place / "out/half.html").touch()
            raise KeyboardInterrupt
        (place / "out/index.html").write_text(f"<html><body>{text}</body></html>", "utf-8")
        (place / "out" / FINISHED_FILE).write_text('{"plain": true}', encoding="utf-8")

    monkeypatch.setattr(VersionBuilder, "_run_build", build)
    return names


def said(out: Path, version: str) -> str:
    text = (out / version / "index.html").read_text("utf-8")
    found = re.search(r"(One|Two|Three|Four)", text)
    return found[1] if found else ""


def test_each_commit_is_built_once(
    run: Run, history: History, built: list[str], tmp_path: Path
) -> None:
    assert run("--conf") == 0
    assert sorted(built) == ["1", "2", "main"]
    built.clear()
    assert run("--conf") == 0
    assert built == []
    history.commit({"docs/index.rst": "Three\n"}, "v3")
    assert run("--conf") == 0
    assert sorted(built) == ["3", "main"]
    assert said(tmp_path / "out", "3") == "Three"
    listed = json.loads((tmp_path / "out/docsnav-versions.json").read_text("utf-8"))
    assert [row["name"] for row in listed] == ["main", "3", "2", "1"]
    assert 'href="../3/index.html"' in (tmp_path / "out/1/index.html").read_text("utf-8")


@pytest.mark.usefixtures("built")
def test_a_version_that_cannot_be_built_leaves_the_last_good_one(
    run: Run, history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--conf") == 0
    history.commit({"docs/index.rst": "broken\n"})
    capsys.readouterr()
    assert run("--conf") == 1
    error = capsys.readouterr().err
    assert error == (
        "sphinx-docsnav: ERROR: main cannot be built: Sphinx stops:\n    broken\n"
        "  The last good build stays in its place.\n"
    )
    assert said(tmp_path / "out", "main") == "Two"
    history.commit({"docs/index.rst": "Four\n"})
    assert run("--conf") == 0
    assert said(tmp_path / "out", "main") == "Four"


def test_a_broken_commit_is_built_once_with_the_same_packages(
    run: Run,
    history: History,
    built: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history.commit({"docs/index.rst": "broken\n"}, "v3")
    history.commit({"docs/index.rst": "Four\n"})
    assert run("--conf") == 1
    assert "3" in built
    built.clear()
    capsys.readouterr()
    assert run("--conf", "--allow-failed") == 0
    assert built == []
    assert capsys.readouterr().err == (
        "sphinx-docsnav: WARNING: 3 cannot be built: Sphinx stops:\n    broken\n"
        "  It is not built again until the commit or the packages change; --retry-failed does so.\n"
    )
    assert run("--conf", "--retry-failed") == 1
    assert built == ["3"]
    monkeypatch.setattr("sphinx_docsnav.cli.git_versions.builds._list_packages", lambda: "other 1")
    built.clear()
    assert run("--conf") == 1
    assert built == ["3"]


@pytest.mark.usefixtures("built")
def test_a_version_that_was_never_built_is_left_out(
    run: Run, history: History, tmp_path: Path
) -> None:
    history.commit({"docs/index.rst": "broken\n"}, "v3")
    history.commit({"docs/index.rst": "Four\n"})
    assert run("--conf") == 1
    assert not (tmp_path / "out/3").exists()
    assert said(tmp_path / "out", "main") == "Four"


@pytest.mark.usefixtures("built")
def test_a_version_that_is_gone_is_removed_when_all_others_are_built(
    run: Run, history: History, tmp_path: Path
) -> None:
    assert run("--conf") == 0
    history.commit({"docs/index.rst": "broken\n"}, "v3")
    history.git("tag", "--delete", "v1")
    assert run("--conf") == 1
    assert said(tmp_path / "out", "1") == "One"
    history.git("tag", "--delete", "v3")
    history.commit({"docs/index.rst": "Four\n"})
    assert run("--conf") == 0
    assert not (tmp_path / "out/1").exists()


def test_a_build_that_was_killed_is_finished_by_the_next(
    run: Run, history: History, built: list[str], tmp_path: Path
) -> None:
    history.commit({"docs/index.rst": "killed\n"}, "v3")
    history.commit({"docs/index.rst": "Four\n"})
    words = [str(history.folder / "docs"), str(tmp_path / "out"), "--conf", "-j", "1"]
    words = ["versions", *words, "-d", str(tmp_path / "cache")]
    with pytest.raises(KeyboardInterrupt):
        run_versions(build_parser().parse_args(words))
    assert not (tmp_path / "out/3").exists()
    history.git("tag", "--delete", "v3")
    (tmp_path / "cache/work/left").mkdir(parents=True)
    built.clear()
    assert run("--conf") == 0
    assert said(tmp_path / "out", "main") == "Four"
    assert not list((tmp_path / "out").rglob("half.html"))


def test_a_build_that_another_run_has_finished_is_used(
    run: Run, built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = VersionBuilder._run_build

    def build_twice(builder: VersionBuilder, part: GitPart, *more: Any) -> None:  # noqa: ANN401
        build(builder, part, *more)
        shutil.copytree(more[2] / "out", builder.find_output(builder.make_key(part)))

    monkeypatch.setattr(VersionBuilder, "_run_build", build_twice)
    assert run("--conf") == 0
    assert sorted(built) == ["1", "2", "main"]
    assert said(tmp_path / "out", "1") == "One"


@pytest.fixture
def builder(tmp_path: Path, history: History) -> VersionBuilder:
    source = history.folder / "docs"
    here = Repository(history.folder)
    return VersionBuilder(tmp_path / "cache", here, "docs", source, isolated=True)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the programs that make environments, and return the commands."""
    commands: list[str] = []

    def run_installer(command: Sequence[object], *_: object) -> None:
        words = [str(word) for word in command]
        commands.append(" ".join(words))
        if "venv" in words:
            Path(words[-1]).mkdir(parents=True)
        else:
            # Give another thread the time to start an installation of its own.
            threading.Event().wait(0.2)

    monkeypatch.setattr(builds, "_run_installer", run_installer)
    return commands


def test_a_work_tree_without_a_commit_has_no_environment(
    builder: VersionBuilder, history: History
) -> None:
    history.git("checkout", "--quiet", "--orphan", "empty")
    with pytest.raises(BuildError, match="'--isolated' needs a commit"):
        builder.build_work_tree(GitPart((("version", "next"),), "next"))


def test_threads_make_a_shared_environment_once(
    builder: VersionBuilder, installed: list[str], history: History
) -> None:
    def prepare(commit: str) -> str:
        return builder._prepare_environment(commit, history.folder, builder.source, {})

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(prepare, ("1", "2"))
    assert first == second
    assert len(installed) == 2


def test_an_environment_in_use_is_not_removed(
    builder: VersionBuilder, installed: list[str], history: History
) -> None:
    def prepare() -> Path:
        python = builder._prepare_environment("1", history.folder, builder.source, {})
        return Path(python).parents[1]

    folder = prepare()
    os.utime(folder, (0, 0))
    assert prepare() == folder
    _remove_unused(builder.base, ())
    assert folder.is_dir()
    os.utime(folder, (0, 0))
    _remove_unused(builder.base, ())
    assert not folder.is_dir()
    assert len(installed) == 2


def test_threads_that_link_the_package_at_the_same_time_do_not_fail(
    builder: VersionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink, barrier = Path.unlink, threading.Barrier(2)

    def unlink_together(path: Path, *, missing_ok: bool = False) -> None:
        unlink(path, missing_ok=missing_ok)
        barrier.wait(60)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink_together)
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(builder._make_search_path, ("other", "python"))
    assert first == second
    package = Path(first["PYTHONPATH"])
    assert [path.name for path in package.iterdir()] == ["sphinx_docsnav"]
    assert (package / "sphinx_docsnav/__init__.py").is_file()


@pytest.mark.usefixtures("built")
def test_a_ref_that_is_gone_keeps_its_last_build_with_an_error(
    run: Run, history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--conf") == 0
    history.git("checkout", "--quiet", "--detach")
    history.git("branch", "--delete", "--force", "main")
    assert run("--conf") == 1
    assert "no tag, branch or commit matches 'main'" in capsys.readouterr().err
    assert said(tmp_path / "out", "main") == "Two"


def test_a_conf_py_is_not_run_without_consent(
    run: Run, built: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == 3
    assert "conf.py, which is a program; use --conf" in capsys.readouterr().err
    assert built == []


def test_an_isolated_run_needs_only_literals_of_a_conf_py(tmp_path: Path) -> None:
    lines = ("import nowhere_to_be_found", "docsnav_versions = ['v1']", "html_baseurl = ''")
    (tmp_path / "conf.py").write_text("\n".join(lines), "utf-8")
    settings = _read_settings(tmp_path, runs_conf=True, isolated=True)
    assert settings == {"docsnav_versions": ["v1"], "html_baseurl": ""}
    with pytest.raises(UserError, match=r"nowhere_to_be_found.*; --isolated installs the"):
        _read_settings(tmp_path, runs_conf=True, isolated=False)


def test_a_folder_without_versions_says_how_to_name_some(
    run: Run, history: History, capsys: pytest.CaptureFixture[str]
) -> None:
    (history.folder / "docs/conf.py").write_text("", encoding="utf-8")
    assert run("--conf") == 3
    assert "names no versions; write docsnav_versions into conf.py" in capsys.readouterr().err


def test_another_repository_is_a_product(
    run: Run,
    history: History,
    built: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = History(tmp_path / "other")
    other.commit({"doc/index.rst": "Three\n"}, "v7")
    url = f"file://{tmp_path}/other"
    docs = {
        "navigation": {
            "products": [
                {"product": "App", "versions": [{"version": "*", "ref": "v*"}]},
                {
                    "product": "Kit",
                    "repository": url,
                    "folder": "doc",
                    "versions": [{"version": "*", "ref": "v*"}],
                },
            ]
        }
    }
    (history.folder / "docs/docs.json").write_text(json.dumps(docs), encoding="utf-8")
    (history.folder / "docs/conf.py").unlink()
    assert run() == 1
    assert "ERROR: Kit * cannot be built: " in capsys.readouterr().err
    assert built == ["App 2", "App 1"]
    assert run("--allow-repository", f"file://{tmp_path}") == 0
    assert said(tmp_path / "out", "kit/7") == "Three"
    assert 'href="../../kit/7/index.html"' in (tmp_path / "out/app/2/index.html").read_text("utf-8")


def test_a_link_out_of_the_repository_is_no_folder_of_documentation(
    run: Run, history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(history.folder / "docs")
    (history.folder / "docs").symlink_to(tmp_path)
    history.commit({}, "v3")
    history.git("checkout", "--quiet", "v2")
    (history.folder / "docs/conf.py").write_text(CONF.replace("v*", "v3"), encoding="utf-8")
    assert run("--conf") == 1
    assert "main cannot be built: the commit has no folder 'docs'" in capsys.readouterr().err


def test_a_shallow_clone_may_lack_versions(
    history: History, built: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    update_clone = History(tmp_path / "clone")
    history.git("clone", "--quiet", "--depth=1", history.folder.as_uri(), str(update_clone.folder))
    words = [
        str(update_clone.folder / "docs"),
        str(tmp_path / "out"),
        "-d",
        str(tmp_path / "cache"),
    ]
    assert main(["versions", *words, "--conf"]) == 0
    assert sorted(built) == ["2", "main"]  # the clone has no tag v1
    assert "WARNING: the clone is shallow" in capsys.readouterr().err


def test_requirements_are_those_of_a_file_else_of_a_group_or_an_extra(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    assert find_requirements(tmp_path, docs) == []
    project = tmp_path / "pyproject.toml"
    project.write_text('[project.optional-dependencies]\ntest = ["t"]\ndoc = ["furo"]\n')
    assert find_requirements(tmp_path, docs) == [".[doc]"]
    groups = 'docs = ["furo", "--index-url x", {include-group = "more"}]\nmore = ["myst-parser"]\n'
    project.write_text(f'[dependency-groups]\n{groups}round = [{{include-group = "round"}}]\n')
    assert find_requirements(tmp_path, docs) == ["furo", "myst-parser", "."]
    (docs / "requirements.txt").write_text("alabaster\n")
    assert find_requirements(tmp_path, docs) == ["-r", "docs/requirements.txt", "."]
    (docs / "requirements.txt").unlink()
    for text in (
        "project = 1\ndependency-groups = 2\n",
        '[dependency-groups]\ndocs = "furo"\n',
        "[dependency-groups]\ndocs = [1, {include-group = []}, {}]\n",
    ):
        project.write_text(text)
        assert find_requirements(tmp_path, docs) == ["."]


def real(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_old_commits_of_a_project_need_neither_this_extension_nor_docs_json(
    tmp_path: Path,
) -> None:
    history = History(tmp_path / "project")
    index = "Demo\n====\n\nWelcome.\n\n.. toctree::\n\n   guide\n"
    conf = 'project = "Demo"\nhtml_theme = "alabaster"\n'
    guide = "Guide\n=====\n\n.. py:function:: launch()\n\n   Zebra.\n"
    history.commit({"docs/conf.py": conf, "docs/index.rst": index, "docs/guide.rst": guide}, "v1")
    versions = '[{"version": "dev"}, {"version": "*", "ref": "v*"}]'
    own = 'extensions = ["sphinx_docsnav"]\ndocsnav_config = "toctree"\n'
    own += f"docsnav_versions = {versions}\n"
    later = f"{guide}\n.. py:function:: land()\n"
    history.commit({"docs/conf.py": f"{conf}{own}", "docs/guide.rst": later})
    out = tmp_path / "out"
    words = [str(history.folder / "docs"), str(out), "--conf", "-d", str(tmp_path / "cache")]
    assert main(["versions", *words]) == 0
    text = real((out / "1/guide.html").read_text("utf-8"))
    assert '<a class="docsnav-option" href="../dev/guide.html">' in text
    assert re.search(r'<li class="toctree-l1 current[^"]*"><a [^>]*href="guide.html"', text)
    assert "docsnav-older" not in text  # the newest release
    assert "docsnav-older" in (out / "dev/guide.html").read_text("utf-8")
    assert (out / "1/objects.inv").is_file()
    changed = (out / "dev/what-changed.html").read_text("utf-8")
    assert '<a class="docsnav-option" href="what-changed.html">' in changed
    assert 'Compared with <a href="../1/index.html">1</a>' in changed
    assert "Added: reference" in changed
    assert '<a href="./guide.html#land"><code>land</code></a> (function)' in changed
    for page in (changed, (out / "dev/search.html").read_text("utf-8")):  # are in no sidebar
        assert re.search(r'<li class="toctree-l1[^"]*"><a [^>]*href="(./)?guide.html"', page)
        assert re.search(r'aria-current="true"[^>]*>\s*(<[^>]*>)*dev<', page)
    assert "What changed</" not in (out / "1/guide.html").read_text("utf-8")
    others = (out / "1/_static/docsnav-search/index.js").read_text("utf-8")
    assert '["../../../dev/_static/docsnav-search/index","dev","en"]' in others
    everything = [file for file in out.rglob("*") if file.suffix in {".html", ".txt", ".json"}]
    for file in everything:
        assert not re.search(r"docsnav\.invalid|docsnav-(before|after)-\d", file.read_text("utf-8"))
    assert history.git("status", "--porcelain") == ""


def test_a_site_of_mdx_pages_has_versions_and_a_search_over_them(tmp_path: Path) -> None:
    history = History(tmp_path / "site")
    docs = {"name": "Site", "navigation": {"pages": ["index"]}}
    history.commit({"docs.json": json.dumps(docs), "index.mdx": "# Old\n\nZebra.\n"}, "v1")
    versions = [{"version": "Next", "pages": ["index", "new"]}, {"version": "*", "ref": "v*"}]
    tabs = [{"tab": "Guide", "versions": versions}, {"tab": "More", "pages": ["more"]}]
    docs["navigation"] = {"languages": [{"language": "en", "tabs": tabs}]}
    new = {"new.mdx": "# New\n\nGiraffe.\n", "more.mdx": "# More\n\nLion.\n"}
    history.commit({"docs.json": json.dumps(docs), **new})
    out = tmp_path / "out"
    words = [str(history.folder), str(out), "-d", str(tmp_path / "cache"), "--base-url"]
    assert main(["versions", *words, "https://example.org"]) == 0
    text = (out / "next/new.html").read_text("utf-8")
    assert 'href="../1/index.html"' in text
    assert "docsnav-older" in text
    assert 'rel="canonical" href="https://example.org/next/new.html"' in text
    for file in (*out.rglob("*.html"), *out.rglob("*.txt"), *out.rglob("*.md")):
        assert "docsnav.invalid" not in file.read_text("utf-8"), file
    assert 'href="/next/index.html"' in (out / "404.html").read_text("utf-8")


def test_check_knows_versions_from_git_and_refuses_them_as_not_portable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    versions = [{"version": "dev", "pages": ["index"]}, {"version": "*", "ref": "v*"}]
    docs = json.dumps({"name": "N", "navigation": {"versions": versions}})
    (tmp_path / "docs.json").write_text(docs, encoding="utf-8")
    (tmp_path / "index.mdx").write_text("---\ntitle: T\n---\nText\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0
    assert main(["check", "--portable", str(tmp_path)]) == 1
    assert "only sphinx-docsnav understands versions from git" in capsys.readouterr().out
