"""Packs of SVG files: folders and archives that a project names, and installed packages."""

from __future__ import annotations

import io
import json
import os
import pickle
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons import SiteIcons, read_packs
from sphinx_docsnav.icons import drawings as drawings_module
from sphinx_docsnav.icons.packs import IconPack, IconSet, find_installed_pack


def svg(path: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{path}"/></svg>'


FONT_AWESOME = {
    "package/package.json": '{"version": "9.1.0"}',
    "package/svgs-full/solid/gear.svg": svg("M0 0"),
    "package/svgs/solid/gear.svg": svg("M1 1"),
    "package/svgs/brands/claude.svg": svg("M2 2"),
    "package/sprites/solid.svg": svg("M3 3"),
    "package/metadata/icon-families.json": json.dumps(
        {"gear": {"aliases": {"names": ["cog-new", "gear"]}}, "claude": {}, "odd": [1]}
    ),
}
LUCIDE = {
    "lucide/package.json": '{"version": "2.0.0"}',
    "lucide/icons/anchor.svg": svg("M4 4"),
    "lucide/icons/anchor.json": '{"aliases": ["ship-anchor", {"name": "mooring"}, 7]}',
    "lucide/font/lucide.svg": svg("M5 5"),
}
TABLER = {
    "icons/filled/star.svg": svg("M6 6"),
    "icons/outline/star.svg": svg("M7 7"),
    "categories/outline/Shapes/star.svg": svg("M8 8"),
    "aliases.json": '{"outline": {"asterism": "star", "gone": "missing"}, "filled": []}',
}
OURS = {"ship.svg": svg("M9 9"), "boats/Tug_2.svg": svg("M9 8")}


def write_folder(top: Path, contents: Mapping[str, str]) -> Path:
    for name, text in contents.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return top


def write_zip(top: Path, contents: Mapping[str, str]) -> Path:
    path = top / "pack.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
    return path


def write_tar(top: Path, contents: Mapping[str, str]) -> Path:
    path = top / "pack.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


def icons_of(name: str, path: Path, default: str = "fontawesome") -> SiteIcons:
    faults: list[Fault] = []
    packs = read_packs({name: path}, faults.append)
    assert faults == []
    return SiteIcons(default, packs)


@pytest.mark.parametrize("write", [write_folder, write_zip, write_tar])
@pytest.mark.parametrize(
    ("name", "contents", "icon", "path"),
    [
        ("fontawesome", FONT_AWESOME, Icon("gear"), "M1 1"),
        ("fontawesome", FONT_AWESOME, Icon("cog-new"), "M1 1"),
        ("fontawesome", FONT_AWESOME, Icon("claude"), "M2 2"),
        ("lucide", LUCIDE, Icon("anchor", library="lucide"), "M4 4"),
        ("lucide", LUCIDE, Icon("ship-anchor", library="lucide"), "M4 4"),
        ("lucide", LUCIDE, Icon("mooring", library="lucide"), "M4 4"),
        ("tabler", TABLER, Icon("star", library="tabler"), "M7 7"),
        ("tabler", TABLER, Icon("star", "filled", "tabler"), "M6 6"),
        ("tabler", TABLER, Icon("asterism", library="tabler"), "M7 7"),
        ("ours", OURS, Icon("ship"), "M9 9"),
        ("ours", OURS, Icon("ship", library="ours"), "M9 9"),
    ],
)
def test_a_folder_and_each_kind_of_archive_is_a_pack(  # noqa: PLR0913, PLR0917 -- a table
    tmp_path: Path, write: object, name: str, contents: Mapping[str, str], icon: Icon, path: str
) -> None:
    assert callable(write)
    drawing = icons_of(name, write(tmp_path, contents)).svg(icon)
    assert drawing is not None
    assert f'd="{path}"' in drawing


def test_a_named_set_replaces_the_installed_one(tmp_path: Path) -> None:
    icons = icons_of("fontawesome", write_folder(tmp_path, FONT_AWESOME))
    fault = icons.fault(Icon("gaer"))
    assert fault is not None
    assert fault.message.startswith("icon 'gaer' is not in Font Awesome Free 9.1.0, Lucide ")
    assert fault.hint == "did you mean 'gear'?"
    # Newer than the list of names that only Font Awesome Pro has.
    assert icons.fault(Icon("claude")) is None


def test_fonts_and_sprites_of_a_set_are_no_icons(tmp_path: Path) -> None:
    assert "lucide" not in icons_of("lucide", write_folder(tmp_path, LUCIDE)).packs["lucide"].index
    packs = icons_of("fontawesome", write_folder(tmp_path / "fa", FONT_AWESOME)).packs
    assert set(packs["fontawesome"].index) == {"gear", "claude"}


def test_names_of_own_drawings_are_found_as_they_are_written(tmp_path: Path) -> None:
    icons = icons_of("ours", write_folder(tmp_path, {"Tug.svg": svg("M9 8"), **OURS}))
    assert [icons.find(Icon(name)) is not None for name in ("Tug", "ship", "Ship")] == [True] * 3


def test_a_file_of_a_pack_is_what_a_page_depends_on(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "ours", OURS)
    icons = icons_of("ours", folder)
    assert icons.files_of(Icon("ship")) == (folder / "ship.svg",)
    assert icons.files_of(Icon("sheep")) == (folder / "sheep.svg",)
    assert icons.files_of(Icon("rocket")) == ()
    archive = write_zip(tmp_path, OURS)
    assert icons_of("ours", archive).files_of(Icon("ship")) == (archive,)


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (None, "No such file or directory"),
        (b"no archive", "neither a folder nor a zip or tar archive"),
        (b"PK\x05\x06", "neither a folder nor a zip or tar archive"),
        ({}, "no SVG files in folders 'outline' and 'filled'"),
        ({"star.svg": svg("M0 0")}, "no SVG files in folders 'outline' and 'filled'"),
    ],
)
def test_a_path_that_is_no_pack_is_an_error(
    tmp_path: Path, contents: bytes | dict[str, str] | None, reason: str
) -> None:
    path = tmp_path / "pack"
    if isinstance(contents, bytes):
        path.write_bytes(contents)
    elif contents is not None:
        path.mkdir()
        write_folder(path, contents)
    faults: list[Fault] = []
    assert read_packs({"tabler": path}, faults.append) == {}
    message = f"docsnav_icons: '{path}', for the set 'tabler', cannot be used: {reason}"
    hint = "name a folder or an archive of SVG files"
    assert faults == [Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, hint=hint)]


