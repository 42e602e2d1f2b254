"""Judging photos again by what is known now; no provider is asked.

What was read is checked by the album's rules of now: format, policy, capacity and start list.

A photo is planned for this when it gets results (`Photo.judge_on`), in the same transaction. So of
two photos that are read side by side, the one that is judged last sees both. Findings schedule
other photos: those with a text that turns out to be one of the album, and those with unsure numbers
that this photo's persons have here. On the photos of its burst numbers are inferred again.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Case, Value, When

from foundation.records.database import do_batch
from foundation.records.texts import UNFORESEEN
from recognition.merging.deciding import decide_persons
from recognition.numbers.counted_texts import (
    RepeatedText,
    photos_accepting,
    repeated_texts,
    sightings_of,
)
from recognition.numbers.judged_rows import format_of, reading_of, stored_verdict, verdict_as_stored
from recognition.numbers.judging import (
    Knowledge,
    Reading,
    Verdict,
    check_again,
    judge,
    knowledge_of,
)
from recognition.numbers.judging_again import rules_of_now
from recognition.numbers.models import AlbumText
from recognition.numbers.normalising import NumberRules
from recognition.numbers.repeated_texts import find_text, is_of_the_album
from recognition.numbers.suggestions import photos_to_confirm
from recognition.processing.reported import judge_readings
from recognition.processing.results import (
    correct_numbers,
    is_open_to_change,
    keep_numbers,
    plan_judging,
)
from recognition.providers.failures import ProcessingFailure, group_of_reason
from recognition.records.albums import Album
from recognition.records.numbers import NumberFacts, NumberSource, PhotoNumber
from recognition.records.photo_state import settle
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.steps import JUDGING
from recognition.rejudging.inferring import infer_in_bursts

# Readings are checked again by the rules of now: format, policy, capacity and start list.
#
# That needs the start list, and so it may ask the competitor service: never in a transaction.


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


PART = 200  # photos that are judged together


def judge_due_photos(now: datetime) -> int:
    """Judge again what was read on up to `PART` photos that are due; return how many these are.

    If the process dies they are due again after `PROCESSING_LEASE`. A photo that fails does so by
    itself: it is tried again later, and given up in the end, which its reason says.
    """
    until = now + settings.PROCESSING_LEASE
    claimed = _claim_due(now, until)
    judge, fail = partial(_judge_claimed, until, now), partial(_note_failure, until, now)
    do_batch(claimed, judge, fail)
    return len(claimed)


def _judge_claimed(until: datetime, now: datetime, claimed: Sequence[UUID]) -> None:
    _find_texts(claimed, now)
    _plan_companions(claimed, until, now)
    decide_persons(claimed, now)
    found = _photos_judged_otherwise(claimed, now)
    for photo_id in found.changing:
        _judge_photo_again(photo_id, found.rules, now)
    infer_in_bursts(claimed, now)  # from what they have now
    # The claim ends, but for photos that were planned again meanwhile, as every changed one is.
    judged = set(claimed) - found.postponed
    _store(Photo.objects.filter(JUDGING.held(until), pk__in=judged), **JUDGING.values(None))
    failed_before = Photo.objects.filter(pk__in=claimed, judge_attempts__gt=0)
    for photo_id in failed_before.values_list("pk", flat=True):
        _forget_failures(photo_id)


def _plan_companions(claimed: Sequence[UUID], until: datetime, now: datetime) -> None:
    """Plan the photos with unsure numbers that the changed ones of these may decide.

    Not for one that was itself planned so and did not change: two would plan each other forever.
    """
    changed = Photo.objects.filter(pk__in=claimed, companions_on=until)
    plan_judging_again(photos_to_confirm(list(changed.values_list("pk", flat=True))), now)
    _store(changed, companions_on=None)  # unless it changed again meanwhile


@transaction.atomic
def _note_failure(until: datetime, now: datetime, photo_id: UUID, _: Exception) -> None:
    """Count a failed attempt, and plan the next one if there is one."""
    photo = Photo.objects.locked_with_album(photo_id)
    if photo.judge_on == until:
        photo.judge_attempts += 1
        failure = ProcessingFailure(UNFORESEEN)
        photo.judge_on = failure.next_attempt_on(photo.judge_attempts, now)
        settle(photo)


@transaction.atomic
def _forget_failures(photo_id: UUID) -> None:
    photo = Photo.objects.locked_with_album(photo_id)
    photo.judge_attempts = 0
    settle(photo)


def plan_judging_again(photo_ids: Iterable[UUID], now: datetime) -> None:
    """Plan to judge these photos next."""
    _store(Photo.objects.filter(pk__in=list(photo_ids)), judge_on=now)


@transaction.atomic
def _claim_due(now: datetime, until: datetime) -> list[UUID]:
    due = Photo.objects.filter(judge_on__lte=now).order_by("judge_on")
    free = due.select_for_update(skip_locked=True, of=("self",))
    claimed = list(free.values_list("pk", flat=True)[:PART])
    companions_on = Case(When(companions_on__isnull=False, then=Value(until)))
    claims = JUDGING.values(until)
    Photo.objects.filter(pk__in=claimed).update(**claims, companions_on=companions_on)
    return claimed


@transaction.atomic
def _store(photos: PhotoQuerySet, **values: Any) -> None:
    """Store what is planned for photos; they are locked in the order of their ids, as elsewhere."""
    locked = photos.order_by("pk").select_for_update(of=("self",), no_key=True)
    Photo.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).update(**values)


def _find_texts(photo_ids: Sequence[UUID], now: datetime) -> None:
    """Find texts of albums on these photos; the photos that accepted them are judged again."""
    repeated = repeated_texts(photo_ids)
    known = list(AlbumText.objects.filter(album__in={text.album_id for text in repeated}))
    for text in repeated:
        of_album = [each for each in known if each.album_id == text.album_id]
        if _is_settled(of_album, text):
            continue
        seen = sightings_of(text)
        if is_of_the_album(seen):
            known.append(_keep_text(text, seen.here, now))


def _is_settled(texts: Sequence[AlbumText], repeated: RepeatedText) -> bool:
    """Return whether it is a text of the album already, or staff said that it is a number.

    A number that was withdrawn at one place is not found at another one either.
    """
    if find_text(texts, repeated.value, repeated.place, repeated.words):
        return True
    withdrawn = {text.value for text in texts if text.withdrawn_on and not text.words}
    return repeated.place is not None and repeated.value in withdrawn


@transaction.atomic
def _keep_text(repeated: RepeatedText, photos: int, now: datetime) -> AlbumText:
    """Keep the text, and plan the photos in the same transaction: a crash forgets none."""
    text = AlbumText(
        album_id=repeated.album_id,
        value=repeated.value,
        words=repeated.words,
        photos=photos,
        found_on=now,
        **(repeated.place.columns() if repeated.place else {}),
    )
    AlbumText.objects.bulk_create([text], ignore_conflicts=True)
    plan_judging_again(photos_accepting(repeated), now)
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outlook:
    """Which photos may be judged otherwise now, in the order of their ids.

    `postponed` need a start list that is not available: they are due again after the claim.
    """

    changing: Sequence[UUID]
    postponed: frozenset[UUID]
    rules: Rules


def _photos_judged_otherwise(photo_ids: Collection[UUID], now: datetime) -> _Outlook:
    """Return the photos whose numbers may have another verdict now.

    These are the ones with unsure numbers, and those that the album's present settings and texts
    judge otherwise.
    """
    rows = PhotoNumber.objects.filter(photo__in=photo_ids, source=NumberSource.PROVIDER)
    found = [row for row in rows if row.album_id]  # an older row does not say what was read
    albums = Album.objects.with_settings().in_bulk({row.album_id for row in found})
    rules, known = rules_by_album(albums, now), _known_of(albums)
    changing, postponed = set(), set()
    for row, album in ((row, albums[row.album_id]) for row in found if row.album_id):
        reading = reading_of_now(row, album, rules)
        if reading is None:
            postponed.add(row.photo_id)
        elif may_change(row, reading, judge(reading, known[album.pk]), known[album.pk]):
            changing.add(row.photo_id)
    return _Outlook(
        changing=sorted(changing - postponed), postponed=frozenset(postponed), rules=rules
    )


def _known_of(albums: Mapping[UUID, Album]) -> dict[UUID, Knowledge]:
    texts = defaultdict[UUID, list[AlbumText]](list)
    for text in AlbumText.objects.in_force().filter(album__in=albums):
        texts[text.album_id].append(text)
    return {pk: knowledge_of(album, texts[pk]) for pk, album in albums.items()}


def may_change(row: NumberFacts, reading: Reading, verdict: Verdict, known: Knowledge) -> bool:
    """Return whether a row may be another one, now that its reading has this verdict."""
    if row.is_unsure or reading.number_format != format_of(row):
        return True
    return verdict_as_stored(verdict, known) != stored_verdict(row)


@transaction.atomic
def _judge_photo_again(photo_id: UUID, rules: Rules, now: datetime) -> None:
    """Judge the photo's readings again; send the corrected numbers if they differ.

    A photo whose numbers a person has read or corrected stays as it is. One that has changed is
    judged once more, for other photos of the same persons.
    """
    photo = Photo.objects.locked_with_album(photo_id)
    rows = list(photo.numbers.order_by("pk"))
    if is_open_to_change(photo, rows) and _judge(photo, rows, rules, now):
        settle(photo)


def _judge(photo: Photo, rows: Sequence[PhotoNumber], rules: Rules, now: datetime) -> bool:
    """Judge the rows again, and store what differs; return whether anything does."""
    texts = AlbumText.objects.in_force().filter(album=photo.album_id)
    rows = [row for row in rows if not row.is_inferred]
    readings = [(row, reading_of_now(row, photo.album, rules)) for row in rows]
    read = [(row, reading) for row, reading in readings if reading]
    if len(read) < len(rows):  # a rule has just changed: that plans the photo again
        return False
    judged = judge_readings(photo, read, list(texts), now)
    if not differ(judged, rows):
        return False
    stored = keep_numbers(photo, judged, NumberSource.PROVIDER, now)
    if _accepted(rows) != _accepted(judged):
        correct_numbers(photo, stored, now)
    else:
        plan_judging(photo, now)
    return True


def differ(judged: Iterable[PhotoNumber], rows: Iterable[PhotoNumber]) -> bool:
    """Return whether rows judged again differ from those that are stored."""
    return {as_checked(row) for row in judged} != {as_checked(row) for row in rows}


def as_checked(row: NumberFacts) -> tuple[Any, ...]:
    """Return what is compared of a row and the same one judged again."""
    return (format_of(row), *stored_verdict(row))


def _accepted(rows: Iterable[PhotoNumber]) -> set[str]:
    return {row.value for row in rows if not row.rejection}
