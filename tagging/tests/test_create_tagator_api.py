"""POST admin-api/…/tagators…"""

import json
from datetime import timedelta
from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from messaging.tests.play.racing import at_once, race
from records.creating import Creation, IdTaken
from tagging.commands.tagators import CreateTagatorCommand, EmailTaken, create_tagator
from tagging.models import Tagator, TagatorSettings, TagatorState
from tagging.tests.factories import PASSWORD
from tagging.tests.tagator_calls import (
    BOTH,
    NEW,
    WEAK,
    WRONG_VALUES,
    change,
    create,
    fields_of,
    path,
)

pytestmark = pytest.mark.django_db


@BOTH
def test_a_tagator_is_created_with_settings_by_default(manager, version):
    answer = create(manager, version)

    tagator = Tagator.objects.get()
    body = answer.json()
    assert answer.status_code == 201
    assert body.pop("createdOn").endswith("Z")
    assert body.pop("updatedOn").endswith("Z")
    assert body == {
        "tagatorId": str(tagator.pk),
        "email": "kim@example.org",
        "name": "Kim",
        "phone": "+49 30 12",
        "ratePerTask": "0.15",
        "state": "Active",
    }
    assert TagatorSettings.objects.get().tagator == tagator


@BOTH
def test_a_new_tagator_signs_in_and_may_tag_and_no_more(manager, anybody, version):
    create(manager, version)

    signed_in = anybody.post(
        f"/client-api/api/v{version}/accounts/signin",
        {"email": "KIM@example.org", "password": PASSWORD},
        format="json",
    )

    user = User.objects.get(username="kim@example.org")
    assert signed_in.status_code == 200
    assert (user.is_staff, user.get_all_permissions()) == (False, {"tagging.tag"})


def test_a_tagator_without_a_password_cannot_sign_in_yet(manager):
    body = {"email": "kim@example.org", "name": "Kim"}

    answer = manager.post(path(), body, format="json")

    tagator = Tagator.objects.get()
    assert answer.status_code == 201
    assert not tagator.user.has_usable_password()
    assert (tagator.rate_text, tagator.phone) == ("0.00", "")


def test_a_tagator_may_be_created_blocked(manager):
    answer = create(manager, state="Blocked")

    tagator = Tagator.objects.get()
    assert (answer.status_code, answer.json()["state"]) == (201, "Blocked")
    assert (tagator.state, tagator.user.is_active) == (TagatorState.BLOCKED, False)


@pytest.mark.parametrize(
    ("written", "stored", "answered"),
    [
        ('"0.15"', "0.15", "0.15"),
        ("0.15", "0.15", "0.15"),
        ("0", "0", "0.00"),
        ('"0"', "0", "0.00"),
        ("3", "3", "3.00"),
        ("1.5e-1", "0.15", "0.15"),
        ('"0.0001"', "0.0001", "0.0001"),
        ("12345.6789", "12345.6789", "12345.6789"),
        ('"99999.9999"', "99999.9999", "99999.9999"),
    ],
)
def test_a_rate_is_read_digit_by_digit(manager, written, stored, answered):
    body = json.dumps({**NEW, "ratePerTask": None}).replace("null", written)

    answer = manager.post(path(), body, content_type="application/json")

    assert (answer.status_code, answer.json()["ratePerTask"]) == (201, answered)
    assert Tagator.objects.get().rate_per_task == Decimal(stored)


def test_a_rate_that_only_a_float_would_round_is_422(manager):
    body = json.dumps({**NEW, "ratePerTask": None}).replace("null", "0.15000000000000000000001")

    answer = manager.post(path(), body, content_type="application/json")

    assert (answer.status_code, fields_of(answer)) == (422, {"ratePerTask": "max-digits"})
    assert not Tagator.objects.exists()


@BOTH
@WRONG_VALUES
def test_a_wrong_value_is_422_by_its_field(manager, version, field, value, code):
    answer = create(manager, version, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert not Tagator.objects.exists()


@pytest.mark.parametrize(
    ("tagator_id", "code"),
    [("seven", "invalid"), (7, "invalid"), ("00000000-0000-0000-0000-000000000000", "nil")],
)
def test_an_id_that_is_no_new_guid_is_422(manager, tagator_id, code):
    answer = create(manager, tagatorId=tagator_id)

    assert (answer.status_code, fields_of(answer)) == (422, {"tagatorId": code})
    assert not Tagator.objects.exists()


@pytest.mark.parametrize("field", ["email", "name"])
def test_what_is_missing_is_422(manager, field):
    body = {name: value for name, value in NEW.items() if name != field}

    answer = manager.post(path(), body, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})
    assert not Tagator.objects.exists()


