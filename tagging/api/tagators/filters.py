"""Filters of the list of tagators."""

import django_filters
from django.db.models import Q, QuerySet

from rest.pages import Filters
from tagging.models import Tagator, TagatorState


class TagatorFilters(Filters):
    """By state, and a part of the e-mail address, the name or the phone number."""

    state = django_filters.ChoiceFilter(choices=TagatorState.choices)
    search = django_filters.CharFilter(
        method="with_text", label="A part of the e-mail address, the name or the phone number."
    )

    class Meta:
        model = Tagator
        fields: list[str] = []

    def with_text(self, rows: QuerySet[Tagator], name: str, text: str) -> QuerySet[Tagator]:
        """Keep the tagators who have the text, in either case."""
        return rows.filter(
            Q(email__icontains=text) | Q(name__icontains=text) | Q(phone__icontains=text)
        )
