"""Arithmetic on moments that others wrote: a calendar has a first and a last day."""

from datetime import UTC, datetime, timedelta

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
