"""Runs samples of every language whose interpreter or compiler is there.

A runner takes many samples, because starting an interpreter is what takes time. Each
sample runs on its own: one that fails is told and does not stop the others.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

Samples = Mapping[str, str]
"""Source texts by the names of their cases."""

TIMEOUT = 600

_PYTHON = """
import json, sys, traceback
for name, code in json.load(open("samples.json", encoding="utf-8")).items():
    try:
        exec(compile(code, name, "exec"), {"__name__": "__main__"})
    except Exception as error:
        print(f"{name}: {error!r}", file=sys.stderr)
"""
_NODE = """
import { readFileSync, openAsBlob } from "node:fs";
const AsyncFunction = (async () => {}).constructor;
const fileInput = { files: [await openAsBlob("file")] };
for (const [name, code] of Object.entries(JSON.parse(readFileSync("samples.json", "utf8")))) {
  try {
    const body = code.replace(/^import \\{ openAsBlob \\} from "node:fs";/, "");
    await new AsyncFunction("fileInput", "openAsBlob", body)(fileInput, openAsBlob);
  } catch (error) {
    console.error(`${name}: ${error}`);
  }
}
"""
_PHP = """<?php
foreach (json_decode(file_get_contents("samples.json"), true) as $name => $code) {
  try {
    eval(preg_replace('/^<\\\\?php/', '', $code));
  } catch (Throwable $error) {
    fwrite(STDERR, "$name: $error\\n");
  }
}
"""
_RUBY = """
require 'json'
JSON.parse(File.read('samples.json')).each do |name, code|
  begin
    eval(code, TOPLEVEL_BINDING.dup)
  rescue Exception => error
    STDERR.puts "#{name}: #{error}"
  end
end
"""


@dataclass(frozen=True)
class Runner:
    """Runs the samples of one language."""

    language: str
    missing: Callable[[], str]
    """Says why it can't run here; empty if it can."""
    run: Callable[[Samples, Path], str]
    """Runs samples in a folder and returns what went wrong."""


def _needs(*programs: str, module: str = "") -> Callable[[], str]:
    def missing() -> str:
        absent = [program for program in programs if not shutil.which(program)]
        if module and not importlib.util.find_spec(module):
            absent.append(f"the Python package {module}")
        return f"{', '.join(absent)} not installed" if absent else ""

    return missing


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, timeout=TIMEOUT, env=_environment()
    )
    return done.stderr.decode("utf-8", "replace")


def _environment() -> dict[str, str]:
    kept = ("PATH", "HOME", "LANG", "GOCACHE", "GOROOT", "GOPATH", "JAVA_HOME", "PYTHONPATH")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"LC_ALL": "C.UTF-8"}


def _script(command: list[str], driver: str, name: str) -> Callable[[Samples, Path], str]:
    def run(samples: Samples, folder: Path) -> str:
        (folder / name).write_text(driver, "utf-8")
        (folder / "samples.json").write_text(json.dumps(samples), "utf-8")
        (folder / "file").write_bytes(FILE)
        return _run([*command, name], folder)

    return run


def _shell(samples: Samples, folder: Path) -> str:
    (folder / "file").write_bytes(FILE)
    told = ""
    for name, code in samples.items():
        (folder / "sample.sh").write_text(code + "\n", "utf-8")
        error = _run(["bash", "sample.sh"], folder)
        if "%" not in error and error.strip():  # curl's table of progress is no error
            told += f"{name}: {error}"
    return told


def _go(samples: Samples, folder: Path) -> str:
    """Compile all samples as packages of one program."""
    (folder / "file").write_bytes(FILE)
    (folder / "go.mod").write_text("module samples\n\ngo 1.19\n", "utf-8")
    calls, imports = "", ""
    for number, code in enumerate(samples.values()):
        package = folder / f"p{number}"
        package.mkdir()
        inside = code.replace("package main", f"package p{number}", 1)
        (package / "p.go").write_text(inside.replace("func main()", "func Run()", 1), "utf-8")
        imports += f'\t"samples/p{number}"\n'
        calls += f"\ttry(p{number}.Run)\n"
    (folder / "main.go").write_text(
        'package main\n\nimport (\n\t"fmt"\n\t"os"\n' + imports + ")\n\n"
        "func try(run func()) {\n\tdefer func() {\n\t\tif e := recover(); e != nil {\n"
        "\t\t\tfmt.Fprintln(os.Stderr, e)\n\t\t}\n\t}()\n\trun()\n}\n\n"
        "func main() {\n" + calls + "}\n",
        "utf-8",
    )
    return _run(["go", "run", "."], folder)


def _java(samples: Samples, folder: Path) -> str:
    (folder / "file").write_bytes(FILE)
    methods = "".join(
        f"class S{number} {{ static void run() throws Exception {{\n{code}\n}} }}\n"
        for number, code in enumerate(samples.values())
    )
    calls = "".join(
        f"try {{ S{number}.run(); }} catch (Throwable e) {{"
        f" System.err.println({json.dumps(name)} + e); }}\n"
        for number, name in enumerate(samples)
    )
    (folder / "Main.java").write_text(
        "import java.net.URI;\nimport java.net.http.*;\nimport java.nio.file.Path;\n"
        f"public class Main {{ public static void main(String[] a) {{\n{calls}}} }}\n{methods}",
        "utf-8",
    )
    compiled = _run(["javac", "-encoding", "UTF-8", "Main.java"], folder)
    return compiled + _run(["java", "-cp", ".", "Main"], folder)


FILE = b"\x89PNG\r\n\x00\xff"
"""What the file of the samples holds."""

RUNNERS = {
    runner.language: runner
    for runner in (
        Runner("curl", _needs("bash", "curl"), _shell),
        Runner("wget", _needs("bash", "wget"), _shell),
        Runner(
            "python",
            _needs(module="requests"),
            _script([sys.executable], _PYTHON, "run.py"),
        ),
        Runner("httpx", _needs(module="httpx"), _script([sys.executable], _PYTHON, "run.py")),
        Runner("javascript", _needs("node"), _script(["node"], _NODE, "run.mjs")),
        Runner("node", _needs("node"), _script(["node"], _NODE, "run.mjs")),
        Runner("php", _needs("php"), _script(["php"], _PHP, "run.php")),
        Runner("ruby", _needs("ruby"), _script(["ruby", "-W0"], _RUBY, "run.rb")),
        Runner("go", _needs("go"), _go),
        Runner("java", _needs("javac", "java"), _java),
    )
}

SAME = {"typescript": "javascript"}
"""Languages whose samples have the text of another one."""
NOT_RUN = ("powershell", "http", "kotlin", "csharp", "swift", "rust", "dart")
"""Without an interpreter, or the library that the sample needs, among Debian's packages; HTTP is
no program."""
