"""Links of the staff's pages by what the reader may see: where a page stands, related records."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import Model
from django.http import HttpRequest
from django.template.defaultfilters import capfirst
from django.utils.html import format_html

from foundation.staff.display import address_of_list, address_of_page, has_pages, may_see

GUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailStep:
    """A step of the way to a page; without a link it is only a text."""

    title: str
    link: str = ""


@register.simple_tag(takes_context=True)
def trail(context: Mapping[str, Any]) -> list[TrailStep]:
    """Return the way to this page, with links to what this user may see."""
    request, record = context["request"], context.get("original") or context.get("object")
    if isinstance(record, Model) and has_pages(type(record)):
        _, of_list = _to_list(context, type(record))  # without the section: names are long
        return [of_list, _to_record(request, record)]
    if opts := context.get("opts"):
        here = [TrailStep(title=f"Add {opts.verbose_name}")] if context.get("add") else []
        section, of_list = _to_list(context, opts.model)
        return [of_list, *here] if here else [section, of_list]
    title = context.get("content_title") or context.get("title") or "Overview"
    return [TrailStep(title=capfirst(str(title)))]


@register.simple_tag(takes_context=True)
def unseen_record(context: Mapping[str, Any], field: Any) -> str:
    """Return the name of the record in a read-only field if this user may not see its page."""
    name, record = field.field["field"], field.form.instance
    related = getattr(record, name, None) if isinstance(name, str) else None
    if not isinstance(related, Model) or not has_pages(type(related)):
        return ""
    return "" if may_see(context["request"], type(related)) else str(related)


@register.filter
def id_to_copy(value: Any) -> Any:
    """Return an id that stands alone as code, which one click selects; all else as it is."""
    if not GUID.fullmatch(str(value)):
        return value
    return format_html('<code class="select-all">{}</code>', value)


def _to_list(context: Mapping[str, Any], model: type[Model]) -> Iterator[TrailStep]:
    seen = has_pages(model) and may_see(context["request"], model)
    link = address_of_list(model) if seen else ""
    sections = context.get("sidebar_navigation") or []
    here = [
        part["title"]
        for part in sections
        for entry in part["items"]
        if link in (each["link"] for each in entry.get("lists", [entry]))
    ]
    yield TrailStep(title=here[0] if here else capfirst(str(model._meta.app_config.verbose_name)))
    yield TrailStep(title=capfirst(str(model._meta.verbose_name_plural)), link=link)


def _to_record(request: HttpRequest, record: Model) -> TrailStep:
    """Return the last step: the record's name as written, so that an id stays what it is."""
    address = address_of_page(type(record), record.pk)
    linked = may_see(request, type(record)) and address != request.path
    return TrailStep(title=str(record), link=address if linked else "")
