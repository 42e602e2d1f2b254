"""On the page that invites taggers to an album…"""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from foundation.messaging.models import OutboxMessage
from foundation.staff.display import address_of_list, address_of_page
from tagging.models import OpenedAlbum, Tagator
from tagging.tests.admin.pages import act, beside, page_of, post, read, said
from tagging.tests.factories import manual_album, new_tagator, waiting_tasks

pytestmark = pytest.mark.django_db


def mails() -> list[Any]:
    return list(OutboxMessage.objects.filter(kind="Mail"))


def test_chosen_taggers_are_asked_about_first(manager: Client):
    chosen = [new_tagator(name="Ann"), new_tagator(name="Kim")]
    new_tagator(name="Lee")

    page = act(manager, "invite", *chosen).content.decode()

    assert (">Ann<" in page, ">Kim<" in page, ">Lee<" in page) == (True, True, False)
    assert mails() == []


def test_chosen_taggers_are_invited_with_the_message(manager: Client):
    chosen, album = [new_tagator(), new_tagator()], manual_album()
    new_tagator()

    answer = act(
        manager, "invite", *chosen, invite="yes", album=str(album.pk), message="The finish first."
    )

    assert said(answer) == ["Invited: 2."]
    assert answer.redirect_chain[-1][0] == address_of_list(Tagator)
    opened = OpenedAlbum.objects.filter(album=album).values_list("tagator", flat=True)
    assert set(opened) == {tagator.pk for tagator in chosen}
    assert len(mails()) == 2
    assert all("The finish first." in str(mail.body) for mail in mails())


def test_a_tagger_is_invited_from_their_own_page(manager: Client):
    tagator, album = new_tagator(), manual_album()

    answer = post(manager, beside(tagator, "invite/"), invite="yes", album=str(album.pk))

    assert said(answer) == ["Invited: 1."]
    assert answer.redirect_chain[-1][0] == address_of_page(Tagator, tagator.pk)
    assert len(mails()) == 1


def test_taggers_are_invited_from_the_page_of_an_album_and_from_the_board(manager: Client):
    album, tagator = waiting_tasks(1)[0].album, new_tagator(name="Ann")
    address = f"{address_of_list(Tagator)}invite/"
    pages = (page_of(manager, album), read(manager, reverse("admin:tagging_board")))

    asked = read(manager, f"{address}?album={album.pk}")
    answer = post(manager, address, invite="yes", album=str(album.pk), taggers=[str(tagator.pk)])

    assert all(f"{address}?album={album.pk}" in page for page in pages)
    assert f'<option value="{album.pk}" selected>' in asked
    assert said(answer) == ["Invited: 1."]
    assert len(mails()) == 1


@pytest.mark.parametrize("album", ["", "x", str(UUID(int=7))])
def test_without_an_album_no_tagger_is_invited(manager: Client, album: str):
    answer = act(manager, "invite", new_tagator(), invite="yes", album=album)

    assert answer.context["form"].errors["album"]
    assert (mails(), OpenedAlbum.objects.exists()) == ([], False)
