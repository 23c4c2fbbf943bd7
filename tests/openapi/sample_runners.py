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


def _needs(
    *programs: str, module: str = "", crate: str = "", extension: str = ""
) -> Callable[[], str]:
    def missing() -> str:
        absent = [program for program in programs if not shutil.which(program)]
        if extension and not absent and extension not in _run(["php", "-m"], Path(), told=True):
            absent.append(f"Debian's package php-{extension}")
        if crate and not [*_CRATES.glob(f"{crate}-*")]:
            absent.append(f"Debian's package librust-{crate}-dev")
        if module and not importlib.util.find_spec(module):
            absent.append(f"the Python package {module}")
        return f"{', '.join(absent)} not installed" if absent else ""

    return missing


def _run(command: list[str], folder: Path, *, told: bool = False) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, timeout=TIMEOUT, env=_environment()
    )
    return (done.stdout if told else done.stderr).decode("utf-8", "replace")


def _environment() -> dict[str, str]:
    kept = (
        "PATH",
        "HOME",
        "LANG",
        "LD_LIBRARY_PATH",
        "GOCACHE",
        "GOROOT",
        "GOPATH",
        "JAVA_HOME",
        "PYTHONPATH",
    )
    quiet = {"LC_ALL": "C.UTF-8", "DOTNET_CLI_TELEMETRY_OPTOUT": "1"}
    quiet["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
    return {name: os.environ[name] for name in kept if name in os.environ} | quiet


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


_KOTLIN = """import java.net.URI
import java.net.http.*
import java.nio.file.Path

fun attempt(name: String, run: () -> Unit) = try { run() } catch (e: Throwable) {
    System.err.println(name + e)
}
"""


def _kotlin(samples: Samples, folder: Path) -> str:
    (folder / "file").write_bytes(FILE)
    functions = "".join(
        f"fun s{number}() {{\n{code}\n}}\n" for number, code in enumerate(samples.values())
    )
    calls = "".join(
        f"attempt({json.dumps(name).replace('$', '')}, ::s{number})\n"
        for number, name in enumerate(samples)
    )
    code = f"{_KOTLIN}{functions}fun main() {{\n{calls}}}\n"
    (folder / "Main.kt").write_text(code, "utf-8")
    compiled = _run(["kotlinc", "-nowarn", "-include-runtime", "-d", "m.jar", "Main.kt"], folder)
    return compiled + _run(["java", "-jar", "m.jar"], folder)


_CSHARP = """using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;
"""
_PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
<PropertyGroup><OutputType>Exe</OutputType><TargetFramework>{}</TargetFramework></PropertyGroup>
</Project>
"""


def _csharp(samples: Samples, folder: Path) -> str:
    """Compile all samples as methods; ``new`` with its type, as compilers before C# 9 need it."""
    (folder / "file").write_bytes(FILE)
    methods = "".join(
        f"static async Task S{number}() {{\n{code}\n}}\n"
        for number, code in enumerate(samples.values())
    ).replace("    new(", "    new KeyValuePair<string, string>(")
    calls = "".join(
        f"try {{ await S{number}(); }} catch (Exception e) {{"
        f" Console.Error.WriteLine({json.dumps(name)} + e); }}\n"
        for number, name in enumerate(samples)
    )
    code = f"{_CSHARP}class P {{ static async Task Main() {{\n{calls}}}\n{methods}}}\n"
    (folder / "Program.cs").write_text(code, "utf-8")
    version = int(_run(["dotnet", "--version"], folder, told=True).partition(".")[0])
    framework = f"net{version}.0" if version > 4 else "netcoreapp3.1"
    (folder / "samples.csproj").write_text(_PROJECT.format(framework), "utf-8")
    built = _run(["dotnet", "build", "-nologo", "-o", "built"], folder, told=True)
    if not (folder / "built" / "samples.dll").exists():
        return built
    return _run(["dotnet", "built/samples.dll"], folder)


_CARGO = """[package]
name = "samples"
version = "0.1.0"
edition = "2021"
[dependencies]
reqwest = { version = ">=0.11", default-features = false, features = ["multipart", "stream"] }
tokio = { version = "1", features = ["full"] }
"""
_CRATES = Path("/usr/share/cargo/registry")
"""Where Debian puts libraries of Rust."""
_RUST = """#![allow(unused)]
// What reqwest has since 0.12; what it has itself comes first.
pub mod newer {
    use reqwest::multipart::{Form, Part};
    use std::io::Result;
    pub trait PartFile: Sized { fn file(name: &str) -> std::future::Ready<Result<Part>>; }
    impl PartFile for Part {
        fn file(name: &str) -> std::future::Ready<Result<Part>> {
            std::future::ready(std::fs::read(name)
                .map(|b| Part::bytes(b).file_name(name.to_owned())))
        }
    }
    pub trait FormFile: Sized {
        fn file(self, field: &'static str, name: &str) -> std::future::Ready<Result<Form>>;
    }
    impl FormFile for Form {
        fn file(self, field: &'static str, name: &str) -> std::future::Ready<Result<Form>> {
            let made = std::fs::read(name).map(|b| Part::bytes(b).file_name(name.to_owned())
                .mime_str("application/octet-stream").unwrap());
            std::future::ready(made.map(|part| self.part(field, part)))
        }
    }
}
"""


def _rust(samples: Samples, folder: Path) -> str:
    (folder / "file").write_bytes(FILE)
    (folder / "src").mkdir()
    (folder / "Cargo.toml").write_text(_CARGO, "utf-8")
    modules = "".join(
        f"mod s{number} {{\nuse crate::newer::*;\n{code.replace('async fn', 'pub async fn')}\n}}\n"
        for number, code in enumerate(samples.values())
    )
    calls = "".join(
        f'if let Err(e) = s{number}::main() {{ eprintln!("{{}} {{}}", {json.dumps(name)}, e); }}\n'
        for number, name in enumerate(samples)
    )
    (folder / "src" / "main.rs").write_text(f"{_RUST}{modules}fn main() {{\n{calls}}}\n", "utf-8")
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{_CRATES}"\n',
        "utf-8",
    )
    return _run(["cargo", "run", "-q", "--offline"], folder)


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
        Runner("php", _needs("php", extension="curl"), _script(["php"], _PHP, "run.php")),
        Runner("ruby", _needs("ruby"), _script(["ruby", "-W0"], _RUBY, "run.rb")),
        Runner("go", _needs("go"), _go),
        Runner("java", _needs("javac", "java"), _java),
        Runner("kotlin", _needs("kotlinc", "java"), _kotlin),
        Runner("csharp", _needs("dotnet"), _csharp),
        Runner("rust", _needs("cargo", crate="reqwest"), _rust),
    )
}

SAME = {"typescript": "javascript"}
"""Languages whose samples have the text of another one."""
NOT_RUN = ("powershell", "http", "swift", "dart")
"""Without an interpreter among the packages of Debian and npm; HTTP is no program."""
