"""Mails to a tagger are in the language of the tagger…"""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, ngettext, override

from foundation.messaging.models import OutboxMessage
from tagging.tagators.invitations import InviteTagatorsCommand, invite_tagators
from tagging.tests.factories import manual_album, new_tagator

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
HELLO = {"en": "Hello", "de": "Guten Tag", "es": "Hola", "fr": "Bonjour", "ru": "Здравствуйте"}


def last_mail() -> dict[str, Any]:
    return dict(OutboxMessage.objects.filter(kind="Mail", withdrawn_on=None).latest("pk").body)


def test_that_invite():
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


def test_that_invite_are_in_english_if_none_was_chosen():
    album, tagator = manual_album(), new_tagator()

    with override("de"):
        invite_tagators(
            InviteTagatorsCommand(album_id=album.pk, tagator_ids=frozenset({tagator.pk}))
        )

    text = last_mail()["text"]
    assert text.startswith("Hello")
    assert "is open to you now" in text
    assert "waiting" not in text  # the album may have no photo yet


def test_with_a_link_to_set_a_password_and_so_are_its_pages(client: Client):
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


def test_with_a_link_are_in_the_language_of_the_page_if_none_was_chosen(client: Client):
    new_tagator(email="kim@example.org")

    client.post(
        "/password/", {"email": "kim@example.org"}, secure=True, headers={"accept-language": "fr"}
    )

    assert last_mail()["text"].startswith("Bonjour")
