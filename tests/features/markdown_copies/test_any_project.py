"""Markdown copies in a Sphinx project without docs.json, and the skills of a site."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

from building import Project

CONF = (
    "import sys\nsys.path.insert(0, {source!r})\nproject = 'Plain'\n"
    "extensions = ['sphinx.ext.autodoc', 'sphinx.ext.viewcode', 'sphinx_docsnav.markdown']\n"
    "html_theme = 'basic'\nexclude_patterns = ['skill.md']\n"
)
PLAIN = {
    "index.rst": "Plain\n=====\n\n.. toctree::\n   :caption: Guides\n\n   b\n   a\n\n"
    ".. toctree::\n\n   api\n",
    "a.rst": "A\n=\n\nSee :doc:`b` and :py:func:`docsnav_toys.spin`.\n",
    "b.rst": "B\n=\n\n.. toctree::\n\n   c\n",
    "c.rst": "C\n=\n",
    "api.rst": "API\n===\n\n.. automodule:: docsnav_toys\n   :members:\n",
    "docsnav_toys.py": '"""Toys."""\n\n\ndef spin(top: str, *, times: int = 3) -> list[int]:\n'
    '    """Spin a top.\n\n    :param top: Its name.\n    """\n\n\n'
    'class Box:\n    """A box."""\n\n    def open(self) -> None:\n        """Open it."""\n',
    "skill.md": "---\nname: plain\ndescription: Use it.\n---\nDo.\n",
}


def skill(name: str, description: str = "Pay\n  it.", more: str = "") -> str:
    return f"---\nname: {name}\ndescription: |\n  {description}\n{more}---\nDo.\n"


def test_a_project_without_docs_json_has_copies_by_one_line(project: Project) -> None:
    project.write({**PLAIN, "conf.py": CONF.format(source=str(project.src))})
    assert project.build().warnings == ""
    files = project.files()
    assert files["llms.txt"].decode() == (
        "# Plain\n\n## Pages\n\n- [Plain](index.md)\n\n"
        "## Guides\n\n- [B](b.md)\n- [C](c.md)\n- [A](a.md)\n\n## Pages\n\n- [API](api.md)\n"
    )
    assert "[`docsnav_toys.spin()`](api.md#docsnav_toys.spin)" in files["a.md"].decode()
    assert 'type="text/markdown" href="a.md"' in files["a.html"].decode()
    assert ".well-known/agent-skills/plain/SKILL.md" in files
    assert "docsnav-sidebar" not in files["a.html"].decode()
    assert files["api.md"].decode() == (
        "# API\n\n> Index of all pages as Markdown: [llms.txt](./llms.txt)\n\nToys.\n\n"
        "## `class docsnav_toys.Box`\n\nA box.\n\n### `open() -> None`\n\nOpen it.\n\n"
        "## `docsnav_toys.spin(top: str, *, times: int = 3) -> list[int]`\n\nSpin a top.\n\n"
        "- **Parameters**\n\n  **top** \N{EN DASH} Its name.\n"
    )
    before = project.times()
    second = project.build()
    assert second.read == (0, 0, 0)
    after = project.times()
    copies = [name for name in before if name.endswith((".md", "llms.txt"))]
    assert [name for name in copies if after[name] != before[name]] == []


def test_skills_are_published_with_digests(project: Project, tmp_path: Path) -> None:
    project.conf["docsnav_markdown"] = True
    (tmp_path / "secret.txt").write_text("secret")
    folder = ".mintlify/skills"
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": "# Home\n",
            "skill.md": skill("docs"),
            f"{folder}/pay/SKILL.md": skill("pay"),
            f"{folder}/pay/scripts/run.py": "print()",
            f"{folder}/pay/.env": "KEY=1",
            f"{folder}/again/SKILL.md": skill("docs", "Other."),
            f"{folder}/bad/SKILL.md": skill("../bad"),
            f"{folder}/closed/SKILL.md": skill("closed", more="groups: [staff]\n"),
        }
    )
    (project.src / folder / "pay" / "link.txt").symlink_to(tmp_path / "secret.txt")
    warnings = project.build().warnings
    reasons = {
        "again/SKILL.md:2:1": "another one is called 'docs'",
        "bad/SKILL.md:2:1": "'name' is not 1 to 64 small letters, digits and single hyphens",
        "closed/SKILL.md:6:1": "it is for some readers only, and everyone can read plain files",
    }
    assert warnings.splitlines() == [
        f"{folder}/{place}: WARNING: this skill is not published: {reason} [docsnav.skill]"
        for place, reason in reasons.items()
    ]
    files = project.files()
    index = json.loads(files[".well-known/agent-skills/index.json"])["skills"]
    assert [(one["name"], one["type"], one["description"]) for one in index] == [
        ("docs", "skill-md", "Pay it."),
        ("pay", "archive", "Pay it."),
    ]
    for one in index:
        content = files[f".well-known/agent-skills/{one['url']}"]
        assert one["digest"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
    packed = io.BytesIO(gzip.decompress(files[".well-known/agent-skills/pay.tar.gz"]))
    with tarfile.open(fileobj=packed) as archive:
        assert archive.getnames() == ["SKILL.md", "scripts/run.py"]
    assert files["skill.md"].decode() == skill("docs")

    project.build(out="clean")
    assert {name: text for name, text in project.files("clean").items() if "skill" in name} == {
        name: text for name, text in files.items() if "skill" in name
    }
    for path in (project.src / "skill.md", project.src / folder / "again" / "SKILL.md"):
        path.unlink()
    project.build()
    assert "docs" not in project.files()[".well-known/agent-skills/index.json"].decode()
    assert "skill.md" not in project.files()
