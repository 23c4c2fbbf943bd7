"""Compare the package's tables of names with what standards and other projects publish.

It unpacks packages of npm into a temporary folder and runs Tailwind CSS there, so it needs Node.js,
npm and a network::

    cd tests && python -m tools.names [--write] [--verbose]

It prints the names that no source has, which are misspelled, and how many names of its source a
table does not have; ``--verbose`` lists these. ``--write`` also writes the lists with which a test
compares the tables each time (``tests/vocabulary/published``). It ends with 1 if a name is
misspelled.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from babel import Locale
from babel.localedata import locale_identifiers

from sphinx_docsnav.docs_json.json_schema import make_json_schema
from sphinx_docsnav.features.utility_classes.css import make_utility_rules
from sphinx_docsnav.features.utility_classes.css.class_table import FIXED_CLASSES, PALETTE
from sphinx_docsnav.icons.packs import (
    FONT_AWESOME,
    LUCIDE,
    find_installed_pack,
    read_listed_aliases,
)
from sphinx_docsnav.mdx.codemeta import FENCE_OPTIONS
from sphinx_docsnav.sitefiles.languages import (
    ADDED,
    BROWSER_CODES,
    LEFT_TO_RIGHT,
    SPECIFIED,
)
from sphinx_docsnav.vocabulary import css_names, html_names, svg_names

PUBLISHED = Path(__file__).parents[1] / "vocabulary" / "published"
"""The lists that the test reads: the sources in the first line, then one name on a line."""
PACKAGES = (
    "@fortawesome/fontawesome-free@6",
    "@mintlify/common",
    "@mintlify/models",
    "@mintlify/validation",
    "@webref/css",
    "@webref/elements",
    "html-element-attributes",
    # The version that `lucide-aliases.txt` names.
    "lucide-react@0.575",
    "mdn-data",
    "svg-element-attributes",
    "tailwindcss@3",
)
"""The packages of npm that are read."""
LIST_CLASSES = """
const { createContext } = require("tailwindcss/lib/lib/setupContextUtils");
const { generateRules } = require("tailwindcss/lib/lib/generateRules");
const context = createContext(require("tailwindcss/resolveConfig")({ content: [] }));
const rules = (name) => generateRules(new Set([name]), context).map(([, rule]) => `${rule}`);
const classes = context.getClassList().map((name) => [name, rules(name)]);
console.log(JSON.stringify(Object.fromEntries(classes)));
"""
"""Prints every class of Tailwind CSS that needs no brackets, with its rules."""
LIST_FIELDS = """
import { docsConfigSchema } from "./@mintlify/validation/dist/mint-config/schemas/v2/index.js";
const fields = new Set();
const walk = (type, path) => {
  const { innerType, schema, type: item, left, right, options } = type._def;
  const inside = [innerType, schema, item, left, right, ...(options?.values() ?? [])];
  for (const below of inside) if (below?._def) walk(below, path);
  for (const [name, below] of Object.entries(type.shape ?? {})) {
    const field = path ? `${path}.${name}` : name;
    fields.add(field);
    if (name !== "navigation") walk(below, field);
  }
};
walk(docsConfigSchema, "");
console.log(JSON.stringify([...fields]));
"""
"""Prints the fields of docs.json that the service validates, but for those of ``navigation``."""
MODULES = ("tailwindcss@3", "zod@3", "lodash@4")
"""The packages that scripts import: Tailwind CSS for `LIST_CLASSES`, others for `LIST_FIELDS`."""
OWN_FIELDS = frozenset(
    {
        # Fields of the format that the service keeps in its database now.
        *("feedback", "feedback.raiseIssue", "feedback.thumbsRating"),
        # A logo can have a link; the other images have the same model.
        *("background.image.href", "favicon.href"),
        # What only this extension has.
        "styling.markdown",
        # The button can have an icon, as the links beside it.
        *(f"navbar.primary.icon{part}" for part in ("", ".library", ".name", ".style")),
    }
)
"""Fields of the editor's schema that the service does not validate."""
VARIABLE_PREFIX = "--tw-"
"""The start of the variables that combine several classes of Tailwind CSS."""
DIFFERENT_CLASSES = frozenset(
    {
        # A border without a colour has one that fits every theme.
        *("border", "border-b", "border-e", "border-l", "border-r", "border-s", "border-t"),
        *("border-x", "border-y"),
        # Fonts of the reader's system.
        *("font-mono", "font-sans", "font-serif"),
        # Properties that add up, where Tailwind CSS has variables in "transform".
        *("transform-none", "transition", "transition-transform"),
        # The property that replaces "clip".
        "sr-only",
    }
)
"""Classes with other declarations than those of Tailwind CSS, on purpose."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the package."""

    name: str
    names: frozenset[str]
    """Its names, as the source writes them."""
    source: str
    """The published list that has them."""


