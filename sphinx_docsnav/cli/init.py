"""``init``: write a conf.py or a docs.json, whichever is missing.

The conf.py has the settings that follow from docs.json; the docs.json of a Sphinx project has the
contents of its toctrees, and that of a project of another tool what its configuration says.
"""

from __future__ import annotations

import argparse
import io
import json
import pprint
import sys
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.cli.build_settings import (
    DEFAULT_THEME,
    EXTENSION,
    SphinxSettings,
    make_site_settings,
    read_docs_or_stop,
)
from sphinx_docsnav.cli.console import (
    ExitCode,
    FaultCollector,
    UserError,
    print_error,
    print_line,
)
from sphinx_docsnav.cli.git_versions.repository import Repository
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, CONVERTERS, find_site_folder
from sphinx_docsnav.coming.config_file import read_config
from sphinx_docsnav.data_files.json_values import as_list
from sphinx_docsnav.faults import DocsNavError, position_key
from sphinx_docsnav.sitefiles.safe_git import GitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_docsnav.coming.config_file import ConvertedSite


CONF_HEADER = '''\
"""Settings of this site for Sphinx: https://www.sphinx-doc.org/en/master/usage/configuration.html

Written by `sphinx-docsnav init` from docs.json; change it as you like. Each build still reads
the navigation from docs.json.
"""
'''

SETTING_COMMENTS = {
    "html_title": "# The name in the browser's title bar and, in most themes, at the top.\n",
    "extensions": "# Other Sphinx extensions go here.\n",
    "html_theme": "# Any Sphinx theme that is installed.\n",
    "language": "# The language of text that Sphinx and the theme add.\n",
    "docsnav_colors": "# Give the theme the colours of docs.json.\n",
    "docsnav_sitemap": "# Write sitemap.xml; set html_baseurl to the address of the site for it.\n",
    "exclude_patterns": "# Folders and files that are not pages.\n",
}
"""The comments before settings in conf.py."""
LINE_LENGTH = 88
"""The length of a line of docs.json up to which a list or an object is on one line."""


def run_init(arguments: argparse.Namespace) -> ExitCode:
    """Write conf.py or docs.json, whichever is missing; do not overwrite a file.

    :raises UserError: both exist, a file cannot be read or written, or ``--theme`` is used where no
        conf.py is written.
    """
    folder = Path(arguments.site or ".").absolute()
    if not (folder / CONFIG_NAME).exists():
        source_names = [name for name in CONVERTERS if (folder / name).is_file()]
        # A project with only a conf.py gets a docs.json.
        if (folder / "conf.py").is_file():
            if arguments.theme:
                raise UserError(
                    f"--theme: {folder / 'conf.py'} sets the theme; leave the option out"
                )
            code = write_docs_json(folder)
            for name in source_names:
                # The toctrees of a project can come from a _toc.yml, with sphinx-external-toc.
                if name != "_toc.yml":
                    print_error(
                        f"{name} is not converted, because conf.py is beside it; {CONFIG_NAME} has "
                        "the toctrees of the project"
                    )
            return code
        if source_names:
            return convert_site(folder / source_names[0], arguments)
    root = find_site_folder(arguments.site)
    if (root / "conf.py").exists():
        raise UserError(f"{root / 'conf.py'} and {CONFIG_NAME} exist already; nothing was changed")
    write_conf(root, arguments.theme)
    print_line(f"Build the site with: sphinx-build {arguments.site} OUT")
    return ExitCode.DONE


def convert_site(source: Path, arguments: argparse.Namespace) -> ExitCode:
    """Write the docs.json for *source*, the configuration of another tool, beside the pages.

    With ``--sphinx``, write a conf.py, too. What is not converted is printed.

    :raises UserError: *source* cannot be converted, or a file to write exists.
    """
    if arguments.theme and not arguments.sphinx:
        raise UserError("--theme: a conf.py names the theme; add --sphinx to write one")
    collector = FaultCollector(source.parent)
    try:
        config = read_config(source, collector.report)
        site: ConvertedSite = resolve_name(CONVERTERS[source.name])(config, _read_branch)
    except DocsNavError as error:
        collector.add_error(error)
        sys.stderr.writelines(f"{line}\n" for line in collector.format_lines())
        msg = f"{source.name} cannot be converted; nothing was written"
        raise UserError(msg, ExitCode.FAULTS) from error
    targets = [site.folder / name for name in (CONFIG_NAME, "conf.py")[: 1 + arguments.sphinx]]
    if existing := [str(target) for target in targets if target.exists()]:
        msg = f"{existing[0]} exists already; nothing was written"
        if existing == [str(site.folder / "conf.py")]:
            msg += "; without --sphinx, the settings to add to it are printed"
        raise UserError(msg)
    write_new_file(targets[0], f"{format_json(site.docs)}\n")
    if arguments.sphinx:
        write_conf(site.folder, arguments.theme, site.settings)
    collector.faults.sort(key=position_key)
    sys.stderr.writelines(f"{line}\n" for line in collector.format_lines())
    conf_path = site.folder / "conf.py"
    if conf_path.exists() and not arguments.sphinx:
        extensions = json.dumps([EXTENSION, *as_list(site.settings.pop("extensions", []))])
        lines = [f"extensions += {extensions}", *format_settings(site.settings)]
        print_line("\n".join([f"Add to {conf_path}:", *lines]))
    elif site.settings and not arguments.sphinx:
        names = ", ".join(site.settings)
        print_line(f"Settings that only a conf.py can have, which --sphinx writes: {names}")
    program = "sphinx-build" if conf_path.exists() else "sphinx-docsnav build"
    print_line(f"Build the site with: {program} -b {site.builder} {site.folder} OUT")
    return ExitCode.DONE


