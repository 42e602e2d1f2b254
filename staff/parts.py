"""Parts of a record's page that apps above add, in their `apps.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from staff.links import may_see


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """A field of the pages of `page`, for staff who may see the records of `model`."""

    page: type[Model]
    title: str
    model: type[Model]
    show: Callable[[Any], str]  # `admin.display` gives it a name; `reader_of` says for whom


_added: list[PagePart] = []
_READER = "_reader"  # where a record whose page is shown has the request


def register_page_part(*parts: PagePart) -> None:
    """Add parts to the pages of a model whose admin is `WithParts`."""
    _added.extend(parts)


def parts_for(page: type[Model], request: HttpRequest) -> list[PagePart]:
    return [part for part in _added if part.page is page and may_see(request, part.model)]


def reader_of(record: Model) -> HttpRequest | None:
    """Return the request of who reads the record's page: links are for those who may follow."""
    return vars(record).get(_READER)


class WithParts:
    """An admin of records whose pages have parts of apps above, after the first fields."""

    model: Any

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        own = super().get_readonly_fields(request, obj)  # type: ignore[misc]  # ModelAdmin's
        return (*own, *_shown(self.model, request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        about, *others = super().get_fieldsets(request, obj)  # type: ignore[misc]  # ModelAdmin's
        shown = _shown(self.model, request, obj)
        title, options = about
        # Without fieldsets of its own, the page's first has all fields.
        own = {**options, "fields": [each for each in options["fields"] if each not in shown]}
        parts = [(name, {"fields": (show,)}) for show, name in shown.items()]
        return ((title, own), *parts, *others)


def _shown(page: type[Model], request: HttpRequest, record: Any) -> dict[Any, str]:
    """Return the fields that are added to a record's page for this user, with their titles."""
    if record is None:
        return {}
    vars(record)[_READER] = request
    parts = parts_for(page, request)
    return {part.show: part.title for part in parts}