def spell_html_attributes(names: Iterable[str]) -> frozenset[str]:
    """Return attributes as HTML writes them; JSX writes ``htmlFor`` and ``colSpan``."""
    return frozenset("for" if name == "htmlFor" else name.lower() for name in names)


def spell_svg_attributes(names: Iterable[str]) -> frozenset[str]:
    """Return attributes with hyphens in place of capital letters."""
    return frozenset(
        re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", each) for each in names
    )


def join_pairs(table: Mapping[str, str]) -> frozenset[str]:
    """Return names with their values as one text each: ``slate-500 #64748b``."""
    return frozenset(f"{name} {value}" for name, value in table.items())


def normalize_declarations(declarations: str) -> str:
    """Return declarations in one spelling of numbers and spaces, sorted, without variables."""
    text = re.sub(r"\s*([,/:;])\s*", r"\1", re.sub(r"@defaults [^{}]*\{\}", "", declarations))
    text = re.sub(r"(?<![\d.])\.(?=\d)", "0.", text)
    text = re.sub(r"(\d+)ms\b", lambda found: f"{int(found[1]) / 1000:g}s", text)
    text = re.sub(r"(\.\d{3})\d+", r"\1", text)
    text = re.sub(r"(?<![\w.])-?0(?:px|s|em)\b|(?<![\w.])-0(?![\w.])", "0", text)
    text = text.replace("aspect-ratio:1/1", "aspect-ratio:1")
    parts = {" ".join(part.split()) for part in text.split(";")}
    return ";".join(sorted(part for part in parts if part and not part.startswith(("-", "@"))))


def make_utility_table(published: frozenset[str]) -> Table:
    """Return the declarations of those classes of *published* that the package has."""
    names = (line.partition(" ")[0] for line in published)
    rules = (
        (name, make_utility_rules([name], "main"))
        for name in names
        if name not in DIFFERENT_CLASSES
    )
    return Table(
        "utility classes and their declarations",
        frozenset(
            f"{name} {normalize_declarations(rule[rule.index('{') + 1 : rule.rindex('}')])}"
            for name, rule in rules
            if rule
        ),
        "tailwind-declarations",
    )


def list_schema_fields() -> frozenset[str]:
    """Return the fields of docs.json in the editor's schema, but for those of ``navigation``."""
    root = make_json_schema()
    fields: set[str] = set()

    def walk(schema: Mapping[str, Any], path: str) -> None:
        if "$ref" in schema:
            walk(root["definitions"][schema["$ref"].rpartition("/")[2]], path)
        for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
            walk(part, path)
        if isinstance(schema.get("items"), dict):
            walk(schema["items"], path)
        for name, below in schema.get("properties", {}).items():
            field = f"{path}.{name}" if path else name
            fields.add(field)
            if name != "navigation":
                walk(below, field)

    walk(root, "")
    return frozenset(fields)


