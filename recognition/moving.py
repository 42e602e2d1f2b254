"""Tenants, albums, accounts, photos and what was recognised on them, as they move in and out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings

from foundation.moving.columns import ANY_JSON, ValueType
from foundation.moving.comparing import by_record
from foundation.moving.kinds import Compared, Facts, FileFacts, MovedKind, Row, RowProblem
from foundation.privacy.moved import erased_problems
from foundation.privacy.names import Name
from recognition.jobs.models import ProcessedPhoto
from recognition.numbers.models import AlbumText
from recognition.numbers.rules import check, rules_of
from recognition.persons.models import PersonApart, PersonMerge
from recognition.providers.faces.port import person_in_space_name
from recognition.providers.models import (
    Account,
    AccountSpace,
    CompetitorInstance,
    CredentialsUnreadable,
    KnownFace,
    Sealed,
    decrypt,
)
from recognition.records.albums import Album, AlbumCustomTag, Tenant
from recognition.records.corrections import PhotoCorrection, PhotoRepublication
from recognition.records.erased import number_name, person_name, selfie_name
from recognition.records.numbers import (
    FormerNumber,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.records.persons import ErasedFaces, PhotoPerson, SuggestedPerson
from recognition.records.photos import Photo
from recognition.records.requests import Callback, NumberRequest, PhotoAttempt
from recognition.records.selfies import Selfie, SelfiePerson
from recognition.records.steps import STEPS, PhotoState
from recognition.records.strategies import recognises
from recognition.wire.reports import digest_of

UNRECOGNISED = "Imported without being recognised; process the album again."


def _read_secret(value: Any) -> Any:
    is_sealed = isinstance(value, dict) and value.keys() == {"sealed"}
    return Sealed(token=value["sealed"]) if is_sealed else value


SECRET = ValueType(
    schema={},
    read=_read_secret,
    of_cell=ANY_JSON.of_cell,
    write=lambda value: {"sealed": value.token},
)
_AS_GIVEN = (
    'As the service takes it, or {"sealed": …} as an export has it, for the same CREDENTIALS_KEYS.'
)


class _WithSecret(MovedKind):
    """A kind with a column that is encrypted in the database."""

    secret = "credentials"  # noqa: S105 (a column)

    def is_same(self, attname: str, given: Any, stored: Any) -> bool:
        if attname != self.secret or isinstance(given, Sealed):
            return super().is_same(attname, given, stored)
        try:
            return bool(decrypt(stored.token) == given)
        except CredentialsUnreadable:
            return False


class MovedCompetitorServices(_WithSecret):
    name, model = "competitor-services", CompetitorInstance
    says = "Services that have start lists."
    names = {"id": "competitorInstanceId"}
    needed = ("id",)
    secret = "token"  # noqa: S105 (a column)
    types = {"token": SECRET}
    meanings = {"token": _AS_GIVEN, "name": "Its name.", "base_url": "Its address."}
    unique = (("name",),)


class MovedTenants(MovedKind):
    name, model = "tenants", Tenant
    says = "Customers of the platform."
    names = {"id": "tenantId"}
    needed = ("id",)
    meanings = {"recognition_state": "On, or Off: nothing of the tenant is recognised."}


class MovedAccounts(_WithSecret):
    name, model = "accounts", Account
    says = "Accounts at face providers."
    names = {"id": "accountId"}
    needed = ("id",)
    types = {"credentials": SECRET}
    meanings = {"credentials": _AS_GIVEN, "provider": "Which adapter asks it.", "name": "Its name."}
    unique = (("name",),)


class MovedSpaces(MovedKind):
    name, model = "spaces", AccountSpace
    says = "Spaces of accounts: a face is looked for in one."
    names = {"id": "accountSpaceId"}
    needed = ("id",)
    remembers = ("account_id",)
    unique = (("account_id", "external_id"), ("account_id", "name"))
    case_counts = ("external_id",)


class MovedAlbums(MovedKind):
    name, model = "albums", Album
    says = "Albums, and how their photos are recognised."
    names = {"id": "albumId", "face_account_id": "providerId", "face_space_id": "providerSpaceId"}
    needed = ("id",)
    left_out = ("has_erasures",)  # marks of the erased do not move, and stay where they are
    absent = {
        "strategy": "the site's default",
        "start_number_capacity": "the site's default",
        "normalization_policy": "the site's default",
    }
    meanings = {
        "name": "Its name.",
        "state": "On, or Off: nothing of it is recognised.",
        "strategy": "What is recognised, and by whom.",
        "start_number_capacity": "How many digits a start number has at most.",
        "normalization_policy": "What happens to leading zeros.",
        "priority": "Higher ones are first.",
        "tenant_id": "Whose it is; without one nothing of it is recognised.",
    }
    remembers = (
        "strategy", "start_number_capacity", "normalization_policy", "number_format",
        "face_account_id",
    )  # fmt: skip

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        spaces = facts("spaces", [row.values.get("face_space_id") for row in rows])
        for row in rows:
            space = row.values.get("face_space_id")
            account = row.values.get("face_account_id")
            if space is not None and spaces[str(space)]["account_id"] != str(account):
                says = "is a space of another account"
                cure = "Name the account of the space as providerId."
                yield row, RowProblem(field="providerSpaceId", says=says, cure=cure)

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        defaults = {
            "strategy": settings.DEFAULT_STRATEGY,
            "start_number_capacity": settings.DEFAULT_START_NUMBER_CAPACITY,
            "normalization_policy": settings.DEFAULT_NORMALIZATION_POLICY,
        }
        for row in rows:
            row.values |= {**defaults, **row.values}


class MovedCustomTags(MovedKind):
    name, model = "custom-tags", AlbumCustomTag
    says = "Custom tags of albums (AlbumCustomTag)."
    key = ("album_id", "name")


class MovedAlbumTexts(MovedKind):
    name, model = "album-texts", AlbumText
    says = "Texts of albums that are no start numbers."
    names = {"id": "albumTextId"}


class MovedMerges(MovedKind):
    name, model = "person-merges", PersonMerge
    says = "Persons of an album that are one: the first is the second."
    key = ("album_id", "person_id")
    meanings = {"into": "The person that it is.", "evidence": "Why, where staff did not do it."}

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        """Refuse a merge that closes a circle with those before it, or with those here."""
        batch = {self.key_of(row.values) for row in rows}
        into: dict[str, str] = {}

        def next_of(key: str) -> str | None:
            if key in batch:
                return into.get(key)
            found: str | None = facts(self.name, [key]).get(key, {}).get("into")
            return found

        for row in rows:
            album, person = row.values["album_id"], row.values["person_id"]
            at: str | None = row.values["into"]
            while at not in (None, person):
                at = next_of(f"{album}\n{at}")
            if at == person:
                says = f"closes a circle: {person} would be itself"
                cure = "Leave one merge of the circle out."
                yield row, RowProblem(field="into", says=says, cure=cure)
            else:
                into[self.key_of(row.values)] = row.values["into"]

    remembers = ("into",)


class MovedAparts(MovedKind):
    name, model = "persons-apart", PersonApart
    says = "Persons of an album that are not one, as staff said."
    key = ("album_id", "person_id", "other")


class MovedPersons(MovedKind):
    name, model = "persons", KnownFace
    says = "Faces that a provider keeps in a space, and the persons that they belong to."
    key = ("space_id", "face_id")
    names = {"space_id": "accountSpaceId"}
    meanings = {"person_id": "The person.", "face_id": "What the provider calls the face."}

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        named = [(row, row.values["space_id"], row.values["person_id"]) for row in rows]
        yield from erased_problems(
            (row, "personId", person_in_space_name(space, person)) for row, space, person in named
        )


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


KINDS = (
    MovedCompetitorServices(),
    MovedTenants(),
    MovedAccounts(),
    MovedSpaces(),
    MovedAlbums(),
    MovedCustomTags(),
    MovedAlbumTexts(),
    MovedMerges(),
    MovedAparts(),
    MovedPersons(),
    MovedPhotos(),
    MovedRequests(),
    MovedCallbacks(),
    MovedSelfies(),
)
