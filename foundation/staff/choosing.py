"""Fields in which staff choose records by a search, so that no page loads all of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import FieldDoesNotExist, PermissionDenied
from django.db import models
from django.http import HttpRequest, JsonResponse
from django.urls import reverse

from foundation.records.formats import guid_or_none

A_PAGE = 20
MOST_PAGES = 1_000


def guids_in(values: Iterable[Any]) -> list[str]:
    """Return the values that are guids; Django's widgets and queries fail with others."""
    guids = (guid_or_none(str(value)) for value in values)
    return [str(guid) for guid in guids if guid]


def name_of_choice(record: models.Model) -> str:
    """Return how staff see a record among others: as its admin's `chosen_as` names it."""
    options = admin.site.get_model_admin(type(record))
    return str(getattr(options, "chosen_as", str)(record))


@admin.site.admin_view
def choices(request: HttpRequest) -> JsonResponse:
    """Answer the search of a field, as Django's own view does, with the names of `name_of_choice`.

    `{results: [{id, text}], pagination: {more}}`, `A_PAGE` records a page. No page is counted.

    :raises PermissionDenied: no such relation, or the reader may not see what it leads to.
    """
    options = _chosen_from(request)
    term, page = request.GET.get("term", "").replace("\0", ""), request.GET.get("page", "")
    begin = (int(page) - 1) * A_PAGE if page.isdecimal() and 0 < int(page) <= MOST_PAGES else 0
    found, has_doubles = options.get_search_results(request, options.get_queryset(request), term)
    rows = list((found.distinct() if has_doubles else found)[begin : begin + A_PAGE + 1])
    results = [{"id": str(each.pk), "text": name_of_choice(each)} for each in rows[:A_PAGE]]
    return JsonResponse({"results": results, "pagination": {"more": len(rows) > A_PAGE}})


def _chosen_from(request: HttpRequest) -> "admin.ModelAdmin[Any]":
    try:
        model = apps.get_model(request.GET["app_label"], request.GET["model_name"])
        chosen: Any = model._meta.get_field(request.GET["field_name"]).related_model
    except (LookupError, FieldDoesNotExist) as error:
        raise PermissionDenied from error
    if not admin.site.is_registered(chosen):
        raise PermissionDenied
    options = admin.site.get_model_admin(chosen)
    if not options.has_view_permission(request) or not options.get_search_fields(request):
        raise PermissionDenied
    return options


class ChosenRecord(forms.Select):
    """A record with a guid, of those that a relation of a model leads to, found as staff type.

    The page's part of it is that of Django's `autocomplete_fields`, which forms of models have.
    """

    class Media:
        js = (
            "admin/js/vendor/jquery/jquery.min.js",
            "admin/js/vendor/select2/select2.full.min.js",
            "admin/js/jquery.init.js",
            "admin/js/autocomplete.js",
        )
        css: ClassVar = {
            "screen": ("admin/css/vendor/select2/select2.min.css", "admin/css/autocomplete.css")
        }

    def __init__(self, relation: "models.ForeignKey[Any, Any]") -> None:
        super().__init__()
        self.relation = relation

    def build_attrs(self, base_attrs: dict[str, Any], extra_attrs: Any = None) -> dict[str, Any]:
        found = {
            "class": "admin-autocomplete",
            "data-theme": "admin-autocomplete",
            "data-ajax--url": reverse("admin:autocomplete"),
            "data-ajax--type": "GET",
            "data-ajax--cache": "true",
            "data-ajax--delay": 250,
            "data-app-label": self.relation.model._meta.app_label,
            "data-model-name": self.relation.model._meta.model_name,
            "data-field-name": self.relation.name,
            "data-allow-clear": "false" if self.is_required else "true",
            "data-placeholder": "",
        }
        return {**super().build_attrs(base_attrs, extra_attrs), **found}

    def optgroups(self, name: str, value: Sequence[str], attrs: Any = None) -> Any:
        """Return the chosen records alone."""
        choices: Any = self.choices
        chosen = choices.queryset.filter(pk__in=guids_in(value))
        named = [(str(each.pk), name_of_choice(each)) for each in chosen]
        if not self.is_required and not self.allow_multiple_selected:
            named.insert(0, ("", ""))
        options = [
            self.create_option(name, key, label, bool(key), index)
            for index, (key, label) in enumerate(named)
        ]
        return [(None, options, 0)]


class ChosenRecords(ChosenRecord, forms.SelectMultiple):
    """Several such records."""


class ChosenFilter(SimpleListFilter):
    """A filter of a list by a record that staff choose by its name.

    `relation` leads to what is chosen; `column` is what
    it is compared with.
    """

    template = "unfold/filters/filters_field.html"
    relation: ClassVar[Any]
    column: ClassVar[str]

    def has_output(self) -> bool:
        return True

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return []

    def choices(self, changelist: Any) -> Iterator[Any]:
        name = str(self.parameter_name)
        records = self.relation.related_model._default_manager.all()
        field = forms.ModelChoiceField(
            records, required=False, label=f"By {self.title}", widget=ChosenRecord(self.relation)
        )
        form = type("ChosenFilterForm", (forms.Form,), {name: field})
        yield {"form": form({name: self.value()})}

    def queryset(
        self, request: HttpRequest, queryset: models.QuerySet[Any]
    ) -> models.QuerySet[Any]:
        given = self.value()
        wanted = guid_or_none(given) or UUID(int=0) if given else None
        return queryset.filter(**{self.column: wanted}) if wanted else queryset
