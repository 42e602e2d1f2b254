"""POST admin-api/…/tagators/invitation-tagging…"""

import re
import time
from functools import partial
from uuid import uuid4

import pytest
from django.core import mail, signing

from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.racing import race
from tagging.models import OpenedAlbum, TagatorSettings, TagatorState
from tagging.tagators.invitations import (
    LIFETIME,
    InvitationExpired,
    InvitationInvalid,
    InviteTagatorsCommand,
    invite_tagators,
    read,
    sign,
)
from tagging.tests.calls.tagators import fields_of, path
from tagging.tests.factories import manual_album, new_tagator

pytestmark = pytest.mark.django_db

LINK = re.compile(r"https://tags\.example\.org/workbench/\?invitation=(\S+)")


@pytest.fixture
def album():
    return manual_album(name="City Marathon")


@pytest.fixture
def kim():
    return new_tagator(name="Kim", email="kim@example.org")


def invite(client, album, *tagators, **fields):
    body = {
        "albumId": str(getattr(album, "pk", album)),
        "tagatorIds": [str(getattr(tagator, "pk", tagator)) for tagator in tagators],
    }
    address = path("invitation-tagging")
    return client.post(address, {**body, **fields}, format="json")


def nothing_happened() -> bool:
    return not OpenedAlbum.objects.exists() and not OutboxMessage.objects.exists()


def test_opens_the_album_and_sends_each_a_mail(manager, album, kim):
    kay = new_tagator(name="Kay", email="kay@example.org")

    answer = invite(manager, album, kim, kay)

    assert (answer.status_code, answer.json()) == (202, {"invited": 2})
    assert {opened.tagator_id for opened in album.opened_to.all()} == {kim.pk, kay.pk}
    assert set(TagatorSettings.objects.values_list("version", flat=True)) == {2}
    drain("mail")
    assert sorted(sent.to[0] for sent in mail.outbox) == ["kay@example.org", "kim@example.org"]


def test_sends_the_album_the_message_and_a_signed_link(manager, album, kim, settings):
    settings.PUBLIC_URL = "https://tags.example.org"

    invite(manager, album, kim, message="The <finish> comes first.")
    drain("mail")
    invite(manager, album, kim, message="")
    drain("mail")

    sent, without = mail.outbox
    token = LINK.search(str(sent.body))
    assert sent.subject == "Photos to tag: City Marathon"
    assert sent.body.startswith("Hello Kim,\n\nthe album “City Marathon” is open to you now")
    assert "\n\nThe <finish> comes first.\n\n" in sent.body
    assert "The link works for 14 days." in sent.body
    assert token is not None
    assert read(token[1]) == album.pk
    assert "\n\n\n" not in without.body


def test_sends_one_mail_to_one_who_is_named_twice_and_none_to_blocked_ones(manager, album, kim):
    blocked = new_tagator(state=TagatorState.BLOCKED)

    answer = invite(manager, album, kim, str(kim.pk).upper(), blocked)

    assert (answer.status_code, answer.json()) == (202, {"invited": 1})
    assert [opened.tagator_id for opened in OpenedAlbum.objects.all()] == [kim.pk]
    assert OutboxMessage.objects.count() == 1


def test_again_replaces_a_mail_that_was_not_sent_yet(manager, album, kim):
    invite(manager, album, kim, message="First.")

    answer = invite(manager, album, kim, message="Second.")
    drain("mail")

    assert answer.json() == {"invited": 1}
    assert ["Second." in sent.body for sent in mail.outbox] == [True]
    assert TagatorSettings.objects.get().version == 2


def test_with_an_unknown_album_or_tagator_is_422_and_invites_no_one(manager, album, kim):
    answers = [invite(manager, uuid4(), kim), invite(manager, album, kim, uuid4())]

    assert [answer.status_code for answer in answers] == [422, 422]
    wrong = [{"albumId": "album-unknown"}, {"tagatorIds": "tagator-unknown"}]
    assert [fields_of(answer) for answer in answers] == wrong
    assert nothing_happened()


@pytest.mark.django_db(transaction=True)
def test_of_two_invitations_at_once_one_mail_is_sent():
    command = InviteTagatorsCommand(
        album_id=manual_album().pk, tagator_ids=frozenset({new_tagator().pk})
    )

    race(partial(invite_tagators, command), partial(invite_tagators, command))
    drain("mail")

    assert (len(mail.outbox), OpenedAlbum.objects.count()) == (1, 1)


def test_a_link_expires(monkeypatch):
    token = sign(uuid4())
    late = time.time() + LIFETIME.total_seconds() + 1

    monkeypatch.setattr(time, "time", lambda: late)

    with pytest.raises(InvitationExpired):
        read(token)


OF_ANOTHER_SALT = pytest.param(signing.dumps("x", salt="other"), id="of another salt")


@pytest.mark.parametrize("token", ["", "forged", "a:b:c", OF_ANOTHER_SALT])
def test_a_link_that_was_not_signed_here_is_refused(token):
    with pytest.raises(InvitationInvalid):
        read(token)
