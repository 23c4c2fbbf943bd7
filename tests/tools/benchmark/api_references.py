"""Compare endpoint pages with Redoc, Scalar, Swagger UI and widdershins.

Run in the folder ``tests``; the other tools are in a folder of npm packages::

    npm install --prefix TOOLS @redocly/cli @scalar/api-reference swagger-ui-dist
    python -m tools.benchmark.api_references openapi.yaml --operation ID --tools TOOLS

Every tool writes the whole specification, without a network. A server with compression on
this machine delivers the pages to Chromium, with a throttled connection and processor.
Printed is, for each tool: the bytes that the page of the operation loads (compressed), the
files they are in, and how often it asks other hosts; the time until the first text is painted,
and until the name of the first parameter or field is visible; the elements of the page when it
has come to rest; and how many names of properties and values of ``enum`` in the schemas of the
operation are visible: when the page opens, when all of it is unfolded, without scripts, and in
print.

Several specifications, each with an operation, are measured in one run::

    python -m tools.benchmark.api_references a.json b.yaml --operation A B --loads --tools TOOLS

The tools take turns in each of ``--runs``, and the median is printed: another program that
needs the processor then delays all of them. With ``--loads``, the names are not counted.

What building costs is measured without an operation, on any number of specifications::

    npm install --prefix TOOLS @redocly/cli widdershins
    python -m tools.benchmark.api_references stripe.json github.json --builds --tools TOOLS

Printed is, for each tool: processor time, the most memory, the size of all files, and the largest
page; pages of Redoc and of widdershins hold the whole specification.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import yaml
from installed_browser import find_browser
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

MEGABIT = 1_000_000 / 8
"""Bytes."""
TIMEOUT = 60_000
"""Milliseconds to wait for a page."""
CDN = re.compile(r"https://cdn\.redocly\.com/[^\"]*/redoc\.standalone\.js")
"""The script of Redoc's page, which is on another host; a copy is in its package."""
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}
SCALAR = """<!doctype html><meta charset="utf-8"><title>API</title><div id="app"></div>
<script src="standalone.js"></script>
<script>Scalar.createApiReference("#app", {
  url: "openapi.json", telemetry: false, agent: {disabled: true}, withDefaultFonts: false,
})</script>
"""
SWAGGER = """<!doctype html><meta charset="utf-8"><title>API</title>
<link rel="stylesheet" href="swagger-ui.css"><div id="app"></div>
<script src="swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({url: "openapi.json", dom_id: "#app", deepLinking: true})</script>
"""
VISIBLE = """(names) => [...document.body.getElementsByTagName("*")].some((element) => {
    const text = element.textContent;
    return text.length < 80 && names.includes(text.replace(/[^\\w.-]/g, ""))
        && element.checkVisibility() && element.getBoundingClientRect().height > 0;
})"""
"""Returns whether an element with one of the names is visible."""
VISIBLE_TEXT = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.body.innerText];
    while (walker.nextNode()) {
        const around = walker.currentNode.parentElement;
        if (around.checkVisibility({visibilityProperty: true})) found.push(walker.currentNode.data);
    }
    return found.join("\\n");
}"""
"""Returns the visible text, and each text node: some tools have no space between names."""
UNFOLD = """async () => {
    const wait = () => new Promise((done) => setTimeout(done, 400));
    const clicked = new Set();
    for (let round = 0; round < 10; round++) {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
        const closed = [...document.querySelectorAll(
            "[aria-expanded=false], [aria-label^=expand], .model-toggle.collapsed, " +
            "button:not([aria-expanded=true])")]
            .filter((each) => !each.matches("button:not([aria-expanded], [aria-label^=expand])")
                || /^(expand all|schema|show .*)$/i.test(each.textContent.trim()))
            .filter((each) => !clicked.has(each))
            .filter((each) => !each.closest("nav, aside, header, [role=dialog], .opblock-summary"))
            .filter((each) => !each.closest(".opblock-tag, .opblock:not(.is-open), section.models"))
            .filter((each) => !each.matches(".json-schema-2020-12-expand-deep-button"))
            .filter((each) => !each.hasAttribute("aria-haspopup") && !each.matches("a, input"));
        if (!closed.length) break;
        for (const each of closed) { clicked.add(each); each.click(); }
        await wait();
    }
}"""
"""Opens everything that is folded, also in what it has opened."""


def list_names(specification: dict[str, Any], operation: object) -> list[str]:
    """Return the names of properties and the texts of ``enum`` below *operation*, each once."""
    return list(dict.fromkeys(_walk_names(specification, operation, ())))


def _walk_names(
    specification: dict[str, Any], value: object, seen: tuple[str, ...]
) -> Iterator[str]:
    reference = value.get("$ref") if isinstance(value, dict) else None
    if isinstance(reference, str):
        if reference not in seen:
            target = _follow(specification, value)
            yield from _walk_names(specification, target, (*seen, reference))
    elif isinstance(value, list):
        for item in value:
            yield from _walk_names(specification, item, seen)
    elif isinstance(value, dict):
        yield from value.get("properties", {})
        yield from (each for each in value.get("enum", ()) if isinstance(each, str))
        for key, item in value.items():
            if key not in ("example", "examples", "x-codeSamples"):
                inner = list(item.values()) if key == "properties" else item
                yield from _walk_names(specification, inner, seen)


def _follow(specification: dict[str, Any], value: Any) -> Any:  # noqa: ANN401  any JSON
    target: Any = specification
    if "$ref" not in value:
        return value
    for key in value["$ref"].removeprefix("#/").split("/"):
        target = target[key.replace("~1", "/").replace("~0", "~")]
    return target


def write_pages(path: Path, value: dict[str, Any], out: Path, tools: Path) -> None:
    """Write the pages of every tool."""
    modules = tools / "node_modules"
    for name in ("docsnav", "redoc", "scalar", "swagger"):
        (out / name).mkdir()
        (out / name / "openapi.json").write_text(json.dumps(value), "utf-8")
    (out / "scalar" / "index.html").write_text(SCALAR, "utf-8")
    shutil.copy(modules / "@scalar/api-reference/dist/browser/standalone.js", out / "scalar")
    (out / "swagger" / "index.html").write_text(SWAGGER, "utf-8")
    for name in ("swagger-ui.css", "swagger-ui-bundle.js"):
        shutil.copy(modules / "swagger-ui-dist" / name, out / "swagger")
    page = out / "redoc" / "index.html"
    redocly = str(modules / ".bin" / "redocly")
    subprocess.run([redocly, "build-docs", path, "-o", page], check=True, capture_output=True)
    shutil.copy(modules / "@redocly/cli/lib/chunks/redoc.standalone.js", out / "redoc")
    text = page.read_text("utf-8")
    page.write_text(CDN.sub("./redoc.standalone.js", text), "utf-8")
    source = out / "source"
    source.mkdir()
    (source / "index.rst").write_text("API\n===\n\n.. toctree::\n\n   api/index\n", "utf-8")
    (source / "conf.py").write_text(
        'extensions = ["sphinx_docsnav"]\nhtml_theme = "furo"\nhtml_copy_source = False\n'
        f'docsnav_openapi = {{"api/index": {str(path.resolve())!r}}}\n',
        "utf-8",
    )
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-b", "html"]
    subprocess.run([*sphinx, str(source), str(out / "docsnav")], check=True)


def find_addresses(
    out: Path, operation_id: str, tag: str, method: str, path: str
) -> dict[str, str]:
    """Return the address of the operation by tool."""
    pages = (out / "docsnav").rglob("*.html")
    own = next(p for p in pages if f'id="{_anchor(method, path)}"' in p.read_text("utf-8"))
    return {
        "sphinx-docsnav": own.relative_to(out).as_posix(),
        "Redoc": f"redoc/index.html#operation/{operation_id}",
        "Scalar": f"scalar/index.html#tag/{tag.lower().replace(' ', '-')}/{method.upper()}{path}",
        "Swagger UI": f"swagger/index.html#/{tag.replace(' ', '%20')}/{operation_id}",
    }


def _anchor(method: str, path: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{method} {path}".lower()).strip("-")


class Handler(BaseHTTPRequestHandler):
    """Delivers files compressed."""

    protocol_version = "HTTP/1.1"
    root: Path

    def do_GET(self) -> None:
        """Send a file."""
        path = self.root / unquote(urlsplit(self.path).path).lstrip("/")
        found = path.is_file()
        body = gzip.compress(path.read_bytes(), 6) if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
        self.send_header("Content-Encoding", "gzip" if found else "identity")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
        """Print nothing."""


def print_builds(path: Path, modules: Path) -> None:
    """Build one specification with every tool; print time, memory and sizes."""
    with tempfile.TemporaryDirectory() as folder:
        site, out = Path(folder) / "site", Path(folder) / "out"
        site.mkdir()
        shutil.copy(path, site / path.name)
        docs = {"name": "API", "navigation": {"groups": [{"group": "API", "openapi": path.name}]}}
        (site / "docs.json").write_text(json.dumps(docs), "utf-8")
        build = ["-m", "sphinx_docsnav", "build", str(site), str(out / "docsnav"), "-q"]
        options = ["-j", "1", "--no-remote", "--keep-going", "-d", f"{folder}/doctrees"]
        for name, command in {
            "docsnav": [sys.executable, *build, *options],
            "redoc": [f"{modules}/redocly", "build-docs", str(path), "-o", f"{out}/redoc/i.html"],
            "widdershins": [f"{modules}/widdershins", str(path), "-o", f"{out}/widdershins/a.md"],
        }.items():
            (out / name).mkdir(parents=True)
            with (out / "log").open("w") as log:
                process = subprocess.Popen(command, stdout=log, stderr=log)
                _, status, used = os.wait4(process.pid, 0)
            sizes = [each.stat().st_size for each in (out / name).rglob("*") if each.is_file()]
            pages = [each for each in (out / name).rglob("*") if each.suffix in {".html", ".md"}]
            largest = max((each.stat().st_size for each in pages), default=0)
            print(
                f"{path.name:20} {name:12} {used.ru_utime + used.ru_stime:6.1f} s, "
                f"{used.ru_maxrss / 1000:5.0f} MB memory, {sum(sizes) / 1e6:6.1f} MB in "
                f"{len(sizes)} files, largest page {largest / 1000:6.0f} KB"
                f"{', failed' if status or not sizes else ''}",
                flush=True,
            )


class Load(NamedTuple):
    """The cost of loading the page of an operation."""

    size: int
    """Bytes, compressed."""
    files: int
    foreign_requests: int
    """Requests to other hosts."""
    text_time: float
    """Seconds until the first text is painted."""
    field_time: float
    """Seconds until the first parameter or field is visible."""
    elements: int
    """Elements of the page when it has come to rest."""


class Case(NamedTuple):
    """An operation to measure_load."""

    operation: str
    names: list[str]
    """The names and values in its schemas."""
    first_names: list[str]
    """A page that shows one of them is ready."""
    urls: dict[str, str]
    """The address of its page by tool."""


def measure_load(browser: Browser, url: str, first_names: list[str]) -> Load:
    """Load a page until one of *first_names* is visible."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    client = context.new_cdp_session(page)
    sizes: list[float] = []
    hosts: list[str] = []
    page.on("request", lambda request: hosts.append(urlsplit(request.url).hostname or ""))
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    client.send("Network.enable")
    line = {"offline": False, "latency": 150, "uploadThroughput": MEGABIT}
    client.send("Network.emulateNetworkConditions", {**line, "downloadThroughput": 4 * MEGABIT})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(url, wait_until="commit", timeout=TIMEOUT)
    try:
        page.wait_for_function(VISIBLE, arg=first_names, polling=100, timeout=TIMEOUT)
        seconds = page.evaluate("performance.now()") / 1000
    except TooLate:
        seconds = float("inf")
    # The rest of the page is loaded at full speed: only its bytes and elements count.
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    fast = {"offline": False, "latency": 0, "uploadThroughput": -1, "downloadThroughput": -1}
    client.send("Network.emulateNetworkConditions", fast)
    page.wait_for_timeout(5000)
    text, elements = page.evaluate(
        """() => [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
        document.getElementsByTagName("*").length]"""
    )
    context.close()
    foreign_requests = sum(host not in ("127.0.0.1", "") for host in hosts)
    return Load(int(sum(sizes)), len(sizes), foreign_requests, text / 1000, seconds, elements)


