"""Readings are checked again by the rules of now: format, policy, capacity and start list.

That needs the start list, and so it may ask the competitor service: never in a transaction.
"""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import structlog

from recognition.commands.photos.start_lists import rules_of_now
from recognition.judged_rows import reading_of
from recognition.judging import Reading, check_again
from recognition.models import Album, PhotoNumber
from recognition.numbers import NumberRules
from recognition.providers.failures import ProcessingFailure, group_of_reason

log = structlog.get_logger(__name__)

Rules = Mapping[UUID, NumberRules]  # by album


def rules_by_album(albums: Mapping[UUID, Album], now: datetime) -> Rules:
    """Return the rules of the albums by which what was read on their photos is checked again.

    An album whose start list is not available now is left out; its photos are judged later.

    :param albums: selected `with_settings`.
    """
    found = {}
    for album_id, album in albums.items():
        try:
            found[album_id] = rules_of_now(album, now)
        except ProcessingFailure as failure:
            # Not the details of the reason, which may quote the start list.
            reason = group_of_reason(failure.reason)
            log.warning("not_checked_again", album_id=str(album_id), reason=reason)
    return found


def reading_of_now(row: PhotoNumber, album: Album, rules: Rules) -> Reading | None:
    """Return a row's reading as it is by the rules; None: they are not the album's any more."""
    known = rules.get(album.pk)
    if known is None or not known.are_of(album):
        return None
    return check_again(reading_of(row), known)
