"""Change the code at random, one place at a time, and count the changes that the tests notice.

``cd tests; python -m tools.benchmark.mutation docs_json --changes 50`` changes one package,
``python -m tools.benchmark.mutation --all --changes 200`` any. It needs cosmic-ray (the dependency
group ``mutation``), works on copies of the project, and prints the changes that no test notices.
The seed alone decides what the change of a number is.

First, all tests run once in a copy of the project in which a call before each changed line reports
the test that runs it. Then, for each change, the tests that run its line are run, the fastest
first, up to the first that fails or the limit of ``--budget``. Results are written to the folder of
``--work`` at once: the same command continues where it was interrupted.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any

import pytest
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).parents[3]
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
SELECTED = "not browser and not on_demand and not sites"
"""What tox runs in its environment for everything, without the real sites."""
PRELOADED = ("hypothesis", "markdown_it", "pydantic", "sphinx.application", "sphinx.builders.html")
"""What most tests import, except for our package: imported once, and inherited by each fork."""
REPORTER = '''
"""Report the changed lines that run, once per test, from any process."""

import os
from contextlib import suppress
from pathlib import Path

seen = set()
runner = os.open(Path(__file__).with_name("runner"), os.O_RDONLY)
report = os.open(Path(__file__).with_name("report"), os.O_WRONLY | os.O_APPEND)


def hit(number):
    if number not in seen:
        seen.add(number)
        with suppress(OSError):
            line = b"%d\\t%s\\n" % (number, os.pread(runner, 10000, 0).rstrip(b"\\0"))
            os.write(report, line)
'''
"""The module that a changed line calls; it opens nothing while a test watches what is opened."""


def is_without_effect(mutant: MutationSpec) -> bool:
    """Return whether *mutant* behaves like the original: a change of an annotation, for example."""
    lines: list[str] = mutant.module_path.read_text("utf-8").splitlines()
    line, column = lines[mutant.start_pos[0] - 1], mutant.start_pos[1]
    is_separator = line[column : column + 2] in ("*,", "/,")  # in the parameters of a function
    is_listed = str(mutant.operator_name).startswith(WITHOUT_EFFECT)
    return is_listed or is_separator or line.startswith("@")


@cache
def list_mutants(module: Path) -> tuple[MutationSpec, ...]:
    """Return every mutant of a module, in a stable order."""
    work = WorkDB(":memory:", WorkDB.Mode.create)
    init([module], work, {})
    mutants = [mutation for item in work.work_items for mutation in item.mutations]
    mutants = [mutant for mutant in mutants if not is_without_effect(mutant)]
    return tuple(sorted(mutants, key=lambda mutant: (mutant.operator_name, mutant.occurrence)))


def draw_change(seed: int, number: int, modules: dict[Path, int]) -> MutationSpec:
    """Return the change of a number; a longer module is chosen more often."""
    dice = random.Random(f"{seed}:{number}")  # noqa: S311 -- it draws a sample
    while True:
        (module,) = dice.choices([*modules], [*modules.values()])
        if mutants := list_mutants(module):
            return dice.choice(mutants)


def run_pytest(
    arguments: Sequence[str], log: Path, seconds: float, plugins: Sequence[object] = ()
) -> int:
    """Run tests in a fork of this process; return the exit code of pytest, or of the process.

    :param seconds: of processor time, after which the process is ended.
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
            options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-m", SELECTED)
            code = int(pytest.main([*options, *arguments], plugins))
        sys.stdout.flush()
        os._exit(code)
    try:
        _pid, status = os.waitpid(child, 0)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status)


def find_users(module: Path, trees: Mapping[Path, ast.Module]) -> set[Path]:
    """Return the modules with functions that import *module*, which has none.

    A module without functions that imports it, such as one with public names, is followed, too.
    """
    users, queue = {module}, [module]
    while queue:
        path = queue.pop().with_suffix("")
        path = path.parent if path.name == "__init__" else path
        name, parent = ".".join(path.parts), ".".join(path.parts[:-1])
        for other in trees.keys() - users:
            imports = (node for node in ast.walk(trees[other]) if isinstance(node, ast.ImportFrom))
            if any(
                node.module == name
                or (node.module == parent and path.name in {each.name for each in node.names})
                for node in imports
            ):
                users.add(other)
                if not has_functions(trees[other]):
                    queue.append(other)
    return {user for user in users if has_functions(trees[user])}


