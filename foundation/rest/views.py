"""What all API views share.

An action parses (`self.data()`), runs one command or query, and renders (`self.answer(...)`).
"""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, cast

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.viewsets import ViewSet

from foundation.records.audit import Actor, actor_of
from foundation.rest.access import Access, Closed, Signed
from foundation.rest.bodies import (
    StrictJSONParser,
    expected_version,
    not_modified,
    refuse_oversized,
    unless_known,
    with_etag,
)
from foundation.rest.groups import LATEST_VERSION, V1_SHAPES_DEPRECATED_ON
from foundation.rest.idempotency import answered_once, key_of
from foundation.rest.operations import Operation, Shape, operation_of
from foundation.rest.pagination import Pages, Rows, filtered, keep_asked, ordered, refuse_unknown
from foundation.rest.problems import CHALLENGE
from foundation.rest.throttles import ScopeThrottle
from foundation.rest.unknown_fields import UnknownFields


class ApiViewSet(ViewSet):
    """The actions of one resource. A subclass declares in `access` who may call them."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    access: ClassVar[Access] = Closed()
    api_version: int = LATEST_VERSION
    django_request: HttpRequest  # of this call, unwrapped
    _throttle: ScopeThrottle | None = None
    _unknown: UnknownFields | None = None  # of a body that was read

    def data(self) -> dict[str, Any]:
        """Return the request's body, validated, with snake_case keys."""
        declared = self.current_operation
        shape = declared.takes_in(self.api_version)
        if (self.request.content_type or "").lower().startswith("multipart/"):
            shape = declared.multipart or shape  # if no form is accepted, reading it is refused
        return self._validated(shape, self.request.data, self.body_context())

    def query(self) -> dict[str, Any]:
        """Return the query parameters, validated, with snake_case keys."""
        asked = self.request.query_params.dict()
        return self._validated(self.current_operation.query, asked, self.context())

    def changes(self) -> dict[str, Any]:
        """Return `data()`, who orders it, and the version that `If-Match` names; None: any."""
        version = expected_version(self.request)
        return {"by": self.actor, "expected_version": version, **self.data()}

    def answer(self, value: Any, status: int | None = None) -> Response:
        """Answer with the value, in the shape that the operation gives in this version."""
        declared = self.current_operation
        is_read = self.request.method in ("GET", "HEAD")
        if declared.locking and is_read and not_modified(self.request, value.version):
            return with_etag(Response(status=304), value.version)
        body = self._shown(value, many=declared.many).data
        response = Response(body, status=status or declared.successes[0])
        if declared.has_version:
            return with_etag(response, value.version)
        return self._unless_known(response) if is_read else response

    def done(self, record: Any = None) -> Response:
        """Answer without a body; with the new version of a versioned record as ETag."""
        response = Response(status=self.current_operation.successes[0])
        return response if record is None else with_etag(response, record.version)

    def page(
        self, rows: QuerySet[Any], completed: Callable[[list[Any]], list[Any]] = list
    ) -> Response:
        """Answer with the page that the query asks for; `completed` reads more for its rows."""
        declared, query = self.current_operation, self.request.query_params
        asked = ordered(filtered(rows, declared.filters, query), declared.ordering, query)
        return self.page_of(asked, completed)

    def page_of(
        self, rows: QuerySet[Any] | Rows, completed: Callable[[list[Any]], list[Any]] = list
    ) -> Response:
        """Answer with the page of rows that are filtered and ordered already."""
        pages, asked = Pages(), cast("QuerySet[Any]", rows)
        found = pages.paginate_queryset(asked, self.request, view=self)
        shown = self._shown(completed(found or []), many=True)
        keep_asked(shown.child.fields, self.request.query_params)
        return self._unless_known(pages.get_paginated_response(shown.data))

    def context(self) -> dict[str, Any]:
        return {"request": self.request, "view": self, "api_version": self.api_version}

    def body_context(self) -> dict[str, Any]:
        """Return the context in which a body is read: version 1 ignores fields it does not know."""
        self._unknown = self._unknown or UnknownFields(self.api_version)
        return {**self.context(), UnknownFields.KEY: self._unknown}

    def _validated(
        self, shape: Shape | None, given: Any, context: dict[str, Any]
    ) -> dict[str, Any]:
        if shape is None:
            raise TypeError(f"{type(self).__name__}.{self.action} declares no such input.")
        parsed = shape(data=given, context=context)
        parsed.is_valid(raise_exception=True)
        validated: dict[str, Any] = parsed.validated_data
        return validated

    def _unless_known(self, response: Response) -> Response:
        response.add_post_render_callback(partial(unless_known, self.request))
        return response

    def _shown(self, value: Any, *, many: bool) -> Any:
        shape = self.current_operation.gives_in(self.api_version)
        if shape is None:
            raise TypeError(f"{type(self).__name__}.{self.action} declares no answer.")
        return shape(value, many=many, context=self.context())

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    @property
    def current_operation(self) -> Operation:
        return operation_of(self, self._current_action())

    @property
    def may_be_keyed(self) -> bool:
        """Whether a POST of it may have an `Idempotency-Key`: the caller is known."""
        declared = self.current_operation
        return declared.keyed and not declared.multipart and self.current_access.bearer

    @property
    def current_access(self) -> Access:
        return self.current_operation.access or self.access

    def dispatch(
        self, request: HttpRequest, *args: Any, version: int = LATEST_VERSION, **kwargs: Any
    ) -> HttpResponseBase:
        self.api_version = version
        self.django_request = request
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # A provider calls a signed address, whatever it adds; its callback is not lost for that.
        if request.query_params and not isinstance(self.current_access, Signed):
            refuse_unknown(request.query_params, self.current_operation.parameters)
        is_form = self.current_operation.multipart is not None
        refuse_oversized(
            request, settings.UPLOAD_MAX_BYTES if is_form else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        )
        is_keyed = request.method == "POST" and self.may_be_keyed
        if is_keyed and (key := key_of(request)):
            handler = getattr(self, "post")  # noqa: B009 (the framework sets it)
            setattr(self, "post", answered_once(handler, key, self.django_request))  # noqa: B010

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        # Who keeps an answer asks each time whether it is still right.
        final.headers.setdefault("Cache-Control", "private, no-cache")
        for told in (self._throttle, self._unknown):
            for name, value in (told.headers() if told else {}).items():
                final[name] = value
        if self.current_operation.deprecated_in(self.api_version) and final.status_code < 400:
            latest = request.path.replace("/api/v1/", f"/api/v{LATEST_VERSION}/", 1)
            final["Deprecation"] = f"@{int(V1_SHAPES_DEPRECATED_ON.timestamp())}"
            final["Link"] = f'<{latest}>; rel="successor-version"'
        return final

    def get_authenticators(self) -> list[BaseAuthentication]:
        return super().get_authenticators() if self.current_access.bearer else []

    def get_authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def get_throttles(self) -> list[BaseThrottle]:
        scope = self.current_operation.throttle or self.current_access.throttle
        self._throttle = ScopeThrottle(scope) if scope else None
        return [self._throttle] if self._throttle else []

    def get_parsers(self) -> list[BaseParser]:
        forms = [MultiPartParser()] if self.current_operation.multipart else []
        return [StrictJSONParser(), *forms]

    def _current_action(self) -> str | None:
        # The framework sets `action` only after it asked for authenticators and parsers.
        known: str | None = getattr(self, "action", None)
        if known or self.request is None:
            return known
        return self.action_map.get((self.request.method or "").lower())
