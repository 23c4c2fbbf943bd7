"""Run cases, recognize findings and reduce their inputs."""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from types import FrameType
from typing import TypeAlias

Case: TypeAlias = dict[str, str]
"""The files of a case by path."""
ATTEMPTS = 400
"""How many reduce_finding inputs are tried for a finding, at most."""
MEMORY_LIMIT = 2 << 30
"""Bytes of memory that the process may use while a case runs."""


class TooSlowError(BaseException):
    """A case used up its processor time; ``except Exception`` does not catch it."""


@dataclass(frozen=True)
class Fuzzer:
    """Makes and runs cases of one kind."""

    name: str
    make: Callable[[Random], Case]
    """Returns the next case."""
    run: Callable[[Path], None]
    """Reads the case in a folder; whatever it raises is a finding."""
    seconds: int = 20
    """Processor time that a case may take."""
    attempts: int = ATTEMPTS


@dataclass(frozen=True)
class Finding:
    """A case that failed."""

    signature: str
    """The exception and where it was raised; findings with the same one are one failure."""
    trace: str
    case: Case


def make_dice(seed: str) -> Random:
    """Return the source of randomness for *seed*, the same on every machine."""
    return Random(seed)  # noqa: S311 -- no secret


def attempt(fuzzer: Fuzzer, case: Case) -> Finding | None:
    """Run *case*; return how it failed, or None."""
    os.environ["SPHINX_DOCSNAV_RAISE"] = "1"  # an exception that the guard catches is a finding
    folder = Path(tempfile.mkdtemp(prefix="docsnav-fuzz-"))
    try:
        write_case(folder / "site", case)
        with _limit_resources(fuzzer.seconds):
            fuzzer.run(folder / "site")
    except (Exception, TooSlowError) as error:  # noqa: BLE001 -- each is a finding
        return Finding(_signature(error), traceback.format_exc(), case)
    finally:
        gc.unfreeze()  # a build that failed has not unfrozen
        shutil.rmtree(folder, ignore_errors=True)
    return None


def write_case(folder: Path, case: Mapping[str, str]) -> None:
    """Write the files of *case*."""
    for name, text in case.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))


def read_case(folder: Path) -> Case:
    """Return the files in *folder* as a case."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "surrogatepass")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@contextmanager
def _limit_resources(seconds: int) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"more than {seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    memory = resource.getrlimit(resource.RLIMIT_DATA)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, memory[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, memory)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _signature(error: BaseException) -> str:
    """Return the exception's name and, but for limits, the innermost function of ours."""
    cause = getattr(error, "orig_exc", None) or error.__cause__ or error
    if isinstance(cause, (TooSlowError, MemoryError)):
        return type(cause).__name__
    frames = traceback.extract_tb(cause.__traceback__)
    ours = [frame for frame in frames if "sphinx_docsnav" in frame.filename] or list(frames)
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else ""
    return f"{type(cause).__name__} in {place}"


def reduce_finding(fuzzer: Fuzzer, finding: Finding) -> Finding:
    """Return the finding with the smallest case that fails in the same way."""
    best = finding
    left = fuzzer.attempts
    progress = True
    while progress and left > 0:
        progress = False
        for case in _reductions(best.case):
            left -= 1
            if left <= 0:
                break
            reduced = attempt(fuzzer, case)
            if reduced is not None and reduced.signature == finding.signature:
                best, progress = reduced, True
                break
    return best


def _reductions(case: Case) -> Iterator[Case]:
    """Yield reduce_finding cases, those that leave out most first."""
    for name in case:
        if name != "docs.json":
            yield {key: text for key, text in case.items() if key != name}
    for name, text in case.items():
        if name.endswith(".json"):
            for shorter in _json_reductions(text):
                yield {**case, name: shorter}
        for separator in ("\n", "") if len(text) < 500 else ("\n",):
            parts = text.split(separator) if separator else list(text)
            size = max(len(parts) // 2, 1)
            while size:
                for start in range(0, len(parts), size):
                    shorter = separator.join([*parts[:start], *parts[start + size :]])
                    if shorter != text:
                        yield {**case, name: shorter}
                size //= 2


def _json_reductions(text: str) -> Iterator[str]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    waiting = [value]
    while waiting:
        container = waiting.pop(0)
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        for key in keys:
            original = container.copy()
            del container[key]
            yield json.dumps(value, indent=1)
            if isinstance(container, dict):
                container.clear()
                container.update(original)
            else:
                container[:] = original
        children = container.values() if isinstance(container, dict) else container
        waiting += [item for item in children if isinstance(item, (dict, list))]


def search(  # noqa: PLR0913 -- each has a default and is passed by name
    fuzzer: Fuzzer,
    seed: str,
    *,
    cases: int | None = None,
    seconds: float | None = None,
    first: int = 0,
    print_message: Callable[[str], object] = sys.stderr.write,
) -> tuple[list[Finding], int]:
    """Run cases until their number or the processor time is used up.

    Case *n* of a seed is always the same.

    :returns: a reduced finding for each signature, and how many cases were run.
    """
    findings: dict[str, Finding] = {}
    number, end = first, process_time() + (seconds or 0)
    while (cases is None or number - first < cases) and (seconds is None or process_time() < end):
        finding = attempt(fuzzer, fuzzer.make(make_dice(f"{fuzzer.name} {seed} {number}")))
        if finding is not None and finding.signature not in findings:
            print_message(f"{fuzzer.name}: case {number} of seed {seed}: {finding.signature}\n")
            findings[finding.signature] = reduce_finding(fuzzer, finding)
        number += 1
        if not number % 50:
            gc.collect()  # builds leave more memory in cycles than Python's thresholds notice
    return list(findings.values()), number - first
