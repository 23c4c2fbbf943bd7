"""Build the documentation of real projects, as it is and with the navigation of this extension.

Run in the folder ``tests``; it needs ``uv`` and a package index::

    python -m tools.real_projects attrs flask --folder ~/real-projects

Each source distribution is built three times with ``-W``: as it is, with a docs.json that ``init``
writes, and with ``docsnav_config = "toctree"``. For each build, the time, the size and the result
of ``-W`` are printed; then the differences from the first build: warnings, pages, anchors,
``objects.inv``, previous and next page, the labels of the sidebar, and broken links. A second build
follows each: what it reads and writes beyond the second build of the project alone is a difference,
too. ``--builders text latex`` also compares what these builders write for the same documents, line
by line. The status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.real_projects.projects import PROJECTS, RealProject

from sphinx_docsnav.cli.compare import BuiltProject, build_twice, find_differences

ROOT = Path(__file__).parents[3]
PLAIN, INIT, TOCTREE = "plain", "init", "toctree"
OFFLINE = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
intersphinx_mapping = {{}}
extensions = [*extensions, "outside_references"]
"""
ENABLE = '\nextensions = [*extensions, "sphinx_docsnav"]\n'
LINES = {PLAIN: "", INIT: ENABLE, TOCTREE: f'{ENABLE}docsnav_config = "toctree"\n'}
"""What each way of building adds to ``conf.py``."""
_AUTHOR = ("-c", "user.name=docs", "-c", "user.email=docs@example.org")
WITH_WARNINGS = (0, 1)
"""The exit codes of ``sphinx-build -W`` that is not stopped by an exception."""


def run(
    *words: object, folder: Path, statuses: tuple[int, ...] = (0,)
) -> subprocess.CompletedProcess[str]:
    """Run a command.

    :raises RuntimeError: it ends with none of *statuses*; with what it has printed last.
    """
    env = os.environ | {"NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=env,
    )
    if done.returncode not in statuses:
        command = " ".join(map(str, words))
        raise RuntimeError(f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done


def prepare(project: RealProject, folder: Path) -> Path:
    """Download and unpack the source distribution, and make an environment; return its Python."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run("uv", "venv", "--python", sys.executable, "--seed", "venv", folder=folder)
        wanted = (*project.requirements, project.name, "-e", ROOT)
        run("uv", "pip", "install", "--python", python, *wanted, folder=folder)
    if not (folder / "sdist").exists():
        options = ("--no-deps", "--no-binary", project.name, "-d", folder / "download")
        run(python, "-m", "pip", "download", *options, project.name, folder=folder)
        (archive,) = (folder / "download").glob("*.tar.gz")
        with tarfile.open(archive) as file:
            file.extractall(folder / "unpacked", filter="data")
        (unpacked,) = (folder / "unpacked").iterdir()
        unpacked.rename(folder / "sdist")
    return python


def build(
    project: RealProject, folder: Path, python: Path, way: str, builders: list[str]
) -> dict[str, BuiltProject]:
    """Build the project in one of three ways, twice with each builder."""
    place = folder / "built"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder / "sdist", place)  # always the same path: it is in messages
    docs = place / project.docs
    with (docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(f"{OFFLINE}{project.conf}")
        conf.write(f"outside_references = {str(folder / 'outside.json')!r}\n")
        conf.write(f"outside_references_recorded = {way == PLAIN}\n")
    for name in project.missing_files:
        (place / name).touch()
    if project.in_git:
        run("git", "init", "-q", folder=place)
        run("git", *_AUTHOR, "commit", "-q", "--allow-empty", "-m", "sources", folder=place)
    if way == PLAIN:
        (folder / "outside.json").unlink(missing_ok=True)
    if way == INIT:
        done = run(python, "-m", "sphinx_docsnav", "init", docs, folder=docs)
        print(done.stderr, end="")
    with (docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(LINES[way])
    shutil.rmtree(folder / f"out-{way}", ignore_errors=True)
    built = {}
    for builder in (project.builder, *builders):
        out = folder / f"out-{way}" / builder
        trees = folder / f"out-{way}" / ("trees-gettext" if builder == "gettext" else "trees")
        words = (python, "-m", "sphinx", "-W", "-b", builder, "-d", trees, docs, out)
        built[builder] = build_twice(words, docs, out, project.sidebar, WITH_WARNINGS)
    return built


def compare(project: RealProject, folder: Path, ways: list[str], builders: list[str]) -> bool:
    """Build and compare a project; return whether nothing differs."""
    python = prepare(project, folder)
    plain = build(project, folder, python, PLAIN, builders)
    page = plain[project.builder]
    print(f"{project.name}: {len(page.output.pages)} pages, {page.warnings.total()} warnings")
    _print_cost(PLAIN, page)
    same = True
    for way in ways:
        for builder, ours in build(project, folder, python, way, builders).items():
            _print_cost(f"{way}, {builder}", ours)
            for heading, rows in find_differences(plain[builder], ours).items():
                same = False
                print(f"    {heading}: {len(rows)}")
                print("".join(f"        {row[:400]}\n" for row in rows[:8]), end="")
    sys.stdout.flush()
    return same


def _print_cost(way: str, built: BuiltProject) -> None:
    size = built.output.size() / 1e6
    strict = "fails" if built.status else "passes"
    seconds = f"{built.seconds:.1f} s and {built.seconds_again:.1f} s"
    print(
        f"  {way}: {strict} with -W, {seconds}, {size:.1f} MB, then {built.read_again}", flush=True
    )


def main() -> int:
    """Compare the projects that the command line names; all of them without a name."""
    parser = argparse.ArgumentParser(prog="python -m tools.real_projects", description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(known.name for known in PROJECTS))
    parser.add_argument("--folder", type=Path, help="kept between runs; a new one by default")
    parser.add_argument("--ways", nargs="+", choices=[INIT, TOCTREE], default=[INIT, TOCTREE])
    parser.add_argument("--builders", nargs="+", default=[], help="beside the project's own")
    options = parser.parse_args()
    folder = (options.folder or Path(tempfile.mkdtemp(prefix="real-projects-"))).resolve()
    chosen = [known for known in PROJECTS if not options.names or known.name in options.names]
    status = 0
    for known in chosen:
        try:
            same = compare(known, folder / known.name, options.ways, options.builders)
        except RuntimeError as error:
            print(f"{known.name}: {error}", file=sys.stderr)
            same = False
        status = status if same else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
