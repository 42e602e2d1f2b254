"""What messages are about, and who is behind a pause: apps above say which pages these have."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from foundation.messaging.models import (
    LANE,
    DestinationKind,
    Outage,
    OutboxMessage,
    receiver_in_words,
    topic_in_words,
)
from foundation.records.formats import guid_or_none
from foundation.staff.display import NOTHING, address_by_label, link, may_see


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A record that messages name: in a field of their data, or first in their key."""

    field: str
    label: str  # `app.Model`
    word: str
    destinations: tuple[str, ...] = ()  # those whose keys begin with the record's id


_subjects: list[Subject] = []
_pages: dict[str, Callable[[str], str]] = {}


def register_subjects(*subjects: Subject) -> None:
    """Add records that messages may be about."""
    _subjects.extend(subjects)


def register_service(prefix: str, address: Callable[[str], str]) -> None:
    """Add the pages of services whose names, as outages have them, begin with a prefix.

    :param address: the address of a page, by the rest of the name.
    """
    _pages[prefix] = address


def what_is(message: OutboxMessage) -> str:
    """Return what a message is, in words."""
    body: Mapping[str, Any] = message.body
    match message.kind:
        case DestinationKind.MAIL:
            return f"Mail “{body.get('subject', '')}” to {body.get('to', '')}"
        case DestinationKind.TOPIC:
            return f"Event “{topic_in_words(message.destination)}”"
        case DestinationKind.HANDLER:
            return receiver_in_words(message.lane).capitalize()
    what = message.key.partition("/")[2] or "request"
    version = f", version {body['version']}" if "version" in body else ""
    return f"{what.capitalize()} for the {receiver_in_words(message.lane)}{version}"


def links_of(request: HttpRequest, message: OutboxMessage) -> SafeString | str:
    """Return links to the records that a message is about, which this user may see."""
    keyed = {
        each.field: message.key.partition("/")[0]
        for each in _subjects
        if message.destination in each.destinations
    }
    return _links(request, {**message.body, **keyed})


def links_in(request: HttpRequest, body: bytes) -> SafeString | str:
    """Return links to the records that an event's data name and that are there."""
    try:
        data = json.loads(body).get("data")
    except (ValueError, AttributeError, RecursionError):
        return NOTHING
    return _links(request, data if isinstance(data, dict) else {}, only_existing=True)


def service_in_words(outage: Outage) -> str:
    """Return who is paused."""
    if outage.service.startswith(LANE):
        return receiver_in_words(outage.service.removeprefix(LANE)).capitalize()
    return f"{outage.name[:1].upper()}{outage.name[1:]}"


def page_of_service(outage: Outage) -> str:
    """Return the address of the page of who is paused; empty: there is none."""
    found = (prefix for prefix in _pages if outage.service.startswith(prefix))
    prefix = next(found, None)
    return "" if prefix is None else _pages[prefix](outage.service.removeprefix(prefix))


def _links(
    request: HttpRequest, named: Mapping[str, Any], *, only_existing: bool = False
) -> SafeString | str:
    links = [
        (link(address_by_label(subject.label, key), f"{subject.word} {key[:8]}…"),)
        for subject, key in _named(request, named)
        if not only_existing
        or apps.get_model(subject.label)._default_manager.filter(pk=key).exists()
    ]
    return format_html_join(", ", "{}", links) if links else NOTHING


def _named(request: HttpRequest, named: Mapping[str, Any]) -> Iterator[tuple[Subject, str]]:
    for subject in _subjects:
        guid = guid_or_none(str(named.get(subject.field, "")))
        if guid and may_see(request, apps.get_model(subject.label)):
            yield subject, str(guid)
