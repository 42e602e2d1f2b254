"""Lists: pages, filters and ordering. A value that cannot be read is refused, never ignored."""

from collections.abc import Collection, MutableMapping
from typing import Any, Protocol, TypeVar, cast

import django_filters
from django import forms
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django_filters import FilterSet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from foundation.records.refusals import Invalid, did_you_mean
from foundation.rest.serializers import INT32, GuidField, UtcDateTimeField, camel_case
from foundation.staff.form_fields import CleanTextField

M = TypeVar("M", bound=Model)

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """`?page=1&pageSize=50` → `{count, next, previous, results}`; past the last page is 404."""

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return whole_number(request.query_params, "page", default=1, maximum=INT32)

    def get_page_size(self, request: Request) -> int:
        limits = {"default": DEFAULT_PAGE_SIZE, "maximum": MAX_PAGE_SIZE}
        return whole_number(request.query_params, "pageSize", **limits)

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri", "example": None}
        count = {"type": "integer", "minimum": 0, "example": 1}
        # The framework also wraps its examples so.
        rows = {**schema, "maxItems": MAX_PAGE_SIZE} if isinstance(schema, dict) else schema
        page = {"count": count, "next": address, "previous": address, "results": rows}
        return {"type": "object", "required": list(page), "properties": page}


class Rows(Protocol):
    """Rows that are no query set: they are counted, and read by slices in the order they have."""

    ordered: bool

    def count(self) -> int: ...

    def __getitem__(self, part: slice, /) -> list[Any]: ...


class Filters(FilterSet):  # type: ignore[misc]  # django-filter has no types
    """A filter set: declared in snake_case, used in camelCase."""

    @classmethod
    def get_filters(cls) -> dict[str, Any]:
        return {camel_case(name): found for name, found in super().get_filters().items()}


@extend_schema_field(bool)
class TrueOrFalseFilter(django_filters.TypedChoiceFilter):  # type: ignore[misc]  # has no types
    """`true` or `false`; anything else is refused (`BooleanFilter` would ignore it)."""

    def __init__(self, **kwargs: Any) -> None:
        choices = (("true", "true"), ("false", "false"))
        super().__init__(choices=choices, coerce=lambda text: text == "true", **kwargs)


class _ReadAsInBodies(forms.Field):
    """A form's field that reads a value as a field of bodies does."""

    body_field: type[serializers.Field[Any, Any, Any, Any]]

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        try:
            return self.body_field().run_validation(value)
        except ValidationError as refusal:
            [fault] = cast("list[ErrorDetail]", refusal.detail)
            raise forms.ValidationError(str(fault), fault.code) from None


class _GuidFormField(_ReadAsInBodies, forms.UUIDField):
    body_field = GuidField


class _MomentFormField(_ReadAsInBodies, django_filters.fields.IsoDateTimeField):  # type: ignore[misc]  # has no types
    body_field = UtcDateTimeField


class TextFilter(django_filters.CharFilter):  # type: ignore[misc]  # has no types
    """A text, cleaned as the stored ones are."""

    field_class = CleanTextField


class GuidFilter(django_filters.UUIDFilter):  # type: ignore[misc]  # has no types
    """A guid, as in bodies; `UUIDFilter` also reads braces and digits of other scripts."""

    field_class = _GuidFormField


class MomentFilter(django_filters.IsoDateTimeFilter):  # type: ignore[misc]  # has no types
    """A timestamp with an offset, as in bodies; without one it is refused."""

    field_class = _MomentFormField


class UnknownParameter(Invalid):
    """The address has a query parameter that the endpoint does not have."""

    as_sent = True


def refuse_unknown(query: QueryDict, known: Collection[str]) -> None:
    """Refuse parameters that the endpoint does not have: ignored, they would change the answer.

    :raises UnknownParameter: each with the nearest name, or with all names.
    """
    offer = f"; there are {', '.join(sorted(known))}." if known else "; there is none."
    wrong = {
        name[:100]: f"There is no parameter {name[:100]!r}{did_you_mean(name, known) or offer}"
        for name in query
        if name not in known
    }
    if wrong:
        raise UnknownParameter(" ".join(wrong.values()), wrong)


def filtered(rows: QuerySet[M], filters: type[FilterSet] | None, query: QueryDict) -> QuerySet[M]:
    """Return the rows that match the query's filters, which are refused if they cannot be read."""
    if filters is None:
        return rows
    asked = filters(data=query, queryset=rows)
    if not asked.is_valid():
        raise ValidationError(
            {
                name: [ErrorDetail(each["message"], each["code"] or "invalid") for each in errors]
                for name, errors in asked.errors.get_json_data().items()
            }
        )
    found: QuerySet[M] = asked.qs
    return found


def ordered(rows: QuerySet[M], fields: tuple[str, ...], query: QueryDict) -> QuerySet[M]:
    """Return the rows ordered as `?ordering=-createdOn,name` asks, or by the first of `fields`."""
    if not fields:
        return rows if rows.ordered else rows.order_by("pk")
    known = order_choices(fields)
    asked = _words(query, "ordering", known, "Order by")
    return rows.order_by(*([known[name] for name in asked] or [fields[0]]), "pk")


def order_choices(fields: tuple[str, ...]) -> dict[str, str]:
    """Return the allowed values of `ordering` (`createdOn`, `-createdOn`) with their orders."""
    names = [name.lstrip("-") for name in fields]
    return {sign + camel_case(name): sign + name for name in names for sign in ("", "-")}


def keep_asked(fields: MutableMapping[str, Any], query: QueryDict) -> None:
    """Leave only the fields of a row that `?fields=albumId,name` asks for; without it, all."""
    asked = _words(query, "fields", fields, "Fields are")
    for name in set(fields) - set(asked or fields):
        del fields[name]


def _words(query: QueryDict, name: str, known: Collection[str], offer: str) -> list[str]:
    """Return the words of a query parameter, comma-separated; an unknown one is refused."""
    asked = [word for word in query.get(name, "").split(",") if word]
    if not set(asked) <= set(known):
        raise ValidationError({name: [f"{offer} {', '.join(known)}."]}, code="invalid-choice")
    return asked


def whole_number(query: QueryDict, name: str, *, default: int, maximum: int) -> int:
    """Return a query parameter, an integer from 1 to `maximum`; anything else is refused."""
    text = query.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and 1 <= int(text) <= maximum):
        raise ValidationError({name: [f"A whole number from 1 to {maximum}."]}, code="invalid")
    return int(text)
