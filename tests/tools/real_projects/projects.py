"""The projects whose documentation is built, and what they need for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RealProject:
    """A project whose source distribution has its documentation."""

    name: str
    """In the package index."""
    docs: str
    """The folder with ``conf.py`` in the source distribution."""
    requirements: tuple[str, ...]
    """What its documentation needs beside the project itself."""
    builder: str = "html"
    """The builder that the project publishes with."""
    conf: str = ""
    """Lines at the end of ``conf.py`` that leave out what takes long or needs the network."""
    missing_files: tuple[str, ...] = ()
    """Files that its pages include, and its source distribution lacks."""
    in_git: bool = False
    """Whether ``conf.py`` stops outside of a git repository."""
    sidebar: str = ""
    """A class of the element that holds the navigation in the sidebar, if its theme shows all."""


_RTD = "wy-menu-vertical"
_PALLETS = ("pallets-sphinx-themes", "sphinx-tabs", "sphinxcontrib-log-cabinet")
_GALLERY = """
import os
sphinx_gallery_conf["plot_gallery"] = False
sphinx_gallery_conf["download_all_examples"] = False
nb_execution_mode = "off"
"""

PROJECTS = (
    RealProject(
        "attrs",
        "docs",
        ("furo", "myst-parser", "sphinx-notfound-page", "sphinxcontrib-towncrier", "towncrier"),
        sidebar="sidebar-tree",
    ),
    RealProject("flask", "docs", _PALLETS, "dirhtml"),
    RealProject("jinja2", "docs", _PALLETS, "dirhtml", missing_files=("CHANGES.rst",)),
    RealProject(
        "urllib3",
        "docs",
        (
            *("furo", "myst-parser", "requests", "sphinx-copybutton", "sphinxext-opengraph"),
            *("urllib3[brotli,h2,socks,zstd]", "pyopenssl"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject("werkzeug", "docs", _PALLETS, "dirhtml"),
    RealProject(
        "structlog",
        "docs",
        (
            *("myst-parser", "sphinx-design", "sphinx-copybutton", "sphinx-book-theme"),
            *("sphinx-notfound-page", "sphinxcontrib-mermaid", "sphinxext-opengraph", "twisted"),
        ),
        sidebar="bd-links",
    ),
    RealProject("packaging", "docs", ("furo",), sidebar="sidebar-tree"),
    RealProject("wheel", "docs", ()),
    RealProject("click", "docs", (*_PALLETS, "myst-parser"), "dirhtml"),
    RealProject(
        "pip",
        "docs/html",
        (
            *("furo", "myst-parser", "sphinx-copybutton", "sphinx-inline-tabs"),
            *("sphinxcontrib-towncrier", "sphinx-issues", "towncrier"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject(
        "numpydoc", "doc", ("pydata-sphinx-theme", "matplotlib", "numpy", "intersphinx-registry")
    ),
    RealProject(
        "pyramid",
        "docs",
        (
            *("pylons-sphinx-themes", "pylons-sphinx-latesturl", "repoze.sphinx.autointerface"),
            *("sphinxcontrib-autoprogram", "sphinx-copybutton"),
        ),
    ),
    RealProject(
        "zope.interface", "docs", ("repoze.sphinx.autointerface", "furo"), sidebar="sidebar-tree"
    ),
    RealProject("h5py", "docs", ("sphinx-rtd-theme",), sidebar=_RTD),
    RealProject(
        "aiohttp",
        "docs",
        (
            "aiohttp-theme",
            "sphinxcontrib-towncrier",
            "towncrier",
            "myst-parser",
            "sphinxcontrib-mermaid",
            "sphinx-issues",
        ),
    ),
    RealProject("babel", "docs", ()),
    RealProject("jedi", "docs", ("sphinx-rtd-theme",), sidebar="wy-menu-vertical"),
    RealProject("traitlets", "docs/source", ("pydata-sphinx-theme", "myst-parser")),
    RealProject("sphinx", "doc", ("sphinxcontrib-websupport",)),
    RealProject(
        "jupyter-client",
        "docs",
        (
            *("pydata-sphinx-theme", "myst-parser", "sphinxcontrib-github-alt"),
            *("sphinx-autodoc-typehints", "ipykernel"),
        ),
    ),
    RealProject("waitress", "docs", ("pylons-sphinx-themes",)),
    RealProject(
        "gevent",
        "docs",
        (
            *("furo", "repoze.sphinx.autointerface", "sphinxcontrib-programoutput"),
            *("zope.interface", "zope.event", "psutil", "setuptools<81"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject("insipid-sphinx-theme", "doc", ("sphinx-last-updated-by-git",)),
    RealProject(
        "networkx",
        "doc",
        (
            *("pydata-sphinx-theme", "sphinx-gallery", "numpydoc", "pillow", "texext", "myst-nb"),
            *("intersphinx-registry", "matplotlib", "scipy", "pandas"),
        ),
        conf=_GALLERY,
    ),
    RealProject(
        "pytest",
        "doc/en",
        (
            *("furo", "pygments-pytest", "sphinx-inline-tabs", "sphinx-issues"),
            *("sphinx-removed-in", "sphinxcontrib-towncrier", "sphinxcontrib-trio", "towncrier"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject(
        "setuptools",
        "docs",
        (
            *("furo", "jaraco.packaging", "jaraco.tidelift", "pygments-github-lexers"),
            *("rst.linker", "sphinx-favicon", "sphinx-inline-tabs", "sphinx-notfound-page"),
            *("sphinx-reredirects", "sphinxcontrib-towncrier", "towncrier<24.7"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject(
        "twisted",
        "docs",
        ("pydoctor", "sphinx-rtd-theme", "sphinxcontrib-jquery"),
        conf='extensions.remove("pydoctor.sphinx_ext.build_apidocs")\n',
        in_git=True,
        sidebar=_RTD,
    ),
    RealProject("celery", "docs", ("sphinx-celery", "sphinx-click", "sqlalchemy", "pytest")),
    RealProject(
        "distributed",
        "docs/source",
        ("dask-sphinx-theme", "numpydoc", "sphinx-click", "sphinx-design", "memray", "h2"),
    ),
    RealProject("django", "docs", ()),
    RealProject(
        "scrapy",
        "docs",
        (
            *("sphinx-scrapy", "sphinx-notfound-page", "sphinx-reredirects", "sphinx-rtd-theme"),
            *("sphinx-rtd-dark-mode", "pydantic", "scrapy-spider-metadata"),
        ),
        sidebar=_RTD,
    ),
    RealProject(
        "sympy",
        "doc/src",
        (
            *("furo", "linkify-it-py", "matplotlib", "myst-parser", "numpydoc", "scipy"),
            *("sphinx-copybutton", "sphinx-math-dollar", "sphinx-reredirects"),
            *("sphinxcontrib-jquery", "intersphinx-registry"),
        ),
        sidebar="sidebar-tree",
    ),
    RealProject("sphinx-argparse", "docs", ("furo", "commonmark"), sidebar="sidebar-tree"),
    RealProject("sphinx-click", "docs", ("reno",), in_git=True, sidebar="sphinxsidebarwrapper"),
    RealProject("invoke", "sites/docs", ("alabaster", "releases"), sidebar="sphinxsidebarwrapper"),
    RealProject(
        "pygments",
        "doc",
        ("pytest", "wcag-contrast-ratio"),
        conf="pygments.__file__ = os.path.abspath('../pygments/__init__.py')\n",
    ),
    RealProject(
        "mypy", "docs/source", ("furo", "myst-parser", "sphinx-inline-tabs"), sidebar="sidebar-tree"
    ),
    RealProject(
        "mako",
        "doc/build",
        ("zzzeeksphinx", "changelog", "sphinx-paramlinks", "sphinx-copybutton", "setuptools<81"),
    ),
    RealProject(
        "dogpile.cache",
        "docs/build",
        ("sphinx-book-theme", "changelog", "sphinx-paramlinks", "setuptools<81"),
        sidebar="bd-links",
    ),
    RealProject("more-itertools", "docs", ("furo", "sphinx-rtd-theme"), sidebar="sidebar-tree"),
    RealProject(
        "stevedore",
        "doc/source",
        ("openstackdocstheme", "reno", "sphinx", "setuptools<81"),
        in_git=True,
    ),
)
