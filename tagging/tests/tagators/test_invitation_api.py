"""Inviting taggers, over the AdminApi and on a page, and mails in their language…"""

import re
import time
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.core import mail, signing
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.racing import race
from foundation.staff.display import address_of_list, address_of_page
from tagging.models import OpenedAlbum, Tagator, TagatorSettings, TagatorState
from tagging.tagators.invitations import (
    LIFETIME,
    InvitationExpired,
    InvitationInvalid,
    InviteTagatorsCommand,
    invite_tagators,
    read,
    sign,
)
from tagging.tests.admin.pages import act, beside, page_of, post, said
from tagging.tests.admin.pages import read as read_page
from tagging.tests.calls.tagators import fields_of, path
from tagging.tests.factories import manual_album, new_tagator, waiting_tasks

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


def mails() -> list[Any]:
    return list(OutboxMessage.objects.filter(kind="Mail"))


def test_on_the_page_chosen_taggers_are_asked_about_first(meg: Client):
    chosen = [new_tagator(name="Ann"), new_tagator(name="Kim")]
    new_tagator(name="Lee")

    page = act(meg, "invite", *chosen).content.decode()

    assert (">Ann<" in page, ">Kim<" in page, ">Lee<" in page) == (True, True, False)
    assert mails() == []


def test_on_the_page_chosen_taggers_are_invited_with_the_message(meg: Client):
    chosen, album = [new_tagator(), new_tagator()], manual_album()
    new_tagator()

    answer = act(
        meg, "invite", *chosen, invite="yes", album=str(album.pk), message="The finish first."
    )

    assert said(answer) == ["Invited: 2."]
    assert answer.redirect_chain[-1][0] == address_of_list(Tagator)
    opened = OpenedAlbum.objects.filter(album=album).values_list("tagator", flat=True)
    assert set(opened) == {tagator.pk for tagator in chosen}
    assert len(mails()) == 2
    assert all("The finish first." in str(mail.body) for mail in mails())


def test_on_the_page_a_tagger_is_invited_from_their_own_page(meg: Client):
    tagator, album = new_tagator(), manual_album()

    answer = post(meg, beside(tagator, "invite/"), invite="yes", album=str(album.pk))

    assert said(answer) == ["Invited: 1."]
    assert answer.redirect_chain[-1][0] == address_of_page(Tagator, tagator.pk)
    assert len(mails()) == 1


def test_on_the_page_taggers_are_invited_from_the_page_of_an_album_and_from_the_board(meg: Client):
    album, tagator = waiting_tasks(1)[0].album, new_tagator(name="Ann")
    address = f"{address_of_list(Tagator)}invite/"
    pages = (page_of(meg, album), read_page(meg, reverse("admin:tagging_board")))

    asked = read_page(meg, f"{address}?album={album.pk}")
    answer = post(meg, address, invite="yes", album=str(album.pk), taggers=[str(tagator.pk)])

    assert all(f"{address}?album={album.pk}" in page for page in pages)
    assert f'<option value="{album.pk}" selected>' in asked
    assert said(answer) == ["Invited: 1."]
    assert len(mails()) == 1


@pytest.mark.parametrize("album", ["", "x", str(UUID(int=7))])
def test_on_the_page_without_an_album_no_tagger_is_invited(meg: Client, album: str):
    answer = act(meg, "invite", new_tagator(), invite="yes", album=album)

    assert answer.context["form"].errors["album"]
    assert (mails(), OpenedAlbum.objects.exists()) == ([], False)


LANGUAGES = [code for code, _ in settings.LANGUAGES]
HELLO = {"en": "Hello", "de": "Guten Tag", "es": "Hola", "fr": "Bonjour", "ru": "Здравствуйте"}


def last_mail() -> dict[str, Any]:
    return dict(OutboxMessage.objects.filter(kind="Mail", withdrawn_on=None).latest("pk").body)


def test_mails_that_invite_are_in_the_tagger_s_language():
    album = manual_album(name="City Marathon")
    for language in LANGUAGES:
        tagator = new_tagator(name="Kim", email=f"{language}@example.org", language=language)

        invite_tagators(
            InviteTagatorsCommand(album_id=album.pk, tagator_ids=frozenset({tagator.pk}))
        )

        with override(language):
            subject = gettext("Photos to tag: %(name)s") % {"name": album.name}
            days = ngettext(
                "The link works for %(days)s day.", "The link works for %(days)s days.", 14
            )
        mail = last_mail()
        assert mail["subject"].split() == subject.split()
        assert mail["text"].startswith(HELLO[language])
        assert days % {"days": 14} in mail["text"]


def test_mails_that_invite_are_in_english_if_none_was_chosen():
    album, tagator = manual_album(), new_tagator()

    with override("de"):
        invite_tagators(
            InviteTagatorsCommand(album_id=album.pk, tagator_ids=frozenset({tagator.pk}))
        )

    text = last_mail()["text"]
    assert text.startswith("Hello")
    assert "is open to you now" in text
    assert "waiting" not in text  # the album may have no photo yet


def test_mails_with_a_link_to_set_a_password_are_in_it_and_so_are_its_pages(client: Client):
    for language in LANGUAGES:
        new_tagator(email=f"{language}@example.org", language=language)
        client.cookies["language"] = language

        sent = client.post("/password/", {"email": f"{language}@example.org"}, secure=True)
        page = client.get(sent["Location"], secure=True).content.decode()

        text = last_mail()["text"]
        link = re.search(r"http://\S+(/password/\S+)", text)
        assert text.startswith(HELLO[language])
        assert link
        form = client.get(link[1], secure=True, follow=True)
        weak = {"new_password1": "12345678", "new_password2": "12345678"}
        refused = client.post(form.redirect_chain[-1][0], weak, secure=True).content.decode()
        with override(language):
            assert f"<h1>{gettext('Look into your mail')}</h1>" in page
            assert gettext("Set the password") in form.content.decode()
            assert gettext("This password is too common.") in refused


def test_mails_with_a_link_are_in_the_language_of_the_page_if_none_was_chosen(client: Client):
    new_tagator(email="kim@example.org")

    client.post(
        "/password/", {"email": "kim@example.org"}, secure=True, headers={"accept-language": "fr"}
    )

    assert last_mail()["text"].startswith("Bonjour")