@WEAK
def test_a_weak_password_is_422_and_creates_nothing(manager, password):
    answer = create(manager, password=password)

    assert (answer.status_code, answer.json()["code"]) == (422, "weak-password")
    assert fields_of(answer) == {"password": "weak-password"}
    assert not Tagator.objects.exists()
    assert not User.objects.filter(username="kim@example.org").exists()


@BOTH
@pytest.mark.parametrize("email", ["kim@example.org", "KIM@EXAMPLE.ORG"])
def test_an_email_that_is_taken_is_409(manager, version, email):
    create(manager, version)

    answer = create(manager, version, email=email, name="Other")

    assert (answer.status_code, answer.json()["code"]) == (409, "email-taken")
    assert [tagator.name for tagator in Tagator.objects.all()] == ["Kim"]


def test_an_email_that_staff_sign_in_with_is_409(manager):
    User.objects.create_user("kim@example.org")

    answer = create(manager)

    assert (answer.status_code, answer.json()["code"]) == (409, "email-taken")
    assert not Tagator.objects.exists()


@BOTH
def test_the_same_tagator_again_is_success_and_changes_nothing(manager, version):
    given = {"tagatorId": str(uuid4())}
    first = create(manager, version, **given)
    hashed = User.objects.get(username="kim@example.org").password

    again = create(manager, version, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert Tagator.objects.get().version == 1
    assert User.objects.get(username="kim@example.org").password == hashed


def test_an_id_is_read_in_either_case(manager):
    given = str(uuid4())
    create(manager, tagatorId=given)

    assert create(manager, tagatorId=given.upper()).status_code == 200


@BOTH
@pytest.mark.parametrize(
    "other",
    [
        {"email": "kay@example.org"},
        {"name": "Kay"},
        {"phone": ""},
        {"ratePerTask": "0.2"},
        {"state": "Blocked"},
        {"password": "another long enough phrase"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, version, other):
    given = str(uuid4())
    create(manager, version, tagatorId=given)

    answer = create(manager, version, tagatorId=given, **other)

    tagator = Tagator.objects.get()
    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert (tagator.name, tagator.email, tagator.version) == ("Kim", "kim@example.org", 1)
    assert tagator.user.check_password(PASSWORD)


def test_a_password_is_in_no_answer_and_in_no_log(manager, caplog, capfd):
    created = create(manager)
    tagator = Tagator.objects.get()
    answers = [
        created,
        create(manager),
        create(manager, name=""),
        manager.get(path()),
        manager.get(path(tagator)),
        change(manager, tagator, password=PASSWORD + "!"),
    ]

    captured = capfd.readouterr()
    written = [answer.content.decode() for answer in answers] + [caplog.text, *captured]
    assert not any(PASSWORD in text or "md5$" in text for text in written)


@BOTH
def test_a_malformed_body_is_400(manager, version):
    answer = manager.post(path(version=version), "{", content_type="application/json")

    assert answer.status_code == 400


@BOTH
def test_is_open_to_tagging_managers_only(caller, anybody, version):
    stranger = caller("recognition.manage", "tagging.tag", "internal.call", username="stranger")

    assert create(anybody, version).status_code == 401
    assert create(stranger, version).status_code == 403
    assert not Tagator.objects.exists()


def creation(**fields):
    given = {
        "tagator_id": uuid4(),
        "email": "kim@example.org",
        "name": "Kim",
        "password": PASSWORD,
        "now": timezone.now(),
    }
    return CreateTagatorCommand(**{**given, **fields})


@pytest.mark.django_db(transaction=True)
def test_of_two_creations_of_one_email_the_later_is_refused():
    refused = race(
        partial(create_tagator, creation()), partial(create_tagator, creation(name="Kay"))
    )

    assert isinstance(refused, EmailTaken)
    assert [tagator.name for tagator in Tagator.objects.all()] == ["Kim"]


@pytest.mark.django_db(transaction=True)
def test_of_two_creations_of_one_tagator_the_later_finds_them():
    command = creation()

    found = race(partial(create_tagator, command), partial(create_tagator, command))

    assert isinstance(found, Creation)
    assert not found.is_new
    assert (User.objects.count(), TagatorSettings.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_of_two_creations_of_one_id_with_other_data_the_later_is_refused():
    command = creation()
    other = creation(tagator_id=command.tagator_id, email="kay@example.org")

    refused = race(partial(create_tagator, command), partial(create_tagator, other))

    assert isinstance(refused, IdTaken)
    assert [user.username for user in User.objects.all()] == ["kim@example.org"]


@pytest.mark.django_db(transaction=True)
def test_of_many_creations_of_one_tagator_at_once_one_is_new():
    command = creation(now=timezone.now() - timedelta(days=1))

    created = at_once(*[partial(create_tagator, command)] * 4)

    assert sorted(each.is_new for each in created) == [False, False, False, True]
    assert len({each.record.pk for each in created}) == 1
