"""What was recognised on a photo: kept, and sent to the photo service.

Every function here changes a photo that the caller has locked; the caller settles it afterwards,
which also posts what is to be sent (`Photo.to_send`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from foundation.messaging.outbox.holding import is_holding
from foundation.privacy.commands import OrderErasureCommand, order_erasure
from foundation.privacy.models import SubjectKind
from recognition.numbers.judged_rows import stored_verdict
from recognition.numbers.suggestions import link_numbers, link_to_wearers
from recognition.persons.merged import NO_MERGES, held_merges, keep_suggested_persons, persons_of
from recognition.providers.faces import RecognisedPerson, surest
from recognition.providers.faces.port import person_in_space_name
from recognition.records.albums import Album
from recognition.records.erased import face_sources, not_erased, number_name, person_name
from recognition.records.numbers import (
    FormerNumber,
    NumberFacts,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
)
from recognition.records.persons import ErasedFaces, PhotoPerson
from recognition.records.photos import Photo
from recognition.records.steps import FACES, NUMBERS, PhotoState
from recognition.records.strategies import Tagging, needs_number_provider, pipeline_of
from recognition.wire.photo_service import persons_message, tags_message
from recognition.wire.tagator_service import tagator_service

# Faces of the erased on photos that are recognised again: kept away by their place.
#
# The provider has forgotten the person, so it takes the face for a new one. That one is erased,
# too: at the provider, and wherever it is recognised from then on.

WHY = "The face of an erased person was recognised again on its photo, as a new person."
Box = Mapping[str, float]


def keep_places(photo: Photo, faces: Collection[PhotoPerson]) -> None:
    """Keep where the faces of erased persons are, before they are deleted."""
    boxes = [box for face in faces for box in _boxes_of(face)]
    if not boxes:
        return
    known, _ = ErasedFaces.objects.get_or_create(photo=photo)
    known.boxes += [dict(box) for box in boxes if box and box not in known.boxes]
    known.unplaced += boxes.count(None)
    known.save(update_fields=["boxes", "unplaced"])


def without_erased_faces(
    photo: Photo, persons: Sequence[RecognisedPerson], now: datetime
) -> list[RecognisedPerson]:
    """Return the persons whose faces are not where an erased person's is; erase the new ones."""
    known = ErasedFaces.objects.filter(photo=photo).first()
    if known is None:
        return list(persons)
    back = {
        each.person_id
        for each in persons
        if each.box and any(_is_same_place(each.box, box) for box in known.boxes)
    }
    elsewhere = PhotoPerson.objects.filter(person_id__in=back)
    new = back - set(elsewhere.values_list("person_id", flat=True))
    if new:
        _erase(photo.album, sorted(new), now)
    return [each for each in persons if each.person_id not in back]


def _erase(album: Album, persons: Sequence[str], now: datetime) -> None:
    sources = face_sources(album)
    order_erasure(
        OrderErasureCommand(
            erasure_id=uuid4(),
            kind=SubjectKind.PERSON,
            subject={
                "albumId": str(album.pk),
                "persons": list(persons),
                "spaces": list(map(str, sources.spaces)),
                "byNumberProvider": sources.has_number_provider,
                "albums": [{"id": str(album.pk), "numbers": []}],
            },
            names=[
                *(person_name(album.pk, each) for each in persons),
                *(person_in_space_name(space, p) for space in sources.spaces for p in persons),
            ],
            why=WHY,
            by=None,
            now=now,
        )
    )


def _boxes_of(face: PhotoPerson) -> list[Box | None]:
    """Return where a face is, or the faces that were merged into it."""
    return [each["box"] for each in face.merged_from or ()] or [face.box]


def _is_same_place(one: Box, other: Box) -> bool:
    """Return whether the middle of each is within the other: providers draw boxes differently."""
    return _has_middle_of(one, other) and _has_middle_of(other, one)


def _has_middle_of(box: Box, other: Box) -> bool:
    x, y = other["left"] + other["width"] / 2, other["top"] + other["height"] / 2
    return 0 <= x - box["left"] <= box["width"] and 0 <= y - box["top"] <= box["height"]


