"""Files of the site in the output: images with stable names, icons, and what docs.json links to."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path, PurePath, PurePosixPath

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.builders import builds_site, has_page_files
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.checks import find_icon_images, find_linked_files
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_name
from sphinx_docsnav.sitefiles.write import write_if_changed

LINKED_FILES = "linked files"
"""The owner of the copies of files that docs.json links to, in the ledger of outputs."""


def name_images(app: Sphinx, env: BuildEnvironment) -> None:
    """Name the images that pages show (``env-updated``)."""
    shared = state_of(app).inventory.shared_names
    images = env.images
    names = {path: unique for path, (_, unique) in images.items() if _is_source(path)}
    # Sphinx numbers equal names in the order of reading, which differs between builds.
    new_names = {
        path: name for path, name in output_names(names, shared).items() if name != names[path]
    }
    for path, name in new_names.items():
        images[path] = (images[path][0], name)
    if new_names:
        # Used to number files that are added later, such as by image converters.
        images.__setstate__({unique for _, unique in images.values()})


def describe_images(app: Sphinx) -> Callable[[str], object]:
    """Return the names of the images that a page shows (``docsnav-shown``)."""
    names: dict[str, list[str]] = {}
    for path, (docnames, name) in app.env.images.items():
        for docname in docnames if _is_source(path) else ():
            names.setdefault(docname, []).append(name)
    return lambda docname: sorted(names.get(docname, ()))


def output_names(paths: Collection[str], shared: Collection[str]) -> Mapping[str, str]:
    """Return a file name for each of *paths*, which depends on nothing but the files of the site.

    :param paths: images, from the source folder.
    :param shared: names in lower case that several files of the site have.
    """
    count = Counter(PurePath(path).name.lower() for path in paths)
    names = {}
    for text in paths:
        path = PurePath(text)
        # Names stay as they are where that is safe: the images of most sites.
        alone = path.name.lower() not in shared and count[path.name.lower()] == 1
        is_visible = make_visible_name(path.name) == path.name
        names[text] = path.name if alone and is_visible else long_name(path)
    return names


def long_name(path: PurePath) -> str:
    """Return a file name that no other image of the site has.

    :param path: the image, from the source folder.
    """
    mark = hashlib.sha256(path.as_posix().encode()).hexdigest()[:10]
    return make_visible_name(f"{path.stem}-{mark}{path.suffix}")


def _is_source(path: str) -> bool:
    """Return whether an image is a file of the source folder, not one from a builder."""
    return "://" not in path and not Path(path).is_absolute() and ".." not in PurePath(path).parts


def icons_of(app: Sphinx) -> dict[str, Path]:
    """Return the images that are icons in the navigation, by the names that the site has."""
    return derive(app, _find_icons)


def _find_icons(app: Sphinx) -> dict[str, Path]:
    state = state_of(app)
    return find_icon_images(state.docs, state.site, Path(app.srcdir))


def icon_address(app: Sphinx, name: str) -> str:
    """Return the path of icon *name* in the output; empty if it does not exist."""
    builder, file = app.builder, icons_of(app).get(name)
    if file is None or not isinstance(builder, StandaloneHTMLBuilder):
        return ""
    return f"{builder.imagedir}/{_output_name(app, file)}"


def copy_icons(app: Sphinx, exception: Exception | None) -> None:
    """Put the images into the output (``build-finished``), where they differ."""
    builder, state = app.builder, find_state(app)
    if exception is not None or state is None or not has_page_files(builder):
        return
    folder = Path(app.outdir, builder.imagedir)
    for file in icons_of(app).values():
        write_if_changed(folder / _output_name(app, file), file.read_bytes())


def _output_name(app: Sphinx, file: Path) -> str:
    return long_name(PurePosixPath(file.relative_to(app.srcdir).as_posix()))


def copy_linked_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files that docs.json links to, as its links name them (``build-finished``)."""
    state = find_state(app)
    if exception is not None or state is None or not builds_site(app.builder):
        return
    ledger = ledger_of(app)
    files = find_linked_files(state.docs, state.site, Path(app.srcdir))
    # A page or a file of the project at this path wins: it gives way.
    for name, file in sorted(files.items()):
        try:
            ledger.write(LINKED_FILES, name, file.read_bytes(), gives_way=True)
        except OSError:
            message = f"the file {name!r}, which docs.json links to, cannot be written; left out"
            state.report(Fault(FaultKind.LINK_MISSING, Severity.WARNING, message))
    ledger.finish(LINKED_FILES)