TABLES = (
    Table("STYLE_PROPERTIES", css_names.STYLE_PROPERTIES, "css-properties"),
    Table("UNITLESS_PROPERTIES", css_names.UNITLESS_PROPERTIES, "css-properties"),
    Table("STYLE_FUNCTIONS", css_names.STYLE_FUNCTIONS, "css-functions"),
    Table("VOID_ELEMENTS", html_names.VOID_ELEMENTS, "html-elements"),
    # MathML, too, has a standard of its own.
    Table("PHRASING_ELEMENTS", html_names.PHRASING_ELEMENTS - {"math"}, "elements"),
    Table("BLOCK_ELEMENTS", html_names.BLOCK_ELEMENTS, "html-elements"),
    Table("FORBIDDEN_ELEMENTS", html_names.FORBIDDEN_ELEMENTS, "elements"),
    Table("DESCRIPTION_PHRASING", html_names.DESCRIPTION_PHRASING, "html-elements"),
    Table("DESCRIPTION_BLOCKS", html_names.DESCRIPTION_BLOCKS, "html-elements"),
    Table("SVG_ELEMENTS", svg_names.SVG_ELEMENTS, "svg-elements"),
    # `role` is an attribute of ARIA, `xmlns` one of XML.
    Table("GLOBAL_ATTRIBUTES", html_names.GLOBAL_ATTRIBUTES - {"role"}, "html-attributes"),
    Table(
        "ELEMENT_ATTRIBUTES",
        spell_html_attributes(
            name for names in html_names.ELEMENT_ATTRIBUTES.values() for name in names
        ),
        "html-attributes",
    ),
    Table("KNOWN_ATTRIBUTES", html_names.KNOWN_ATTRIBUTES, "html-attributes"),
    Table(
        "HYPHENATED_ATTRIBUTES",
        spell_svg_attributes(svg_names.HYPHENATED_ATTRIBUTES),
        "svg-attributes",
    ),
    Table("CAMEL_CASE_ATTRIBUTES", svg_names.CAMEL_CASE_ATTRIBUTES, "svg-attributes"),
    Table("PLAIN_ATTRIBUTES", svg_names.PLAIN_ATTRIBUTES - {"xmlns"}, "svg-attributes"),
    Table("FENCE_OPTIONS", FENCE_OPTIONS, "fence-options"),
    Table("schema of docs.json", list_schema_fields() - OWN_FIELDS, "docs-json-fields"),
    Table("LEFT_TO_RIGHT", LEFT_TO_RIGHT, "left-to-right-languages"),
    # The specification has "ua" for Ukrainian, the service only "uk".
    Table("SPECIFIED", frozenset(SPECIFIED) - {"ua"}, "codes-of-the-service"),
    Table("ADDED", frozenset(ADDED), "codes-of-the-service"),
    Table("PALETTE", join_pairs(PALETTE), "tailwind-colours"),
    Table("BROWSER_CODES", frozenset(BROWSER_CODES.values()), "languages"),
    Table(
        "fontawesome-aliases.txt", frozenset(read_listed_aliases(FONT_AWESOME)), "fontawesome-names"
    ),
    Table(
        "icons of it", frozenset(read_listed_aliases(FONT_AWESOME).values()), "fontawesome-icons"
    ),
    Table("lucide-aliases.txt", join_pairs(read_listed_aliases(LUCIDE)), "lucide-names"),
    # "group" marks an element for others, "shadow-xs" came with version 4.
    Table("FIXED_CLASSES", frozenset(FIXED_CLASSES) - {"group", "shadow-xs"}, "tailwind-classes"),
)
"""Every table with its source."""
TESTED_LISTS = (
    "css-properties",
    "css-functions",
    "docs-json-fields",
    "elements",
    "fence-options",
    "html-attributes",
    "html-elements",
    "svg-attributes",
    "svg-elements",
)
"""The published lists that the test reads."""


def load(folder: Path, name: str) -> Any:  # noqa: ANN401 -- whatever the file holds
    """Return the JSON of a file in a package."""
    return json.loads((folder / name).read_text("utf-8"))


