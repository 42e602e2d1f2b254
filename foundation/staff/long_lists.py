"""Lists of the staff's site: of millions of rows, narrowed by an address, searched by an index."""

import re
from collections.abc import Iterator, Mapping
from datetime import MAXYEAR, UTC, datetime, time, timedelta
from functools import cached_property, reduce
from operator import or_
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin, ShowFacets, SimpleListFilter
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import DataError
from django.db.models import Q, QuerySet
from django.forms import DateField
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.views import ChangeList

from foundation.records.texts import clean

MOST = 10_000


def id_above(name: object, text: str) -> SafeString:
    """Return a row's first cell: the id or name, and a text below it in a paler colour."""
    return format_html(
        '<span class="text-xs whitespace-nowrap">{}<br><span class="text-subtle">{}</span></span>',
        name,
        text,
    )


class LongListPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """Pages of the first `MOST` rows: to count all would read the whole table at every view."""

    object_list: QuerySet[Any]
    template_name = "admin/long_list_pagination.html"

    @cached_property
    def _counted(self) -> int:
        return int(self.object_list.order_by()[: MOST + 1].count())

    @property
    def count(self) -> int:
        return min(self._counted, MOST)

    @property
    def count_text(self) -> str:
        return f"the first {MOST:,}" if self.is_cut else f"{self.count:,}"

    @property
    def is_cut(self) -> bool:
        return self._counted > MOST


class LongChangeList(ChangeList):  # type: ignore[misc]  # unfold has no types
    """A page of a long list, with one count of its rows."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.full_result_count = self.result_count


def is_unreadable(name: str, value: str) -> bool:
    """Return whether Django cannot read a filter: a range, or a year that no list can go beyond."""
    lookups = set(name.split("__")[1:])
    if "range" in lookups:
        return True  # Django takes the text's characters for the range's two ends
    try:
        return bool({"year", "iso_year"} & lookups) and not 0 < int(value) < MAXYEAR
    except ValueError:
        return True


class LongList(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Shows and counts the first `MOST` rows; an action on all rows is for these."""

    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    paginator = LongListPaginator

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[LongChangeList]:
        return LongChangeList

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        if request.POST.get("select_across", "0") != "0":
            queryset = queryset.filter(pk__in=list(queryset.values_list("pk", flat=True)[:MOST]))
        return super().response_action(request, queryset, *args, **kwargs)


class DaysFilter(RangeDateFilter):  # type: ignore[misc]  # unfold has no types
    """The records of some days (UTC), the last one included; a button sends the filter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title: str = f"{self.title}, days in UTC"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        try:
            first, after = self._midnight("from", 0), self._midnight("to", 1)
        except (ValidationError, OverflowError) as error:
            raise DataError(f"not days: {error}") from error  # the whole list is shown instead
        bounds = {f"{self.field_path}__gte": first, f"{self.field_path}__lt": after}
        return queryset.filter(**{name: moment for name, moment in bounds.items() if moment})

    def _midnight(self, end: str, days: int) -> datetime | None:
        """Return the beginning of the day that was chosen, some days later; None: none was."""
        text = self.used_parameters.get(f"{self.field_path}_{end}")
        day = DateField(required=False).clean(text)
        return datetime.combine(day, time.min, UTC) + timedelta(days=days) if day else None


class ConditionFilter(SimpleListFilter):
    """A choice between conditions: their words and conditions by name."""

    conditions: ClassVar[Mapping[str, tuple[str, Q]]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, words) for name, (words, _) in self.conditions.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        _, condition = self.conditions.get(self.value() or "", ("", Q()))
        return queryset.filter(condition)


LEFT_OUT = "“{}” is found, but not among what the list is narrowed to: clear its filters."
_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def guids_within(text: str) -> list[UUID]:
    """Return the ids in a text, such as a link to a record's page; the last one first."""
    return [UUID(found) for found in reversed(_GUID.findall(text))]


def _is_of_list(request: HttpRequest) -> bool:
    """Return whether a list is searched: a field that searches would leave it for the next page."""
    match = request.resolver_match
    return match is not None and str(match.url_name).endswith("_changelist")


class FoundById(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A record that is found by its id, or by the id of a related record.

    Django's own search looks for the text in every id, and so reads the whole table.
    """

    search_fields = ("id",)  # without it the site shows no search field
    search_help_text = "A whole id"
    searched_in_vain = "“{}” is not a whole id, nor a link with one."

    def with_id(self, guid: UUID) -> Q:
        """Return the condition for the records that an id finds."""
        return Q(pk=guid)

    def with_text(self, text: str) -> Q:
        """Return the condition for the records that are found by a text which is not an id."""
        return Q(pk__in=())

    def in_vain(self, text: str) -> str:
        """Return what is said if a text finds nothing."""
        return self.searched_in_vain.format(text)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        wanted = clean(search_term)
        if not wanted:
            return queryset, False
        asked = list(self._conditions(wanted))
        of_all = [queryset.filter(each) for each in asked]
        found = next((rows for rows in of_all if rows.exists()), of_all[0])
        if not found.exists() and _is_of_list(request):
            elsewhere = self.get_queryset(request).filter(reduce(or_, asked)).exists()
            said = LEFT_OUT.format(search_term) if elsewhere else self.in_vain(search_term)
            self.message_user(request, said, messages.WARNING)
        return found, False

    def _conditions(self, wanted: str) -> Iterator[Q]:
        """Yield what may be meant: a whole id, or a text and after it the ids in a link."""
        try:
            yield self.with_id(UUID(wanted))
        except ValueError:
            yield self.with_text(wanted)
            yield from map(self.with_id, guids_within(wanted))
