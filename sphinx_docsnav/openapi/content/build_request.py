"""The example requests of an operation: URL, headers, credentials and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.page_values import (
    Content,
    Example,
    Media,
    Parameter,
    Requirement,
    Scheme,
    Server,
)
from sphinx_docsnav.openapi.content.request import (
    HEADER_NAME,
    URLENCODED,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Request,
    RequestBody,
    TextBody,
    choose_concrete_type,
    is_json,
    is_json_sequence,
    is_textual,
    strip_parameters,
)
from sphinx_docsnav.openapi.content.serialization import (
    FILE_NAME,
    NameAndValue,
    Style,
    clean_header_value,
    make_cookie_encoder,
    make_encoder,
    percent_encode,
    replace_unsendable,
    write_form_pairs,
    write_form_parts,
    write_header,
    write_json,
    write_pairs,
    write_path,
)
from sphinx_docsnav.openapi.endpoint_names import PATH_PARAMETER
from sphinx_docsnav.sitefiles.safe_urls import join_url

FALLBACK_BASE_URL = "https://api.example.com"
"""The base URL of samples if no server of the specification has a host."""

SAFE_IN_ADDRESSES = ":/@!$&'()*+,;={}"
"""Characters of a URL that are not encoded."""

METHODS_WITHOUT_BODY = ("HEAD", "TRACE")
"""Methods whose requests have no body."""

MAX_ALTERNATIVES = 20
"""Number of combinations of bodies and credentials for which a request is written."""

_SET_BY_CLIENTS = frozenset(
    {
        "connection",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Request headers that HTTP clients set themselves."""


def choose_base_url(servers: tuple[Server, ...]) -> str:
    """Return the URL to which paths are added: the first server, or a fallback host before it."""
    first = servers[0].example if servers else ""
    return first if "://" in first else join_url(FALLBACK_BASE_URL, first)


def list_requests(content: Content, defaults: str) -> Iterator[Request]:
    """Yield a request for each body with each alternative of credentials, the default one first.

    :param defaults: the parameters that requests have; see `SampleSettings.defaults`.
    """
    address = choose_base_url(content.servers) + content.absolute_path
    parameters = _choose_parameters(content.parameters, defaults)
    bodies = [media for _, media in list_bodies(content)]
    pairs = product(bodies or (None,), content.security or ((),))
    for media, requirement in islice(pairs, MAX_ALTERNATIVES):
        yield make_request(
            content.method, address, parameters=parameters, credentials=requirement, media=media
        )


def _choose_parameters(parameters: Iterable[Parameter], defaults: str) -> tuple[Parameter, ...]:
    """Return the parameters of a sample: required ones, and those with an example.

    :param defaults: ``required`` for required ones only, except that a path has its examples;
        ``all`` for every parameter.
    """
    if defaults == "all":
        return tuple(parameters)
    is_short = defaults == "required"
    return tuple(
        p
        for p in parameters
        if p.required or (p.has_own_example and (p.location == "path" or not is_short))
    )


def make_request(
    method: str,
    address: str,
    *,
    parameters: tuple[Parameter, ...],
    credentials: Requirement,
    media: Media | None,
) -> Request:
    """Return an example request.

    :param address: server and path, parameters in braces.
    :param credentials: the security schemes that are required together.
    :param media: the body, whose first example is sent.
    """
    # A path of a specification may have a query of its own.
    path, _, own_query = address.partition("#")[0].partition("?")
    query: list[tuple[str, str | None]] = []
    if own_query:
        query.append((percent_encode(own_query, SAFE_IN_ADDRESSES + "?"), None))
    for parameter in parameters:
        query += _write_query(parameter)
    encode = make_encoder("query", reserved=False)
    # Keys of an API may be parameters or cookies.
    query += ((encode(name), value) for name, value in _select_credentials(credentials, "query"))
    cookies = [pair for p in parameters if p.location == "cookie" for pair in _write_cookies(p)]
    cookies += _select_credentials(credentials, "cookie")
    media_type: str = ""
    body: RequestBody | None = None
    if media is not None:
        media_type, body = make_body(media)
    return Request(
        method,
        _fill_path(path, parameters),
        tuple(query),
        tuple(_write_headers(parameters, credentials)),
        tuple(cookies),
        body,
        clean_header_value(media_type),
    )


