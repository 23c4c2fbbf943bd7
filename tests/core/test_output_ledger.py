"""What builds have written is removed when no build names it any more, and nothing else is."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from sphinx_docsnav.core.site.output_ledger import CLOCK_STEP, OutputLedger


class Output:
    """An output folder, and builds that write to it one after the other."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "out"
        self.folder.mkdir()
        self.record = root / "doctrees" / "outputs.json"

    def build(self) -> OutputLedger:
        """Return the ledger of a new build; a file that was there before is older than it."""
        return OutputLedger(self.folder, self.record, time.time_ns() + 2 * CLOCK_STEP)

    def files(self) -> dict[str, str]:
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_text() for path in paths}

    def write(self, name: str, text: str) -> Path:
        """Write a file as Sphinx, or somebody else, does."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


@pytest.fixture
def output(tmp_path: Path) -> Output:
    return Output(tmp_path)


def build_with(output: Output, **contents: str) -> None:
    """Make a whole build of an owner with these files."""
    ledger = output.build()
    for name, text in contents.items():
        ledger.write("owner", name, text)
    ledger.finish("owner")
    ledger.end()


def test_a_file_that_is_not_named_any_more_is_removed(output: Output) -> None:
    build_with(output, a="1", b="2")
    build_with(output, a="1")
    assert output.files() == {"a": "1"}


def test_a_build_that_changes_nothing_leaves_the_ledger_as_it_is(output: Output) -> None:
    build_with(output, a="1")
    before, inode = output.record.read_bytes(), output.record.stat().st_ino
    ledger = output.build()
    ledger.begin()
    ledger.write("owner", "a", "1")
    assert output.build().interrupted, "as long as the build has not ended"
    ledger.finish("owner")
    ledger.end()
    assert (output.record.read_bytes(), output.record.stat().st_ino) == (before, inode)
    assert not output.build().interrupted


def test_folders_that_become_empty_are_removed_and_others_stay(output: Output) -> None:
    ledger = output.build()
    for name in ("x/y/a", "z/b"):
        ledger.write("owner", name, "1")
    ledger.finish("owner")
    ledger.end()
    output.write("z/own", "of a user")
    build_with(output)
    assert output.files() == {"z/own": "of a user"}
    assert not (output.folder / "x").exists()


def test_files_of_other_owners_stay(output: Output) -> None:
    ledger = output.build()
    ledger.write("one", "a", "1")
    ledger.write("two", "b", "2")
    ledger.end()
    ledger = output.build()
    ledger.finish("one")
    ledger.end()
    assert output.files() == {"b": "2"}


def test_a_file_that_somebody_has_changed_is_not_removed(output: Output) -> None:
    build_with(output, a="1")
    output.write("a", "other")
    build_with(output)
    build_with(output)
    assert output.files() == {"a": "other"}


def test_a_link_in_place_of_a_file_is_not_removed(output: Output) -> None:
    build_with(output, a="1")
    (output.folder / "a").unlink()
    target = output.write("target", "1")
    (output.folder / "a").symlink_to(target)
    build_with(output)
    assert output.files() == {"a": "1", "target": "1"}


def test_a_changed_file_is_written_again(output: Output) -> None:
    build_with(output, a="1")
    output.write("a", "other")
    build_with(output, a="1")
    assert output.files() == {"a": "1"}


def test_a_missing_file_is_written_again(output: Output) -> None:
    build_with(output, a="1")
    (output.folder / "a").unlink()
    build_with(output, a="1")
    assert output.files() == {"a": "1"}


def test_a_file_with_the_same_content_keeps_its_time(output: Output) -> None:
    build_with(output, a="1")
    os.utime(output.folder / "a", (1, 1))
    build_with(output, a="1")
    assert (output.folder / "a").stat().st_mtime == 1


def test_what_gives_way_replaces_no_file_of_others(output: Output) -> None:
    output.write("a", "of a user")
    ledger = output.build()
    assert not ledger.write("owner", "a", "1", gives_way=True)
    ledger.finish("owner")
    ledger.end()
    build_with(output)
    assert output.files() == {"a": "of a user"}


def test_what_gives_way_replaces_its_own_file(output: Output) -> None:
    for text in ("1", "2"):
        ledger = output.build()
        assert ledger.write("owner", "a", text, gives_way=True)
        ledger.finish("owner")
        ledger.end()
    assert output.files() == {"a": "2"}


def test_a_claimed_file_of_sphinx_is_removed_when_no_build_claims_it(output: Output) -> None:
    ledger = output.build()
    ledger.claim("pages", ["a.html", "never.html"])
    output.write("a.html", "by Sphinx")
    ledger.finish("pages")
    ledger.end()
    assert [*output.build().names("pages")] == ["a.html"]
    ledger = output.build()
    ledger.finish("pages")
    assert output.files() == {}


def test_a_file_that_another_writes_in_this_build_is_not_removed(output: Output) -> None:
    ledger = output.build()
    ledger.claim("pages", ["a.html"])
    output.write("a.html", "by Sphinx")
    ledger.finish("pages")
    ledger.end()
    ledger = output.build()
    output.write("a.html", "by an extension")
    ledger.finish("pages")
    assert output.files() == {"a.html": "by an extension"}


def test_an_output_that_was_copied_with_its_times_is_known(output: Output) -> None:
    ledger = output.build()
    ledger.claim("pages", ["a.html"])
    path = output.write("a.html", "by Sphinx")
    times = path.stat().st_mtime_ns
    ledger.finish("pages")
    ledger.end()
    path.unlink()
    os.utime(output.write("a.html", "by Sphinx"), ns=(times, times))
    output.build().finish("pages")
    assert output.files() == {}


def test_a_killed_build_leaves_no_file_that_the_next_does_not_name(output: Output) -> None:
    build_with(output, a="1")
    began = time.time_ns()
    killed = OutputLedger(output.folder, output.record, began)
    killed.write("owner", "b", "2")
    killed.claim("owner", ["c", "d"])
    output.write("c", "by a worker")
    ledger = output.build()
    assert ledger.interrupted
    ledger.finish("owner")
    ledger.end()
    assert output.files() == {}
    assert not output.build().interrupted


def test_a_build_that_follows_at_once_removes_what_a_killed_build_has_just_written(
    output: Output,
) -> None:
    killed = OutputLedger(output.folder, output.record, time.time_ns())
    killed.claim("owner", ["a"])
    written = output.write("a", "by Sphinx").stat().st_ctime_ns
    ledger = OutputLedger(output.folder, output.record, written + CLOCK_STEP // 4)
    ledger.finish("owner")
    assert output.files() == {}


def test_a_file_of_a_killed_build_that_the_next_does_not_write_is_removed_by_a_later_one(
    output: Output,
) -> None:
    """Sphinx copies a source only if the copy differs."""
    ledger = output.build()
    ledger.claim("pages", ["a.txt"])
    output.write("a.txt", "by Sphinx")
    ledger.finish("pages")
    ledger.end()
    killed = OutputLedger(output.folder, output.record, time.time_ns())
    killed.begin()
    output.write("a.txt", "by Sphinx, another time")
    ledger = output.build()
    ledger.begin()
    ledger.claim("pages", ["a.txt"])
    ledger.finish("pages")
    ledger.end()
    output.build().finish("pages")
    assert output.files() == {}


def test_what_a_killed_build_has_not_written_is_written_by_the_next(output: Output) -> None:
    """It was killed within a file; the next build has the content of the one before."""
    build_with(output, a="1")
    killed = OutputLedger(output.folder, output.record, time.time_ns())
    killed.write("owner", "a", "22")
    output.write("a", "2")
    ledger = output.build()
    assert ledger.write("owner", "a", "1", gives_way=True)
    ledger.end()
    assert output.files() == {"a": "1"}


def test_a_file_stays_the_owners_if_a_build_is_killed_before_it_is_written(output: Output) -> None:
    build_with(output, a="1")
    killed = OutputLedger(output.folder, output.record, time.time_ns())
    killed.begin()
    with output.record.open("a") as record:
        record.write('\n{"owner":"owner","files":["a"]}')
    assert output.build().write("owner", "a", "2", gives_way=True)
    assert output.files() == {"a": "2"}


@pytest.mark.parametrize("cut", [1, 20])
def test_an_unfinished_line_of_a_killed_build_is_not_read(output: Output, cut: int) -> None:
    build_with(output, a="1")
    killed = OutputLedger(output.folder, output.record, time.time_ns())
    killed.write("owner", "b", "2")
    killed.claim("owner", ["c"])
    text = output.record.read_text()
    output.record.write_text(text[:-cut])
    ledger = output.build()
    assert ledger.interrupted
    assert [*ledger.names("owner")] == ["a", "b"]
    ledger.claim("owner", ["d"])
    assert [*output.build().names("owner")] == ["a", "b", "d"]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", json.dumps({"build": 1})])
def test_a_ledger_that_cannot_be_read_is_an_empty_one(output: Output, text: str) -> None:
    build_with(output, a="1")
    output.record.write_text(text)
    build_with(output, b="2")
    assert output.files() == {"a": "1", "b": "2"}
    build_with(output)
    assert output.files() == {"a": "1"}


def test_nothing_is_removed_outside_of_the_folder(output: Output) -> None:
    build_with(output, **{"inside/a": "1"})
    outside = output.folder.parent / "outside"
    (output.folder / "inside").rename(outside)
    (output.folder / "inside").symlink_to(outside)
    build_with(output)
    assert (outside / "a").read_text() == "1"