def has_functions(tree: ast.Module) -> bool:
    """Return whether a module has a function, or a class with a method."""
    return any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree))


def add_reports(text: str, lines: Mapping[int, int], imported: Sequence[int] = ()) -> str:
    """Return a module in which each of *lines*, by the number of its change, reports that it runs.

    A line that runs at the import counts as run by all functions of the module; the first line of a
    function, by that function.

    :param imported: changes of modules without functions, which all functions of this one report.
    """
    tree = ast.parse(text)
    everywhere: list[ast.FunctionDef | ast.AsyncFunctionDef] = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    calls: dict[int, list[ast.stmt]] = defaultdict(list)  # before a statement, by its identity
    for number, line in lines.items():
        call = _make_call(number)
        parent, statement = list(_statements_at(tree, line))[-1]
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions = [statement]
        elif isinstance(parent, (ast.Module, ast.ClassDef)):
            functions = everywhere
        else:
            functions = []
            calls[id(statement)].append(call)
        for function in functions:
            _insert_call(function, call)
    for number in imported:
        for function in everywhere:
            _insert_call(function, _make_call(number))
    for node in ast.walk(tree):
        for body in _bodies(node):
            body[:] = [each for statement in body for each in (*calls[id(statement)], statement)]
    return ast.unparse(ast.fix_missing_locations(tree))


def _make_call(number: int) -> ast.stmt:
    """Return the statement that reports a change."""
    (call,) = ast.parse(f"__import__('docsnav_reporter').hit({number})").body
    return call


def _insert_call(function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.stmt) -> None:
    """Put a statement at the beginning of a function, after its docstring."""
    function.body.insert(int(ast.get_docstring(function) is not None), call)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements of a node."""
    for name in ("body", "orelse", "finalbody"):
        if isinstance(body := getattr(node, name, None), list):
            yield body


def _statements_at(tree: ast.AST, line: int) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Yield the statements that a line belongs to, the innermost last, each with its parent."""
    for node in ast.walk(tree):
        for body in _bodies(node):
            for statement in body:
                decorators = getattr(statement, "decorator_list", ())
                first = min(each.lineno for each in (statement, *decorators))
                if first <= line <= (statement.end_lineno or first):
                    yield node, statement