def read_quoted_names(folder: Path, name: str) -> frozenset[str]:
    """Return the strings in a module of JavaScript that is a table of strings."""
    return frozenset(re.findall(r"'([\w:-]+)'", (folder / name).read_text("utf-8")))


def read_element_names(folder: Path, *documents: str) -> frozenset[str]:
    """Return the elements that *documents* of W3C and WHATWG define."""
    files = [load(folder, f"@webref/elements/{document}.json") for document in documents]
    return frozenset(element["name"] for file in files for element in file["elements"])


def read_fence_options(folder: Path) -> frozenset[str]:
    """Return the options of fences that the service's parser reads."""
    path = "@mintlify/common/dist/mdx/plugins/rehype/rehypeCodeBlocks/parseMetaString.js"
    keys = re.findall(r"keys: \[([^\n]*)\],", (folder / path).read_text("utf-8"))
    return frozenset(re.findall(r"'([a-z]+)'", " ".join(keys)))


def read_service_languages(folder: Path) -> frozenset[str]:
    """Return the language codes that the service has."""
    module = "@mintlify/models/dist/mintconfig/localization.js"
    (codes,) = re.findall(r"\[([^\]]*zh-Hant[^\]]*)\]", (folder / module).read_text("utf-8"))
    return frozenset(re.findall(r"'([^']+)'", codes))


def read_tailwind_colours(folder: Path) -> frozenset[str]:
    """Return the default palette of Tailwind CSS, as `join_pairs` writes it."""
    text = (folder / "tailwindcss/src/public/colors.js").read_text("utf-8")
    return frozenset(
        f"{hue}-{shade} {value}"
        for hue, shades in re.findall(r"^  (\w+): \{([^}]*)\}", text, re.MULTILINE)
        for shade, value in re.findall(r"(\d+): '(#[0-9a-f]+)'", shades)
    )


def read_lucide_names(folder: Path) -> dict[str, str]:
    """Return the icon of each name of Lucide."""
    text = (folder / "lucide-react/dist/esm/dynamicIconImports.js").read_text("utf-8")
    return dict(re.findall(r"\"([\w-]+)\": \(\) => import\('\./icons/([\w-]+)\.js'\)", text))


def install_modules(folder: Path) -> None:
    """Install `MODULES` in *folder*, where the unpacked packages find them."""
    install = ("npm", "install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts")
    subprocess.run([*install, "--prefix", folder, *MODULES], check=True, capture_output=True)
    (folder / "node_modules" / "@mintlify").symlink_to(folder / "@mintlify")


def run_script(folder: Path, script: str, kind: str = "commonjs") -> Any:  # noqa: ANN401 -- whatever it prints
    """Return the JSON that *script* prints when Node.js runs it in *folder*."""
    command = ("node", f"--input-type={kind}", "-e", script)
    done = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True)
    return json.loads(done.stdout)


def list_tailwind_classes(folder: Path) -> dict[str, str]:
    """Run Tailwind CSS and return the declarations of each class; none of one with variables."""
    declarations = {}
    for name, rules in run_script(folder, LIST_CLASSES).items():
        texts = [rule[rule.index("{") + 1 : rule.rindex("}")] for rule in rules if rule[0] == "."]
        text = ";".join(texts)
        declarations[name] = "" if VARIABLE_PREFIX in text else normalize_declarations(text)
    return declarations


