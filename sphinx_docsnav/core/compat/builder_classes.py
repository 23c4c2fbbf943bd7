"""Builders with methods of ours, registered instead of Sphinx's in builds that need them.

Sphinx has no events inside of these methods. Nothing is overwritten: a feature
is a mixin, and `extend_builders` registers a class derived from it and from the
builder's class. A build that uses no such feature has the builders of Sphinx.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.builders import Builder

from sphinx_docsnav.core.compat.entries import SphinxName, warn_missing

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class BuilderFeature:
    """A mixin that overrides methods of a builder and calls ``super()`` in each."""

    base: ClassVar[type[Builder]] = Builder
    """The builders that it is for: this class and those derived from it."""
    overrides: ClassVar[tuple[SphinxName, ...]] = ()
    """The methods that it overrides."""

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* supports the feature."""
        return issubclass(builder, cls.base)


def extend_builders(app: Sphinx, feature: type[BuilderFeature]) -> None:
    """Register builders with *feature* instead of those without (``config-inited``).

    Without one of the methods the builders stay as they are, with a warning.
    """
    missing = next((entry for entry in feature.overrides if not entry.is_available()), None)
    if missing is not None:
        warn_missing(missing)
        return
    for builder in list(app.registry.builders.values()):
        if feature.fits(builder) and not issubclass(builder, feature):
            members: dict[str, Any] = {"__module__": feature.__module__, "__doc__": builder.__doc__}
            app.add_builder(type(builder.__name__, (feature, builder), members), override=True)
