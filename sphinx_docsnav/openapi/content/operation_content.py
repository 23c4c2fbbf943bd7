"""The page of an operation as plain values, read from its specification."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from sphinx_docsnav.data_files.json_values import MISSING, Keys, parse_fragment
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.openapi.content.access import read_security, read_servers
from sphinx_docsnav.openapi.content.build_request import (
    MAX_ALTERNATIVES,
    choose_base_url,
    choose_parameters,
    list_bodies,
    make_request,
)
from sphinx_docsnav.openapi.content.comparison import get_version_marks
from sphinx_docsnav.openapi.content.example import make_example
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.media import read_content
from sphinx_docsnav.openapi.content.page_values import (
    Body,
    Callback,
    Content,
    Fact,
    FieldView,
    Link,
    Mode,
    Parameter,
    Response,
    Sentence,
)
from sphinx_docsnav.openapi.content.request import HEADER_NAME, Request
from sphinx_docsnav.openapi.content.sample_requests import (
    DEFAULT_SAMPLES,
    SampleSettings,
    read_author_samples,
    write_samples,
)
from sphinx_docsnav.openapi.content.schema_phrases import (
    SHORT_VALUE,
    make_example_fact,
    shorten,
    write_value,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, ReportProblem, check_fields
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation

MAX_RESPONSES = 60
"""How many responses of one operation are shown."""

_STATUS = re.compile(r"[1-5](?:[0-9]{2}|XX)|default", re.IGNORECASE)

_REQUEST_BUDGET = 80

_RESPONSE_BUDGET = 20
"""Many operations return the same objects: the page of a schema has what is inside them."""

_NESTED_CALLBACKS = 2

_KEYS_TO_OPERATION = 3

LOCATIONS = ("path", "query", "querystring", "header", "cookie")
"""Where parameters are, in the order of the page."""

_OPENAPI_2_LOCATIONS = ("body", "formData")
"""Where parameters of OpenAPI 2 can be."""

_STYLES = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
    "querystring": "",
}

_ALLOWED_STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}

_STANDARD_HEADERS = {
    "accept": "OpenAPI takes this header from the media types of the responses",
    "content-type": "OpenAPI takes this header from the media type of the request body",
    "authorization": "OpenAPI takes this header from the security schemes",
}


def read_operation(
    operation: Operation,
    tell: ReportProblem,
    *,
    samples: SampleSettings = DEFAULT_SAMPLES,
    pages: Mapping[int, str] = MappingProxyType({}),
    is_sent: bool = False,
) -> Content:
    """Return the content of the page of *operation*.

    :param tell: called for each problem in the specification.
    :param samples: what the site wants of the request samples.
    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param is_sent: only the request is wanted, and schemas are not laid out.
    """
    specification = operation.specification
    flats = specification.get_flat_schemas(pages)
    layout = Layout(Reader(specification.resolver, tell), pages=pages, flats=flats)
    layout.has_views = not is_sent
    layout.version_marks = get_version_marks(specification)
    layout.only_required = samples.defaults == "required"
    page = _OperationReader(
        layout, Located(specification.value, specification.document, ()), samples
    )
    located = Located(operation.value, operation.document, operation.keys)
    item = Located(operation.path_item, operation.document, operation.item_keys)
    method = operation.method.upper()
    return page.read(located, item, (method, operation.path), webhook=operation.webhook)


class _OperationReader:
    """Reads one page."""

    def __init__(self, layout: Layout, root: Located, wanted: SampleSettings) -> None:
        self.reader = layout.reader
        self.root = root
        self.sample_settings = wanted
        self.layout = layout

    def read(
        self,
        operation: Located,
        item: Located,
        name: tuple[str, str],
        *,
        webhook: bool = False,
        depth: int = 0,
    ) -> Content:
        """Return the content of an operation, of a webhook or of a callback."""
        reader = self.reader
        method, path = name
        check_fields(reader, operation, "operation")
        check_fields(reader, item, "path item")
        base = self.root.document.name if "://" in self.root.document.name else ""
        incoming = webhook or depth > 0
        servers = () if incoming else read_servers(reader, (operation, item, self.root), base)
        security = () if incoming else read_security(reader, operation, self.root)
        self.layout.budget, self.layout.is_outgoing = _REQUEST_BUDGET, not incoming
        self.layout.max_own_fields = sys.maxsize
        parameters = read_parameters(self.layout, (item, operation))
        # The API sends what an incoming request has, so that is what it returns elsewhere.
        asked, answered = Mode.REQUEST, Mode.RESPONSE
        asked, answered = (answered, asked) if incoming else (asked, answered)
        body = self.read_body(operation, asked)
        responses = tuple(self.read_responses(operation, answered)) if self.layout.has_views else ()
        samples = read_author_samples(reader, operation)
        first: Request | None = None
        if not incoming:
            address = choose_base_url(servers) + (path if path.startswith("/") else f"/{path}")
            used = choose_parameters(parameters, self.sample_settings.defaults)
            bodies = [media for _, media in list_bodies(method, body.contents if body else ())]
            first, *others = [
                make_request(method, address, parameters=used, credentials=needed, media=media)
                for media in bodies or (None,)
                for needed in security or ((),)
            ][:MAX_ALTERNATIVES]
            written = {sample.label for sample in samples}
            languages = self.sample_settings.languages if self.sample_settings.generated else ()
            generated = write_samples(first, languages, tuple(others))
            samples += tuple(sample for sample in generated if sample.label not in written)
        docs = reader.child(operation, "externalDocs")
        return Content(
            method,
            path,
            webhook,
            " ".join(reader.text(operation, "summary").split()),
            "" if depth else " ".join(reader.text(item, "summary").split()),
            "\n\n".join(filter(None, self.list_descriptions(operation, item, is_page=not depth))),
            reader.flag(operation, "deprecated"),
            reader.text(operation, "operationId"),
            (reader.text(docs, "url"), reader.text(docs, "description")) if docs else ("", ""),
            servers,
            security,
            parameters,
            body,
            responses,
            tuple(self.read_callbacks(operation, depth)) if self.layout.has_views else (),
            samples,
            self.layout.find_versions(operation),
            first,
        )

    def list_descriptions(
        self, operation: Located, item: Located, *, is_page: bool
    ) -> Iterator[str]:
        """Yield the descriptions of the operation, then those of its path.

        :param is_page: the page has the summary of the path already.
        """
        yield self.reader.text(operation, "description")
        summary = self.reader.text(item, "summary")
        if not is_page and summary != self.reader.text(operation, "summary"):
            yield summary
        yield self.reader.text(item, "description")

    def read_body(self, operation: Located, mode: Mode) -> Body | None:
        """Return the request body, None if there is none."""
        body = self.reader.child(operation, "requestBody")
        if body is None:
            return None
        check_fields(self.reader, body, "request body")
        return Body(
            self.reader.text(body, "description"),
            self.reader.flag(body, "required"),
            read_content(self.layout, body, mode),
        )

    def read_responses(self, operation: Located, mode: Mode) -> Iterator[Response]:
        """Yield the responses in file order."""
        for number, (status, entry) in enumerate(self.reader.entries(operation, "responses")):
            if status.startswith("x-"):
                continue
            if number >= MAX_RESPONSES:
                self.reader.report(f"more than {MAX_RESPONSES} responses, the rest left out", entry)
                return
            if not _STATUS.fullmatch(status):
                message = f"{status!r} is no status of a response; shown as written"
                self.reader.report(f"{message}; write '200', '2XX' or 'default'", entry)
            check_fields(self.reader, entry, "response")
            # Errors are the same for all operations, and few readers look at their fields here.
            is_error = mode is Mode.RESPONSE and status[:1] not in "123"
            self.layout.budget = self.layout.max_own_fields = 0 if is_error else _RESPONSE_BUDGET
            yield Response(
                status,
                self.reader.text(entry, "summary"),
                self.reader.text(entry, "description"),
                read_headers(self.layout, entry),
                read_content(self.layout, entry, mode),
                tuple(self.read_links(entry)),
            )

    def read_links(self, response: Located) -> Iterator[Link]:
        """Yield the links of a response."""
        for name, entry in self.reader.entries(response, "links"):
            parameters = entry.child("parameters")
            pairs = parameters.value if parameters and isinstance(parameters.value, dict) else {}
            sent = [(str(key), str(value)) for key, value in pairs.items()]
            if isinstance(entry.value, dict) and "requestBody" in entry.value:
                sent.append(("the body", str(entry.value["requestBody"])))
            server = self.reader.child(entry, "server")
            if server is not None and self.reader.text(server, "url"):
                sent.append(("server", self.reader.text(server, "url")))
            yield Link(
                name,
                self.reader.text(entry, "operationId")
                or _name_linked_operation(self.reader.text(entry, "operationRef")),
                self.reader.text(entry, "description"),
                tuple(sent),
            )

    def read_callbacks(self, operation: Located, depth: int) -> Iterator[Callback]:
        """Yield each request of each callback; callbacks of callbacks only so deep."""
        if depth >= _NESTED_CALLBACKS:
            return
        for name, callback in self.reader.entries(operation, "callbacks"):
            for expression, item in self.list_path_items(callback):
                for method in self.list_methods(item):
                    inner = self.reader.child(item, method)
                    if inner is not None:
                        words = (method.upper(), expression)
                        content = self.read(inner, item, words, depth=depth + 1)
                        yield Callback(name, expression, content)

    def list_path_items(self, callback: Located) -> Iterator[tuple[str, Located]]:
        """Yield the path items of a callback by their expressions."""
        if isinstance(callback.value, dict):
            for expression in callback.value:
                child = callback.child(expression)
                found = self.reader.follow(child) if child else None
                if found is not None and isinstance(found.value, dict):
                    yield str(expression), found

    def list_methods(self, item: Located) -> Keys:
        """Return the methods of a path item."""
        return tuple(m for m in METHODS if isinstance(item.value, dict) and m in item.value)


def _name_linked_operation(reference: str) -> str:
    """Return ``GET /pets`` for ``#/paths/~1pets/get``; other references as they are."""
    keys = parse_fragment(reference.removeprefix("#")) if reference.startswith("#/paths/") else ()
    return f"{keys[2].upper()} {keys[1]}" if keys and len(keys) == _KEYS_TO_OPERATION else reference


