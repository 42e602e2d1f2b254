"""A person and their numbers erased from the photos of albums, photo after photo."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from foundation.privacy.commands import erase_from_audit
from foundation.privacy.registry import Counts, Erased, Marks, Part, Subject
from foundation.records.audit import CHANGED
from foundation.records.models import AuditEntry
from recognition.erasing.ordering import marks_of, naming_persons, removals_of
from recognition.numbers.models import AlbumText
from recognition.numbers.start_lists import forget_list
from recognition.numbers.suggestions import link_numbers
from recognition.processing.results import keep_places, plan_judging
from recognition.records.albums import Album
from recognition.records.numbers import FormerNumber, PhotoNumber, SuggestedNumber, UnreadRegions
from recognition.records.persons import PhotoCorrection, PhotoPerson
from recognition.records.photo_state import settle
from recognition.records.photos import Photo
from recognition.records.requests import Callback
from recognition.records.selfies import Selfie, SelfiePerson
from recognition.records.steps import FACES, NUMBERS, PhotoState, Step
from recognition.wire.photo_service import persons_message, result_keys, tags_message
from recognition.wire.picture_copies import forget_pictures

PHOTOS_AT_ONCE = 500
_NUMBERS = (PhotoNumber, SuggestedNumber, FormerNumber)
_BESIDE = ("evidence", "words")  # columns that some of them have


class PhotosOfPerson(Part):
    """Goes over the photos of each album: who was read on which photo is in many tables."""

    def count(self, subject: Subject) -> Counts:
        albums = {album["id"]: album["numbers"] for album in subject["albums"]}
        faces = PhotoPerson.objects.filter(
            person_id__in=subject["persons"], photo__album__in=list(albums)
        )
        read = [
            PhotoNumber.objects.filter(value__in=numbers, photo__album=album_id)
            for album_id, numbers in albums.items()
            if numbers
        ]
        removed = removals_of(subject["persons"]).filter(photo__album__in=list(albums))
        seen = faces.count() + removed.count()
        return {"faces": seen, "numbers": sum(numbers.count() for numbers in read)}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        at, after = position or (0, None)
        if position is None:  # again, where a backup was restored
            album_ids = [each["id"] for each in subject["albums"]]
            Album.objects.filter(pk__in=album_ids).update(has_erasures=True)
        if at == len(subject["albums"]):
            return Erased()
        album = subject["albums"][at]
        photos = Photo.objects.filter(album=album["id"]).order_by("pk")
        if after is not None:
            photos = photos.filter(pk__gt=after)
        chosen = list(photos.values_list("pk", flat=True)[:PHOTOS_AT_ONCE])
        if not chosen:
            forget_list(UUID(album["id"]))
            counts = _erase_from_album(UUID(album["id"]), marks_of(subject, album))
            return Erased(counts=counts, next=(at + 1, None))
        counts = _erase_from(chosen, subject["persons"], marks_of(subject, album), now)
        return Erased(counts=counts, next=(at, str(chosen[-1])))


def _erase_from_album(album_id: UUID, marks: Marks) -> Counts:
    """Erase what names the erased beside the photos: texts, and orders but changes of settings."""
    texts = AlbumText.objects.filter(album=album_id)
    named = [text.pk for text in texts if marks.is_number(text.value) or marks.name(text.words)]
    AlbumText.objects.filter(pk__in=named).delete()
    orders = AuditEntry.objects.filter(record_type=Album.__name__, record_id=album_id)
    return {"audit": erase_from_audit(orders.exclude(action=CHANGED), marks)}


def _erase_from(
    photo_ids: Collection[UUID], persons: Collection[str], marks: Marks, now: datetime
) -> Counter[str]:
    # Callbacks before photos: a stored callback is applied in this order of locks.
    counts = Counter(
        callbacks=erase_from_callbacks(Q(request__photo__in=photo_ids), marks),
        audit=erase_from_audit(AuditEntry.objects.filter(record_id__in=photo_ids), marks),
    )
    seen = PhotoPerson.objects.filter(photo__in=photo_ids, person_id__in=persons)
    suggested = naming_persons(persons).filter(photo__in=photo_ids)
    read = [_naming(model.objects.filter(photo__in=photo_ids), marks) for model in _NUMBERS]
    corrected = _corrections_naming(photo_ids, marks)
    rows: list[Iterable[Any]] = [seen, suggested, corrected, *read]
    named = {each.photo_id for each in chain.from_iterable(rows)}
    for photo in Photo.objects.lock_with_album(named):
        counts += _erase_from_photo(photo, persons, marks, now)
    # Those too that staff made until the photos were locked.
    corrected = _corrections_naming(photo_ids, marks)
    counts["histories"] += len(corrected)
    PhotoCorrection.objects.filter(pk__in=[each.pk for each in corrected]).delete()
    return counts


def _corrections_naming(photo_ids: Collection[UUID], marks: Marks) -> list[PhotoCorrection]:
    rows = PhotoCorrection.objects.filter(photo__in=photo_ids)
    return [row for row in rows if marks.name([*row.before, *row.after, row.removed, row.reason])]


def _naming(rows: Any, marks: Marks) -> list[Any]:
    """Return the numbers that are erased, or beside which one of them was read."""
    likely, columns = Q(value__iregex=marks.coarse), {each.name for each in rows.model._meta.fields}
    if "evidence" in columns:
        rows = rows.annotate(evidence_text=Cast("evidence", TextField()))
        likely |= Q(evidence_text__iregex=marks.coarse)
    if "words" in columns:
        likely |= Q(words__iregex=marks.coarse)
    return [row for row in rows.filter(likely).order_by("pk") if _names(row, marks)]


def _names(row: Any, marks: Marks) -> bool:
    beside = [getattr(row, column, None) for column in _BESIDE]
    return marks.is_number(row.value) or marks.name(beside)


def _erase_from_photo(
    photo: Photo, persons: Collection[str], marks: Marks, now: datetime
) -> Counter[str]:
    theirs = photo.persons.filter(person_id__in=persons)
    removed = [
        PhotoPerson(**face)
        for correction in photo.corrections.all()
        for face in correction.removed
        if face["person_id"] in persons
    ]
    keep_places(photo, [*theirs, *removed])
    faces, _ = theirs.delete()
    suggestions, _ = naming_persons(persons).filter(photo=photo).delete()
    inferred, _ = photo.numbers.filter(evidence__personId__in=list(persons)).delete()
    numbers = inferred + _erase_numbers(_naming(photo.numbers.all(), marks), marks)
    suggested = _erase_numbers(_naming(photo.suggested_numbers.all(), marks), marks)
    former = _erase_numbers(_naming(photo.former_numbers.all(), marks), marks)
    link_numbers(photo)
    UnreadRegions.objects.filter(photo=photo).delete()  # one of them may be the person's number
    _delete_messages(photo, marks)
    if faces or removed:  # before the commit: after it no process might be left to do so
        forget_pictures(photo.pk)
        # And after it: until then a face can be cut again.
        transaction.on_commit(partial(forget_pictures, photo.pk), robust=True)
    if photo.state != PhotoState.DELETED and (faces or numbers):
        _send_what_is_left(photo, bool(faces), bool(numbers), now)
    return Counter(
        faces=faces, numbers=numbers + suggested, histories=former, suggestions=suggestions
    )


def _erase_numbers(rows: Iterable[Any], marks: Marks) -> int:
    """Delete numbers that are a mark; cut the marks out of what was read beside the others."""
    deleted = 0
    for row in rows:
        row.delete()
        if marks.is_number(row.value):
            deleted += 1
        else:  # a new row: some tables are append-only
            row.pk = None
            for column in _BESIDE:
                setattr(row, column, marks.without(getattr(row, column, None)))
            row.save(force_insert=True)
    return deleted


def _send_what_is_left(photo: Photo, faces: bool, numbers: bool, now: datetime) -> None:
    if faces:
        _raise_version(photo, FACES, now)
        outbox.post(persons_message(photo, photo.persons.order_by("pk")))
    if numbers:
        _raise_version(photo, NUMBERS, now)
        outbox.post(tags_message(photo, photo.numbers.filter(rejection="").order_by("pk")))
    plan_judging(photo, now)  # what was inferred from it goes
    settle(photo)


def _raise_version(photo: Photo, step: Step, now: datetime) -> None:
    """Give what is left a version; imported results count as recognised now, not as missing."""
    left = step.of(photo)
    if left.recognized or left.outdated:
        left.version = photo.next_results_version
    else:
        left.finish(now, photo.next_results_version)


def _delete_messages(photo: Photo, marks: Marks) -> None:
    """Delete the photo's messages that name the erased, sent or not; newer ones follow."""
    rows = OutboxMessage.objects.filter(key__in=result_keys(photo.pk)).order_by("pk")
    naming = [row.pk for row in rows.select_for_update() if marks.name(row.body)]
    OutboxMessage.objects.filter(pk__in=naming).delete()


