"""PATCH of a tagator…"""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from tagging.models import Tagator, TagatorState
from tagging.tagators.commands import (
    CreateTagatorCommand,
    EmailTaken,
    change_tagator,
    create_tagator,
)
from tagging.tests.calls.tagators import blocking, change, path
from tagging.tests.factories import PASSWORD, new_tagator

pytestmark = pytest.mark.django_db


def test_what_is_given_is_changed_and_the_rest_stays(manager, kim):
    answer = change(manager, kim, name="Kay", ratePerTask="0.2", phone="")

    kim.refresh_from_db()
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["email"] == "kim@example.org"
    assert (kim.name, kim.rate_text, kim.phone) == ("Kay", "0.20", "")
    assert (kim.state, kim.user.is_active) == (TagatorState.ACTIVE, True)


def test_a_new_email_is_what_the_tagator_signs_in_with(manager, anybody, kim):
    answer = change(manager, kim, email="Kay@Example.org")

    statuses = [
        anybody.post(
            "/client-api/api/v2/accounts/signin",
            {"email": email, "password": PASSWORD},
            format="json",
        ).status_code
        for email in ("kay@example.org", "kim@example.org")
    ]
    assert (answer.status_code, answer.json()["email"]) == (200, "kay@example.org")
    assert statuses == [200, 401]


@pytest.mark.parametrize(
    ("tag", "status"), [('"1"', 200), ("*", 200), ('"2"', 409), ('W/"1"', 409), ("1", 400)]
)
def test_a_change_is_held_to_the_version_named(manager, kim, tag, status):
    headers = {"If-Match": tag}

    answer = manager.patch(path(kim), {"name": "Kay"}, format="json", headers=headers)

    kim.refresh_from_db()
    assert answer.status_code == status
    assert kim.name == ("Kay" if status == 200 else "Kim")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_created", [False, True])
def test_of_two_tagators_who_want_one_email_the_later_is_refused(is_created):
    kim, kay = new_tagator(name="Kim"), new_tagator(name="Kay")
    wish = {"state": None, "email": "one@example.org"}
    creation = CreateTagatorCommand(
        tagator_id=uuid4(), email="one@example.org", name="Bo", now=timezone.now()
    )
    later = partial(change_tagator, blocking(kay, **wish))

    refused = race(
        partial(change_tagator, blocking(kim, **wish)),
        partial(create_tagator, creation) if is_created else later,
    )

    kay.refresh_from_db()
    assert isinstance(refused, EmailTaken)
    assert kay.email != "one@example.org"
    assert Tagator.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_one_version_the_later_is_refused(transactional_db):
    kim = new_tagator()
    rename = partial(blocking, kim, state=None, expected_version=1)

    refused = race(
        partial(change_tagator, rename(name="Kay")), partial(change_tagator, rename(name="Bo"))
    )

    kim.refresh_from_db()
    assert (refused.code, kim.name) == ("version-conflict", "Kay")
