"""Lists: pages, filters and ordering. A value that is not understood is refused, never ignored."""

from collections.abc import Mapping
from typing import Any, TypeVar

import django_filters
from django.core.exceptions import ValidationError as FormError
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django_filters import FilterSet
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from rest.fields import INT32
from rest.spelling import camel_case

M = TypeVar("M", bound=Model)

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """`?page=1&pageSize=50` → `{count, next, previous, results}`; past the last page is 404."""

    page_size = DEFAULT_PAGE_SIZE
    max_page_size = MAX_PAGE_SIZE
    page_query_param = "page"
    page_size_query_param = "pageSize"

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return whole_number(request.query_params, "page", default=1, maximum=INT32)

    def get_page_size(self, request: Request) -> int:
        return whole_number(
            request.query_params, "pageSize", default=DEFAULT_PAGE_SIZE, maximum=MAX_PAGE_SIZE
        )

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        """Describe a page; in the examples it is the only one."""
        address = {"type": ["string", "null"], "format": "uri", "example": None}
        count = {"type": "integer", "minimum": 0, "example": 1}
        page = {"count": count, "next": address, "previous": address, "results": schema}
        return {"type": "object", "required": list(page), "properties": page}


class Filters(FilterSet):  # type: ignore[misc]  # django-filter has no types
    """A filter set whose filters are declared in snake_case and asked for in camelCase."""

    @classmethod
    def get_filters(cls) -> dict[str, Any]:
        return {camel_case(name): found for name, found in super().get_filters().items()}


@extend_schema_field(bool)
class TrueOrFalseFilter(django_filters.TypedChoiceFilter):  # type: ignore[misc]  # has no types
    """By a yes or no, `true` or `false`; anything else is refused, where django-filter's own
    `BooleanFilter` takes it for nothing asked.
    """

    def __init__(self, **kwargs: Any) -> None:
        choices = (("true", "true"), ("false", "false"))
        super().__init__(choices=choices, coerce=lambda text: text == "true", **kwargs)


def filtered(rows: QuerySet[M], filters: type[FilterSet] | None, query: QueryDict) -> QuerySet[M]:
    """Return the rows that the query asks for.

    :raises ValidationError: a filter's value is not of its type.
    """
    if filters is None:
        return rows
    asked = filters(data=query, queryset=rows)
    if not asked.is_valid():
        raise ValidationError(_details(asked.errors.as_data()))
    found: QuerySet[M] = asked.qs
    return found


def ordered(rows: QuerySet[M], fields: tuple[str, ...], query: QueryDict) -> QuerySet[M]:
    """Return the rows as `?ordering=-createdOn,name` asks, else by the first field.

    :param fields: what may be ordered by, in snake_case; the first, with its sign, is the default.
    :raises ValidationError: the rows cannot be ordered so.
    """
    if not fields:
        return rows if rows.ordered else rows.order_by("pk")
    known = order_choices(fields)
    asked = [name for name in query.get("ordering", "").split(",") if name]
    unknown = [name for name in asked if name not in known]
    if unknown:
        raise ValidationError(
            {"ordering": [f"Order by {', '.join(known)}."]}, code="invalid-choice"
        )
    return rows.order_by(*([known[name] for name in asked] or [fields[0]]), "pk")


def order_choices(fields: tuple[str, ...]) -> dict[str, str]:
    """Return what `ordering` may be (`createdOn`, `-createdOn`) and the order that each means."""
    names = [name.lstrip("-") for name in fields]
    return {sign + camel_case(name): sign + name for name in names for sign in ("", "-")}


def whole_number(query: QueryDict, name: str, *, default: int, maximum: int) -> int:
    """Return a query parameter as an integer from 1 to `maximum`.

    :raises ValidationError: it is anything else.
    """
    text = query.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and 1 <= int(text) <= maximum):
        raise ValidationError({name: [f"A whole number from 1 to {maximum}."]}, code="invalid")
    return int(text)


def _details(found: Mapping[str, list[FormError]]) -> dict[str, list[ErrorDetail]]:
    return {
        name: [
            ErrorDetail(message, code=error.code or "invalid")
            for error in errors
            for message in error.messages
        ]
        for name, errors in found.items()
    }