def erase_from_callbacks(of: Q, marks: Marks) -> int:
    """Cut the marks out of stored callbacks; return how many had one. Their digests stay."""
    text = Cast("payload", TextField())
    likely = Callback.objects.annotate(text=text).filter(of, text__iregex=marks.coarse)
    changed = []
    for callback in likely.order_by("pk").select_for_update(of=("self",)):
        left = marks.without(callback.payload)
        if left != callback.payload:
            callback.payload = left
            changed.append(callback)
    Callback.objects.bulk_update(changed, ["payload"])
    return len(changed)


# Selfies erased: one by itself, or all of a person.


SELFIES_AT_ONCE = 100


class ErasedSelfie(Part):
    """A selfie with its picture, persons, requests and callbacks."""

    def count(self, subject: Subject) -> Counts:
        return _count(Selfie.objects.filter(pk=subject["selfieId"]))

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        return Erased(counts=_delete([UUID(subject["selfieId"])]))


class SelfiesOfPerson(Part):
    """Every selfie on which the person was recognised; other selfies lose the person's id."""

    def count(self, subject: Subject) -> Counts:
        return _count(_selfies_of(subject))

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        chosen = list(_selfies_of(subject).values_list("pk", flat=True)[:SELFIES_AT_ONCE])
        if chosen:
            return Erased(counts=_delete(chosen), next="more")
        changed = sum(
            erase_from_callbacks(Q(request__selfie__album=album["id"]), marks_of(subject, album))
            for album in subject["albums"]
        )
        return Erased(counts={"callbacks": changed})


def _selfies_of(subject: Subject) -> QuerySet[Selfie]:
    albums = [album["id"] for album in subject["albums"]]
    found = SelfiePerson.objects.filter(person_id__in=subject["persons"], selfie__album__in=albums)
    return Selfie.objects.filter(pk__in=found.values("selfie"))


def _count(selfies: QuerySet[Selfie]) -> Counts:
    callbacks = Callback.objects.filter(request__selfie__in=selfies)
    return {"selfies": selfies.count(), "callbacks": callbacks.count()}


def _delete(selfie_ids: Iterable[UUID]) -> Counts:
    """Delete selfies, locked first: an answer may just be stored for one."""
    selfies = Selfie.objects.filter(pk__in=list(selfie_ids)).order_by("pk")
    list(selfies.select_for_update(of=("self",)))
    counts = _count(selfies)
    selfies.delete()
    return counts
