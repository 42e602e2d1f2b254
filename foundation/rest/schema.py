"""Turns a view's declaration into an operation of its group's OpenAPI document."""

import re
from typing import TYPE_CHECKING, Any, cast

from drf_spectacular.contrib.django_filters import DjangoFilterExtension
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from foundation.rest.access import Public, Signed
from foundation.rest.groups import LATEST_VERSION
from foundation.rest.operations import Operation, Shape
from foundation.rest.pagination import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, Pages, order_choices
from foundation.rest.problems import MEDIA_TYPE, Problem
from foundation.rest.serializers import Output

if TYPE_CHECKING:  # the framework loads this module before the views
    from foundation.rest.views import ApiViewSet

FORM = "multipart/form-data"
FIELDS = "Only these fields of each result; all others are left out, also the required ones."


def _header(name: str, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, location=OpenApiParameter.HEADER, description=description, **more)


IF_MATCH = _header(
    "If-Match", 'The version that the caller read, as an entity tag: `"7"`. Any other is 409.'
)
IF_NONE_MATCH = _header(
    "If-None-Match", "The version that the caller has; while it is current, the answer is 304."
)
IF_CHANGED = _header(
    "If-None-Match", "The tag of the answer that the caller has; while it is the same: 304."
)
IDEMPOTENCY_KEY = _header(
    "Idempotency-Key",
    "A text of the caller's own, as a new guid. The same call with the same key within a day has "
    "its effects once and the same answer; with another body it is 422.",
    type={"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-\\[\\]-~]+$"},
)
# Code and detail of each status in the document; endpoints may send more specific ones.
PROBLEMS = {
    400: ("parse-error", "The request cannot be read."),
    401: ("not-authenticated", "No valid token."),
    403: ("permission-denied", "The caller may not do this."),
    404: ("not-found", "Not found."),
    409: ("version-conflict", "A conflict with stored data, or the record changed since."),
    413: ("too-large", "The body is too large."),
    415: ("unsupported-media-type", "The body's media type is not accepted."),
    422: ("invalid", "The data are invalid."),
    429: ("throttled", "Too many requests; see `Retry-After`."),
    503: ("unavailable", "A server that this needs is unavailable; see `Retry-After`."),
}
WRONG_FIELD = {"field": "name", "code": "required", "detail": "This field is required."}


