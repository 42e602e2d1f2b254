"""PATCH admin-api/…/albums/{albumId}/recognition/settings, and the same on the album's page…"""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from foundation.records.models import AuditEntry
from foundation.staff.tests.staff_pages import save
from recognition.albums.previewing import preview_change
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    NumberFormat,
    Strategy,
)
from recognition.tests.album_changes import settings_of as command_of
from recognition.tests.calls.api import NIL, fields_of
from recognition.tests.calls.judging import album_of, judge_again, read, tag
from recognition.tests.calls.settings import (
    SPACE,
    album_to_change,
    body,
    is_unchanged,
    patch,
    path,
    settings_of,
)
from recognition.tests.calls.staff_forms import album_form
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory
from recognition.tests.photos.test_infer_numbers import ANNA, HIDDEN, see, shot

pytestmark = pytest.mark.django_db

STRATEGY = "startNumbersRecognitionStrategy"


@pytest.fixture
def space(db: None) -> AccountSpace:
    """A default space of an account."""
    return AccountSpaceFactory.create()


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


# --- Settings that are judged again: the field, the column, a value, what null leaves, the page
LETTERS = "LettersAndDigits"

JUDGED: list[Any] = [
    ("minimumConfidence", "minimum_confidence", 0.7, None, "0.7"),
    ("numberFormat", "number_format", LETTERS, LETTERS, LETTERS),
    ("inferNumbers", "infer_numbers", True, True, "on"),
]


@pytest.mark.parametrize(("field", "column", "value", "of_null", "typed"), JUDGED)
def test_a_setting_is_stored_kept_and_judged_again_by(
    manager, admin_client, album, field, column, value, of_null, typed
):
    def stored() -> Any:
        album.refresh_from_db()
        return getattr(album, column)

    default = stored()
    patch(manager, album)
    AlbumPhotosProcessingJob.objects.all().delete()

    held = manager.patch(
        path(album, 2), body(**{field: value}), format="json", headers={"If-Match": '"7"'}
    )
    assert (held.status_code, stored()) == (409, default)
    answer = patch(manager, album, **{field: value})
    assert (answer.status_code, answer["ETag"], stored()) == (204, '"3"', value)
    assert AlbumRejudging.objects.get().album == album
    assert AuditEntry.objects.latest("pk").changes[column] == [default, value]
    assert not AlbumPhotosProcessingJob.objects.exists()  # no photo is processed again

    AlbumRejudging.objects.all().delete()
    assert patch(manager, album, **{field: value})["ETag"] == '"3"'
    patch(manager, album)
    assert (stored(), AlbumRejudging.objects.exists()) == (value, False)
    patch(manager, album, 2, **{field: None})
    assert stored() == of_null

    album.store(**{column: default})
    save(admin_client, album, **album_form(album, **{column: typed, "confirmed": "yes"}))
    assert stored() == value


@pytest.mark.parametrize(
    ("base", "role"), [("admin-api", "recognition.manage"), ("internal-api", "internal.call")]
)
def test_what_is_judged_again_by_is_in_the_answer_of_version_2(caller, album, base, role):
    album.store(**{column: value for _, column, value, _, _ in JUDGED})
    client = caller(role)

    first, second = (
        client.get(f"/{base}/api/v{version}/albums/{album.pk}").json() for version in (1, 2)
    )

    for field, _, value, _, _ in JUDGED:
        assert (second[field], field in first) == (value, False)


@pytest.mark.parametrize("value", [0, 0.35, 1])
def test_a_minimum_confidence_is_a_fraction(manager, album, value):
    patch(manager, album, minimumConfidence=value)

    album.refresh_from_db()
    assert album.minimum_confidence == album.required_confidence == value


