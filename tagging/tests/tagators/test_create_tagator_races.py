"""Creating a tagator several times at once…"""

from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from foundation.records.models import Creation, IdTaken
from tagging.models import Tagator, TagatorSettings
from tagging.tagators.commands import CreateTagatorCommand, EmailTaken, create_tagator
from tagging.tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def creation(**fields):
    given = {
        "tagator_id": uuid4(),
        "email": "kim@example.org",
        "name": "Kim",
        "password": PASSWORD,
        "now": timezone.now(),
    }
    return CreateTagatorCommand(**{**given, **fields})


def test_of_two_creations_of_one_email_the_later_is_refused():
    refused = race(
        partial(create_tagator, creation()), partial(create_tagator, creation(name="Kay"))
    )

    assert isinstance(refused, EmailTaken)
    assert [tagator.name for tagator in Tagator.objects.all()] == ["Kim"]


def test_of_two_creations_of_one_tagator_the_later_finds_them():
    command = creation()

    found = race(partial(create_tagator, command), partial(create_tagator, command))

    assert isinstance(found, Creation)
    assert not found.is_new
    assert (User.objects.count(), TagatorSettings.objects.count()) == (1, 1)


def test_of_two_creations_of_one_id_with_other_data_the_later_is_refused():
    command = creation()
    other = creation(tagator_id=command.tagator_id, email="kay@example.org")

    refused = race(partial(create_tagator, command), partial(create_tagator, other))

    assert isinstance(refused, IdTaken)
    assert [user.username for user in User.objects.all()] == ["kim@example.org"]
