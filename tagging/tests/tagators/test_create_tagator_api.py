"""POST admin-api/…/tagators…"""

from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from foundation.records.models import Creation, IdTaken
from tagging.models import Tagator, TagatorSettings, TagatorState
from tagging.tagators.commands import CreateTagatorCommand, EmailTaken, create_tagator
from tagging.tests.calls.tagators import WEAK, WRONG_VALUES, change, create, fields_of, path
from tagging.tests.factories import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_tagator_is_created_with_settings_by_default(manager):
    answer = create(manager)

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
        "ratePerNumber": "0.00",
        "state": "Active",
        "language": "",
    }
    assert TagatorSettings.objects.get().tagator == tagator


def test_a_new_tagator_signs_in_and_may_tag_and_no_more(manager, anybody):
    create(manager)

    signed_in = anybody.post(
        "/client-api/api/v2/accounts/signin",
        {"email": "KIM@example.org", "password": PASSWORD},
        format="json",
    )

    user = User.objects.get(username="kim@example.org")
    assert signed_in.status_code == 200
    assert (user.is_staff, user.get_all_permissions()) == (False, {"tagging.tag"})


def test_the_same_tagator_again_is_success_and_changes_nothing(manager):
    given = {"tagatorId": str(uuid4())}
    first = create(manager, **given)
    hashed = User.objects.get(username="kim@example.org").password

    again = create(manager, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert Tagator.objects.get().version == 1
    assert User.objects.get(username="kim@example.org").password == hashed


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


@WRONG_VALUES
def test_a_wrong_value_is_422_by_its_field(manager, field, value, code):
    answer = create(manager, **{field: value})

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


@WEAK
def test_a_weak_password_is_422_and_creates_nothing(manager, password):
    answer = create(manager, password=password)

    assert (answer.status_code, answer.json()["code"]) == (422, "weak-password")
    assert fields_of(answer) == {"password": "weak-password"}
    assert not Tagator.objects.exists()
    assert not User.objects.filter(username="kim@example.org").exists()


@pytest.mark.parametrize(
    "other",
    [
        {"email": "kay@example.org"},
        {"name": "Kay"},
        {"phone": ""},
        {"ratePerTask": "0.2"},
        {"ratePerNumber": "0.2"},
        {"state": "Blocked"},
        {"password": "another long enough phrase"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, other):
    given = str(uuid4())
    create(manager, tagatorId=given)

    answer = create(manager, tagatorId=given, **other)

    tagator = Tagator.objects.get()
    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert (tagator.name, tagator.email, tagator.version) == ("Kim", "kim@example.org", 1)
    assert tagator.user.check_password(PASSWORD)


def test_a_tagator_may_be_created_without_a_password_or_blocked(manager):
    body = {"email": "kim@example.org", "name": "Kim"}

    answer = manager.post(path(), body, format="json")
    blocked = create(manager, email="kay@example.org", state="Blocked")

    kim, kay = Tagator.objects.order_by("created_on")
    assert (answer.status_code, blocked.status_code, blocked.json()["state"]) == (
        201,
        201,
        "Blocked",
    )
    assert not kim.user.has_usable_password()
    assert (kim.rate_text, kim.phone) == ("0.00", "")
    assert (kay.state, kay.user.is_active) == (TagatorState.BLOCKED, False)


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