def test_a_preview_counts_what_is_judged_again_and_names_inferred_numbers():
    album = album_of()
    read(album, tag("T12"))
    command = command_of(album.pk, Strategy(album.strategy))

    said = preview_change(replace(command, number_format=NumberFormat(LETTERS)))
    inferring = preview_change(replace(command, infer_numbers=True))

    assert (said.judged_again, said.numbers_changed, said.unchanged) == (1, 1, 0)
    assert (said.numbers_gained, said.photos_gaining) == (1, 1)
    assert (inferring.judged_again, inferring.processed) == (1, 0)


def test_a_preview_says_which_numbers_are_inferred_and_withdrawn():
    album = album_of(infer_numbers=True)
    see(shot(album), ANNA)
    hidden = see(shot(album, 2), HIDDEN)
    command = command_of(album.pk, Strategy(album.strategy))
    album.store(infer_numbers=False)
    added = preview_change(replace(command, infer_numbers=True))
    album.store(infer_numbers=True)
    judge_again()

    withdrawn = preview_change(replace(command, infer_numbers=False))

    assert (added.gained_for_example, added.numbers_lost) == ([(hidden.pk, "101")], 0)
    assert (withdrawn.lost_for_example, withdrawn.numbers_gained) == ([(hidden.pk, "101")], 0)


# --- Stored
def test_settings_are_changed_and_the_photos_follow(manager, album, space):
    ids: dict[str, Any] = {"providerId": str(space.account_id), SPACE: str(space.pk)}

    answer = patch(manager, album, **ids)

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    assert settings_of(album) == ("Number", "PadLeadingZeros", 6, space.account_id, space.pk)
    assert AlbumPhotosProcessingJob.objects.get().album == album
    AlbumPhotosProcessingJob.objects.all().delete()
    assert patch(manager, album, **ids)["ETag"] == '"2"'
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_settings_take_the_space_that_is_named_or_the_default_one(manager, album, space):
    other = AccountSpaceFactory.create(account=space.account, is_default=False)

    rows: list[Any] = [
        (1, {}, space),
        (2, {SPACE: str(other.pk)}, other),
        (2, {SPACE: None}, space),
    ]
    for version, named, taken in rows:
        answer = patch(manager, album, version, providerId=str(space.account_id), **named)
        assert answer.status_code == 204
        assert settings_of(album)[3:] == (space.account_id, taken.pk)
    assert patch(manager, album, 2, providerId=None, **{SPACE: str(space.pk)}).status_code == 204
    assert settings_of(album)[3:] == (None, None)


# --- Refused
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("providerId", "seven", "invalid"),
        ("providerId", False, "invalid"),
        (SPACE, "seven", "invalid"),
        (STRATEGY, "Magic", "invalid-choice"),
        ("normalizationPolicy", "Backwards", "invalid-choice"),
        ("startNumberCapacity", 0, "min-value"),
        ("startNumberCapacity", 10, "max-value"),
        ("minimumConfidence", -0.01, "min-value"),
        ("minimumConfidence", 1.01, "max-value"),
        ("minimumConfidence", "0.5", "invalid"),
        ("minimumConfidence", True, "invalid"),
        ("numberFormat", "digits", "invalid-choice"),
        ("numberFormat", [], "invalid-choice"),
        ("inferNumbers", 1, "invalid"),
    ],
)
def test_settings_refuse_a_value_by_its_field(manager, album, version, field, value, code):
    answer = patch(manager, album, version, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert is_unchanged(album)


@pytest.mark.parametrize(
    ("off", "default", "named", "refused"),
    [
        ({}, True, "other", SPACE),
        ({}, True, "unknown", SPACE),
        ({}, True, "nil", SPACE),
        ({}, False, None, SPACE),
        ({"account": False}, True, None, "providerId"),
        ({"space": False}, True, None, SPACE),
    ],
    ids=["another's", "none there", "nil", "no default", "account off", "space off"],
)
def test_settings_refuse_a_face_provider_that_cannot_be_used(
    manager, album, off, default, named, refused
):
    space = AccountSpaceFactory.create(is_default=default)
    spaces = {"other": AccountSpaceFactory.create().pk, "unknown": uuid4(), "nil": NIL}
    Account.objects.update(is_active=off.get("account", True))
    AccountSpace.objects.update(is_active=off.get("space", True))
    given: dict[str, Any] = {SPACE: str(spaces[named])} if named else {}

    answer = patch(manager, album, providerId=str(space.account_id), **given)

    assert (answer.status_code, fields_of(answer)) == (422, {refused: "face-provider-unusable"})
    assert is_unchanged(album)


@pytest.mark.parametrize("provider", [NIL, NIL.replace("0", "7")])
def test_settings_know_no_provider_that_is_not_there(manager, album, provider):
    answer = patch(manager, album, providerId=provider)

    assert (answer.status_code, answer.json()["code"]) == (404, "account-not-found")
    assert is_unchanged(album)
    assert patch(manager, uuid4()).json()["code"] == "album-not-found"


@pytest.mark.parametrize("field", body())
def test_version_2_requires_what_it_announced(manager, album, field):
    given = {name: value for name, value in body().items() if name != field}

    answer = manager.patch(path(album, 2), given, format="json")
    preview = path(album, 2).replace("settings", "preview")
    previewed = manager.post(preview, {"settings": given}, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})
    assert fields_of(previewed) == {f"settings.{field}": "required"}
    if field != "providerId":
        assert fields_of(patch(manager, album, 2, **{field: None})) == {field: "null"}
    assert is_unchanged(album)