HELD_TASK = "No tagging task is made while deliveries are held."

# Numbers of a photo that are replaced: they stay in its history.


def keep_former_numbers(
    replaced: Iterable[PhotoNumber], by: Iterable[PhotoNumber], now: datetime
) -> None:
    """Keep numbers that are about to be deleted, unless the same reading has the same verdict."""
    stay = {(number.read_on, *stored_verdict(number)) for number in by}
    FormerNumber.objects.bulk_create(
        _former(
            number,
            now,
            source=number.source,
            is_suggestion=False,
            basis=number.basis,
            evidence=number.evidence,
            judged_on=number.judged_on,
        )
        for number in replaced
        if (number.read_on, *stored_verdict(number)) not in stay
    )


def keep_former_suggestions(photo: Photo, now: datetime) -> None:
    replaced = list(photo.suggested_numbers.all())
    source = NumberSource.PROVIDER
    FormerNumber.objects.bulk_create(
        _former(number, now, source=source, is_suggestion=True, judged_on=number.read_on)
        for number in replaced
    )
    photo.suggested_numbers.all().delete()


def _former(number: PhotoNumber | SuggestedNumber, now: datetime, **fields: Any) -> FormerNumber:
    return FormerNumber(
        photo_id=number.photo_id,
        value=number.value,
        rejection=number.rejection,
        confidence=number.confidence,
        replaced_on=now,
        **fields,
    )


def keep_persons(photo: Photo, persons: Sequence[RecognisedPerson], now: datetime) -> None:
    """Replace the photo's persons and send them: the faces are recognised."""
    if photo.known_persons is None and photo.persons.all().delete()[0]:
        photo.suggested_persons.all().delete()
    left = not_erased(photo.album, surest(persons), person_name, _person_id)
    if photo.album.has_erasures:
        left = without_erased_faces(photo, left, now)
    keep_suggested_persons(photo, left)
    merges = held_merges(photo.album_id) if left and not photo.has_no_merges else NO_MERGES
    photo.known_persons = PhotoPerson.objects.bulk_create(persons_of(photo, left, merges))
    finish_persons(photo, photo.known_persons, now)


def finish_persons(photo: Photo, persons: Iterable[PhotoPerson], now: datetime) -> None:
    """Send the photo's persons, which are stored: the faces are recognised."""
    link_numbers(photo)
    FACES.of(photo).finish(now, photo.next_results_version)
    plan_judging(photo, now)
    photo.to_send.append(persons_message(photo, persons))


def keep_numbers(
    photo: Photo, numbers: Sequence[PhotoNumber], source: NumberSource, now: datetime
) -> list[PhotoNumber]:
    """Replace the photo's numbers of one source, accepted and rejected, until more is known.

    What was inferred ends where a person says what is on the photo, or the number itself is read.
    """
    stored = photo.stored_numbers()
    read = {number.value for number in numbers if not number.rejection}
    kept = [
        one
        for one in stored
        if one.source != source
        and not (one.is_inferred and (source == NumberSource.MANUAL or one.value in read))
    ]
    return replace_numbers(photo, stored, kept, numbers, now)


def replace_numbers(
    photo: Photo,
    stored: Sequence[PhotoNumber],
    kept: Sequence[PhotoNumber],
    numbers: Sequence[PhotoNumber],
    now: datetime,
) -> list[PhotoNumber]:
    """Replace what is stored, but for what is kept and not outdated, by these numbers.

    Return all numbers of the photo in the order in which they were stored. Of the same number of
    two sources the first one stays. Replaced numbers stay in the photo's history.
    """
    kept = [] if photo.tags_outdated else list(kept)
    if len(kept) < len(stored):
        keep_former_numbers([one for one in stored if one not in kept], numbers, now)
        photo.numbers.exclude(pk__in=[one.pk for one in kept]).delete()
    photo.tags_outdated = False
    known = {(number.value, number.rejection) for number in kept}
    wanted = not_erased(photo.album, numbers, number_name, _value)
    added = [number for number in wanted if (number.value, number.rejection) not in known]
    changed = link_to_wearers(photo, kept + added)
    PhotoNumber.objects.bulk_update([each for each in changed if each.pk], ["worn_by"])
    photo.known_numbers = kept + PhotoNumber.objects.bulk_create(added)
    return photo.known_numbers