class Recorder:
    """A plugin of pytest that writes down which test runs, how long it takes, and its fixtures."""

    def __init__(self, folder: Path, record: Path) -> None:
        self._runner = os.open(folder / "runner", os.O_WRONLY)
        self._record = record
        self._passed = True
        self._reporter: ModuleType | None = None

    def _write_running(self, name: str) -> None:
        """Write the name of the test that runs, or of a fixture that several tests share."""
        os.pwrite(self._runner, name.encode().ljust(10000, b"\0"), 0)
        self._reporter = self._reporter or importlib.import_module("docsnav_reporter")
        self._reporter.seen.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Store whether a test failed or was skipped."""
        self._passed = self._passed and report.passed

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        """Report lines that run in a shared fixture for all tests that use it."""
        if fixturedef.scope != "function":
            self._write_running(f"fixture {fixturedef.baseid}::{fixturedef.argname}")
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._write_running(request._pyfuncitem.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Iterator[None]:
        """Run a test and write its record."""
        self._passed, start = True, monotonic()
        self._write_running(item.nodeid)
        result = yield
        info = item._fixtureinfo  # type: ignore[attr-defined]
        shared = [
            each[-1] for each in info.name2fixturedefs.values() if each[-1].scope != "function"
        ]
        record = {
            "test": item.nodeid,
            "seconds": monotonic() - start,
            "passed": self._passed,
            "fixtures": [f"fixture {each.baseid}::{each.argname}" for each in shared],
            "last": nextitem is None or nextitem.path != item.path,
        }
        with self._record.open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(record)}\n")
        return result


def read_lines(path: Path) -> list[Any]:
    """Return the values of a file with one JSON value per line; ignore an incomplete last line."""
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


class Coverage:
    """The tests that run each changed line: found once, then read from files."""

    def __init__(self, changes: Sequence[MutationSpec], tests: Sequence[str], work: Path) -> None:
        self._folder = work / "reporting"
        self._record = work / "tests.jsonl"
        if not self._folder.exists():
            part = copy_project(Path(), work)
            lines: dict[Path, dict[int, int]] = defaultdict(dict)
            for number, mutant in enumerate(changes):
                lines[Path(mutant.module_path)][number] = mutant.start_pos[0]
            trees = {
                path: ast.parse(path.read_text("utf-8")) for path in Path(PACKAGE).rglob("*.py")
            }
            imported: dict[Path, list[int]] = defaultdict(list)
            for module in [path for path in lines if not has_functions(trees[path])]:
                numbers = lines.pop(module)
                for user in find_users(module, trees):
                    imported[user] += numbers
            for module in lines.keys() | imported.keys():
                path = part / module
                text = add_reports(path.read_text("utf-8"), lines[module], imported[module])
                path.write_text(text, "utf-8")
            (part / "docsnav_reporter.py").write_text(REPORTER, "utf-8")
            (part / "runner").touch()
            (part / "report").touch()
            part.rename(self._folder)
        self._run_tests(tests, work / "log.txt")
        records = {record["test"]: record for record in read_lines(self._record)}
        self.tests = {name: record for name, record in records.items() if record["passed"]}
        """The records of tests that pass without a change."""
        print(f"{len(self.tests)} tests, {len(records) - len(self.tests)} failed or skipped")
        users = defaultdict(list)
        for name, record in self.tests.items():
            for fixture in record["fixtures"]:
                users[fixture].append(name)
        self.covering: dict[int, set[str]] = defaultdict(set)
        """The tests that run a change, or that use a fixture that does."""
        for line in (self._folder / "report").read_text("utf-8").splitlines():
            change, _, name = line.partition("\t")
            self.covering[int(change)].update({name} & self.tests.keys() or users[name])

    def _run_tests(self, tests: Sequence[str], log: Path) -> None:
        """Run the tests of the files that have not been run to their end."""
        done = {
            record["test"].partition("::")[0]
            for record in read_lines(self._record)
            if record["last"]
        }
        remaining = [test for test in tests if test not in done]
        if not remaining:
            return
        with contextlib.chdir(self._folder):
            os.environ["PYTHONPATH"] = str(self._folder)
            compileall.compile_dir(PACKAGE, quiet=1)
            code = run_pytest(remaining, log, 36000, [Recorder(self._folder, self._record)])
        if code not in (0, 1, 5):  # 5: all tests of these files are deselected
            sys.exit(f"the tests ended with {code}, see {log}; the same command goes on from there")

    def choose_tests(self, number: int, budget: float) -> list[str]:
        """Return the fastest tests of a change, as many as the budget allows, file by file."""
        fastest = sorted(self.covering[number], key=lambda name: self.tests[name]["seconds"])
        total = 0.0
        files: dict[str, list[str]] = {}
        for name in fastest:
            total += self.tests[name]["seconds"]
            if files and total > budget:
                break
            files.setdefault(name.partition("::")[0], []).append(name)
        return [name for names in files.values() for name in names]


def copy_project(source: Path, work: Path) -> Path:
    """Copy the project to a folder that is renamed when it is complete."""
    part = work / "part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    for name in COPIED:
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy
        copy(source / name, part / name)
    return part


def try_change(mutant: MutationSpec, tests: Sequence[str], budget: float, work: Path) -> str:
    """Make a change, and return the test that notices it, or an empty text."""
    path = Path(mutant.module_path)
    text = path.read_text("utf-8")
    (work / "changed.json").write_text(json.dumps([path.as_posix(), text]), "utf-8")
    path.write_text(make_changed_text(mutant), "utf-8")
    try:
        # Tests that take ten times as long as without the change hang, which counts as noticed.
        code = run_pytest(["-x", "-rfE", *tests], work / "log.txt", 30 + 10 * budget)
    finally:
        restore_module(work)
    if code in (0, 5):  # 5: no test selected
        return ""
    lines = (work / "log.txt").read_text("utf-8", "replace").splitlines()
    failed = [line.split()[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return failed[0] if failed else f"exit code {code}"


def make_changed_text(mutant: MutationSpec) -> str:
    """Return the module with the change."""
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    text: str = mutate_code(
        Path(mutant.module_path).read_text("utf-8"), operator, mutant.occurrence
    )
    return text


def describe_change(mutant: MutationSpec) -> str:
    """Return a change as the lines that differ."""
    path = Path(mutant.module_path)
    lines = zip(
        path.read_text("utf-8").splitlines(), make_changed_text(mutant).splitlines(), strict=False
    )
    differ = [f"-{before}\n+{after}" for before, after in lines if before != after]
    return "\n".join([f"{path.as_posix()}:{mutant.start_pos[0]}", *differ[:3]])


def restore_module(work: Path) -> None:
    """Undo the present change, or that of a run that was killed."""
    original = work / "changed.json"
    if original.exists():
        module, text = json.loads(original.read_text("utf-8"))
        Path(module).write_text(text, "utf-8")
        original.unlink()


def make_table(results: Sequence[dict[str, Any]], seed: int) -> str:
    """Return how many changes of each package were noticed, not noticed, and run by no test."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        package = Path(result["module"]).parts[1].removesuffix(".py")
        for row in (package, "together"):
            rows[row][
                "noticed" if result["by"] else "not noticed" if result["covering"] else "no test"
            ] += 1
    columns = ("noticed", "not noticed", "no test")
    lines = [f"{'package':<14}{'changes':>9}" + "".join(f"{name:>13}" for name in columns)]
    for row, count in sorted(rows.items(), key=lambda row: (row[0] == "together", row[0])):
        cells = "".join(f"{count[name]:13}" for name in columns)
        lines.append(f"{row:<14}{count.total():9}{cells}")
    return "\n".join([*lines, f"seed {seed}"])


