"""Tenants, accounts, spaces and albums, as they move in and out."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings

from foundation.moving.columns import ANY_JSON, ValueType
from foundation.moving.kinds import Facts, FileFacts, MovedKind, Row, RowProblem
from foundation.privacy.registry import erased_problems
from recognition.numbers.models import AlbumText
from recognition.persons.models import PersonApart, PersonMerge
from recognition.providers.credentials import CredentialsUnreadable, Sealed, decrypt
from recognition.providers.faces.port import person_in_space_name
from recognition.providers.models import Account, AccountSpace, CompetitorInstance, KnownFace
from recognition.records.albums import Album, AlbumCustomTag, Tenant


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
    meanings = {
        "name": "What staff call it.",
        "recognition_state": "On, or Off: nothing of the tenant is recognised.",
    }


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
