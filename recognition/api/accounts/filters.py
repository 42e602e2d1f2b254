"""Filters of the lists of accounts and spaces."""

import django_filters

from recognition.models import Account, AccountSpace, FaceProviderName
from rest.pages import Filters, TrueOrFalseFilter


class SpaceFilters(Filters):
    """By whether it may be used, whether it is the default one, and a part of the name."""

    is_active = TrueOrFalseFilter()
    is_default = TrueOrFalseFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = AccountSpace
        fields: list[str] = []


class AccountFilters(Filters):
    """By provider, by whether it may be used, and a part of the name."""

    provider = django_filters.ChoiceFilter(choices=FaceProviderName.choices)
    is_active = TrueOrFalseFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = Account
        fields: list[str] = []