def test_hostile_drawings_and_metadata_are_left_out(tmp_path: Path) -> None:
    folder = write_folder(
        tmp_path,
        {
            "icons/a.svg": "<svg",
            "icons/b.svg": svg("M0 0" + " " * 300_000),
            "icons/c.svg": svg("M1 1").replace("<path", "<script>x()</script><path onclick='x()'"),
            "icons/c.json": "[" * 100_000,
            "package.json": '["2.0"]',
        },
    )
    icons = icons_of("lucide", folder, "lucide")
    assert icons.svg(Icon("a")) is None
    assert icons.svg(Icon("b")) is None
    drawing = icons.svg(Icon("c"))
    assert drawing is not None
    assert drawing.endswith('<path d="M1 1"/></svg>')
    assert icons.packs["lucide"].label == "Lucide"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_files_of_a_folder_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    write_folder(tmp_path, {"ship.svg": svg("M0 0")})
    os.mkfifo(tmp_path / "pipe.svg")
    (tmp_path / "loop.svg").symlink_to("loop.svg")
    (tmp_path / "package.json").symlink_to("nowhere")
    icons = icons_of("ours", tmp_path)
    for name in ("pipe", "loop"):
        assert icons.svg(Icon(name)) is None
        fault = icons.fault(Icon(name))
        assert fault is not None
        assert fault.message == f"icon '{name}' is left out: '{name}.svg' of 'ours' is no drawing"
        assert fault.hint == "an icon is an SVG file with a viewBox, of at most 200,000 bytes"
    assert icons.svg(Icon("ship"))
    assert icons.fault(Icon("ship")) is None


def test_a_drawing_of_many_levels_is_cut_off(tmp_path: Path) -> None:
    text = svg("M0 0").replace("<path", "<g>" * 20_000 + "<path").replace("</svg>", "</g>" * 20_000)
    drawing = icons_of("ours", write_zip(tmp_path, {"deep.svg": f"{text}</svg>"})).svg(Icon("deep"))
    assert drawing is not None
    assert drawing.count("<g") == 50


@pytest.mark.parametrize(
    ("offset", "content"),
    [(6, b"\x01"), (8, b"\x63"), (45, b"\xff\xff\xff")],
    ids=["encrypted", "unknown compression", "damaged"],
)
def test_a_file_that_cannot_be_read_from_an_archive_is_named(
    tmp_path: Path, offset: int, content: bytes
) -> None:
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ship.svg", svg("M0 0" * 50))
    data = bytearray(path.read_bytes())
    # The same fields are in the header of the file and, two bytes later, in the index.
    for start in (0, data.rfind(b"PK\x01\x02") + 2)[: 2 if offset < 45 else 1]:
        data[start + offset : start + offset + len(content)] = content
    path.write_bytes(data)
    icons = icons_of("ours", path)
    assert icons.svg(Icon("ship")) is None
    fault = icons.fault(Icon("ship"))
    assert fault is not None
    assert fault.message == "icon 'ship' is left out: 'ship.svg' of 'ours' is no drawing"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_or_a_name_that_is_too_long_is_no_pack(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    faults: list[Fault] = []
    packs = {"ours": tmp_path / "pipe", "theirs": tmp_path / ("a" * 300)}
    assert read_packs(packs, faults.append) == {}
    reasons = [fault.message.rpartition(": ")[2] for fault in faults]
    assert reasons == ["neither a folder nor a zip or tar archive", "File name too long"]


def test_another_process_reads_the_same_packs(tmp_path: Path) -> None:
    icons = icons_of("ours", write_tar(tmp_path, OURS), "lucide")
    icons.svg(Icon("ship"))
    again: SiteIcons = pickle.loads(pickle.dumps(icons))  # noqa: S301 -- our own
    assert again.svg(Icon("ship")) == icons.svg(Icon("ship"))
    assert again.default == "lucide"


def test_only_the_packs_up_to_the_one_with_the_icon_are_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []

    def note(icon_set: IconSet) -> IconPack | None:
        opened.append(icon_set.name)
        return find_installed_pack(icon_set)

    monkeypatch.setattr(drawings_module, "find_installed_pack", note)
    icons = SiteIcons("lucide")
    assert icons.fault(Icon("rocket")) is None
    assert icons.svg(Icon("rocket"))
    assert {*opened} == {"lucide"}
    assert icons.find(Icon("aws")) is not None
    assert {*opened} == {"lucide", "fontawesome"}


def test_without_any_pack_all_icons_have_the_same_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings_module, "find_installed_pack", lambda _icon_set: None)
    icons = SiteIcons()
    fault = icons.fault(Icon("rocket"))
    assert fault is not None
    assert fault == icons.fault(Icon("no-such"))
    assert fault.message == "icons are left out, as no set of icons is installed"
    assert "sphinx-docsnav[icons]" in fault.hint
    assert icons.fault(Icon("/ship.svg")) is None
