"""The names that schemas of a file give themselves, for ``$ref`` without a JSON pointer."""

from __future__ import annotations

from dataclasses import dataclass, field

from sphinx_docsnav.openapi.pointer import Keys


@dataclass(frozen=True, slots=True)
class Names:
    """Names with the keys that lead to what has them; of equal ones the first counts."""

    anchors: dict[str, Keys] = field(default_factory=dict)
    """By ``$anchor`` or ``$dynamicAnchor``, for schemas at any position."""
    schemas: dict[str, Keys] = field(default_factory=dict)
    """By ``$id``; the file itself by ``$self`` (OpenAPI 3.2)."""

    @classmethod
    def of(cls, value: object) -> Names:
        """Return the names in *value*, in file order."""
        names = cls()
        waiting: list[tuple[object, Keys]] = [(value, ())]
        while waiting:
            item, keys = waiting.pop()
            if isinstance(item, dict):
                names._take(item, keys)
                below = [(v, (*keys, k)) for k, v in item.items()]
            elif isinstance(item, list):
                below = [(v, (*keys, str(n))) for n, v in enumerate(item)]
            else:
                continue
            waiting.extend(pair for pair in reversed(below) if isinstance(pair[0], (dict, list)))
        return names

    def around(self, keys: Keys) -> list[Keys]:
        """Return the keys of the schemas with ``$id`` around *keys*, the innermost first."""
        found = [above for above in self.schemas.values() if above == keys[: len(above)]]
        return sorted(found, key=len, reverse=True)

    def _take(self, item: dict[str, object], keys: Keys) -> None:
        """Note the names of one object."""
        for key, known in (
            ("$anchor", self.anchors),
            ("$dynamicAnchor", self.anchors),
            ("$id", self.schemas),
        ):
            name = item.get(key)
            if isinstance(name, str) and name:
                known.setdefault(name.removesuffix("#"), keys)
        own = item.get("$self")
        if not keys and isinstance(own, str):
            self.schemas.setdefault(own, keys)
