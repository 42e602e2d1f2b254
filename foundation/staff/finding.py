"""One search field for everything: each app registers, in its `apps.py`, what a text finds.

Each source reads by index, or a table that stays small, and no more than `MOST` rows.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Model, Q
from django.http import HttpRequest
from django.template.defaultfilters import capfirst

from foundation.records.guids import guid_or_none
from foundation.staff.links import address_of_page

MOST = 5  # findings of a source
TEXT_MOST = 200  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A line of what was found, with its link; `description` says what it is."""

    title: str
    description: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a text is looked for, for staff who may see the records of `model`."""

    model: type[Model]
    find: Callable[[str], Iterable[Found]]


_sources: list[Source] = []


def register_sources(*sources: Source) -> None:
    """Add sources to the search field of the staff's site."""
    _sources.extend(sources)


def find_all(request: HttpRequest, text: str) -> list[Found]:
    """Return what a text finds of what this user may see, source after source."""
    return [
        finding
        for source in _sources
        if admin.site.get_model_admin(source.model).has_view_permission(request)
        for finding in source.find(text)
    ]


def records_of(
    model: type[Model],
    with_text: Callable[[str], Q] | None = None,
    title: Callable[[Any], str] = str,
) -> Source:
    """Return the source that finds a model's records by a whole id, and perhaps by another text.

    :param title: returns what a record is called.
    """

    def find(text: str) -> Iterable[Found]:
        guid = guid_or_none(text)
        if guid is None and with_text is None:
            return
        wanted = Q(pk=guid) if guid or with_text is None else with_text(text)
        for record in model._default_manager.filter(wanted)[:MOST]:
            yield Found(
                title=title(record),
                description=capfirst(str(model._meta.verbose_name)),
                link=address_of_page(model, record.pk),
            )

    return Source(model=model, find=find)


def with_name(text: str) -> Q:
    """Return the condition that a name contains a text: for tables that stay small."""
    return Q(name__icontains=text)
