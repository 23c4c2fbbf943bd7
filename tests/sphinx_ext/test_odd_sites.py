"""What sites of strangers have: links in circles, odd names, odd values."""

from __future__ import annotations

import json
from pathlib import Path

from sphinx_ext.building import Project
from support import Command, MakeSite


def test_links_to_folders_and_to_nothing_do_not_stop_a_build(
    make_site: MakeSite, tmp_path: Path, command: Command
) -> None:
    pages = ["index", "gone", "one/index", "cafe\u0301"]
    root = make_site({"pages": pages}, {"index.mdx": "HOME", "cafe\u0301.mdx": "CAFE"})
    # Two links to their own folder: 2 ** 40 paths before the system refuses to go on.
    (root / "one").symlink_to(".")
    (root / "two").symlink_to(".")
    (root / "gone.mdx").symlink_to("nowhere.mdx")
    (root / "itself.mdx").symlink_to("itself.mdx")
    link = "a link to a file that does not exist, left out; correct or remove it"
    name = (
        "the file name has separate accents (Unicode form NFD), left out; rename the file in "
        "Unicode form NFC, for example by typing the name again"
    )
    page = "/navigation/pages/2: page 'one/index' does not exist; its entry is left out"
    expected = [
        f"gone.mdx: WARNING: {link} [docsnav.page_outside]",
        f"itself.mdx: WARNING: {link} [docsnav.page_outside]",
        f"cafe\u0301.mdx: WARNING: {name} [docsnav.page_name]",
        f"docs.json:6:7: WARNING: {page} [docsnav.page_missing]",
    ]
    command("check", root)
    assert command.out.splitlines() == expected
    assert command("build", root, tmp_path / "out", "-b", "text", "-q") == 0
    assert command.err.splitlines() == expected


def test_tocdepth_is_a_number_whatever_front_matter_says(project: Project) -> None:
    values = {"two": "2", "word": "deep", "list": "[1]", "none": "", "minus": "-3"}
    project.write({"docs.json": json.dumps({"navigation": {"pages": list(values)}})})
    project.write(
        {
            f"{name}.mdx": f"---\ntitle: T\ntocdepth: {value}\n---\n\n## A\n\n### B\n\n#### C\n"
            for name, value in values.items()
        }
    )
    result = project.build()
    assert result.warnings.splitlines() == [
        f"{name}.mdx:3:1: WARNING: front matter 'tocdepth' is no number; it is ignored "
        "[docsnav.front_matter]"
        for name in ("list", "word")
    ]
    assert result.app.env.metadata["two"]["tocdepth"] == 2
    assert all((project.output("html") / f"{name}.html").is_file() for name in values)
