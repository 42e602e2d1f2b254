"""Search of the staff's site by whole ids and whole texts, which uses an index."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest


class FoundById(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A record that is found by its id, or by the id of a related record.

    Django's own search looks for the text in every id, and so reads the whole table.
    """

    search_fields = ("id",)  # without it the site shows no search field
    search_help_text = "A whole id"
    searched_in_vain = "“{}” is not a whole id."

    def with_id(self, guid: UUID) -> Q:
        """Return the condition for the records that an id finds."""
        return Q(pk=guid)

    def with_text(self, text: str) -> Q:
        """Return the condition for the records that are found by a text which is not an id."""
        return Q(pk__in=())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        wanted = search_term.strip()
        if not wanted:
            return queryset, False
        try:
            return queryset.filter(self.with_id(UUID(wanted))), False
        except ValueError:
            found = queryset.filter(self.with_text(wanted))
        if not found.exists():
            said = self.searched_in_vain.format(search_term)
            self.message_user(request, said, messages.WARNING)
        return found, False
