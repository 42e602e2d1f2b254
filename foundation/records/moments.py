"""Moments as texts of ISO 8601, as they are sent and as they are compared; arithmetic on them."""

import re
from datetime import UTC, datetime, timedelta

# A moment with its offset, as ISO 8601 writes it.
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)")
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def around(
    moment: datetime, before: timedelta, after: timedelta | None = None
) -> tuple[datetime, datetime]:
    """Return the moments so long before and after another one, within what a `datetime` can say.

    0001-01-01 and 9999-12-31 are dates that senders have, for "none" and for "without end".

    :param after: None: as long as `before`.
    """
    after = before if after is None else after
    earliest = moment - before if moment - _FIRST > before else _FIRST
    latest = moment + after if _LAST - moment > after else _LAST
    return earliest, latest


def as_iso_text(moment: datetime) -> str:
    """Return a moment in UTC as it is sent: `2026-05-17T09:30:00Z`, with microseconds if any."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def as_utc_text(moment: datetime) -> str:
    """Return a moment in UTC, of one width, so that moments are compared as texts."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def with_moment_in_utc(text: str) -> str:
    """Return a text that is a moment with an offset as `as_utc_text` has it; others as they are."""
    if not _WRITTEN.fullmatch(text):
        return text
    try:
        return as_utc_text(datetime.fromisoformat(text).astimezone(UTC))
    except (ValueError, OverflowError):
        return text