def _fill_path(path: str, parameters: Iterable[Parameter]) -> str:
    """Return *path* with values of parameters; parameters without an example stay in braces."""
    path_parameters = {p.name: p for p in parameters if p.location == "path"}

    def write_parameter(match: re.Match[str]) -> str:
        parameter = path_parameters.get(match[1])
        if parameter is None:
            return match[0]
        if parameter.serialized:
            return parameter.serialized
        # The name in braces gets the prefix of the style.
        if not parameter.has_own_example:
            style = Style("" if parameter.media else parameter.style, explode=False)
            return write_path(parameter.name, match[0], style, replace_unsendable)
        encode = make_encoder("path", reserved=parameter.allow_reserved)
        return write_path(parameter.name, *_get_styled_value(parameter), encode)

    # Braces in the host are variables of the server.
    scheme, separator, rest = path.rpartition("://")
    host, slash, steps = rest.partition("/")
    steps = percent_encode(PATH_PARAMETER.sub(write_parameter, steps), SAFE_IN_ADDRESSES)
    return f"{scheme}{separator}{percent_encode(host, SAFE_IN_ADDRESSES + '[]')}{slash}{steps}"


def _get_styled_value(parameter: Parameter) -> tuple[object, Style]:
    """Return the value of a parameter with its style; a value of ``content`` is text already."""
    if parameter.media:
        return _serialize_parameter(parameter), Style("simple", explode=False)
    return parameter.example, Style(parameter.style, parameter.explode)


def _serialize_parameter(parameter: Parameter) -> str:
    """Return the text of a parameter that ``content`` describes."""
    value = parameter.example
    if isinstance(value, str) and (not is_json(parameter.media) or value[:1] in ("{", "[")):
        return value
    return "" if value is MISSING else write_json(value)


def _write_query(parameter: Parameter) -> Iterator[tuple[str, str | None]]:
    """Yield what a parameter adds to the query: names with values, or a text with ``None``."""
    encode = make_encoder("query", reserved=parameter.allow_reserved)
    if parameter.location not in ("query", "querystring"):
        return
    if parameter.serialized:
        yield percent_encode(parameter.serialized, SAFE_IN_ADDRESSES + "?"), None
    elif parameter.location == "query":
        yield from write_pairs(parameter.name, *_get_styled_value(parameter), encode)
    elif strip_parameters(parameter.media) == URLENCODED and isinstance(parameter.example, dict):
        for name, text in write_form_pairs(parameter.example, parameter.fields):
            yield encode(name), encode(text)
    else:
        yield encode(_serialize_parameter(parameter)), None


def _write_cookies(parameter: Parameter) -> Iterator[NameAndValue]:
    """Yield names and values of the cookies of a parameter."""
    if parameter.serialized:
        for text in clean_header_value(parameter.serialized).split(";"):
            name, _, cookie_value = text.strip().partition("=")
            yield name, cookie_value
        return
    value, style = _get_styled_value(parameter)
    encode = make_cookie_encoder(Style(parameter.style, parameter.explode))
    for name, text in write_pairs(parameter.name, value, style, encode):
        yield name, text.replace(";", "%3B")


def _write_headers(
    parameters: Iterable[Parameter], credentials: Requirement
) -> Iterator[NameAndValue]:
    """Yield headers, those of credentials first; no name twice, none that clients set."""
    names_in_use = set(_SET_BY_CLIENTS)
    for name, value in (
        *_select_credentials(credentials, "header"),
        *_write_parameter_headers(parameters),
    ):
        if name.lower() not in names_in_use and HEADER_NAME.fullmatch(name):
            names_in_use.add(name.lower())
            yield name, value


def _write_parameter_headers(parameters: Iterable[Parameter]) -> Iterator[NameAndValue]:
    """Yield names and values of header parameters."""
    for parameter in (p for p in parameters if p.location == "header"):
        value, style = _get_styled_value(parameter)
        text = parameter.serialized or write_header(value, explode=style.explode)
        yield parameter.name, clean_header_value(text)


@dataclass(frozen=True, slots=True)
class Credential:
    """What a security scheme adds to a request."""

    label: str
    """The scheme's name."""
    location: str
    """``header``, ``query`` or ``cookie``."""
    name: str
    """The name of the header, parameter or cookie."""
    value: str
    """The value with a placeholder: ``Bearer <token>``."""
    placeholder: str
    """The placeholder, unique among the credentials of a requirement: ``<token>``."""


