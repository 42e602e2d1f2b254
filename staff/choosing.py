"""Fields in which staff choose records by a search, so that no page loads all of them."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import ForeignKey


def guids_in(values: Iterable[Any]) -> list[str]:
    """Return the values that are guids; Django's widgets and queries fail with others."""
    found = []
    for value in values:
        try:
            found.append(str(UUID(str(value))))
        except ValueError:
            continue
    return found


class ChosenRecord(AutocompleteSelect):
    """A record with a guid, of those that a relation of a model leads to."""

    def __init__(self, relation: "ForeignKey[Any, Any]") -> None:
        super().__init__(relation, admin.site)

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        return super().optgroups(name, guids_in(value), attr)


class ChosenRecords(AutocompleteSelectMultiple):
    """Several records with guids, of those that a relation of a model leads to."""

    def __init__(self, relation: "ForeignKey[Any, Any]") -> None:
        super().__init__(relation, admin.site)

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        return super().optgroups(name, guids_in(value), attr)
