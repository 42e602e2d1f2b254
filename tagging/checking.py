"""Check the numbers and custom tags that a person read: all are accepted, or none."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import structlog
from django.conf import settings

from foundation.records.refusals import Invalid, Unavailable, errors_by_place
from recognition.models import Album
from recognition.numbers import NumberRules, accepted, check, rules_of, sorted_out
from recognition.providers.failures import ProcessingFailure
from recognition.providers.start_lists import start_numbers_of

log = structlog.get_logger(__name__)


class StartListUnavailable(Unavailable):
    """The start list is not available now, so the numbers cannot be checked."""


class UnknownCustomTag(Invalid):
    """A custom tag is not one of the album's."""

    code = "custom-tag-unknown"


def accepted_numbers(album: Album, texts: Sequence[str], now: datetime) -> list[str]:
    """Return the normalised numbers, each once. May ask the competitor service.

    :raises NumbersNotAccepted: one of them fails the checks; `errors` names each by its place.
    :raises StartListUnavailable: the album's start list is not available now.
    """
    return accepted(texts, _rules_for(album, texts, now), "tags")


def unlisted_numbers(
    album: Album, texts: Sequence[str], now: datetime
) -> tuple[list[str], list[str]]:
    """Return the numbers that are in the start list after all, and those that are not.

    :raises NumbersNotAccepted: one of them fails another check than that of the list.
    :raises StartListUnavailable: the album's start list is not available now.
    """
    return sorted_out(texts, _rules_for(album, texts, now), "unlistedTags")


def spellings_of(album: Album, text: str, stored: Iterable[str]) -> set[str]:
    """Return a number as given, and as the album's rules normalise it now.

    :param stored: the numbers among which it is; without its letters it is the one of its digits.
    """
    return {text, check(text, replace(rules_of(album, None), start_list=frozenset(stored))).value}


def refuse_unknown_custom_tags(album: Album, names: Sequence[str]) -> None:
    """Refuse names that are no custom tags of the album.

    :raises UnknownCustomTag: `errors` names each by its place.
    """
    known = set(album.custom_tags.values_list("name", flat=True)) if names else set()
    if wrong := errors_by_place("customTags", names, known, "The album has no custom tag {}."):
        raise UnknownCustomTag(errors=wrong)


def _rules_for(album: Album, texts: Sequence[str], now: datetime) -> NumberRules:
    try:
        return rules_of(album, start_numbers_of(album, now) if texts else ())
    except ProcessingFailure as failure:
        # The caller does not get the reason: it names the service, and may quote its answer.
        log.warning("start_list_unavailable", album_id=str(album.pk), reason=failure.reason)
        if failure.retry_after is None:
            raise StartListUnavailable from failure
        # Paused photos are retried one by one, so their times are later. The caller may try again
        # earlier: the next probe of the competitor service is due within the cap.
        wait = min(failure.retry_after, settings.PROVIDER_PAUSE_CAP)
        raise StartListUnavailable(retry_after=wait) from failure
