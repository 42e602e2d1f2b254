"""Listing the pictures that a space's faces came from…"""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    NumberRequestFactory,
    PhotoFactory,
)

pytestmark = pytest.mark.django_db


def listed(*arguments: str) -> dict[str, str]:
    written = StringIO()
    call_command("list_face_images", *arguments, stdout=written)
    read = [json.loads(line) for line in written.getvalue().splitlines()]
    return {each["imageId"]: each["imageUrl"] for each in read}


def test_names_the_photos_of_its_albums_also_of_those_that_left_it():
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(face_space=space)
    photo = PhotoFactory.create(album=album)
    former = PhotoFactory.create(album=AlbumFactory.create(former_face_spaces=[space.pk]))
    PhotoFactory.create()
    PhotoFactory.create(album=album, image_url="")

    assert listed(space.external_id) == {str(each.pk): each.image_url for each in (photo, former)}


def test_names_requests_where_the_number_provider_has_the_faces():
    NumberRequestFactory.create(provider_request_id="r-1")
    NumberRequestFactory.create()

    assert listed() == {"r-1": PhotoFactory.image_url}