def _person_id(person: RecognisedPerson) -> str:
    return person.person_id


def _value(number: PhotoNumber) -> str:
    return number.value


def use_numbers(photo: Photo, numbers: Sequence[PhotoNumber], now: datetime) -> None:
    """Make these the photo's numbers by the provider; if none is accepted, ask a tagator."""
    use_stored_numbers(photo, keep_numbers(photo, numbers, NumberSource.PROVIDER, now), now)


def use_stored_numbers(photo: Photo, stored: Sequence[PhotoNumber], now: datetime) -> None:
    """Use the photo's numbers, which no person has read; if none is accepted, ask a tagator."""
    accepted = [number for number in stored if not number.rejection]
    if accepted or pipeline_of(photo.album).tagging is not Tagging.WITHOUT_A_NUMBER:
        take_back_task(photo, "The number provider has read the numbers.")
        finish_numbers(photo, stored, now)
    elif photo.tagging_task_id is None:
        ask_tagator(photo)
    else:
        stop_asking(photo)
    plan_judging(photo, now)


def correct_numbers(photo: Photo, stored: Sequence[PhotoNumber], now: datetime) -> None:
    """Send the changed numbers; where a tagger is asked instead, first that there are none."""
    asks = pipeline_of(photo.album).tagging is Tagging.WITHOUT_A_NUMBER
    if asks and photo.number_recognized and all(number.rejection for number in stored):
        finish_numbers(photo, stored, now)
        NUMBERS.of(photo).recognized = False
        ask_tagator(photo)
    else:
        use_stored_numbers(photo, stored, now)


def is_open_to_change(photo: Photo, rows: Sequence[NumberFacts]) -> bool:
    """Return whether the photo's numbers may be judged again: no person has read or set them."""
    pipeline, has_task = pipeline_of(photo.album), photo.tagging_task_id is not None
    if photo.state == PhotoState.DELETED or photo.tags_outdated or pipeline.request is None:
        return False
    if photo.numbers_corrected_on or any(row.source == NumberSource.MANUAL for row in rows):
        return False
    if pipeline.tagging is not Tagging.WITHOUT_A_NUMBER:
        return photo.number_recognized
    if photo.number_recognized:
        # Without a number of the provider's a tagger has finished it; with a task, opened it again.
        return any(not row.rejection for row in rows) and not has_task
    return has_task


def finish_numbers(photo: Photo, numbers: Iterable[PhotoNumber], now: datetime) -> None:
    """Make the accepted ones of the photo's numbers its tags and send them."""
    NUMBERS.of(photo).finish(now, photo.next_results_version)
    plan_judging(photo, now)
    photo.callback_due_on = photo.tagging_task_id = None
    if needs_number_provider(photo):  # for the faces
        NUMBERS.of(photo).plan(now)
    accepted = [number for number in numbers if not number.rejection]
    photo.to_send.append(tags_message(photo, accepted))


def ask_tagator(photo: Photo) -> None:
    """Create a tagging task for the photo. Attempts go on counting: a task may come back.

    While deliveries are held there is none, and the photo says so.
    """
    stop_asking(photo)
    if is_holding():
        photo.number_failure = HELD_TASK
        return
    photo.tagging_task_id = uuid4()
    photo.number_failure = ""
    tagator_service().create_task(photo.tagging_task_id, photo)


def take_back_task(photo: Photo, reason: str) -> None:
    """Cancel the tagging task that the photo waits for, if it waits for one."""
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None


def stop_asking(photo: Photo) -> None:
    """Plan nothing more for the numbers, and await no callback. One that arrives is used."""
    NUMBERS.of(photo).plan(None)
    photo.callback_due_on = None


def plan_judging(photo: Photo, now: datetime) -> None:
    """Plan to judge again what was read, now that more is known.

    Numbers of other photos may depend on it, too: `recognition.rejudging.rejudging`.
    """
    if pipeline_of(photo.album).request is not None:
        photo.judge_on = photo.companions_on = now
        photo.judge_attempts = 0
