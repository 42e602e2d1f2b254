"""Search of the staff's site by whole ids: by index, however many records there are."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest


class FoundById(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A record that is found by its id, or by the id of something that it belongs to.

    Django's own search looks for a text in every id, and so through the whole table.
    """

    search_fields = ("id",)  # has the site show the field to search in
    search_help_text = "A whole id"

    def with_id(self, guid: UUID) -> Q:
        """Return the condition of the records that an id finds."""
        return Q(pk=guid)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term.strip():
            return queryset, False
        try:
            return queryset.filter(self.with_id(UUID(search_term.strip()))), False
        except ValueError:
            self.message_user(request, f"“{search_term}” is no whole id.", messages.WARNING)
            return queryset.none(), False
