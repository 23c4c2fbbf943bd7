"""Files that are left out, and files that are left over."""

from __future__ import annotations

import json

import pytest
from building import Project

DOUBLE = "; rename or remove one of the two [docsnav.page_double]"


@pytest.mark.parametrize(
    ("kept", "left", "conf"),
    [("a.mdx", "a.md", None), ("a.rst", "a.mdx", "extensions = ['sphinx_docsnav']\n")],
)
def test_of_two_files_of_one_name_the_one_left_out_is_named(
    project: Project, kept: str, left: str, conf: str | None
) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "a"]}}',
            "index.mdx": "text\n",
            kept: "KEPT\n====\n",
            left: "LEFT\n====\n",
            **({"conf.py": conf} if conf else {}),
        }
    )
    result = project.build("text")
    message = f"page 'a' is built from '{kept}'; this file is left out"
    assert result.warnings == f"{left}: WARNING: {message}{DOUBLE}\n"
    assert "KEPT" in (project.output("text") / "a.txt").read_text("utf-8")


def test_the_index_of_endpoints_goes_with_the_last_operation(project: Project) -> None:
    def specification(paths: dict[str, object]) -> str:
        info = {"title": "t", "version": "1"}
        return json.dumps({"openapi": "3.1.0", "info": info, "paths": paths})

    groups = [{"group": "g", "pages": ["index"]}, {"group": "API", "openapi": "api.json"}]
    project.write(
        {
            "docs.json": json.dumps({"navigation": {"groups": groups}}),
            "index.mdx": "text\n",
            "api.json": specification({"/pets": {"get": {"responses": {}}}}),
        }
    )
    project.build()
    index = project.output() / "docsnav-endpoints.html"
    assert index.is_file()
    project.write({"docs.json": json.dumps({"navigation": {"groups": groups[:1]}})})
    (project.src / "api.json").unlink()
    project.build()
    assert not index.exists()


def test_a_frame_of_the_own_host_does_not_keep_its_origin(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": '<iframe src="https://own.example/a" />\n\n'
            '<iframe src="https://other.example/a" />\n',
        }
    )
    project.build(conf={"html_baseurl": "https://own.example/docs/"})
    page = (project.output() / "index.html").read_text("utf-8")
    assert page.count('sandbox="') == 2
    assert page.count("allow-same-origin") == 1
