"""How lists of recognition are narrowed."""

import django_filters
from django.db.models import QuerySet

from recognition.models import (
    Account,
    AccountSpace,
    Album,
    FaceProviderName,
    RecognitionState,
    Strategy,
)
from recognition.queries import search_albums
from rest.pages import Filters, TrueOrFalseFilter


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


class AccountFilters(Filters):
    """By provider, by whether it may be used, and a part of the name."""

    provider = django_filters.ChoiceFilter(choices=FaceProviderName.choices)
    is_active = TrueOrFalseFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = Account
        fields: list[str] = []


class SpaceFilters(Filters):
    """By whether it may be used, whether it is the default one, and a part of the name."""

    is_active = TrueOrFalseFilter()
    is_default = TrueOrFalseFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = AccountSpace
        fields: list[str] = []
