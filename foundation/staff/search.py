"""Search of the staff's site by whole ids and whole texts, which uses an index."""

import re
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from foundation.records.texts import clean

LEFT_OUT = "“{}” is found, but not among what the list is narrowed to: clear its filters."
_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def guids_within(text: str) -> list[UUID]:
    """Return the ids in a text, such as a link to a record's page; the last one first."""
    return [UUID(found) for found in reversed(_GUID.findall(text))]


def _is_of_list(request: HttpRequest) -> bool:
    """Return whether a list is searched: a field that searches would leave it for the next page."""
    match = request.resolver_match
    return match is not None and str(match.url_name).endswith("_changelist")


class FoundByLink(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A record that is also found by a pasted link to its page."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        [*_, wanted] = [search_term, *guids_within(search_term)[:1]]
        return super().get_search_results(request, queryset, str(wanted))


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
