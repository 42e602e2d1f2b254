"""Photos and what was recognised on them, requests, callbacks and selfies, as they move."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings

from foundation.moving.comparing import by_record
from foundation.moving.kinds import Compared, Facts, FileFacts, MovedKind, Row, RowProblem
from foundation.privacy.registry import Name, erased_problems
from recognition.jobs.models import ProcessedPhoto
from recognition.numbers.normalising import check, rules_of
from recognition.records.albums import Album
from recognition.records.erased import number_name, person_name, selfie_name
from recognition.records.numbers import (
    FormerNumber,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.records.persons import (
    ErasedFaces,
    PhotoCorrection,
    PhotoPerson,
    PhotoRepublication,
    SuggestedPerson,
)
from recognition.records.photos import Photo
from recognition.records.requests import Callback, NumberRequest, PhotoAttempt
from recognition.records.selfies import Selfie, SelfiePerson
from recognition.records.steps import STEPS, PhotoState
from recognition.records.strategies import recognises
from recognition.wire.reports import digest_of

UNRECOGNISED = "Imported without being recognised; process the album again."


class MovedNumbers(MovedKind):
    name, model = "photo-numbers", PhotoNumber
    says = "Start numbers of photos, accepted ones and those that were rejected."
    key = ("photo_id", "value", "rejection")
    parent, listed_as, shorthand = "photo_id", "numbers", "value"
    follows_parent = ("album_id",)
    is_exported = False
    absent = {"source": "Provider", "album_id": "the photo's"}

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        albums = _albums_of_photos(rows, facts)
        yield from erased_problems(
            (row, "value", number_name(album, row.values["value"])) for row, album in albums
        )

    meanings = {
        "value": "The number as the album's rules normalise it, or what was read.",
        "rejection": "Why it is none of the photo's tags.",
        "source": "Who read it.",
        "box": "Where: left, top, width and height as fractions of the image.",
    }

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        for row in rows:
            row.values.setdefault("source", NumberSource.PROVIDER)


class MovedPersonsOfPhotos(MovedKind):
    name, model = "photo-persons", PhotoPerson
    says = "Persons on photos (PhotoPerson)."
    key = ("photo_id", "person_id")
    parent, listed_as, shorthand = "photo_id", "persons", "person_id"
    follows_parent = ("album_id",)
    is_exported = False
    absent = {"album_id": "the photo's"}

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        albums = _albums_of_photos(rows, facts)
        yield from erased_problems(
            (row, "personId", person_name(album, row.values["person_id"])) for row, album in albums
        )


def _albums_of_photos(rows: Sequence[Row], facts: Facts) -> list[tuple[Row, UUID]]:
    photos = facts("photos", {row.values["photo_id"] for row in rows})
    return [(row, UUID(photos[str(row.values["photo_id"])]["album_id"])) for row in rows]


class _OfPhoto(MovedKind):
    parent, has_file = "photo_id", False


class MovedSuggestedNumbers(_OfPhoto):
    name, model, listed_as = "suggested-numbers", SuggestedNumber, "suggestedNumbers"
    says = "Numbers for taggers, never sent."
    key = ("photo_id", "value")


class MovedSuggestedPersons(_OfPhoto):
    name, model, listed_as = "suggested-persons", SuggestedPerson, "suggestedPersons"
    says = "Persons that a face may be, too; for staff."
    key = ("photo_id", "person_id", "may_be")
    follows_parent = ("album_id",)


class MovedFormerNumbers(_OfPhoto):
    name, model, listed_as = "former-numbers", FormerNumber, "formerNumbers"
    says = "Numbers that others have replaced."
    is_append_only = True


class MovedUnread(_OfPhoto):
    name, model, listed_as = "unread-regions", UnreadRegions, "unread"
    says = "Where a number may stand that was not read."
    key = ("photo_id",)


class MovedErased(_OfPhoto):
    name, model, listed_as = "erased-faces", ErasedFaces, "erasedFaces"
    says = "Where faces of erased persons are."
    key = ("photo_id",)


class MovedCorrections(_OfPhoto):
    name, model, listed_as = "photo-corrections", PhotoCorrection, "corrections"
    says = "What staff corrected."
    left_out = ("removed",)  # so who was removed before cannot be put back
    is_append_only = True


class MovedRepublications(_OfPhoto):
    name, model, listed_as = "photo-republications", PhotoRepublication, "republications"
    says = "Publications with other content."
    is_append_only = True


class MovedAttempts(_OfPhoto):
    name, model, listed_as = "photo-attempts", PhotoAttempt, "attempts"
    says = "Attempts that failed or waited."
    is_append_only = True


class MovedTaken(_OfPhoto):
    name, model, listed_as = "processed-photos", ProcessedPhoto, "processed"
    says = "When it was processed again."
    left_out = ("job_id",)
    is_append_only = True


class MovedPhotos(MovedKind):
    name, model = "photos", Photo
    says = "Photos with flags, numbers and persons. Nothing of them is processed or delivered."
    names = {"id": "photoId"}
    needed = ("id",)
    remembers = ("album_id",)
    left_out = ("faces_claim", "numbers_claim", "traceparent")
    absent = {
        "state": "Processed if the flags say all that the album's strategy needs; else Failed, "
        "with a reason: nothing happens until the album is processed again"
    }
    meanings = {
        "state": "Where it stands. New: the next sweep has it recognised.",
        "face_recognized": "Whether faces were recognised, whether any were found or none.",
        "number_recognized": "Whether numbers were read, whether any were found or none.",
        "shooting_date": "When it was taken.",
        "image_url": "Where its picture is.",
        "persons_version": "Version of the persons that the photo service has; 0: none.",
        "tags_version": "Version of the tags that the photo service has; 0: none.",
        "version": "Later results have later versions than this: give the last one sent.",
    }
    compared = ("numbers", "persons")
    children = (
        MovedNumbers(),
        MovedPersonsOfPhotos(),
        MovedSuggestedNumbers(),
        MovedSuggestedPersons(),
        MovedFormerNumbers(),
        MovedUnread(),
        MovedErased(),
        MovedCorrections(),
        MovedRepublications(),
        MovedAttempts(),
        MovedTaken(),
    )

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        albums = _albums(rows, facts)
        yield from erased_problems(_persons_and_numbers(rows))
        for row in rows:
            rules = rules_of(albums[str(row.values["album_id"])], None)
            if row.values.get("judge_on") is not None:
                continue  # its numbers are of other rules, and are to be judged
            for each in row.lists.get("numbers", ()):
                if each.get("rejection") or each.get("source", "Provider") != "Provider":
                    continue
                found = check(each["value"], rules)
                if found.rejection in (NumberRejection.TOO_LONG, NumberRejection.NOT_A_NUMBER):
                    says = f"has {each['value']!r}, which the album refuses: {found.rejection}"
                    cure = "Give it a rejection, or the album another startNumberCapacity."
                    yield row, RowProblem(field="numbers", says=says, cure=cure)

    def compared_of(self, row: Row) -> Compared:
        numbers, persons = row.lists.get("numbers", ()), row.lists.get("persons", ())
        return {
            "numbers": frozenset(each["value"] for each in numbers if not each.get("rejection")),
            "persons": frozenset(each["person_id"] for each in persons),
        }

    def compared_here(self, pks: Sequence[Any]) -> Mapping[Any, Compared | None]:
        accepted = PhotoNumber.objects.filter(photo__in=pks, rejection="")
        numbers = by_record(accepted.values_list("photo_id", "value"))
        found = PhotoPerson.objects.filter(photo__in=pks)
        persons = by_record(found.values_list("photo_id", "person_id"))
        none: frozenset[str] = frozenset()
        return {
            pk: {"numbers": numbers.get(pk, none), "persons": persons.get(pk, none)}
            if state == PhotoState.PROCESSED
            else None
            for pk, state in Photo.objects.filter(pk__in=pks).values_list("pk", "state")
        }

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        """Set the state by the flags, and the versions of results, where they are absent."""
        albums = _albums(rows, facts)
        for row in rows:
            values = row.values
            for each in row.lists.get("numbers", ()):
                each.setdefault("source", NumberSource.PROVIDER)
            if "state" not in values:
                album = albums[str(values["album_id"])]
                missing = any(
                    recognises(album, step) and not values.get(step.recognized) for step in STEPS
                )
                values["state"] = PhotoState.FAILED if missing else PhotoState.PROCESSED
                if missing:
                    values |= {"reason_description": UNRECOGNISED, "reason_group": UNRECOGNISED}
            sent = [values.get(step.version, 0) for step in STEPS]
            values["version"] = max(values.get("version", 1), *sent)


def _persons_and_numbers(rows: Sequence[Row]) -> Iterator[tuple[Row, str, Name]]:
    for row in rows:
        album = row.values["album_id"]
        for each in row.lists.get("persons", ()):
            yield row, "persons", person_name(album, each["person_id"])
        for each in row.lists.get("suggestedPersons", ()):
            for person in (each["person_id"], each["may_be"]):
                yield row, "suggestedPersons", person_name(album, person)
        for name in ("numbers", "suggestedNumbers"):
            for each in row.lists.get(name, ()):
                yield row, name, number_name(album, each["value"])


def _albums(rows: Sequence[Row], facts: Facts) -> dict[str, Album]:
    found = facts("albums", {row.values["album_id"] for row in rows})
    defaults = {
        "strategy": settings.DEFAULT_STRATEGY,
        "start_number_capacity": settings.DEFAULT_START_NUMBER_CAPACITY,
        "normalization_policy": settings.DEFAULT_NORMALIZATION_POLICY,
    }
    return {
        pk: Album(**defaults | {name: value for name, value in known.items() if value is not None})
        for pk, known in found.items()
    }


class MovedCallbacks(MovedKind):
    name, model = "callbacks", Callback
    says = "Callbacks of the number provider (Callback): a repeat of one changes nothing."
    names = {"id": "callbackId", "request_id": "requestId"}
    absent = {"digest": "that of the payload", "state": "Applied"}
    after = ("number-requests",)

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        for row in rows:
            values = row.values
            values.setdefault("digest", digest_of(values["payload"]))
            values.setdefault("id", uuid5(values["request_id"], values["digest"]))
            values.setdefault("state", "Applied")

    key = ("request_id", "digest")


class MovedRequests(MovedKind):
    name, model = "number-requests", NumberRequest
    says = "Requests to the number provider; callbacks answer them."
    names = {"id": "requestId"}
    needed = ("id", "created_on")  # a repeat of a callback is looked for behind it
    left_out = ("traceparent",)
    after = ("selfies",)


class MovedSelfiePersons(MovedKind):
    name, model = "selfie-persons", SelfiePerson
    says = "Persons on it."
    parent, listed_as, has_file = "selfie_id", "persons", False
    key = ("selfie_id", "person_id")


class MovedSelfies(MovedKind):
    name, model = "selfies", Selfie
    says = "Selfies of participants, without pictures."
    names = {"id": "selfieId"}
    needed = ("id",)
    children = (MovedSelfiePersons(),)

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        yield from erased_problems((row, "selfieId", selfie_name(row.values["id"])) for row in rows)
        yield from erased_problems(
            (row, "persons", person_name(row.values["album_id"], each["person_id"]))
            for row in rows
            for each in row.lists.get("persons", ())
        )
