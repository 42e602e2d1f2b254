"""POST admin-api/…/tagators, refused…"""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from tagging.models import Tagator
from tagging.tests.calls.tagators import WEAK, WRONG_VALUES, create, fields_of
from tagging.tests.factories import PASSWORD

pytestmark = pytest.mark.django_db


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
