"""Filters of the list of albums."""

import django_filters
from django.db.models import QuerySet

from recognition.models import Album, RecognitionState, Strategy
from recognition.queries.albums import search_albums
from rest.pages import Filters


class AlbumFilters(Filters):
    """By tenant, state, strategy, and a part of the name or an id."""

    tenant_id = django_filters.UUIDFilter(field_name="tenant_id")
    state = django_filters.ChoiceFilter(choices=RecognitionState.choices)
    strategy = django_filters.ChoiceFilter(choices=Strategy.choices)
    search = django_filters.CharFilter(
        method="by_search", help_text="A part of the name, or the album's or tenant's id."
    )

    class Meta:
        model = Album
        fields: list[str] = []

    def by_search(self, albums: QuerySet[Album], _: str, text: str) -> QuerySet[Album]:
        """Narrow by a search text."""
        return search_albums(albums, text)
