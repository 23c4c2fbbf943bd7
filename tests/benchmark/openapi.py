"""Time the build of a site that is nothing but the pages of one OpenAPI specification.

Run in the folder ``tests``, in an environment that has the theme::

    python -m benchmark.openapi SPEC --theme furo --jobs 2

Printed are the command, the time, the most memory that the build and its
processes had together at one moment, how many operations the file has and how
many pages show one, the largest page, and every kind of warning with its number.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import yaml
from operations import operations_of, shown_operations

_KIND = re.compile(r"\[(docsnav\.\w+|[a-z]+\.\w+)\]\s*$", re.MULTILINE)
_MEGABYTE = 1_000_000


def processes_below(pid: int) -> list[int]:
    """Return *pid* and the processes that it and its children have started."""
    parents: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        parents.setdefault(int(fields[1]), []).append(int(status.parent.name))
    found = [pid]
    for parent in found:
        found += parents.get(parent, [])
    return found


def memory_of(pid: int) -> int:
    """Return the bytes of a process, shared ones by its share; 0 if it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8")
    except OSError:
        return 0
    match = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


class Watch(threading.Thread):
    """Notes the most memory that a process and those below it have together."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        """Bytes."""
        self._pid = pid
        self._end = threading.Event()

    def run(self) -> None:
        """Look until told to stop."""
        while not self._end.wait(0.5):
            self.peak = max(self.peak, sum(map(memory_of, processes_below(self._pid))))

    def stop(self) -> None:
        """Look no more."""
        self._end.set()
        self.join()


def count_operations(path: Path) -> int:
    """Return how many operations a file has."""
    text = path.read_text("utf-8-sig")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    value = json.loads(text) if path.suffix == ".json" else yaml.load(text, loader)  # noqa: S506 -- safe
    return len(list(operations_of(value)))


def write_site(root: Path, specification: Path) -> None:
    """Write a site with one tab, made from *specification*."""
    root.mkdir(parents=True)
    name = f"openapi{specification.suffix}"
    shutil.copy(specification, root / name)
    docs = {"name": "Benchmark", "navigation": {"tabs": [{"tab": "API", "openapi": name}]}}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")


def main() -> None:
    """Build the site once and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specification", type=Path, help="a JSON or YAML file, OpenAPI 3")
    parser.add_argument("--theme", default="furo", help="any installed theme")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        root, out = Path(name) / "site", Path(name) / "out"
        write_site(root, options.specification)
        words = ["build", root, out, "--no-remote", "-j", options.jobs, "--theme", options.theme]
        command = [sys.executable, "-m", "sphinx_docsnav", *map(str, words)]
        print(f"command: sphinx-docsnav {' '.join(command[3:])}", flush=True)
        start = time.perf_counter()
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as build:
            watch = Watch(build.pid)
            watch.start()
            _, warnings = build.communicate()
            watch.stop()
        seconds = time.perf_counter() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"exit code: {build.returncode}")
        processor = used.ru_utime + used.ru_stime
        print(f"time: {seconds:.1f} s by the clock, {processor:.1f} s of processor")
        peak, largest = watch.peak / _MEGABYTE, used.ru_maxrss * 1024 / _MEGABYTE
        print(f"memory: {peak:.0f} MB together, {largest:.0f} MB the largest process")
        print(f"operations: {count_operations(options.specification)} in the file")
        print(f"pages that show one: {sum(shown_operations(out).values())}")
        pages = sorted(out.rglob("*.html"), key=lambda path: path.stat().st_size)
        for page in pages[-1:]:
            print(f"largest page: {page.stat().st_size} bytes, {page.relative_to(out)}")
        for kind, count in Counter(_KIND.findall(warnings)).most_common():
            print(f"warnings: {count} {kind}")
        if build.returncode:
            print(warnings[-2000:])


if __name__ == "__main__":
    main()
