"""Fields in which staff choose records by a search, so that no page loads all of them."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.urls import reverse

from records.guids import guid_or_none


def guids_in(values: Iterable[Any]) -> list[str]:
    """Return the values that are guids; Django's widgets and queries fail with others."""
    guids = (guid_or_none(str(value)) for value in values)
    return [str(guid) for guid in guids if guid]


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
        named = [(str(each.pk), choices.field.label_from_instance(each)) for each in chosen]
        if not self.is_required and not self.allow_multiple_selected:
            named.insert(0, ("", ""))
        options = [
            self.create_option(name, key, label, bool(key), index)
            for index, (key, label) in enumerate(named)
        ]
        return [(None, options, 0)]


class ChosenRecords(ChosenRecord, forms.SelectMultiple):
    """Several such records."""
