"""``serve``: what it runs, and, once for real, that it rebuilds what is saved and no more."""

from __future__ import annotations

import re
import runpy
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock, Mock

import pytest
from support import Command, MakeSite

from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.preview.building import Building

PAGES = {"index.mdx": "---\ntitle: Home\n---\n\nBefore.\n"}


@pytest.fixture
def site(make_site: MakeSite) -> Path:
    return make_site({"pages": ["index"]}, PAGES, name="Harbour")


class Autobuild:
    """Stands for the preview: keeps its words and the settings of its conf.py."""

    words: list[str]
    editor: str
    settings: dict[str, object]

    def __call__(self, building: Building) -> None:
        self.words, self.editor = building.options.autobuild_arguments(), building.options.editor
        conf = Path(self.words[self.words.index("-c") + 1], "conf.py")
        self.settings = runpy.run_path(str(conf))


@pytest.fixture
def autobuild(monkeypatch: pytest.MonkeyPatch) -> Autobuild:
    stand_in = Autobuild()
    monkeypatch.setattr("sphinx_docsnav.preview.server.run_preview", stand_in)
    monkeypatch.setattr("sphinx_docsnav.cli.serve.start_worker", Mock())
    return stand_in


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_serve_is_for_this_machine_alone_unless_told(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    assert command("serve", site, "--port", "0") == ExitCode.DONE
    host = autobuild.words.index("--host")
    assert autobuild.words[host + 1] == "127.0.0.1"


def test_serve_has_the_settings_of_build_with_absolute_paths(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    (site / "a.svg").touch()
    text = (site / "docs.json").read_text().replace("{", '{"logo": "/a.svg", ', 1)
    (site / "docs.json").write_text(text)
    command("serve", site, "--port", "0", "--theme", "classic")
    assert autobuild.settings["project"] == "Harbour"
    assert autobuild.settings["html_theme"] == "classic"
    assert autobuild.settings["html_logo"] == str(site / "a.svg")


def test_serve_of_a_pair_of_logos_names_no_third(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    for name in ("a.svg", "b.svg"):
        (site / name).touch()
    logo = '{"logo": {"light": "/a.svg", "dark": "/b.svg"}, '
    (site / "docs.json").write_text((site / "docs.json").read_text().replace("{", logo, 1))
    command("serve", site, "--port", "0", "--theme", "furo")
    assert autobuild.settings["html_logo"] == ""
    assert autobuild.settings["html_static_path"] == [str(site / "a.svg"), str(site / "b.svg")]


def test_serve_of_a_broken_docs_json_leaves_the_message_to_the_extension(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    (site / "docs.json").write_text("{")
    assert command("serve", site, "--port", "0", "--theme", "classic") == ExitCode.DONE
    assert autobuild.settings["extensions"] == ["sphinx_docsnav"]


def test_serve_runs_the_sites_own_conf_py_only_when_asked(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    (site / "conf.py").write_text("mine = True\n")
    assert command("serve", site, "--port", "0") == ExitCode.USAGE
    assert command("serve", site, "--port", "0", "--conf") == ExitCode.DONE
    assert autobuild.settings["mine"] is True


def test_serve_of_a_project_with_toctrees_needs_no_docs_json(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    (site / "docs.json").unlink()
    (site / "conf.py").write_text("docsnav_config = 'toctree'\n")
    assert command("serve", site, "--port", "0", "--conf") == ExitCode.DONE
    assert autobuild.settings["docsnav_config"] == "toctree"
    assert command("serve", site, "--port", "0", "--no-conf") == ExitCode.USAGE


def test_serve_removes_what_it_made_for_itself(
    command: Command, site: Path, autobuild: Autobuild
) -> None:
    command("serve", site, "--port", "0")
    assert not Path(autobuild.words[1]).exists()


def test_serve_passes_options_on_to_sphinx_autobuild(
    command: Command,
    site: Path,
    autobuild: Autobuild,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("src", "lib"):
        Path(folder).mkdir()
    options = ("--watch", "src", "--watch", "lib", "--ignore", "*.tmp", "--pre-build", "make api")
    more = ("--post-build", "make index", "--open")
    assert command("serve", site, "--port", "0", *options, *more) == ExitCode.DONE
    words = " ".join(autobuild.words)
    for part in ("--watch src --watch lib", "--ignore *.tmp", "--pre-build make api"):
        assert part in words
    assert "--pre-build make api --post-build make index --open-browser" in words


def test_sphinx_autobuild_serves_where_processes_cannot_be_copied(
    command: Command, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("sphinx_autobuild.__main__")
    module.main = serve = Mock()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sphinx_autobuild", ModuleType("sphinx_autobuild"))
    monkeypatch.setitem(sys.modules, "sphinx_autobuild.__main__", module)
    monkeypatch.delattr("os.fork")
    assert command("serve", site, "--port", "0", "--ignore", "*.tmp") == ExitCode.DONE
    ((arguments,), _) = serve.call_args
    assert arguments[0] == str(site)
    assert "--ignore *.tmp" in " ".join(arguments)
    assert "answers requests for every host" in command.err


@pytest.mark.usefixtures("autobuild")
def test_serve_listens_on_an_address_with_colons(
    command: Command, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = MagicMock()
    listening.return_value.__enter__.return_value.getsockname.return_value = ("::1", 8000, 0, 0)
    monkeypatch.setattr("sphinx_docsnav.cli.serve.socket.create_server", listening)
    assert command("serve", site, "--port", "0", "--host", "::1") == ExitCode.DONE
    assert listening.call_args.kwargs == {"family": socket.AF_INET6}


@pytest.mark.parametrize("url", ["vscode", "javascript:alert('{path}')", "vscode://file"])
def test_an_editor_has_a_url_with_a_path(command: Command, site: Path, url: str) -> None:
    assert command("serve", site, "--editor", url) == ExitCode.USAGE
    assert "not the URL of an editor" in command.err


def test_a_port_in_use_is_one_line_before_anything_is_built(command: Command, site: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert command("serve", site, "--port", port) == ExitCode.USAGE
    assert command.err.startswith(f"sphinx-docsnav: cannot listen on 127.0.0.1:{port}: ")
    assert command.err.endswith("; --port 0 selects a free one\n")


@pytest.mark.parametrize("host", ["1.2.3.4", "a..b"])
def test_a_host_that_is_not_here_is_one_line(command: Command, site: Path, host: str) -> None:
    assert command("serve", site, "--host", host) == ExitCode.USAGE
    assert command.err.startswith(f"sphinx-docsnav: cannot listen on {host}:8000: ")
    assert command.err.endswith("; --host takes an address of this machine\n")


def test_a_watched_folder_that_does_not_exist_is_one_line(command: Command, site: Path) -> None:
    assert command("serve", site, "--watch", "no/such", "--port", "0") == ExitCode.USAGE
    assert command.err == (
        "sphinx-docsnav: --watch 'no/such': no such file or folder;"
        " name a folder that exists, or leave the option out\n"
    )


def fetch(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/index.html", timeout=5) as answer:
        text: str = answer.read().decode()
    return text


def wait_for(port: int, word: str) -> None:
    """Wait until the served page holds *word*."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if word in fetch(port):
                return
        except (OSError, HTTPException):  # not up yet, or the file is just being written
            pass
        time.sleep(0.2)
    pytest.fail(f"{word!r} was not served within a minute")


def wait_for_lines(log: Path, count: int) -> None:
    """Wait until a log has *count* lines: a page is served before its build has ended."""
    end = time.monotonic() + 60
    while len(log.read_text("utf-8").splitlines()) < count:
        assert time.monotonic() < end, log.read_text("utf-8")
        time.sleep(0.2)


@pytest.mark.slow
def test_serve_rebuilds_after_each_saved_file_and_then_rests(site: Path, tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "log"
    words = [sys.executable, "-m", "sphinx_docsnav", "serve", str(site), "--port", str(port)]
    with log.open("w") as file, subprocess.Popen(words, stdout=file, stderr=file) as server:
        try:
            wait_for(port, "Before.")
            wait_for_lines(log, 2)
            (site / "index.mdx").write_text("---\ntitle: Home\n---\n\nAfter.\n")
            wait_for(port, "After.")
            wait_for_lines(log, 3)
            docs = (site / "docs.json").read_text().replace("Harbour", "Quay")
            (site / "docs.json").write_text(docs)
            wait_for(port, "Quay")
            wait_for_lines(log, 4)
            # If what a build writes started another one, this would be listed before the next.
            (site / "index.mdx").write_text("---\ntitle: Home\n---\n\nLast.\n")
            wait_for(port, "Last.")
            wait_for_lines(log, 5)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)
    lines = log.read_text().splitlines()
    assert lines[0] == f"Serving on http://127.0.0.1:{port} (Ctrl+C stops the server)"
    results = [
        re.fullmatch(r"\[[\d:]{8}\] Built (.+) in [\d.]+ s with no messages", line)
        for line in lines[1:5]
    ]
    built = ["1 page", "index.mdx", "docs.json", "index.mdx"]
    assert [result and result[1] for result in results] == built
    assert lines[5:] in ([], ["sphinx-docsnav: stopped"])
