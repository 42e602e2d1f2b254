"""Check the numbers and custom tags that a person read: all are accepted, or none."""

from collections.abc import Sequence
from datetime import datetime

import structlog
from django.conf import settings

from recognition.models import Album, NumberRejection
from recognition.numbers import CheckedNumber, NumberRules, check, rules_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.start_lists import start_list_of
from records.refusals import Invalid, Unavailable

log = structlog.get_logger(__name__)

_WHY = {
    NumberRejection.NOT_A_NUMBER: "is not a number",
    NumberRejection.TOO_LONG: "has more digits than the album's numbers",
    NumberRejection.NOT_IN_START_LIST: "is not in the start list",
}


class NumbersNotAccepted(Invalid):
    """A number fails the album's checks."""

    code = "number-not-accepted"


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
    rules = _rules_for(album, texts, now)
    checked = [check(text, rules) for text in texts]
    wrong = {f"tags.{place}": _why(one) for place, one in enumerate(checked) if one.rejection}
    if wrong:
        raise NumbersNotAccepted(errors=wrong)
    return list(dict.fromkeys(one.value for one in checked))


def spellings_of(album: Album, text: str) -> set[str]:
    """Return a number as given, and as the album's rules normalise it now."""
    return {text, check(text, rules_of(album, None)).value}


def refuse_unknown_custom_tags(album: Album, names: Sequence[str]) -> None:
    """Refuse names that are no custom tags of the album.

    :raises UnknownCustomTag: `errors` names each by its place.
    """
    known = set(album.custom_tags.values_list("name", flat=True)) if names else set()
    wrong = {
        f"customTags.{place}": f"The album has no custom tag {name[:100]}."
        for place, name in enumerate(names)
        if name not in known
    }
    if wrong:
        raise UnknownCustomTag(errors=wrong)


def _rules_for(album: Album, texts: Sequence[str], now: datetime) -> NumberRules:
    try:
        return rules_of(album, start_list_of(album, now) if texts else ())
    except ProcessingFailure as failure:
        # The caller does not get the reason: it names the service, and may quote its answer.
        log.warning("start_list_unavailable", album_id=str(album.pk), reason=failure.reason)
        if failure.retry_after is None:
            raise StartListUnavailable from failure
        # Paused photos are retried one by one, so their times are later. The caller may try again
        # earlier: the next probe of the competitor service is due within the cap.
        wait = min(failure.retry_after, settings.PROVIDER_PAUSE_CAP)
        raise StartListUnavailable(retry_after=wait) from failure


def _why(number: CheckedNumber) -> str:
    rejection = number.rejection or NumberRejection.NOT_A_NUMBER
    return f"{rejection.value}: {number.value[:100]} {_WHY[rejection]}."