class ErrorOutput(Output):
    """What is wrong with one field."""

    field = serializers.CharField(allow_null=True, help_text="`persons.0.id`; null: the body.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemOutput(Output):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField(help_text="Stable, for programs.")
    errors = ErrorOutput(many=True)  # type: ignore[assignment]  # hides the serializer's own
    request_id = serializers.CharField(help_text="That of `X-Request-Id`: finds the call in logs.")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of bearer tokens; defining the class registers it."""

    target_class = "foundation.rest.tokens.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        text = "From POST token (AdminApi), or from the identity provider."
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": text}


class OperationSchema(AutoSchema):
    """Describes an endpoint by its `foundation.rest.operations.Operation`."""

    @property
    def endpoints(self) -> "ApiViewSet":
        return cast("ApiViewSet", self.view)

    @property
    def declared(self) -> Operation:
        return self.endpoints.current_operation

    @property
    def takes_key(self) -> bool:
        return self.method == "POST" and self.endpoints.may_be_keyed

    @property
    def version(self) -> int:
        found = re.search(r"/api/v(\d+)/", self.path)
        return int(found[1]) if found else LATEST_VERSION

    def get_operation_id(self) -> str:
        return f"{super().get_operation_id()}_v{self.version}"

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Say also where no token is wanted (`security: []`), and the bound of a plain list."""
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found and self.declared.many:
            content = found["responses"]["200"]["content"]["application/json"]
            content["schema"]["maxItems"] = self.declared.at_most
        return found and {"security": [], **found}

    def get_summary(self) -> str | None:
        return super().get_description().strip().partition("\n")[0].rstrip(".") or None

    def get_description(self) -> str:  # type: ignore[override]
        access = self.endpoints.current_access
        rest = super().get_description().strip().partition("\n")[2].strip()
        return f"{rest}\n\n{access.who}".strip()

    def is_deprecated(self) -> bool:
        return self.declared.deprecated_in(self.version)

    def get_request_serializer(self) -> Any:
        json, form = self.declared.takes_in(self.version), self.declared.multipart
        shapes = {"application/json": json, FORM: form}
        return {kind: shape for kind, shape in shapes.items() if shape is not None}

    def get_response_serializers(self) -> Any:
        shape = self.declared.gives_in(self.version)
        listed = shape(many=True) if shape and self._is_list_view() else shape
        answers: dict[Any, Any] = {
            status: OpenApiResponse(listed, "Done." if listed else "Done, no body.")
            for status in self.declared.successes
            if listed or not self.declared.sends
        }
        for media_type in self.declared.sends:
            answers[200, media_type] = OpenApiResponse(OpenApiTypes.BINARY, "The file.")
        if self.declared.conditional and self.method == "GET":
            answers[304] = OpenApiResponse(description="The caller has what it is now.")
        for status in self.problems():
            answers[status, MEDIA_TYPE] = OpenApiResponse(ProblemOutput, PROBLEMS[status][1])
        return answers

    def get_examples(self) -> list[OpenApiExample]:
        declared = self.declared
        takes, gives = declared.takes_in(self.version), declared.gives_in(self.version)
        return [
            *_examples(takes, request_only=True),
            *_examples(declared.multipart, request_only=True, media_type=FORM),
            *_examples(gives, response_only=True, status_codes=declared.successes),
            *map(_problem_example, self.problems()),
        ]

    def problems(self) -> list[int]:
        """Return the statuses of possible problems, from the declaration and the path."""
        access = self.endpoints.current_access
        takes_body = self.method in ("POST", "PUT", "PATCH")
        return sorted(
            {503, *self.declared.refusals}
            | ({401, 403} if access.bearer else set())
            | ({401} if not access.bearer and not isinstance(access, Public) else set())
            | ({404} if "{" in self.path or self.declared.paged else set())
            | ({400, 409} if self.declared.locking and self.method != "GET" else set())
            | ({400, 413, 415, 422} if takes_body else set())
            | (set() if isinstance(access, Signed) else {422})  # an unknown parameter
            | ({429} if self.view.get_throttles() else set())
            | ({400, 422} if self.takes_key else set())
        )

    def get_override_parameters(self) -> list[Any]:
        found: list[Any] = [self.declared.query] if self.declared.query else []
        if self.declared.locking:
            found.append(IF_NONE_MATCH if self.method == "GET" else IF_MATCH)
        elif self.declared.conditional and self.method == "GET":
            found.append(IF_CHANGED)
        if self.takes_key:
            found.append(IDEMPOTENCY_KEY)
        found.extend(self._response_headers())
        return found + (self._list_parameters() if self.declared.paged else [])

    def _is_list_view(self, serializer: Any = None) -> bool:
        if serializer is ProblemOutput or isinstance(serializer, ProblemOutput):
            return False
        return self.declared.many or self.declared.paged

    def _get_paginator(self) -> Pages | None:
        return Pages() if self.declared.paged else None

    def _get_filter_parameters(self) -> list[dict[str, Any]]:
        filters = self.declared.filters
        if filters is None:
            return []
        extension: Any = DjangoFilterExtension(None)  # type: ignore[no-untyped-call]
        resolved = (
            extension.resolve_filter_field(self, filters._meta.model, filters, name, found)
            for name, found in filters.base_filters.items()
        )
        return [parameter for parameters in resolved for parameter in parameters]

    def _list_parameters(self) -> list[OpenApiParameter]:
        first = {"type": "integer", "minimum": 1, "default": 1}
        size = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE}
        found = [
            OpenApiParameter("page", first, description="Which page, from 1."),
            OpenApiParameter(
                "pageSize",
                {**size, "default": DEFAULT_PAGE_SIZE},
                description="How many results a page has.",
            ),
        ]
        if self.declared.ordering:
            text = "The first field counts most; a minus sign reverses the order."
            found.append(_list_of("ordering", list(order_choices(self.declared.ordering)), text))
        shape: Any = self.declared.gives_in(self.version)
        return [*found, _list_of("fields", list(shape().fields), FIELDS)]

    def _response_headers(self) -> list[OpenApiParameter]:
        declared, wanted = self.declared, {}
        if declared.has_version:
            wanted["ETag"] = "The record's version."
        elif declared.conditional and self.method == "GET":
            wanted["ETag"] = "A weak tag of the content."
        if self.view.get_throttles():
            wanted["RateLimit"] = (
                'Calls that are left, and for how many seconds: `"tagger";r=9;t=5`.'
            )
            wanted["RateLimit-Policy"] = 'Calls in a window of seconds: `"tagger";q=600;w=60`.'
        if self.is_deprecated():
            wanted["Deprecation"] = "When this version of the endpoint was deprecated (RFC 9745)."
            wanted["Link"] = "Its successor, `rel=successor-version`."
        statuses = [*self.declared.successes]
        return [_header(name, text, response=statuses) for name, text in wanted.items()]


def _list_of(name: str, choices: list[str], description: str) -> OpenApiParameter:
    """Return a query parameter of words with commas between them."""
    items = {"type": "array", "items": {"type": "string", "enum": choices}}
    return OpenApiParameter(name, items, description=description, style="form", explode=False)


def _examples(shape: Shape | None, **place: Any) -> list[OpenApiExample]:
    example = getattr(shape, "example", None)
    return [] if example is None else [OpenApiExample("Example", value=example, **place)]


def _problem_example(status: int) -> OpenApiExample:
    code, detail = PROBLEMS[status]
    errors = (WRONG_FIELD,) if code == "invalid" else ()
    return OpenApiExample(
        "Example",
        value={
            **Problem(status=status, code=code, detail=detail, errors=errors).body(),
            "requestId": "0b6f3c1e-5a8d-4f27-9c3e-7d1a2b4c6e80",
        },
        response_only=True,
        media_type=MEDIA_TYPE,
        status_codes=[status],
    )
