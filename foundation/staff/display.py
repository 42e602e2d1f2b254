"""Small pieces of staff's pages: links, labels, tables, stored data in words."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.utils import display_for_label

from foundation.records.formats import as_iso_text
from foundation.records.texts import in_utc


def has_pages(model: type[Model]) -> bool:
    """Return whether the staff's site has pages of the model's records."""
    return admin.site.is_registered(model)


def may_see(request: HttpRequest, model: type[Model]) -> bool:
    """Return whether this user may see the pages of a model's records."""
    return bool(admin.site.get_model_admin(model).has_view_permission(request))


def address_of_list(model: type[Model], **filters: Any) -> str:
    """Return the address of the list of a model's records, with these filters."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def address_of_page(model: type[Model], key: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def address_by_label(label: str, key: Any) -> str:
    """Return the address of a record's page; `app.model` is the label of a model above."""
    return reverse(f"admin:{label.lower().replace('.', '_')}_change", args=[key])


def link_to(
    model: type[Model], key: Any, text: object = "", reader: HttpRequest | None = None
) -> str:
    """Return a link to a record's page, with its key as text if none is given.

    :param reader: the request of a user who perhaps may not see the model's records: then it is
        the text alone. Not needed among records that the same rights open.
    """
    shown = text or key
    if reader is not None and not may_see(reader, model):
        return str(shown)
    return link(address_of_page(model, key), shown)


def link(address: str, text: object) -> str:
    classes = "text-primary-600 dark:text-primary-500 whitespace-nowrap"
    return format_html('<a href="{}" class="{}">{}</a>', address, classes, text)


def link_by_label(label: str, key: Any, text: object, reader: HttpRequest | None) -> str:
    """Return a link to the page of a record of a model above, for those who may see it."""
    if reader is None or not may_see(reader, apps.get_model(label)):
        return str(text)
    return wrapping_link(address_by_label(label, key), text)


def wrapping_link(address: str, text: object) -> str:
    """Return a link whose text may wrap, so that the tables fit a phone."""
    return format_html('<a href="{}" class="text-link">{}</a>', address, text)


def in_words(name: str) -> str:
    """Return `AwaitingCallback`, or `awaiting_callback`, as `Awaiting callback`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).capitalize()


def time_element(moment: datetime, text: str) -> SafeString:
    """Return how far a moment is away, in words; the moment itself is what files have."""
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', as_iso_text(moment), in_utc(moment), text
    )


NO_WORDS: Mapping[str, str] = {}


def labelled(
    name: str, colours: Mapping[str, Sequence[str]], known: Mapping[str, str] = NO_WORDS
) -> SafeString:
    """Return a name in words on its colour; `colours` has the names by colour.

    :param known: the words of names for which people have others.
    """
    words = known.get(name) or in_words(name)
    colour = next((colour for colour, names in colours.items() if name in names), "")
    return _rendered(words, colour)


@lru_cache(maxsize=1000)  # few texts on many rows, and each is a template
def _rendered(words: str, colour: str) -> SafeString:
    shown: SafeString = display_for_label(words, "-", {words: colour})
    return shown


_WORDS = {"null": "empty", "None": "empty", "True": "yes", "False": "no"}
_VALUES = re.compile(rf"\b({'|'.join(_WORDS)})\b")


def help_in_words(model: type[Model]) -> dict[str, str]:
    """Return help texts of a model's fields in words of staff: empty, not null or None."""
    texts = ((field.name, str(getattr(field, "help_text", ""))) for field in model._meta.fields)
    return {name: _VALUES.sub(lambda value: _WORDS[value[0]], text) for name, text in texts if text}


def table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table as HTML; "None." if there is no row."""
    if not rows:
        return "None."
    return render_to_string("staff/table.html", {"headers": headers, "rows": rows})


MOST = 20  # items of a list
NOTHING = "–"


def shown_value(value: Any) -> str | SafeString:
    """Return data as HTML: objects as fields below each other, of long lists the first `MOST`."""
    if value is None or value in ("", [], {}):
        return NOTHING
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            fields = ((in_words(name), shown_value(each)) for name, each in value.items())
            return format_html(
                "<dl>{}</dl>",
                format_html_join("", '<div class="fl-value"><dt>{}</dt><dd>{}</dd></div>', fields),
            )
        case list():
            return _list(value)
    return str(value)


def _list(values: list[Any]) -> SafeString:
    shown = [(shown_value(each),) for each in values[:MOST]]
    if len(values) > MOST:
        shown.append((f"and {len(values) - MOST:,} more",))
    if any(isinstance(each, dict | list) for each in values[:MOST]):
        items = format_html_join("", "<li>{}</li>", shown)
        return format_html('<ol class="fl-values">{}</ol>', items)
    return format_html_join(", ", "{}", shown)