def count_visible_names(browser: Browser, url: str, names: list[str]) -> list[str]:
    """Return how many names are visible: on opening, unfolded, without scripts, in print."""

    def count_names(page: Page) -> str:
        text = page.evaluate(VISIBLE_TEXT)
        return str(
            sum(bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)) for name in names)
        )

    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url)
    page.wait_for_timeout(6000)
    opened = count_names(page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_timeout(500)
    printed = count_names(page)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    page.evaluate(UNFOLD)
    unfolded = count_names(page)
    page.close()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    plain = count_names(page)
    context.close()
    return [opened, unfolded, plain, printed]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("specification", type=Path, nargs="+")
    parser.add_argument("--operation", nargs="+", default=[], help="operationId in each of them")
    parser.add_argument("--loads", action="store_true", help="count no names")
    parser.add_argument("--builds", action="store_true", help="measure_load what building costs")
    parser.add_argument("--tools", type=Path, required=True, help="folder of node_modules")
    parser.add_argument("--browser", default=find_browser())
    parser.add_argument("--runs", type=int, default=3, help="how often the time is taken")
    parser.add_argument("--only", default="", help="measure_load one tool")
    arguments = parser.parse_args()
    if arguments.builds:
        for path in arguments.specification:
            print_builds(path.resolve(), arguments.tools.resolve() / "node_modules" / ".bin")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = Path(folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), type("_", (Handler,), {"root": out}))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        pairs = zip(arguments.specification, arguments.operation, strict=True)
        cases = [
            prepare(
                specification,
                operation,
                out / str(number),
                arguments.tools,
                f"http://127.0.0.1:{server.server_address[1]}/{number}/",
            )
            for number, (specification, operation) in enumerate(pairs)
        ]
        browser = playwright.chromium.launch(
            executable_path=arguments.browser, args=["--no-sandbox"]
        )
        print_loads(browser, cases, arguments)
        server.shutdown()


