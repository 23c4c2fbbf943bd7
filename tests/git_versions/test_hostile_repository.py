"""Programs that the configuration of a repository names do not run, whoever calls git."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from git_versions.histories import History

from sphinx_docsnav.cli.git_versions.repository import Repository
from sphinx_docsnav.features.page_end import read_commit_dates
from sphinx_docsnav.sitefiles.safe_git import GitError

PROGRAM_SETTINGS = (
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.evil.command",
    "diff.evil.textconv",
    "filter.evil.clean",
    "filter.evil.process",
    "filter.evil.smudge",
    "gpg.program",
    "pager.log",
    "tar.tar.command",
)
"""The settings of git that name programs; `hostile` gives each a program."""
HOOKS = ("post-checkout", "post-index-change", "reference-transaction")


def export(folder: Path, target: Path) -> None:
    """Use a repository as the command `versions` does."""
    repository = Repository(Repository(folder).top)
    assert repository.is_shallow is False
    ref = repository.find("v*")[0]
    assert repository.read_time(ref) == "1714564800"
    repository.export(ref, target)
    assert (target / "a.mdx").read_text("utf-8") == "A"


def read_dates(folder: Path, _target: Path) -> None:
    """Use a repository as a build with dates does."""
    assert read_commit_dates(folder, {"a.mdx"}) == {"a.mdx": "2024-05-01"}


def write_program(path: Path, runs: Path, then: str = "cat") -> str:
    """Write a program that notes its name in the folder *runs*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\ntouch "{runs / path.name}"\n{then}\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def hostile(tmp_path: Path) -> History:
    """Return a repository with a signed commit, whose configuration names programs."""
    history = History(tmp_path / "hostile")
    runs = tmp_path / "runs"
    runs.mkdir()
    history.commit({"a.mdx": "A", ".gitattributes": "* filter=evil diff=evil\n"})
    head, _, message = history.git("cat-file", "commit", "HEAD").partition("\n\n")
    signature = " -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    (tmp_path / "commit").write_text(f"{head}\ngpgsig{signature}\n\n{message}\n", encoding="utf-8")
    signed = history.git("hash-object", "-t", "commit", "-w", str(tmp_path / "commit"))
    history.git("update-ref", "refs/heads/main", signed)
    history.git("tag", "v1", signed)
    for hook in HOOKS:
        write_program(tmp_path / "hooks" / hook, runs)
    values = {"core.hooksPath": str(tmp_path / "hooks"), "log.showSignature": "true"}
    for setting in PROGRAM_SETTINGS:
        values[setting] = write_program(tmp_path / "programs" / setting, runs)
    with (history.folder / ".git" / "config").open("a", encoding="utf-8") as config:
        for setting, value in values.items():
            section, *subsection, name = setting.split(".")
            header = f'{section} "{subsection[0]}"' if subsection else section
            config.write(f"[{header}]\n\t{name} = {value}\n")
    return history


@pytest.mark.parametrize("use", [export, read_dates])
def test_no_program_of_a_configuration_runs(
    hostile: History, tmp_path: Path, use: Callable[[Path, Path], None]
) -> None:
    # Without options, git runs some of the programs: the fixture can notice them.
    hostile.git("show", "HEAD")
    hostile.git("archive", "HEAD")
    hostile.git("status")
    ran = list((tmp_path / "runs").iterdir())
    assert {"core.fsmonitor", "filter.evil.process", "gpg.program"} <= {path.name for path in ran}
    for path in ran:
        path.unlink()
    use(hostile.folder, tmp_path / "out")
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_filter_that_an_export_needs_is_not_left_out_in_silence(
    hostile: History, tmp_path: Path
) -> None:
    hostile.git("config", "filter.evil.required", "true")
    with pytest.raises(GitError, match=r"smudge filter evil failed; define the filter with 'git"):
        export(hostile.folder, tmp_path / "out")


def test_a_filter_of_the_user_runs(
    hostile: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text('[filter "evil"]\n\tsmudge = sed s/A/B/\n', "utf-8")
    # Git prefers a process to a program that runs for each file.
    hostile.git("config", "--unset", "filter.evil.process")
    monkeypatch.setenv("HOME", str(tmp_path))
    repository = Repository(hostile.folder)
    repository.export(repository.find("v1")[0], tmp_path / "out")
    assert (tmp_path / "out/a.mdx").read_text("utf-8") == "B"
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_filter_whose_name_would_change_the_option_is_refused(
    hostile: History, tmp_path: Path
) -> None:
    hostile.git("config", "filter.a=b.smudge", "cat")
    with pytest.raises(GitError, match="has a '=' in its name"):
        export(hostile.folder, tmp_path / "out")


def test_missing_objects_of_a_partial_clone_are_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    origin = History(tmp_path / "origin")
    origin.commit({"a.mdx": "A"}, "v1")
    origin.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    filtered = ("--filter=blob:none", "--no-checkout")
    origin.git("clone", "--quiet", *filtered, origin.folder.as_uri(), str(clone))
    program = write_program(tmp_path / "fetch", tmp_path / "runs", 'exec git-upload-pack "$@"')
    History(clone).git("config", "remote.origin.uploadpack", program)
    repository = Repository(clone)
    with pytest.raises(GitError, match="the clone is partial: run 'git fetch --refetch"):
        repository.export(repository.find("v1")[0], tmp_path / "out")
    assert list((tmp_path / "runs").iterdir()) == []
    # The remedy works; it is the user who runs this program.
    History(clone).git("fetch", "--quiet", "--refetch", "--no-filter")
    repository.export(repository.find("v1")[0], tmp_path / "out")


def test_a_bare_repository_in_a_site_is_not_its_repository(
    hostile: History, tmp_path: Path
) -> None:
    folder = tmp_path / "site" / "docs"
    subprocess.run(["git", "clone", "-q", "--bare", hostile.folder, folder], check=True)
    with pytest.raises(GitError, match="bare"):
        read_commit_dates(folder, {"a.mdx"})
    with pytest.raises(GitError, match="bare"):
        export(folder, tmp_path / "out")