def place_credentials(requirement: Requirement) -> tuple[Credential, ...]:
    """Return what the schemes of *requirement* add to a request.

    Of several schemes that set the same header, parameter or cookie, the first one counts.
    """
    credentials: dict[tuple[str, str], Credential] = {}
    placeholders: list[str] = []
    for scheme in requirement:
        location, name, value = _place_credential(scheme)
        key = (location, name.lower() if location == "header" else name)
        if not location or key in credentials:
            continue
        # "<token" of "Bearer <token>"; a second one becomes "<token-2>".
        stem = value[value.rindex("<") : -1]
        placeholders.append(stem)
        count = placeholders.count(stem)
        placeholder = f"{stem}-{count}>" if count > 1 else f"{stem}>"
        value = value.replace(f"{stem}>", placeholder)
        credentials[key] = Credential(scheme.name, location, name, value, placeholder)
    return tuple(credentials.values())


def _place_credential(scheme: Scheme) -> tuple[str, str, str]:
    """Return location, name and value of a credential, the value with a placeholder.

    :returns: ``("header", "Authorization", "Bearer <token>")``; empty texts for a scheme that
        sends nothing.
    """
    if scheme.location in ("query", "header", "cookie"):
        return scheme.location, scheme.field, "<api-key>"
    if scheme.http == "basic":
        return "header", "Authorization", "Basic <credentials>"
    if scheme.http and scheme.http != "bearer":
        return "header", "Authorization", clean_header_value(f"{scheme.http.title()} <credentials>")
    if scheme.type in ("http", "oauth2", "openIdConnect"):
        return "header", "Authorization", "Bearer <token>"
    return "", "", ""


def _select_credentials(credentials: Requirement, location: str) -> Iterator[NameAndValue]:
    """Yield names and values of the credentials in one location."""
    for credential in place_credentials(credentials):
        if credential.location == location:
            yield credential.name, credential.value


def list_bodies(content: Content) -> tuple[tuple[str, Media], ...]:
    """Return labels and bodies of a request that can be sent, the most likely one first.

    There is one for each example of each media type.
    """
    if content.body is None or content.method in METHODS_WITHOUT_BODY:
        return ()
    # Without an example, only a file can be sent.
    sendable = [m for m in content.body.contents if m.examples or not is_textual(m.type)]
    if not sendable:
        return ()
    first = next((m for m in sendable if m.examples and is_json(m.type)), sendable[0])
    other_media = [media for media in sendable if media is not first]
    bodies: dict[str, Media] = {}
    for media in (first, *other_media):
        for example in media.examples or (None,):
            names = (example.name if example else "", media.type if other_media else "")
            label = ", ".join(filter(None, names)) or media.type
            bodies.setdefault(label, replace(media, examples=(example,) if example else ()))
    return tuple(bodies.items())


def make_body(media: Media) -> tuple[str, RequestBody]:
    """Return media type and body for the first example; a file if there is no example."""
    media_type = choose_concrete_type(media.type)
    if not media.examples:
        return media_type, FileBody(FILE_NAME)
    return media_type, _serialize_body(media.examples[0], media, media_type)


def _serialize_body(example: Example, media: Media, media_type: str) -> RequestBody:
    """Return the body of an example in a media type."""
    value = example.value
    if media_type.lower().startswith("multipart/") and isinstance(value, (dict, list)):
        return MultipartBody(tuple(write_form_parts(value, media.fields)))
    if strip_parameters(media_type) == URLENCODED and isinstance(value, dict):
        return FormBody(tuple(write_form_pairs(value, media.fields)))
    # A generated example of a binary type is a placeholder.
    is_file = value == "<binary>" or (example.is_generated and not isinstance(value, (dict, list)))
    if is_file and not is_textual(media_type):
        return FileBody(FILE_NAME)
    text = replace_unsendable(example.text)
    if is_json_sequence(media_type):
        return TextBody("".join(f"\x1e{line}\n" for line in text.splitlines()))
    return JsonBody(text) if is_json(media_type) and _is_valid_json(text) else TextBody(text)


def _is_valid_json(text: str) -> bool:
    """Return whether a text is JSON without ``NaN`` and infinite numbers."""
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_constant(name: str) -> object:
    """Raise `ValueError` for ``NaN`` and infinite numbers, which JSON does not have."""
    raise ValueError(name)
