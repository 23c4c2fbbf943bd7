"""Which versions docs.json names: labels, folders, and the default, stable and latest ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from git_versions.histories import History

from sphinx_docsnav.cli.git_versions.repository import Ref, Repository, update_clone
from sphinx_docsnav.cli.git_versions.version_plan import (
    GitPart,
    VersionLevel,
    find_parts,
    find_version_entries,
    make_folder_name,
)
from sphinx_docsnav.docs_json import docs_json_of
from sphinx_docsnav.sitefiles.safe_git import GitError

TAGS = ("v1.0", "v1.1", "v2.0", "v2.1rc1", "docs-1")


class Known(Repository):
    """A repository whose refs are given."""

    refs = tuple(
        Ref(name, f"{number:040d}", name != "main") for number, name in enumerate((*TAGS, "main"))
    )
    is_shallow = False


def parts_of(navigation: dict[str, Any]) -> list[GitPart]:
    entries = find_version_entries(
        docs_json_of({"navigation": navigation}, Path("docs.json")).navigation
    )
    here = Known(Path())
    found: list[GitPart] = []
    for _, parts in find_parts(entries, lambda: here, lambda _: here):
        if isinstance(parts, GitError):
            raise parts
        found += parts
    return found


def test_a_pattern_stands_for_its_tags_newest_first_and_the_label_for_what_differs() -> None:
    parts = parts_of({"versions": [{"version": "dev"}, {"version": "*", "ref": "v*"}]})
    assert [part.label for part in parts] == ["dev", "2.1rc1", "2.0", "1.1", "1.0"]
    assert [part.folder for part in parts] == ["dev", "2.1rc1", "2.0", "1.1", "1.0"]


@pytest.mark.parametrize("pattern", ["v*", "v?.*"])
def test_a_ref_that_has_an_entry_is_not_in_a_pattern_again(pattern: str) -> None:
    versions = [{"version": "*", "ref": pattern}, {"version": "Two", "ref": "v2.0"}]
    labels = [part.label for part in parts_of({"versions": versions})]
    assert labels == ["2.1rc1", "1.1", "1.0", "Two"]


@pytest.mark.parametrize("exclude", ["v1.*", ["v1.0", "v1.1"]])
def test_refs_that_are_excluded_are_no_versions(exclude: object) -> None:
    versions = [{"version": "dev"}, {"version": "*", "ref": "v*", "exclude": exclude}]
    assert [part.label for part in parts_of({"versions": versions})] == ["dev", "2.1rc1", "2.0"]


def test_versions_below_tabs_and_languages_stand_above_them_each_once() -> None:
    english = [{"version": "dev", "pages": ["a"]}, {"version": "*", "ref": "v*"}]
    french = [{"version": "demain", "pages": ["fr/a"]}, {"version": "un", "ref": "v1.0"}]
    languages = [
        {"language": "en", "tabs": [{"tab": "T", "versions": english}, {"tab": "U", "pages": []}]},
        {"language": "fr", "versions": [*french, {"version": "vieux", "ref": "docs-1"}]},
    ]
    parts = parts_of({"languages": languages})
    assert [part.label for part in parts] == ["dev", "2.1rc1", "2.0", "1.1", "un", "vieux"]


def test_the_default_is_marked_or_the_newest_release() -> None:
    level = VersionLevel(
        tuple(
            parts_of(
                {"versions": [{"version": "dev", "ref": "main"}, {"version": "*", "ref": "v*"}]}
            )
        )
    )
    names = [part.label for part in (level.default, level.stable, level.latest) if part]
    assert names == ["2.0", "2.0", "dev"]
    marked = parts_of(
        {
            "versions": [
                {"version": "*", "ref": "v[12].0"},
                {"version": "1.1", "ref": "v1.1", "default": True},
            ]
        }
    )
    assert VersionLevel(tuple(marked)).default.label == "1.1"


def test_products_of_other_repositories_have_their_own_versions() -> None:
    sdk = {"product": "The SDK", "repository": "https://example.com/sdk", "folder": "doc"}
    versions = [{"version": "*", "ref": "v1*"}]
    parts = parts_of(
        {"products": [{"product": "App", "pages": ["index"]}, {**sdk, "versions": versions}]}
    )
    assert [(part.folder, part.docs) for part in parts] == [
        ("app", ""),
        ("the-sdk/1.1", "doc"),
        ("the-sdk/1.0", "doc"),
    ]


def test_a_pattern_needs_a_star_in_the_label() -> None:
    with pytest.raises(GitError, match=r"'Old' would be the name of each version .* write '\*'"):
        parts_of({"versions": [{"version": "Old", "ref": "v1*"}]})


@pytest.mark.parametrize(
    ("label", "name"),
    [("v2.0 (LTS)", "v2.0-lts"), ("../..", "version"), ("Ünïcode/x", "unicode-x"), ("", "version")],
)
def test_a_label_becomes_the_name_of_a_folder(label: str, name: str) -> None:
    assert make_folder_name(label) == name


def test_labels_that_give_one_name_get_numbers() -> None:
    versions = [{"version": "1.0", "ref": "v1.0"}, {"version": "1.0!", "ref": "v1.1"}]
    assert [part.folder for part in parts_of({"versions": versions})] == ["1.0", "1.0-2"]


def test_a_repository_finds_tags_then_branches_and_commits(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    first = history.commit({"docs/a": "1"}, "v1")
    history.git("branch", "v1")
    second = history.commit({"docs/a": "2"})
    repository = Repository(tmp_path / "r")
    assert repository.find("v1")[0] == Ref("v1", first, is_tag=True)
    assert repository.find("main")[0] == Ref("main", second, is_tag=False)
    assert repository.find(second[:9])[0].commit == second
    with pytest.raises(
        GitError, match="no tag, branch or commit matches 'v9'; git has v1, main, v1"
    ):
        repository.find("v9")
    # The name of a ref is not taken for the reason of an error.
    history.git("tag", "promisor")
    with pytest.raises(
        GitError, match="no tag, branch or commit matches 'v9'; git has promisor, v1"
    ):
        Repository(tmp_path / "r").find("v9")


def test_a_commit_that_does_not_exist_has_the_message_of_a_ref(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    history.commit({"a": "1"}, "v1")
    with pytest.raises(GitError, match="no tag, branch or commit matches '0123456'; git has v1"):
        Repository(tmp_path / "r").find("0123456")
    history.git("checkout", "--quiet", "--orphan", "empty")
    with pytest.raises(GitError, match="the default branch has no commit; name a tag or branch"):
        _ = Repository(tmp_path / "r").head


def test_other_failures_of_git_have_the_message_of_git(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    history.commit({"a": "1"}, "v1")
    history.git("config", "core.bare", "maybe")
    with pytest.raises(GitError, match=r"config value 'maybe' for 'core\.bare'"):
        _ = Repository(tmp_path / "r").head


def test_the_time_of_a_tag_of_a_tag_is_that_of_the_commit(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    history.commit({"a": "1"}, "v1")
    history.git("tag", "--annotate", "outer", "v1", "--message", "text")
    history.git("tag", "folder", "HEAD^{tree}")
    repository = Repository(tmp_path / "r")
    assert repository.read_time(repository.find("outer")[0]) == "1714564800"
    with pytest.raises(GitError, match="bad revision"):
        repository.read_time(repository.find("folder")[0])


def test_the_name_of_a_ref_may_have_any_bytes(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    commit = history.commit({"a": "1"})
    names = (b"v1\xff", "v1\u2028x".encode())
    rows = (f"{commit} refs/tags/".encode() + name + b"\n" for name in names)
    (tmp_path / "r/.git/packed-refs").write_bytes(b"".join(rows))
    found = {ref.name for ref in Repository(tmp_path / "r").find("v*")}
    assert found == {"v1\ufffd", "v1\u2028x"}


def test_an_export_has_the_files_of_the_commit_and_not_those_of_the_work_tree(
    tmp_path: Path,
) -> None:
    history = History(tmp_path / "r")
    history.commit({"docs/a": "1"}, "v1")
    (tmp_path / "r/docs/a").write_text("changed", encoding="utf-8")
    repository = Repository(tmp_path / "r")
    repository.export(repository.find("v1")[0], tmp_path / "out")
    assert (tmp_path / "out/docs/a").read_text("utf-8") == "1"
    assert not (tmp_path / "out/.git").exists()


def test_a_shallow_clone_says_what_it_lacks(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    history.commit({"a": "1"}, "v1")
    history.commit({"a": "2"})
    history.git(
        "clone", "--quiet", "--depth", "1", "--no-tags", f"file://{tmp_path}/r", str(tmp_path / "s")
    )
    with pytest.raises(GitError, match="the clone is shallow: run 'git fetch --unshallow --tags'"):
        Repository(tmp_path / "s").find("v1")


@pytest.mark.parametrize(
    "url",
    [
        "--upload-pack=touch x",
        "ext::sh -c touch% x",
        "git@example.com:a/b",
        "https://example.com/a/../b",
        "https://example.com/a/%2e%2E/b",
        "https://example.com/a/..%2fb",
        "https://example.com/a b",
    ],
)
def test_addresses_that_could_run_commands_are_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(GitError, match="is not the address of a repository"):
        update_clone(url, tmp_path / "c", ["https://example.com", url])


@pytest.mark.parametrize("allowed", [[], ["https://example.com/other"], ["https://example.com/o"]])
def test_other_repositories_are_fetched_only_if_they_are_allowed(
    tmp_path: Path, allowed: list[str]
) -> None:
    with pytest.raises(
        GitError, match=r"allow it with --allow-repository https://example\.com/org/a"
    ):
        update_clone("https://example.com/org/a", tmp_path / "c", allowed)


def test_a_clone_is_kept_and_brought_up_to_date(tmp_path: Path) -> None:
    history = History(tmp_path / "r")
    history.commit({"a": "1"}, "v1")
    url = f"file://{tmp_path}/r"
    assert update_clone(url, tmp_path / "c", [url]).find("v*")[0].name == "v1"
    newest = history.commit({"a": "2"}, "v2")
    again = update_clone(url, tmp_path / "c", [f"file://{tmp_path}"])
    assert [ref.name for ref in again.find("v*")] == ["v2", "v1"]
    assert again.head.commit == newest