def read_sources(folder: Path) -> dict[str, frozenset[str]]:
    """Return each published list by its name.

    :param folder: where the `PACKAGES` are, by their names.
    """
    css = load(folder, "@webref/css/css.json")
    functions = [*load(folder, "mdn-data/css/functions.json"), *list_names(css["functions"])]
    html = read_element_names(folder, "html", "html-ruby-extensions", "portals")
    svg = read_element_names(
        folder, "SVG2", "SVG11", "filter-effects-1", "css-masking-1", "svg-animations"
    )
    icons: Mapping[str, Any] = load(
        folder, "@fortawesome/fontawesome-free/metadata/icon-families.json"
    )
    icon_aliases = (icon.get("aliases", {}).get("names", ()) for icon in icons.values())
    shims = (folder / "@fortawesome/fontawesome-free/metadata/shims.yml").read_text("utf-8")
    install_modules(folder)
    classes = list_tailwind_classes(folder)
    locales = locale_identifiers()
    return {
        "css-properties": frozenset(
            [*load(folder, "mdn-data/css/properties.json"), *list_names(css["properties"])]
        ),
        "css-functions": frozenset(name.removesuffix("()") for name in functions),
        "html-elements": html,
        "svg-elements": svg,
        "elements": html | svg,
        "html-attributes": read_quoted_names(folder, "html-element-attributes/index.js"),
        "svg-attributes": read_quoted_names(folder, "svg-element-attributes/index.js"),
        "docs-json-fields": frozenset(run_script(folder, LIST_FIELDS, "module")),
        "fence-options": read_fence_options(folder),
        "codes-of-the-service": read_service_languages(folder),
        "tailwind-colours": read_tailwind_colours(folder),
        "languages": frozenset(name.replace("_", "-") for name in locales),
        "left-to-right-languages": frozenset(
            name for name in locales if Locale.parse(name).text_direction == "ltr"
        ),
        "fontawesome-names": frozenset(
            [*yaml.safe_load(shims), *(str(name) for names in icon_aliases for name in names)]
        ),
        "fontawesome-icons": _list_installed_names(),
        "lucide-names": join_pairs(read_lucide_names(folder)),
        "tailwind-classes": frozenset(classes),
        "tailwind-declarations": join_pairs({k: v for k, v in classes.items() if v}),
    }


def _list_installed_names() -> frozenset[str]:
    """Return the names of the installed icons of Font Awesome."""
    pack = find_installed_pack(FONT_AWESOME)
    return frozenset(pack.index if pack else ())


def list_names(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of entries of webref."""
    return [entry["name"] for entry in entries]


def unpack(folder: Path) -> str:
    """Unpack the packages into *folder*, without what they need; return their versions as text."""
    command = ["npm", "pack", "--json", "--pack-destination", str(folder), *PACKAGES]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    versions = []
    for package in json.loads(done.stdout):
        with tarfile.open(folder / package["filename"]) as archive:
            archive.extractall(folder / "unpacked", filter="data")
        # Most archives have one folder, `package`.
        [top] = (folder / "unpacked").iterdir()
        target = folder / package["name"]
        target.parent.mkdir(exist_ok=True)
        top.rename(target)
        versions.append(f"{package['name']} {package['version']}")
    return ", ".join(versions)


def write_lists(published: Mapping[str, frozenset[str]], versions: str) -> None:
    """Write the lists that the test reads."""
    for name in TESTED_LISTS:
        lines = [f"# Names in {versions}", *sorted(published[name])]
        (PUBLISHED / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


def read_list(name: str) -> frozenset[str]:
    """Return a list that `write_lists` wrote."""
    return frozenset((PUBLISHED / f"{name}.txt").read_text("utf-8").splitlines()[1:])


def report(published: Mapping[str, frozenset[str]], *, verbose: bool) -> int:
    """Print the differences; return how many names are misspelled."""
    total = 0
    for table in (*TABLES, make_utility_table(published["tailwind-declarations"])):
        source = published[table.source]
        misspelled, missing = sorted(table.names - source), sorted(source - table.names)
        total += len(misspelled)
        print(f"{table.name}: {len(table.names)} names, {len(missing)} more in {table.source}")
        if misspelled:
            print(f"  misspelled: {', '.join(misspelled)}")
        if verbose and missing:
            print(f"  not in the table: {', '.join(missing)}")
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the lists of the test")
    parser.add_argument("--verbose", action="store_true", help="list what tables do not have")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        versions = unpack(Path(folder))
        published = read_sources(Path(folder))
    if options.write:
        write_lists(published, versions)
    return 1 if report(published, verbose=options.verbose) else 0


if __name__ == "__main__":
    sys.exit(main())
