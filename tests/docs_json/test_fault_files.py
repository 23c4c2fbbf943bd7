"""Every folder of tests/faults is a faulty docs.json with its exact messages.

``expected.txt`` has what a build says, ``expected-keep-going.txt`` what it
says when it goes on, if that differs and anything is left to build.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.faults import DocsNavError, Fault, Severity, fault_text

FAULTS = Path(__file__).parent.parent / "faults"
FOLDERS = sorted(folder for folder in FAULTS.iterdir() if folder.is_dir())
KEPT = [folder for folder in FOLDERS if (folder / "expected-keep-going.txt").exists()]


def messages(faults: list[Fault], folder: Path) -> str:
    return "".join(f"{fault_text(fault, folder)}\n" for fault in faults)


def expected(folder: Path, name: str) -> str:
    return (folder / name).read_text("utf-8")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_messages(folder: Path) -> None:
    faults: list[Fault] = []
    stopped = ""
    try:
        read_docs_json(folder / "docs.json", faults.append)
    except DocsNavError as error:
        stopped = str(error)
    assert messages(faults, folder) == expected(folder, "expected.txt")
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    assert bool(stopped) == bool(errors)
    assert not errors or stopped.startswith(fault_text(errors[0], folder))


@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_messages_when_the_build_goes_on(folder: Path) -> None:
    faults: list[Fault] = []
    read_docs_json(folder / "docs.json", faults.append, keep_going=True)
    assert messages(faults, folder) == expected(folder, "expected-keep-going.txt")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_is_named_after_a_kind_of_message(folder: Path) -> None:
    lines = expected(folder, "expected.txt").splitlines()
    kinds = [line.rpartition("[docsnav.")[2][:-1] for line in lines]
    assert any(folder.name.startswith(kind.replace("_", "-")) for kind in kinds)


def test_there_are_enough_of_them() -> None:
    assert len(FOLDERS) > 150