def format_json(value: object, indent: str = "") -> str:
    """Return *value* as JSON; lists and objects in it are on one line if they fit.

    :param indent: the indentation of the line in which it begins; "" for the whole file.
    """
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, (dict, list)):
        return line
    if indent and len(indent) + len(line) <= LINE_LENGTH:
        return line
    inner = f"{indent}  "
    if isinstance(value, list):
        rows = [format_json(item, inner) for item in value]
    else:
        rows = [f"{format_json(key)}: {format_json(item, inner)}" for key, item in value.items()]
    lines = f",\n{inner}".join(rows)
    return f"{line[0]}\n{inner}{lines}\n{indent}{line[-1]}"


def _read_branch(folder: Path, branch: str, path: str) -> str:
    """Return the text of a file in a branch; "" without git, the branch or the file."""
    repository = Repository(folder)
    try:
        commits = [ref.commit for ref in repository.refs if ref.name == branch and not ref.is_tag]
        blob = repository.run("cat-file", "blob", f"{commits[0]}:{path}") if commits else b""
    except GitError:
        return ""
    return blob.decode("utf-8", "replace")


def write_conf(root: Path, theme: str, further_settings: SphinxSettings | None = None) -> None:
    """Write the conf.py of the site at *root*.

    :param further_settings: values that docs.json has no fields for; extensions are added.
    :raises UserError: docs.json has errors, or the file exists or cannot be written.
    """
    docs = read_docs_or_stop(root, keep_going=True)
    settings = make_site_settings(docs, root, theme or DEFAULT_THEME)
    settings["exclude_patterns"] = ["_build", ".venv"]
    for name, value in (further_settings or {}).items():
        values = settings.get(name)
        are_lists = isinstance(values, list) and isinstance(value, list)
        settings[name] = [*as_list(values), *as_list(value)] if are_lists else value
    settings["html_show_copyright"] = "copyright" in settings
    write_new_file(root / "conf.py", "\n".join([CONF_HEADER, *format_settings(settings), ""]))


def write_new_file(target: Path, text: str) -> None:
    """Write *text* to *target*, and print that.

    :raises UserError: the file exists, or cannot be written.
    """
    try:
        # Mode "x" fails if the file exists, also if another program creates it at the same moment.
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UserError(f"{target} exists already; nothing was changed") from error
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    print_line(f"Wrote {target}.")


def format_settings(settings: SphinxSettings) -> Iterator[str]:
    """Yield the lines of a conf.py for each of *settings*."""
    for name, value in settings.items():
        value_text = pprint.pformat(value, width=88, sort_dicts=False)
        yield f"{SETTING_COMMENTS.get(name, '')}{name} = {value_text}"


def write_docs_json(root: Path) -> ExitCode:
    """Write docs.json beside the conf.py in *root*, and print what cannot be converted.

    Sphinx reads the project, so conf.py and its extensions are run. Nothing else is written into
    the project.

    :raises UserError: the project cannot be read, or docs.json cannot be written.
    """
    navigation, notes, is_enabled = read_toctrees(root)
    write_new_file(root / CONFIG_NAME, f"{format_json({'navigation': navigation})}\n")
    if not is_enabled:
        print_line(f'Add "{EXTENSION}" to extensions in {root / "conf.py"}, and build as usual.')
    # The same difference can occur in several toctrees.
    for note in dict.fromkeys(notes):
        print_error(note)
    return ExitCode.DONE


def read_toctrees(root: Path) -> tuple[dict[str, Any], Iterable[str], bool]:
    """Return the navigation of the toctrees in the project *root*.

    :returns: the value of ``navigation``, notes about differences, and whether the project uses
        this extension.
    :raises UserError: Sphinx cannot read the project.
    """
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from sphinx_docsnav.features.toctrees import (
        make_example,
        make_navigation,
        make_toctree_reader,
    )

    # Docutils registers roles and directives globally; restore them for the caller.
    with TemporaryDirectory() as folder, patch_docutils(root), docutils_namespace():
        try:
            app = Sphinx(
                root,
                root,
                Path(folder, "out"),
                Path(folder, "doctrees"),
                # This builder reads all pages, but writes no output.
                "dummy",
                # Without translations, titles are those that the authors wrote.
                {"docsnav_config": "toctree", "locale_dirs": []},
                status=None,
                warning=io.StringIO(),
            )
            app.build()
        except SphinxError as error:
            raise UserError(f"Sphinx cannot read {root}: {error}", ExitCode.FAULTS) from error
        reader = make_toctree_reader(app, nested=True)
        navigation, root_doc = make_navigation(app, reader), app.config.root_doc
        if navigation == {"pages": [root_doc]}:
            navigation = make_example(root_doc, app.config.version)
            reader.notes.append(
                f"{root_doc}: its toctrees have no entries, so docs.json is an example with "
                "versions, tabs, a group and links; list your pages in it. docsnav_versions in "
                "conf.py builds versions from git"
            )
        return navigation, reader.notes, EXTENSION in app.extensions
