"""What apps add to staff's pages in `apps.py`: parts of a record's page, what a search finds."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Model, Q
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.template.defaultfilters import capfirst

from foundation.records.formats import guid_or_none
from foundation.staff.display import address_of_page, may_see


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """A field of the pages of `page`, for staff who may see the records of `model`.

    `leads`: it comes before the record's own fields.
    """

    page: type[Model]
    title: str
    model: type[Model]
    show: Callable[[Any], str]  # `admin.display` gives it a name; `reader_of` says for whom
    leads: bool = False


class OrderedFormSet(BaseInlineFormSet, ABC):  # type: ignore[type-arg]  # not subscriptable at run time
    """Rows of another app within a record's form, which that app's commands save."""

    @abstractmethod
    def order(self, request: HttpRequest) -> None:
        """Give what was added, changed and removed to commands.

        :raises Refusal: nothing of the page is saved.
        """


Foreseen = Callable[[Any, Collection[str], Collection[str]], list[str]]

_added: list[PagePart] = []
_histories: list[tuple[type[Model], Callable[[Any], Q]]] = []
_inlines: list[tuple[type[Model], type[Any]]] = []
_foreseen: list[tuple[type[Model], Foreseen]] = []
_READER = "_reader"  # where a record whose page is shown has the request


def register_page_part(*parts: PagePart) -> None:
    """Add parts to the pages of a model whose admin is `WithParts`."""
    _added.extend(parts)


def register_inline(page: type[Model], inline: type[Any]) -> None:
    """Add rows to the form of a model whose admin is `WithParts`; their set is `OrderedFormSet`."""
    _inlines.append((page, inline))


def register_history(page: type[Model], rows: Callable[[Any], Q]) -> None:
    """Show rows of the audit about other records in the history of a model's records.

    For what staff edit on the record's page, and for orders that change what the page shows.
    """
    _histories.append((page, rows))


def register_effects(page: type[Model], effects: Foreseen) -> None:
    """Tell on a model's pages what a change of its records does to records of an app above.

    :param effects: takes the changed record, which is not saved, the names of its changed fields,
        and the ids of rows that the same form removes; it returns a sentence each.
    """
    _foreseen.append((page, effects))


def removed_rows(request: HttpRequest) -> set[str]:
    """Return the ids of the rows below a record's form that it removes."""
    marked = (name.removesuffix("-DELETE") for name in request.POST if name.endswith("-DELETE"))
    return {request.POST.get(f"{row}-id", "") for row in marked}


def effects_on_parts(
    record: Model, changed: Collection[str], removed: Collection[str] = ()
) -> list[str]:
    """Return what changed fields of a record do to what the apps above have."""
    of_page = (effects for page, effects in _foreseen if isinstance(record, page))
    return [sentence for effects in of_page for sentence in effects(record, changed, removed)]


def rows_about(record: Model) -> Q:
    """Return the condition for the rows of the audit that a record's history shows."""
    own = Q(record_type=str(record._meta.object_name), record_id=str(record.pk))
    for page, rows in _histories:
        if isinstance(record, page):
            own |= rows(record)
    return own


def parts_for(page: type[Model], request: HttpRequest) -> list[PagePart]:
    return [part for part in _added if part.page is page and may_see(request, part.model)]


def reader_of(record: Model) -> HttpRequest | None:
    """Return the request of who reads the record's page: links are for those who may follow."""
    return vars(record).get(_READER)


class WithParts:
    """An admin of records whose pages have parts of apps above, after the first fields.

    A page with other fields for some records or users overrides `own_fieldsets`.
    """

    model: Any

    def own_fieldsets(self, request: HttpRequest, obj: Any) -> Any:
        return super().get_fieldsets(request, obj)  # type: ignore[misc]  # ModelAdmin's

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        own = super().get_inlines(request, obj)  # type: ignore[misc]  # ModelAdmin's
        added = [inline for page, inline in _inlines if page is self.model]
        return [*own, *(added if obj else ())]

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        if not isinstance(formset, OrderedFormSet):
            super().save_formset(request, form, formset, change)  # type: ignore[misc]  # ModelAdmin's
            return
        formset.order(request)
        # Django's log of the change reads these; the commands have written the audit.
        formset.new_objects = formset.changed_objects = formset.deleted_objects = []

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        own = super().get_readonly_fields(request, obj)  # type: ignore[misc]  # ModelAdmin's
        return (*own, *_shown(self.model, request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        about, *others = self.own_fieldsets(request, obj)
        shown = _shown(self.model, request, obj)
        title, options = about
        # Without fieldsets of its own, the page's first has all fields.
        own = {**options, "fields": [each for each in options["fields"] if each not in shown]}
        parts = [(name, {"fields": (show,)}) for show, name in shown.items()]
        leading = {each.title for each in _added if each.leads}
        first = [part for part in parts if part[0] in leading]
        return (*first, (title, own), *(part for part in parts if part not in first), *others)


def _shown(page: type[Model], request: HttpRequest, record: Any) -> dict[Any, str]:
    """Return the fields that are added to a record's page for this user, with their titles."""
    if record is None:
        return {}
    vars(record)[_READER] = request
    parts = parts_for(page, request)
    return {part.show: part.title for part in parts}


# One search field for everything: each app registers, in its `apps.py`, what a text finds.
#
# Each source reads by index, or a table that stays small, and no more than `MOST` rows.

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