def read_parameters(layout: Layout, levels: tuple[Located, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of path item and operation; the operation's replace equal ones."""
    found: dict[tuple[str, str], Parameter] = {}
    for level in levels:
        own: set[tuple[str, str]] = set()
        for entry in layout.reader.items(level, "parameters"):
            key = _read_location_and_name(layout.reader, entry)
            if key is None:
                continue
            place, name = key
            if key in own:
                layout.reader.report(
                    f"there are two {place} parameters {name!r}; the last one is shown; "
                    "remove or rename the other",
                    entry,
                )
            own.add(key)
            if place == "header" and not HEADER_NAME.fullmatch(name):
                layout.reader.report(
                    f"no header can have the name {name!r}, so samples leave it out; use "
                    "letters, digits and hyphens",
                    entry,
                )
            found[key] = _read_parameter(layout, entry, name, place, Mode.REQUEST)
    return tuple(sorted(found.values(), key=lambda p: LOCATIONS.index(p.location)))


def _read_location_and_name(reader: Reader, entry: Located) -> tuple[str, str] | None:
    """Return where a parameter is and its name; ``None``, with a message, without one of them."""
    if not isinstance(entry.value, dict):
        reader.report("expected a parameter object; left out", entry)
        return None
    meant = check_fields(reader, entry, "parameter")
    place, name = reader.text(entry, "in"), reader.text(entry, "name")
    called = f"parameter {name!r}" if name else "parameter"
    if (not name and "name" in meant) or (not place and "in" in meant):
        return None
    if not name:
        reader.report("this parameter has no 'name'; left out; add one", entry)
    elif not place:
        where = f"write {listing(LOCATIONS, 'or')}"
        reader.report(
            f"{called} has no 'in', which says where it is sent; left out; {where}", entry
        )
    elif place not in LOCATIONS:
        old = "describe it in 'requestBody'" if place in _OPENAPI_2_LOCATIONS else ""
        near = old or did_you_mean(place, LOCATIONS) or f"write {listing(LOCATIONS, 'or')}"
        reader.report(f"unknown place {place!r} of {called}; left out; {near}", entry)
    else:
        return place, name
    return None


def read_headers(layout: Layout, owner: Located) -> tuple[Parameter, ...]:
    """Return the headers of a response or of an encoding."""
    found = []
    for name, entry in layout.reader.entries(owner, "headers"):
        if name.lower() != "content-type" and isinstance(entry.value, dict):
            check_fields(layout.reader, entry, "header")
            found.append(_read_parameter(layout, entry, name, "header", Mode.RESPONSE))
    return tuple(found)


def _read_parameter(layout: Layout, entry: Located, name: str, place: str, mode: Mode) -> Parameter:
    reader = layout.reader
    schema = entry.child("schema")
    contents = () if schema else read_content(layout, entry, mode)
    view = layout.make_view((schema,), mode) if schema else contents[0].view if contents else None
    view = view or FieldView("any")
    style = _read_style(reader, entry, place)
    value = entry.value if isinstance(entry.value, dict) else {}
    explode = value.get("explode")
    is_exploded = explode if isinstance(explode, bool) else style in ("form", "cookie")
    shown = next((media for _, media in reader.entries(entry, "content") if contents), entry)
    given = list(_list_examples(layout, shown))
    serialized = "" if given else _find_serialized_example(reader, shown)
    made: object = MISSING
    if schema and not given:
        made = make_example(layout.flat, (schema,), mode, only_required=layout.only_required)
    if not schema and contents and contents[0].examples:
        made = contents[0].examples[0].value
    view = replace(
        view,
        description="\n\n".join(
            filter(
                None,
                (
                    _join_unless_repeated(reader.text(entry, "description"), view.description),
                    _describe_examples(reader, shown),
                ),
            )
        ),
        deprecated=reader.flag(entry, "deprecated") or view.deprecated,
        since=layout.find_versions(entry),
        facts=(
            *(fact for fact in view.facts if fact.kind != "example" or not given),
            *_list_parameter_facts(
                layout,
                entry,
                given or ([serialized] if serialized else []),
                place,
                style="" if style == _STYLES[place] else style,
            ),
        ),
    )
    return Parameter(
        name,
        place,
        reader.flag(entry, "required") or place == "path",
        view,
        given[0] if given else made,
        bool(given or serialized),
        contents[0].type if contents else "",
        style,
        is_exploded,
        reader.flag(entry, "allowReserved"),
        serialized,
        contents[0].fields if contents else (),
    )


def _join_unless_repeated(own: str, of_schema: str) -> str:
    """Return what a parameter and its schema say, without what one of them repeats."""
    told, more = (" ".join(text.split()).rstrip(".") for text in (own, of_schema))
    if more in told:
        return own
    return of_schema if told in more else f"{own.rstrip()}\n\n{of_schema}"


def _describe_examples(reader: Reader, entry: Located) -> str:
    """Return what is said about the examples of a parameter, as a list."""
    lines = []
    for name, named in reader.entries(entry, "examples"):
        about = [reader.text(named, key) for key in ("summary", "description")]
        fields = named.value if isinstance(named.value, dict) else {}
        value = next((fields[key] for key in ("value", "dataValue") if key in fields), name)
        text = shorten(write_value(value), SHORT_VALUE)
        words = ". ".join(" ".join(each.split()).rstrip(".") for each in about if each.strip())
        if "`" not in text and (words or (name != text and value is not name)):
            lines.append(f"* ``{text}``: {words or name}")
    return "\n".join(lines)


def _read_style(reader: Reader, entry: Located, place: str) -> str:
    """Return the style of a parameter; the usual one if the place has no such style."""
    usual = _STYLES[place]
    style = reader.text(entry, "style") or usual
    allowed = _ALLOWED_STYLES.get(place, ())
    if style in allowed or not allowed:
        return style
    reader.report(f"no {place} parameter has the style {style!r}; {usual!r} is used", entry)
    return usual


def _list_examples(layout: Layout, entry: Located) -> Iterator[object]:
    value = entry.value
    if isinstance(value, dict) and "example" in value:
        yield value["example"]
    for _, named in layout.reader.entries(entry, "examples"):
        fields = named.value if isinstance(named.value, dict) else {}
        for key in ("value", "dataValue"):
            if key in fields:
                yield fields[key]
                break


def _find_serialized_example(reader: Reader, entry: Located) -> str:
    """Return the first example that is given in serialized form."""
    texts = (
        reader.text(named, "serializedValue") for _, named in reader.entries(entry, "examples")
    )
    return next(filter(None, texts), "")


def _list_parameter_facts(
    layout: Layout, entry: Located, given: list[object], place: str, *, style: str
) -> Iterator[Fact]:
    """Yield the parameter's own examples, and how it is written if unusual."""
    name = layout.reader.text(entry, "name").lower()
    if place == "header" and name in _STANDARD_HEADERS:
        yield Fact(Sentence(_STANDARD_HEADERS[name]))
    short = [v for v in given if not isinstance(v, (dict, list)) or len(str(v)) < SHORT_VALUE]
    if short:
        yield make_example_fact(short[:5])
    if style:
        yield Fact(Sentence("style"), (style,))
    explode = entry.value.get("explode") if isinstance(entry.value, dict) else None
    if isinstance(explode, bool) and place in ("query", "cookie"):
        said = "one parameter per value" if explode else "all values in one parameter"
        yield Fact(Sentence(said))
    if layout.reader.flag(entry, "allowReserved"):
        yield Fact(Sentence("reserved characters are sent as they are"))
    if layout.reader.flag(entry, "allowEmptyValue"):
        yield Fact(Sentence("may be empty"))