def prepare(specification: Path, operation_id: str, out: Path, tools: Path, base: str) -> Case:
    """Write the pages of every tool, and return where the operation is.

    :param base: the address of *out*.
    """
    value = yaml.load(specification.read_text("utf-8"), yaml.CSafeLoader)
    value = json.loads(json.dumps(value, default=str))
    method, path, operation = next(
        (method, path, operation)
        for path, item in value["paths"].items()
        for method, operation in item.items()
        if isinstance(operation, dict) and operation.get("operationId") == operation_id
    )
    names = list_names(value, operation)
    levels = (operation, value["paths"][path])
    parameters = [each for level in levels for each in level.get("parameters", ())]
    first_names = [_follow(value, parameter)["name"] for parameter in parameters[:1]]
    first_names.append(names[0])  # Swagger UI does not find every parameter
    out.mkdir()
    write_pages(specification, value, out, tools)
    addresses = find_addresses(out, operation_id, operation["tags"][0], method, path)
    return Case(
        operation_id,
        names,
        first_names,
        {tool: base + address for tool, address in addresses.items()},
    )


def print_loads(browser: Browser, cases: Sequence[Case], arguments: argparse.Namespace) -> None:
    """Measure every tool, and print a line for each of them."""
    loads: dict[str, list[Load]] = {}
    for _ in range(arguments.runs):
        for case in cases:
            for name, url in case.urls.items():
                if arguments.only in ("", name):
                    load = measure_load(browser, url, case.first_names)
                    loads.setdefault(url, []).append(load)
                    print(f"{case.operation}, {name}: {load}", file=sys.stderr, flush=True)
        averages = " ".join(f"{each:.1f}" for each in os.getloadavg())
        print(f"load of the machine: {averages}", flush=True)
    for case in cases:
        ready = " or ".join(case.first_names)
        print(f"{case.operation}: {len(case.names)} names and values, first {ready}", flush=True)
        for name, url in case.urls.items():
            if url not in loads:
                continue
            size, files, others, text, seconds, elements = (
                statistics.median(values) for values in zip(*loads[url], strict=True)
            )
            shown = (
                "" if arguments.loads else " ".join(count_visible_names(browser, url, case.names))
            )
            print(
                f"{name:15} {size / 1000:6.0f} kB in {files:2.0f} files, {others:.0f} to other "
                f"hosts, text {text:5.1f} s, field {seconds:5.1f} s, {elements:6.0f} elements "
                f"{shown}",
                flush=True,
            )


if __name__ == "__main__":
    main()
