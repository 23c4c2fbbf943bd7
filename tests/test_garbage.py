"""When Python looks for reference cycles, and what it leaves when a process ends."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from contextlib import suppress

import pytest
from building import Project

from sphinx_docsnav.garbage import (
    RARE,
    LeftAlone,
    collected_rarely,
    left_alone,
    start_rare_collection,
)


class Cycle:
    """An object that refers to itself."""

    itself: Cycle


ENDS = """
import atexit, gc
from sphinx_docsnav.garbage import finalize_objects_at_exit, leave_objects_at_exit
atexit.register(lambda: print(gc.get_freeze_count() > 1_000))  # called after the others
leave_objects_at_exit()
leave_objects_at_exit()
print(gc.get_freeze_count())
"""


@pytest.mark.parametrize(("more", "left"), [("", "True"), ("finalize_objects_at_exit()", "False")])
def test_objects_are_left_to_the_system_when_the_process_ends(more: str, left: str) -> None:
    program = [sys.executable, "-c", ENDS + more]
    ended = subprocess.run(program, capture_output=True, text=True, check=True)
    assert (ended.stdout.split(), ended.stderr) == (["0", left], "")


def test_thresholds_are_restored_after_an_exception() -> None:
    before, inside = gc.get_threshold(), []
    with suppress(ValueError), collected_rarely():
        inside.append(gc.get_threshold())
        raise ValueError("broken")
    assert (inside, gc.get_threshold()) == ([RARE], before)


def test_thresholds_are_restored_by_the_first_that_sets_them() -> None:
    before = gc.get_threshold()
    restore_command = start_rare_collection()
    restore_build = start_rare_collection()
    restore_command()
    # An application that is released late.
    restore_build()
    assert gc.get_threshold() == before


def test_the_first_collection_after_a_build_skips_what_the_build_has_made() -> None:
    ours = LeftAlone()
    ours.add_all()
    cycle = Cycle()
    cycle.itself = cycle
    is_left = weakref.ref(cycle)
    del cycle
    ours.release()
    # More objects than the threshold of the youngest generation.
    younger: list[list[object]] = [[] for _ in range(2 * gc.get_threshold()[0])]
    assert is_left() is not None
    del younger
    gc.collect()
    assert is_left() is None


def test_what_others_have_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        ours = LeftAlone()
        ours.add_all()
        ours.release()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
    ours.add_all()
    assert gc.get_freeze_count()
    ours.release()
    assert not gc.get_freeze_count()


def test_only_the_first_build_of_a_process_freezes_objects() -> None:
    ours = LeftAlone()
    ours.add_all()
    ours.release()
    ours.add_all()
    assert not gc.get_freeze_count()


def test_a_build_releases_the_objects_of_one_that_was_interrupted(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(left_alone, "has_released", False)
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    interruption = """
extensions = ["sphinx_docsnav"]

def setup(app):
    def interrupt(*arguments):
        raise KeyboardInterrupt
    app.connect("source-read", interrupt)
"""
    project.write({"conf.py": interruption})
    with pytest.raises(KeyboardInterrupt):
        project.build()
    assert gc.get_freeze_count()
    (project.src / "conf.py").unlink()
    project.build()
    assert not gc.get_freeze_count()


def test_what_is_frozen_for_good_is_not_released() -> None:
    ours = LeftAlone()
    ours.add_all_for_good()
    try:
        ours.add_all()
        ours.release()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