def main() -> None:
    """Run on copies of the project."""
    parser = argparse.ArgumentParser("python -m tools.benchmark.mutation", description=__doc__)
    parser.add_argument("package", nargs="?", help=f"of {PACKAGE}: navigation, docs_json …")
    parser.add_argument("--all", action="store_true", help="draw from all packages")
    parser.add_argument("--project", type=Path, default=ROOT, help="another checkout of it")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files and folders")
    parser.add_argument("--changes", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20, help="seconds of tests for a change")
    parser.add_argument("--collect", action="store_true", help="only find the tests of each change")
    parser.add_argument("--work", type=Path, help="a folder for what later runs use again")
    arguments = parser.parse_args()
    if arguments.all == bool(arguments.package):
        parser.error("name a package, or give --all")
    name = f"{arguments.package or 'all'}-{arguments.seed}-{arguments.changes}"
    folder: Path = arguments.work or Path(tempfile.gettempdir(), "docsnav-mutation")
    work = folder.resolve() / name
    work.mkdir(parents=True, exist_ok=True)
    project = work / "project"
    if not project.exists():
        copy_project(arguments.project, work).rename(project)
    os.chdir(project)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    restore_module(work)
    for each in PRELOADED:
        importlib.import_module(each)
    modules = Path(PACKAGE, arguments.package or "").rglob("*.py")
    lengths = {path: path.read_text("utf-8").count("\n") for path in sorted(modules)}
    changes = [draw_change(arguments.seed, number, lengths) for number in range(arguments.changes)]
    coverage = Coverage(changes, sorted(set(_list_test_files(arguments.tests))), work)
    if arguments.collect:
        return
    os.environ["PYTHONPATH"] = str(project)
    compileall.compile_dir(PACKAGE, quiet=1)  # processes compile only what is changed
    results = read_lines(work / "results.jsonl")
    for number, mutant in islice(enumerate(changes), len(results), None):
        covering = len(coverage.covering[number])
        tests = coverage.choose_tests(number, arguments.budget)
        by = try_change(mutant, tests, arguments.budget, work) if tests else ""
        module, diff = Path(mutant.module_path).as_posix(), describe_change(mutant)
        results.append({"module": module, "covering": covering, "by": by, "diff": diff})
        with (work / "results.jsonl").open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(results[-1])}\n")
        result = f"noticed by {by}" if by else f"not noticed within {arguments.budget:g} s"
        print(f"{number}: {result}, {len(tests)} of {covering} tests: {diff}\n", flush=True)
    print(make_table(results, arguments.seed))


def _list_test_files(names: Sequence[str]) -> Iterator[str]:
    """Yield the test files at paths."""
    for path in map(Path, names):
        for file in [path] if path.is_file() else path.rglob("test_*.py"):
            if "browser" not in file.parts:
                yield file.as_posix()


if __name__ == "__main__":
    main()
