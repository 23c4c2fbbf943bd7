"""Stable names of image files in the output, also for files with equal names.

All images of a build are in one folder. Sphinx numbers those whose names are
equal in the order in which pages are read, which differs between a serial and
a parallel build, and between a part of the site and the whole.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from sphinx_docsnav.core.state import state_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def name_images(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Name the images that pages show, and return the pages where a name is new."""
    shared = state_of(app).inventory.shared_names
    images = env.images
    own = {path: unique for path, (_, unique) in images.items() if _is_source(path)}
    changed: set[str] = set()
    for path, name in output_names(own, shared).items():
        docnames, before = images[path]
        if name != before:
            images[path] = (docnames, name)
            changed |= docnames
    if changed:
        # Used to number files that are added later, such as by image converters.
        images.__setstate__({unique for _, unique in images.values()})
    return sorted(changed)


def output_names(paths: Collection[str], shared: Collection[str]) -> Mapping[str, str]:
    """Return a file name for each of *paths*, which depends on nothing but the files of the site.

    :param paths: images, from the source folder.
    :param shared: names in lower case that several files of the site have.
    """
    count = Counter(PurePath(path).name.lower() for path in paths)
    names = {}
    for text in paths:
        path = PurePath(text)
        alone = path.name.lower() not in shared and count[path.name.lower()] == 1
        names[text] = path.name if alone else long_name(path)
    return names


def long_name(path: PurePath) -> str:
    """Return a file name that no other image of the site has.

    :param path: the image, from the source folder.
    """
    mark = hashlib.sha256(path.as_posix().encode()).hexdigest()[:10]
    return f"{path.stem}-{mark}{path.suffix}"


def _is_source(path: str) -> bool:
    """Return whether an image is a file of the source folder, not one from a builder."""
    return "://" not in path and not Path(path).is_absolute() and ".." not in PurePath(path).parts