# --- Version 1
def test_version_1_says_that_it_is_deprecated_and_requires_the_provider(manager, album):
    given = body()
    del given["providerId"]
    refused = manager.patch(path(album, 1), given, format="json")

    assert (refused.status_code, fields_of(refused)) == (422, {"providerId": "required"})
    assert is_unchanged(album)
    answer = patch(manager, album, 1)
    assert answer["Deprecation"].startswith("@")
    assert answer["Link"] == f'<{path(album, 2)}>; rel="successor-version"'
    assert "Deprecation" not in patch(manager, album, 2)


@pytest.mark.parametrize("given", [{STRATEGY: None}, {}])
def test_version_1_without_a_strategy_changes_the_face_provider_alone(manager, album, space, given):
    ids = {"providerId": str(space.account_id), SPACE: str(space.pk)}
    for ignored in (
        {"normalizationPolicy": "PadLeadingZeros", "startNumberCapacity": 9},
        {"normalizationPolicy": "Backwards", "startNumberCapacity": 0},
        {"normalizationPolicy": [], "minimumConfidence": "much", "numberFormat": "Roman"},
    ):
        answer = manager.patch(path(album, 1), {**ids, **ignored, **given}, format="json")
        assert answer.status_code == 204

    assert settings_of(album) == ("Manual", "None", 3, space.account_id, space.pk)
    assert (album.minimum_confidence, album.number_format) == (None, "Digits")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"normalizationPolicy": None}, ("Number", "None", 6)),
        ({"startNumberCapacity": None}, ("Number", "PadLeadingZeros", 3)),
        ({"normalizationPolicy": None, "startNumberCapacity": None}, ("Number", "None", 3)),
    ],
)
def test_version_1_leaves_a_policy_or_capacity_of_null_as_it_is(manager, album, given, kept):
    assert patch(manager, album, 1, **given).status_code == 204

    assert settings_of(album)[:3] == kept


def test_version_1_takes_the_strategy_alone(manager, album):
    given = {"providerId": None, STRATEGY: "FaceNumber"}

    assert manager.patch(path(album, 1), given, format="json").status_code == 204

    assert settings_of(album) == ("FaceNumber", "None", 3, None, None)


@pytest.mark.parametrize("strategy", ["Number", None])
def test_version_1_takes_the_nil_guid_for_null(manager, space, strategy):
    album = AlbumFactory.create(face_space=space)
    given = {"providerId": NIL, SPACE: NIL, STRATEGY: strategy}

    assert patch(manager, album, 1, **given).status_code == 204

    assert settings_of(album)[3:] == (None, None)
