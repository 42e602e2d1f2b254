"""Readings that were checked while their album's numbers had another format.

They are checked again by the rules of now. That needs the start list, and so it may ask the
competitor service: never in a transaction.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

import structlog

from recognition.judged_rows import format_of, reading_of
from recognition.judging import Reading, check_again
from recognition.models import Album, PhotoNumber
from recognition.numbers import NumberRules, rules_of
from recognition.providers.failures import ProcessingFailure, group_of_reason
from recognition.providers.start_lists import start_list_of

log = structlog.get_logger(__name__)

Rules = Mapping[UUID, NumberRules]  # by album


def rules_to_check_again(
    rows: Iterable[PhotoNumber], albums: Mapping[UUID, Album], now: datetime
) -> Rules:
    """Return the rules of the albums by which some of these rows must be checked again.

    An album whose start list is not available now is left out; its photos are judged later.

    :param albums: those of the rows, selected `with_settings`.
    """
    outdated = {
        album.pk: album
        for row in rows
        if row.album_id and (album := albums[row.album_id]).number_format != format_of(row)
    }
    found = {}
    for album_id, album in outdated.items():
        try:
            found[album_id] = rules_of(album, start_list_of(album, now))
        except ProcessingFailure as failure:
            # Not the details of the reason, which may quote the start list.
            reason = group_of_reason(failure.reason)
            log.warning("not_checked_again", album_id=str(album_id), reason=reason)
    return found


def reading_of_now(row: PhotoNumber, album: Album, rules: Rules) -> Reading | None:
    """Return a row's reading as the album's format is now; None: that needs rules not given."""
    reading, rules_of_album = reading_of(row), rules.get(album.pk)
    if reading.number_format == album.number_format:
        return reading
    if rules_of_album is None or rules_of_album.number_format != album.number_format:
        return None
    return check_again(reading, rules_of_album)
