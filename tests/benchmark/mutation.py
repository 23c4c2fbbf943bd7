"""Change the code at random, one place at a time, and count the changes that the tests notice.

``cd tests; python -m benchmark.mutation docs_json --changes 50`` changes one package,
``python -m benchmark.mutation --all --changes 200`` any. It needs cosmic-ray and coverage (the
dependency group ``mutation``), works on a copy of the project, and prints the changes that no test
notices. The seed alone decides what the change of a number is.

A change costs only what it must: the lines that each test runs are measured once; of the tests that
run the changed line, the fastest run first, up to the first that fails. Everything is kept in the
folder of ``--work`` as it comes: the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import importlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec
from coverage import CoverageData

ROOT = Path(__file__).parents[2]
PACKAGE = "sphinx_docsnav"
COPIED = (
    *(PACKAGE, "tests", "docs", "pyproject.toml", "README.rst", "tox.ini", ".readthedocs.yaml"),
    *(".github", ".pre-commit-config.yaml", "LICENSE"),
)
WITHOUT_EFFECT = (
    "core/ReplaceBinaryOperator_BitOr_",  # nearly all of them are in annotations
    "core/RemoveDecorator",  # frozen values, caches
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
    "core/ReplaceComparisonOperator_Eq_Is",  # short strings and small numbers are one object
    "core/ReplaceComparisonOperator_NotEq_IsNot",
)
"""Operators whose mutants behave like the original, or nearly always do."""
SELECTED = "not browser and not on_demand"
"""What tox runs in its environment for everything."""
PRELOADED = ("hypothesis", "markdown_it", "pydantic", "sphinx.application", "sphinx.builders.html")
"""What most tests import, except for our package: imported once, and inherited by each fork."""
COVERAGE = f"[run]\nsource = {PACKAGE}\ndynamic_context = test_function\npatch = subprocess\n"
SECONDS = 60.0
"""How long the fastest tests of a line take together at most."""


def is_without_effect(mutant: MutationSpec) -> bool:
    """Say if *mutant* behaves like the original: annotations, ``slots=True``, ``is`` and ``==``."""
    lines: list[str] = mutant.module_path.read_text("utf-8").splitlines()
    line, column = lines[mutant.start_pos[0] - 1], mutant.start_pos[1]
    separates = line[column : column + 2] in ("*,", "/,")  # parameters that have no position
    left_out = str(mutant.operator_name).startswith(WITHOUT_EFFECT)
    return left_out or separates or line.startswith("@")


@cache
def mutants_of(module: Path) -> tuple[MutationSpec, ...]:
    """Return every mutant of a module, in a stable order."""
    work = WorkDB(":memory:", WorkDB.Mode.create)
    init([module], work, {})
    found = [mutation for item in work.work_items for mutation in item.mutations]
    found = [mutant for mutant in found if not is_without_effect(mutant)]
    return tuple(sorted(found, key=lambda mutant: (mutant.operator_name, mutant.occurrence)))


def draw(seed: int, number: int, modules: dict[Path, int]) -> MutationSpec:
    """Return the change of a number; a module is as likely as it has lines."""
    dice = random.Random(f"{seed}:{number}")  # noqa: S311 -- it draws a sample
    while True:
        (module,) = dice.choices([*modules], [*modules.values()])
        if found := mutants_of(module):
            return dice.choice(found)


def run_pytest(arguments: Sequence[str], log: Path, seconds: float) -> bool:
    """Run tests in a fork of this process; return whether one fails.

    :param seconds: of processor time, after which the tests count as hanging: as failed.
    """
    child = os.fork()
    if not child:
        os.setsid()
        with log.open("w", encoding="utf-8") as stream:
            os.dup2(stream.fileno(), 1)
            os.dup2(stream.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        sys.path.insert(0, str(Path.cwd()))
        code = 1
        with contextlib.suppress(BaseException):  # of the tests; a fork must end here
            code = int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", *arguments]))
        sys.stdout.flush()
        os._exit(code)
    try:
        _pid, status = os.waitpid(child, 0)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) not in (0, 5)  # 5: no test selected


class Measured:
    """What one file of tests runs: measured once, then read from a file.

    The file has the seconds of the whole and of each test that passes, and the lines that run in
    each module, by the name of the test; by an empty name those of imports and fixtures.
    """

    def __init__(self, test: str, folder: Path) -> None:
        self.test = test
        self.file = self.file_of(test, folder)
        data = json.loads(self.file.read_text("utf-8")) if self.file.exists() else self._measure()
        self.seconds: float = data["seconds"]
        self.tests: dict[str, float] = data["tests"]
        self.lines: dict[str, dict[str, list[int]]] = data["lines"]

    @staticmethod
    def file_of(test: str, folder: Path) -> Path:
        """Return where it is kept."""
        return folder / f"{test.removesuffix('.py').replace('/', '.')}.json"

    def _measure(self) -> dict[str, Any]:
        """Run the tests with coverage, and keep the result."""
        with tempfile.TemporaryDirectory() as folder:
            rc, raw, report = (Path(folder, name) for name in ("rc", "raw", "report.xml"))
            rc.write_text(f"{COVERAGE}data_file = {raw}\nparallel = true\n", "utf-8")
            python = (sys.executable, "-m")
            coverage = (*python, "coverage")
            command = (*coverage, "run", f"--rcfile={rc}", "-m", "pytest", "-q", "-m", SELECTED)
            options = (*("-p", "no:cacheprovider"), f"--junitxml={report}", self.test)
            subprocess.run((*command, *options), check=False, stdout=subprocess.DEVNULL)
            subprocess.run(
                (*coverage, "combine", "-q", f"--rcfile={rc}"),
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            tests: dict[str, float] = {}
            failed = set()
            for case in ET.parse(report).iter("testcase") if report.exists() else ():  # noqa: S314 -- our own file
                name = case.get("name", "").partition("[")[0]
                tests[name] = tests.get(name, 0.0) + float(case.get("time", 0))
                failed |= {name for child in case if child.tag in ("failure", "error")}
            lines: dict[str, dict[str, list[int]]] = {}
            data = CoverageData(str(raw))
            data.read()
            for path in data.measured_files():
                module = Path(path).relative_to(Path.cwd().resolve()).as_posix()
                for line, contexts in data.contexts_by_lineno(path).items():
                    for context in contexts:
                        name = context.rpartition(".")[2]
                        lines.setdefault(module, {}).setdefault(name, []).append(line)
        found = {
            "seconds": sum(tests.values()),
            "tests": {name: seconds for name, seconds in tests.items() if name not in failed},
            "lines": lines,
        }
        self.file.write_text(json.dumps(found), "utf-8")
        return found

    def tests_of(self, module: str, line: int) -> Iterator[tuple[float, str]]:
        """Yield the tests that run a line, with their seconds."""
        for name, lines in self.lines.get(module, {}).items():
            if name in self.tests and line in lines:
                yield self.tests[name], f"{self.test}::{name}"

    def runs(self, module: str, line: int) -> bool:
        """Say whether anything here runs a line: a test, a fixture or an import."""
        return any(line in lines for lines in self.lines.get(module, {}).values())

    def passing(self) -> list[str]:
        """Return the tests that pass without a change."""
        return [f"{self.test}::{name}" for name in self.tests]


def names(test: str, module: Path) -> bool:
    """Say whether a file of tests names a module."""
    name = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    return name in Path(test).read_text("utf-8") or Path(test).stem == f"test_{module.stem}"


def is_near(test: str, module: Path) -> bool:
    """Say whether a file of tests names a module, or lies in the folder of its package."""
    return names(test, module) or not {*module.parts[1:-1]}.isdisjoint(Path(test).parts[1:-1])


def try_change(
    mutant: MutationSpec, files: Sequence[Measured], unmeasured: Sequence[str], work: Path
) -> tuple[str, str]:
    """Make a change and run the tests that can notice it.

    :param unmeasured: files of tests of which only those that are near the change are run.
    :returns: which set of tests notices it, if one does, and the change.
    """
    path = Path(mutant.module_path)
    module, line = path.as_posix(), mutant.start_pos[0]
    text = path.read_text("utf-8")
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    changed = mutate_code(text, operator, mutant.occurrence)
    before, after = text.splitlines(), changed.splitlines()
    shown = [f"-{a}\n+{b}" for a, b in zip(before, after, strict=False) if a != b]
    diff = f"{module}:{line}\n" + "\n".join(shown[:3])
    fast: list[str] = []
    total = 0.0
    for seconds, name in sorted(each for file in files for each in file.tests_of(module, line)):
        total += seconds
        if fast and total > SECONDS:
            break
        fast.append(name)
    others = [file for file in files if file.runs(module, line) and file.tests]
    others.sort(key=lambda file: (not is_near(file.test, path), file.seconds))
    near = [test for test in unmeasured if is_near(test, path)]
    near.sort(key=lambda test: (not names(test, path), Path(test).stat().st_size))
    sets = {
        "line": [fast],
        "file": [[name for file in others for name in file.passing()]],
        "near": [[test] for test in near],
    }
    (work / "changed.json").write_text(json.dumps([module, text]), "utf-8")
    path.write_text(changed, "utf-8")
    try:
        for name, runs in sets.items():
            for tests in runs:
                limit = 600 + 10 * sum(file.seconds for file in others)
                command = ("-m", SELECTED, *tests)
                if tests and run_pytest(command, work / "log.txt", limit):
                    if name == "near" and fails_anyway(command, work):
                        path.write_text(changed, "utf-8")
                        continue
                    return name, diff
        return "", diff
    finally:
        restore(work)


@cache
def fails_anyway(command: tuple[str, ...], work: Path) -> bool:
    """Say whether tests fail without the change, which is taken back: then they say nothing."""
    kept = (work / "changed.json").read_text("utf-8")
    restore(work)
    fails = run_pytest(command, work / "log.txt", 3600)
    (work / "changed.json").write_text(kept, "utf-8")
    return fails


def restore(work: Path) -> None:
    """Take back the change that is made, or was when the last run was killed."""
    kept = work / "changed.json"
    if kept.exists():
        module, text = json.loads(kept.read_text("utf-8"))
        Path(module).write_text(text, "utf-8")
        kept.unlink()


def table(results: Sequence[dict[str, str]], seed: int) -> str:
    """Return how many changes of each package were noticed."""
    rows: dict[str, Counter[str]] = {}
    for result in results:
        package = Path(result["module"]).parts[1].removesuffix(".py")
        for row in (package, "together"):
            rows.setdefault(row, Counter())[result["by"]] += 1
    lines = [f"{'package':<14}{'changes':>9}{'noticed':>9}  (seed {seed})"]
    for row, count in sorted(rows.items(), key=lambda row: (row[0] == "together", row[0])):
        tried = count.total()
        lines.append(f"{row:<14}{tried:9}{tried - count['']:9}")
    return "\n".join(lines)


def main() -> None:
    """Run on a copy of the project."""
    parser = argparse.ArgumentParser("python -m benchmark.mutation", description=__doc__)
    parser.add_argument("package", nargs="?", help=f"of {PACKAGE}: navigation, docs_json …")
    parser.add_argument("--all", action="store_true", help="draw from all packages")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="measured and run")
    parser.add_argument("--changes", type=int, default=200, help="how many")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--no-measure",
        dest="measure",
        action="store_false",
        help="of tests that are not measured yet, run those of the package; for a few changes",
    )
    parser.add_argument("--work", type=Path, help="a folder to keep what is known in")
    arguments = parser.parse_args()
    if arguments.all == bool(arguments.package):
        parser.error("name a package, or give --all")
    work = (arguments.work or Path(tempfile.gettempdir(), "docsnav-mutation")).resolve()
    project = work / "project"
    start = monotonic()
    if not project.exists():
        part = work / "part"  # of a copy, if this is interrupted
        shutil.rmtree(part, ignore_errors=True)
        for name in COPIED:
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, part / name)
        part.rename(project)
        (work / "measured").mkdir(exist_ok=True)
    os.chdir(project)
    os.environ |= {"PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    restore(work)
    compileall.compile_dir(PACKAGE, quiet=1)  # processes compile only what is changed
    for name in PRELOADED:
        importlib.import_module(name)
    folder = Path(PACKAGE, arguments.package or "")
    modules = {path: path.read_text("utf-8").count("\n") for path in sorted(folder.rglob("*.py"))}
    tests = sorted({path.as_posix() for name in arguments.tests for path in _test_files(name)})
    if not tests:
        parser.error(f"no test files in {' '.join(arguments.tests)}")
    measured = work / "measured"
    known = [
        test for test in tests if arguments.measure or Measured.file_of(test, measured).exists()
    ]
    files = [Measured(test, measured) for test in known]
    unmeasured = [test for test in tests if test not in known]
    results_file = work / f"results-{arguments.package or 'all'}-{arguments.seed}.jsonl"
    lines = results_file.read_text("utf-8").splitlines() if results_file.exists() else ()
    results = [json.loads(line) for line in lines]
    for number in range(len(results) + 1, arguments.changes + 1):
        if monotonic() - start > arguments.seconds:
            break
        mutant = draw(arguments.seed, number, modules)
        by, diff = try_change(mutant, files, unmeasured, work)
        results.append({"module": Path(mutant.module_path).as_posix(), "by": by, "diff": diff})
        with results_file.open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(results[-1])}\n")
        print(f"{number}: {f'noticed by {by}' if by else 'not noticed'}: {diff}\n", flush=True)
    print(table(results, arguments.seed))


def _test_files(name: str) -> list[Path]:
    """Return the test files at a path that need no browser."""
    path = Path(name)
    found = [path] if path.is_file() else path.rglob("test_*.py")
    browser = re.compile(r"pytestmark = .*mark\.browser")
    return [each for each in found if not browser.search(each.read_text("utf-8"))]


if __name__ == "__main__":
    main()
