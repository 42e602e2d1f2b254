"""Staff's pages for guides of albums…"""

import pytest
from django.test import Client
from django.urls import reverse

from foundation.records.models import AuditEntry
from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album
from recognition.tests.factories import PhotoFactory
from tagging.models import AlbumGuide
from tagging.tests.admin.pages import read
from tagging.tests.guides.written import written_guide

pytestmark = pytest.mark.django_db

PREVIEW = reverse("admin:tagging_guide_preview")


def test_write_the_first_one_from_the_album_s_page(lead: Client):
    photo = PhotoFactory.create()
    address = f"{address_of_list(AlbumGuide)}add/?album_id={photo.album_id}"
    assert address in read(lead, address_of_page(Album, photo.album_id))
    text = f"Red bibs.\n![One](photo:{photo.pk})"

    answer = lead.post(address, {"album_id": photo.album_id, "text": text}, secure=True)

    assert answer.status_code == 302
    guide = AlbumGuide.objects.get()
    assert (guide.album_id, guide.text, guide.version) == (photo.album_id, text, 2)
    [row] = AuditEntry.objects.all()
    assert row.changes == {"text": ["", text]}
    shown = read(lead, address_of_page(AlbumGuide, guide.pk))
    assert f'src="{reverse("admin:recognition_photo_picture", args=[photo.pk, "page"])}"' in shown


def test_show_a_text_as_taggers_see_it_and_what_is_wrong_with_it(lead: Client):
    guide = written_guide()
    typed = {"album_id": guide.album_id, "text": "**Bold** ![x](https://evil.example/x.png)"}

    answer = lead.post(PREVIEW, typed, secure=True)

    assert answer.json()["html"] == "<p><strong>Bold</strong> x</p>\n"
    assert answer.json()["wrong"][0].startswith("https://evil.example/x.png is no photo")
    for wrong in ({}, {"album_id": "x"}, {**typed, "text": "x" * 10_001}):
        assert lead.post(PREVIEW, wrong, secure=True).json()["wrong"]
    assert lead.get(PREVIEW, secure=True).status_code == 405
    assert not AuditEntry.objects.exists()
