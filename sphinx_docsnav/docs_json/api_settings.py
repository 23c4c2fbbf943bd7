"""The part ``api`` of docs.json: what endpoint pages show."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Tag

from sphinx_docsnav.docs_json.field_types import (
    AnyText,
    As,
    Href,
    Listed,
    Maybe,
    SettingsModel,
    by_type,
)
from sphinx_docsnav.docs_json.loadable import OpenApi


class Examples(SettingsModel):
    """Code samples of endpoint pages."""

    languages: Maybe[Listed[str]] = None
    """Languages of the samples, in order. For example ``["curl", "python"]``."""
    defaults: Maybe[Literal["required", "all"]] = None
    """The parameters that samples show. For example ``"required"``."""
    prefill: Maybe[bool] = None
    """Samples show the specification's examples. For example ``true``."""
    autogenerate: Maybe[bool] = None
    """Samples are made for every endpoint. For example ``false``."""


class Params(SettingsModel):
    """Parameters of endpoint pages."""

    expanded: Maybe[Literal["all", "closed"]] = None
    """Whether nested parameters start open. For example ``"all"``."""


class Playground(SettingsModel):
    """The form that sends requests; the setting ``docsnav_try_it`` decides instead."""

    display: Maybe[Literal["interactive", "simple", "none", "auth"]] = None
    """How much of it is shown. For example ``"simple"``."""


class Auth(SettingsModel):
    """Authentication of endpoints written by hand."""

    method: Maybe[Literal["bearer", "basic", "key", "cobo"]] = None
    """How requests prove who sends them. For example ``"bearer"``."""
    name: Maybe[AnyText] = None
    """The header's name. For example ``"x-api-key"``."""


def _addresses(written: str | list[str]) -> tuple[str, ...]:
    return (written,) if isinstance(written, str) else tuple(written)


class ApiMdx(SettingsModel):
    """Endpoints written by hand."""

    auth: Auth = Auth()
    """How they authenticate."""
    server: Annotated[
        tuple[str, ...],
        As(
            Annotated[
                Annotated[Href, Tag("<string>")] | Annotated[list[Href], Tag("<list>")],
                by_type("a URL or a list of URLs"),
            ],
            _addresses,
        ),
    ] = ()
    """Addresses that their paths begin with. For example ``"https://api.example.com"``."""


class Api(SettingsModel):
    """Endpoint pages."""

    openapi: OpenApi = None
    """Specifications that pages with ``openapi`` in their front matter may name.
    For example ``"openapi.json"``."""
    examples: Examples = Examples()
    """Code samples."""
    params: Params = Params()
    """Parameters."""
    playground: Playground = Playground()
    """The form that sends requests."""
    mdx: ApiMdx = ApiMdx()
    """Endpoints written by hand."""
    url: Maybe[Literal["full"]] = None
    """Show whole addresses. For example ``"full"``."""
