"""Which names are files of a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_docsnav.sitefiles.safe_files import find_site_file, find_site_image


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.svg").write_text("secret")
    folder = tmp_path / "site"
    (folder / "pics").mkdir(parents=True)
    (folder / "pics" / "a.svg").write_text("<svg/>")
    (folder / "link.svg").symlink_to(folder / "pics" / "a.svg")
    (folder / "out.svg").symlink_to(tmp_path / "secret.svg")
    (folder / "loop.svg").symlink_to("loop.svg")
    return folder


@pytest.mark.parametrize("path", ["pics/a.svg", "/pics/a.svg", "pics/../pics/a.svg", "link.svg"])
def test_a_file_of_the_site_is_found(root: Path, path: str) -> None:
    assert find_site_file(root, path) == root / path.lstrip("/")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "pics",
        "none.svg",
        "../secret.svg",
        "out.svg",
        "loop.svg",
        "x" * 300,
        "a\0b",
        "y/" * 3000,
    ],
)
def test_what_is_no_file_inside_the_site_is_none(root: Path, path: str) -> None:
    assert find_site_file(root, path) is None


def test_a_site_may_lie_behind_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "door").symlink_to(root)

    assert find_site_file(tmp_path / "door", "pics/a.svg") == tmp_path / "door" / "pics" / "a.svg"


def test_a_logo_or_icon_is_an_image(root: Path) -> None:
    (root / "conf.py_t").write_text("")

    assert find_site_image(root, "/pics/a.svg") == root / "pics" / "a.svg"
    assert find_site_image(root, "/conf.py_t") is None
