"""What the server serves of drafts and builds, whatever order they come in."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from sphinx_docsnav.preview import building as building_module
from sphinx_docsnav.preview.building import Building, PreviewOptions, UnbuiltChanges
from sphinx_docsnav.preview.channel import Message, SphinxArguments, StartedWorker

REPORT: dict[str, object] = {
    "faults": [],
    "failure": None,
    "documents": [],
    "pages": {},
    "page_count": 1,
}


@pytest.fixture
def building(tmp_path: Path) -> Building:
    sphinx = SphinxArguments(str(tmp_path), None, str(tmp_path / "out"), "", {})
    options = PreviewOptions(
        sphinx, tmp_path, tmp_path / "out", [], [], [], [], "127.0.0.1", 8000, opens=False
    )
    return Building(options, tmp_path, Mock())


@pytest.fixture
def hear(building: Building) -> Callable[[Message], None]:
    return building.worker.on_event


def built(folder: Path, batch: int, code: int, content: Mapping[str, object] = REPORT) -> Message:
    """Return the event at the end of a build, which has written its report."""
    report = folder / f"report-{batch}"
    report.write_text(json.dumps(content), "utf-8")
    return {"event": "built", "code": code, "batch": batch, "report": str(report)}


def drafted(folder: Path, batch: int) -> Message:
    """Return the event of a draft, which lies in *folder*."""
    file = folder / f"draft-{batch}.html"
    file.write_text(f"Draft {batch}", "utf-8")
    report = file.with_suffix(".json")
    report.write_text(json.dumps({"files": ["guide.mdx"], "faults": []}), "utf-8")
    return {
        "event": "drafted",
        "name": "guide.html",
        "batch": batch,
        "file": str(file),
        "report": str(report),
    }


def fault(message: str, level: str = "warning") -> dict[str, object]:
    """Return a message of a build about a page."""
    text = f"guide.mdx:3: {level.upper()}: {message}"
    return {"file": "guide.mdx", "line": 3, "level": level, "message": message, "text": text}


def test_the_terminal_shows_the_new_messages_and_one_line_for_each_build(
    building: Building,
    hear: Callable[[Message], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = REPORT | {"pages": {"guide.mdx": "guide.html"}, "documents": ["guide.mdx"]}

    def save(number: int, names: list[str], faults: list[object], code: int = 0) -> list[str]:
        """Return the lines of the build of *names*, without times and seconds."""
        if names:
            paths = [tmp_path / name for name in names]
            building.unbuilt_changes.append(UnbuiltChanges(number, time.monotonic(), paths))
        event = built(tmp_path, number, code, report | {"faults": faults})
        capsys.readouterr()
        hear(event)
        shown = capsys.readouterr()
        lines = re.sub(r"[\d.]+ s\b", "N s", shown.err + shown.out).splitlines()
        return [re.sub(r"^\[[\d:]{8}\] ", "", line) for line in lines]

    old, new, broken = fault("old"), fault("new"), fault("broken", "error")
    assert save(0, [], [old]) == ["guide.mdx:3: WARNING: old", "Built 1 page in N s with 1 message"]
    assert save(1, ["guide.mdx"], [old, new]) == [
        "guide.mdx:3: WARNING: new",
        "Built guide.mdx in N s with 2 messages, 1 of them new",
    ]
    names = [f"{letter}.mdx" for letter in "abcde"]
    assert save(2, names, [new]) == [
        "Built a.mdx, b.mdx, c.mdx and 2 more in N s with 1 message, none of them new"
    ]
    end = "; the pages of the last good build are still served. Correct the cause above, and save"
    failed = ["guide.mdx:3: ERROR: broken", f"Could not build docs.json (N s){end}"]
    # The same error again, as an author who has corrected something else must find it.
    assert save(3, ["docs.json"], [new, broken], 2) == failed
    assert save(4, ["docs.json"], [new, broken], 2) == failed
    assert save(5, ["docs.json"], []) == ["Built docs.json in N s with no messages"]


@pytest.mark.parametrize(("code", "is_served"), [(0, False), (1, False), (2, True)])
def test_a_draft_after_a_build_of_the_same_changes_is_served_if_the_build_failed(
    building: Building,
    hear: Callable[[Message], None],
    tmp_path: Path,
    code: int,
    *,
    is_served: bool,
) -> None:
    hear(built(tmp_path, 3, 0))
    hear(built(tmp_path, 4, code))
    hear(drafted(tmp_path, 4))
    assert (building.find_draft("guide.html") is not None) == is_served
    hear(built(tmp_path, 5, 0))
    assert building.find_draft("guide.html") is None


def test_a_request_whose_draft_comes_too_late_gets_the_output(
    building: Building, hear: Callable[[Message], None], tmp_path: Path
) -> None:
    async def ask() -> Path | None:
        building.newest_batch = 4
        request = asyncio.create_task(building.wait_for_draft("guide.html", 60))
        await asyncio.sleep(0)
        building.newest_batch = 5
        hear(built(tmp_path, 4, 0))
        hear(drafted(tmp_path, 4))
        await asyncio.sleep(0.01)
        assert request.done()
        return await request

    assert asyncio.run(ask()) is None


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("/", "index.html"),
        ("/guide", "guide.html"),
        ("/guide.html", "guide.html"),
        ("/part", "part/index.html"),
        ("/part/", "part/index.html"),
        ("/guide/", "guide.html"),
        ("/both", "both.html"),
        ("/both/", "both/index.html"),
        ("/release-1.2", "release-1.2.html"),
        ("/LICENSE", "LICENSE"),
        ("/unknown", "unknown.html"),
        ("/unknown/", "unknown/index.html"),
        ("/unknown.css", "unknown.css"),
    ],
)
def test_urls_lead_where_static_hosts_lead(building: Building, path: str, url: str) -> None:
    names = ("index", "guide", "part/index", "both", "both/index", "release-1.2")
    building.faults.pages = {f"{name}.mdx": f"{name}.html" for name in names}
    building.options.output.mkdir()
    (building.options.output / "LICENSE").touch()
    assert building.find_page_url(path) == url


def test_everything_is_built_anew_once_when_an_author_asks_for_it(
    building: Building, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building.worker, "run", lambda: asyncio.sleep(60))

    async def ask() -> list[bool]:
        asked: asyncio.Queue[Message] = asyncio.Queue()
        monkeypatch.setattr(building.worker, "send", asked.put_nowait)
        running = asyncio.create_task(building.run())
        building.build_anew()
        commands = [await asked.get()]
        building.add_changes([tmp_path / "guide.mdx"])
        commands.append(await asked.get())
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return [command["anew"] for command in commands]

    assert asyncio.run(ask()) == [True, False]


def test_commands_run_after_a_build_that_succeeds(
    building: Building, hear: Callable[[Message], None], tmp_path: Path
) -> None:
    building.options = replace(building.options, post_build=[f"touch {tmp_path / 'after'}"])

    async def hear_all() -> None:
        building.newest_batch = 3
        hear(built(tmp_path, 3, 2))
        failed = building.post_build
        hear(built(tmp_path, 3, 0))
        assert failed is None
        assert building.post_build is not None
        assert await building.post_build == 0

    asyncio.run(hear_all())
    assert (tmp_path / "after").is_file()


def test_the_draft_of_a_page_that_no_build_knows_goes_with_its_file(
    building: Building, hear: Callable[[Message], None], tmp_path: Path
) -> None:
    async def run() -> None:
        hear(drafted(tmp_path, 1))
        running = asyncio.create_task(building.run())
        building.add_changes([tmp_path, tmp_path / "guide.mdx", tmp_path / "other.mdx"])
        async with asyncio.timeout(60):
            while not building.newest_batch:  # noqa: ASYNC110 -- a change has no event
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(run())
    assert list(building.deleted_pages) == ["guide.html"]


def test_a_worker_that_ends_at_once_is_started_again_by_a_build_only(
    building: Building,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell = ["exit 3"]
    commands = tmp_path / "commands"
    started: list[StartedWorker] = []

    def start_worker() -> StartedWorker:
        # The end of the test stops the workers that would otherwise be started for ever.
        assert len(started) < 20
        receiving, sending = os.pipe()
        process = subprocess.Popen(
            ["/bin/sh", "-c", shell[0]], stdin=subprocess.PIPE, start_new_session=True
        )
        os.close(sending)
        started.append(StartedWorker(process, receiving))
        return started[-1]

    async def wait(condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():  # noqa: ASYNC110 -- files and processes have no event
                await asyncio.sleep(0.01)

    async def run() -> None:
        running = asyncio.create_task(building.run())
        await wait(lambda: building.worker.is_stopped or running.done())
        assert len(started) == building_module.MAX_FAILED_STARTS
        # A page that is opened meanwhile is served from the output, and starts nothing.
        building.newest_batch += 1
        assert await building.wait_for_draft("guide.html", 60) is None
        building.add_changes([tmp_path / "guide.mdx"])
        await wait(lambda: len(started) == building_module.MAX_FAILED_STARTS + 1)
        await wait(lambda: building.worker.is_stopped)
        shell[0] = f"exec cat > {commands}"
        building.add_changes([tmp_path / "guide.mdx"])
        await wait(lambda: commands.is_file() and commands.read_text("utf-8").count("\n") == 2)
        building.stop()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    monkeypatch.setattr(building_module, "start_worker", start_worker)
    building.worker.worker = start_worker()
    asyncio.run(run())
    sent = [json.loads(line)["do"] for line in commands.read_text("utf-8").splitlines()]
    assert sent == ["start", "build"]
    assert capsys.readouterr().out.count("ends as soon as it starts (exit code 3)") == 2
