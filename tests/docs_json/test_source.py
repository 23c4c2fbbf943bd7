"""Files that are no good JSON, and files put together by ``$ref``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sphinx_docsnav.docs_json.json_source import JsonSource, read_json_source
from sphinx_docsnav.faults import Fault, Position, fault_text


def write(folder: Path, **files: object) -> Path:
    """Write each value as JSON to ``<name>.json`` and return the path of docs.json."""
    for name, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value)
        (folder / f"{name}.json").write_text(text, "utf-8")
    return folder / "docs.json"


def read(path: Path) -> JsonSource:
    faults: list[Fault] = []
    source = read_json_source(path, faults.append)
    assert [fault_text(fault, path.parent) for fault in faults] == []
    assert source is not None
    return source


def messages(path: Path) -> list[str]:
    faults: list[Fault] = []
    read_json_source(path, faults.append)
    return [fault_text(fault, path.parent) for fault in faults]


# Files


def test_nesting_100_000_deep(tmp_path: Path) -> None:
    path = write(tmp_path, docs='{"a": ' + "[" * 100_000 + "]" * 100_000 + "}")
    assert messages(path) == [
        (
            "docs.json:1:206: ERROR: expected at most 200 levels of lists and objects, found more"
            " [docsnav.syntax]"
        )
    ]


def test_200_levels_are_read(tmp_path: Path) -> None:
    read(write(tmp_path, docs="[" * 200 + "]" * 200))
    assert messages(write(tmp_path, docs="[" * 201 + "]" * 201)) == [
        (
            "docs.json:1:201: ERROR: expected at most 200 levels of lists and objects, found more"
            " [docsnav.syntax]"
        )
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "docs.json")
    assert messages(tmp_path / "docs.json") == [
        "docs.json: ERROR: expected a JSON file, found no file [docsnav.syntax]"
    ]


def test_a_path_below_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, docs={})
    assert messages(path / "docs.json") == [
        (
            "docs.json: ERROR: expected a JSON file, found one that cannot be read"
            " (not a directory) [docsnav.syntax]"
        )
    ]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="Windows and root read every file"
)
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = write(tmp_path, docs={})
    path.chmod(0)
    assert messages(path) == [
        (
            "docs.json: ERROR: expected a JSON file, found one that cannot be read"
            " (permission denied) [docsnav.syntax]"
        )
    ]


def test_a_character_in_two_halves_is_whole(tmp_path: Path) -> None:
    assert read(write(tmp_path, docs=r'["\ud83d\ude00"]')).value == ["😀"]


# $ref


def test_a_reference_stands_for_its_file(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    path = write(tmp_path, docs={"tabs": [{"$ref": "parts/a.json"}]}, b=["x", "y"])
    write(tmp_path / "parts", a={"tab": "A", "pages": {"$ref": "../b.json"}})
    source = read(path)
    assert source.value == {"tabs": [{"tab": "A", "pages": ["x", "y"]}]}
    assert source.files == (path, tmp_path / "parts/a.json", tmp_path / "b.json")
    assert source.file("/tabs/0/pages/1") == tmp_path / "b.json"
    assert source.position("/tabs/0/pages/1") == Position(1, 7)
    assert source.key_position("/tabs/0/pages") == Position(1, 1)
    assert source.file("/tabs") == path


def test_fields_beside_a_reference_override_an_object(tmp_path: Path) -> None:
    path = write(tmp_path, docs={"$ref": "a.json", "b": 2}, a={"a": 1, "b": {"c": 1}})
    source = read(path)
    assert source.value == {"a": 1, "b": 2}
    assert source.file("/a") == tmp_path / "a.json"
    assert source.file("/b") == path
    assert source.position("/b") == Position(1, 25)


def test_fields_beside_a_reference_to_a_list_say_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, docs={"x": {"$ref": "a.json", "b": 2}}, a=[1])
    assert read(path).value == {"x": [1]}


def test_an_overridden_reference_leaves_no_trace_in_positions(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        docs={"$ref": "a.json", "pages": ["docs"]},
        a={"pages": {"$ref": "b.json"}},
        b=["b"],
    )
    source = read(path)
    assert source.value == {"pages": ["docs"]}
    assert source.file("/pages/0") == path


def test_a_file_may_be_named_twice(tmp_path: Path) -> None:
    path = write(tmp_path, docs=[{"$ref": "a.json"}, {"$ref": "a.json"}], a={"x": 1})
    assert read(path).value == [{"x": 1}, {"x": 1}]


def test_an_escaped_reference_is_one(tmp_path: Path) -> None:
    path = write(tmp_path, docs='{"\\u0024ref": "a.json"}', a={"x": 1})
    assert read(path).value == {"x": 1}


def test_a_symbolic_link_out_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    write(tmp_path, secret={"x": 1})
    path = write(tmp_path / "site", docs={"$ref": "link.json"})
    (tmp_path / "site" / "link.json").symlink_to(tmp_path / "secret.json")
    assert messages(path) == [
        (
            "docs.json:1:10: ERROR: /$ref: expected a file inside the site, found 'link.json'"
            " [docsnav.reference]"
        )
    ]


def test_a_broken_file_named_twice_is_reported_once(tmp_path: Path) -> None:
    path = write(tmp_path, docs=[{"$ref": "a.json"}, {"$ref": "a.json"}], a="[")
    assert messages(path) == [
        (
            "a.json:1:2: ERROR: expected a value, found the end of the file;"
            " the list of line 1 is not closed [docsnav.syntax]"
        )
    ]


def test_a_long_chain_of_files(tmp_path: Path) -> None:
    files = {f"f{number}": {"a": {"$ref": f"f{number + 1}.json"}} for number in range(300)}
    path = write(tmp_path, docs={"$ref": "f0.json"}, f300={}, **files)
    (message,) = messages(path)
    assert "expected at most 200 levels of lists and objects in all files, found more" in message


def nested(levels: int, value: object) -> object:
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(("levels", "faults"), [(98, 0), (99, 1)])
def test_200_levels_are_read_of_all_files_together(
    tmp_path: Path, levels: int, faults: int
) -> None:
    path = write(tmp_path, docs=nested(levels, {"$ref": "b.json"}), b=nested(102, "end"))
    assert len(messages(path)) == faults


def test_files_that_name_each_other_twice_do_not_grow_without_end(tmp_path: Path) -> None:
    files: dict[str, object] = {
        f"f{number}": [{"$ref": f"f{number + 1}.json"}] * 10 for number in range(9)
    }
    path = write(tmp_path, docs={"$ref": "f0.json"}, f9=list(range(1000)), **files)
    assert "expected at most 3000000 values in all files, found more" in messages(path)[0]


@pytest.mark.parametrize("name", ["a" * 5000, "\x00", "loop.json", "docs.json/x.json", ".", ".."])
def test_odd_names_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    path = write(tmp_path, docs={"a": {"$ref": name}})
    (message,) = messages(path)
    assert message.endswith("[docsnav.reference]")
