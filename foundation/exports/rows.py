"""Rows of a list of the staff's site as plain texts and numbers, a part at a time."""

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from html import unescape
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest, QueryDict
from django.template.defaultfilters import capfirst
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from foundation.records.refusals import Invalid
from foundation.records.texts import in_utc

PORTION = 2_000  # rows that are read at once
_LEFT_OUT = {"action_checkbox"}
_OF_A_PAGE = ("p", "o", "all", "e")  # parameters of a list that choose no rows

Cell = str | int | float | Decimal


class ListNotExported(Invalid):
    """There is no such list for this user, or its address asks for what cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPart:
    """Some records in the order of their keys; `last` is the key to go on after, None: the end."""

    records: Sequence[Model]
    cells_of: Callable[[Model], Sequence[Cell]]
    last: str | None

    @property
    def rows(self) -> Sequence[Sequence[Cell]]:
        return [self.cells_of(record) for record in self.records]


class _FirstPage(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """The first rows of what is left, without counting the others.

    There is always one more: of a single page, the list would read all rows, whatever its length.
    """

    @property
    def count(self) -> int:
        return PORTION + 1


def columns_of(model: type[Model], user: User, filters: str) -> list[str]:
    """Return the titles of a list's columns.

    :raises ListNotExported: the user may not see the list, or its address cannot be read.
    """
    shown = _changelist(model, user, filters, None)
    return [_title(shown, name) for name in _names(shown)]


def read_part(model: type[Model], user: User, filters: str, after: str | None) -> ListPart:
    """Return the next rows of a list, as the user would see them.

    :raises ListNotExported: as for `columns_of`.
    """
    shown = _changelist(model, user, filters, after)
    names, records = _names(shown), list(shown.result_list)

    def cells_of(record: Model) -> Sequence[Cell]:
        return [_cell(shown, record, name) for name in names]

    last = None if len(records) < PORTION else str(records[-1].pk)
    return ListPart(records=records, cells_of=cells_of, last=last)


def _changelist(model: type[Model], user: User, filters: str, after: str | None) -> Any:
    """Return the list's page of the rows behind a key: its own search, filters and preparation."""
    own = copy.copy(admin.site.get_model_admin(model))
    request = _request(user, filters)
    if not own.has_view_permission(request):
        raise ListNotExported(f"{user} may not see the {model._meta.verbose_name_plural}.")
    rows_of = own.get_queryset
    replaced: Mapping[str, Any] = {
        "get_queryset": lambda asked: _behind(rows_of(asked), after),
        "get_ordering": lambda _: ("pk",),
        "message_user": lambda *_args, **_kwargs: None,
        "paginator": _FirstPage,
        "list_per_page": PORTION,
        "show_full_result_count": False,
        "list_editable": (),
    }
    vars(own).update(replaced)
    page: Any = own.changelist_view(request)
    if not hasattr(page, "context_data"):
        raise ListNotExported("The list's address asks for what cannot be read.")
    return page.context_data["cl"]


def _behind(rows: Any, after: str | None) -> Any:
    return rows if after is None else rows.filter(pk__gt=after)


def _request(user: User, filters: str) -> HttpRequest:
    request = HttpRequest()
    request.method, request.user = "GET", user
    asked = QueryDict(filters, mutable=True)
    for name in _OF_A_PAGE:
        asked.pop(name, None)
    request.GET = asked
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "SCRIPT_NAME": ""}
    return request


def _names(shown: Any) -> list[Any]:
    """Return the list's columns, or those that its admin has for files as `exported`."""
    names = getattr(shown.model_admin, "exported", shown.list_display)
    return [name for name in names if name not in _LEFT_OUT]


def _title(shown: Any, name: Any) -> str:
    """Return a column's title: what its function is described as, or its field's name."""
    if name == "__str__":
        return capfirst(shown.model._meta.verbose_name)
    found = _function(shown, name)
    if found is None:
        fields = {field.name: field for field in shown.model._meta.get_fields()}
        described = fields[name].verbose_name if name in fields else name
    else:
        described = getattr(found, "short_description", None) or found.__name__
    return capfirst(str(described).replace("_", " "))


def _function(shown: Any, name: Any) -> Any:
    if name == "__str__":
        return str  # the record's own, not its admin's
    return name if callable(name) else getattr(shown.model_admin, name, None)


def _cell(shown: Any, record: Model, name: Any) -> Cell:
    function = _function(shown, name)
    if function is not None:
        return in_plain_text(function(record))
    display = getattr(record, f"get_{name}_display", None)
    value = display() if display else _followed(record, name)
    return in_plain_text(value() if callable(value) else value)


def _followed(record: Any, name: str) -> Any:
    for step in name.split("__"):
        record = getattr(record, step, None)
    return record


def in_plain_text(value: Any) -> Cell:
    """Return a value of a column without its look; what is not known is empty."""
    if isinstance(value, bool):  # it is an int, too
        return "Yes" if value else "No"
    if isinstance(value, int | float | Decimal):
        return value
    for kind, text_of in _TEXTS.items():
        if isinstance(value, kind):
            return text_of(value)
    return "" if value is None else str(value).replace("\xa0", " ")


def _in_a_row(values: Sequence[Any]) -> str:
    texts = (in_plain_text(each) for each in values)
    return " ".join(str(text) for text in texts if text != "")


def _without_tags(html: str) -> str:
    """Return what is read, of `<time>` the moment instead: a file is read later."""
    spaced = _MOMENT.sub(_moment, html).replace("<", " <")
    return " ".join(unescape(strip_tags(spaced)).split())


_MOMENT = re.compile(r'<time datetime="([^"]+)"[^>]*>.*?</time>')


def _moment(found: re.Match[str]) -> str:
    return in_utc(datetime.fromisoformat(found[1]))


_TEXTS: Mapping[Any, Callable[[Any], str]] = {
    datetime: in_utc,
    date: date.isoformat,
    SafeString: _without_tags,
    list: _in_a_row,
    tuple: _in_a_row,
}
