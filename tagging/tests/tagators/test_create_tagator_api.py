"""POST admin-api/…/tagators…"""

import json
from decimal import Decimal
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from tagging.models import Tagator, TagatorSettings, TagatorState
from tagging.tests.calls.tagators import NEW, change, create, path
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
