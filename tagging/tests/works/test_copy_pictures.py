"""The pictures that a tagger sees next are copied before they are asked for…"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import caches

from recognition.models import Photo
from recognition.wire.picture_copies import PictureSize, kept_picture
from tagging.models import Tagator
from tagging.tasks import copy_pictures_task
from tagging.tests.factories import taken_work, tasks_of, waiting_tasks
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def photo_host(sandbox: SandboxClient, settings: Any, tmp_path: Path) -> Iterator[SandboxClient]:
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    caches["picture_failures"].clear()
    yield sandbox
    caches["picture_failures"].clear()


def on_host(sandbox: SandboxClient) -> None:
    Photo.objects.update(image_url=sandbox.url("album", "/pixel.jpg"))


def copied(tagator: Tagator) -> set[UUID]:
    """Let a worker copy, and return which photos have a copy."""
    copy_pictures_task(tagator_id=str(tagator.pk), album_id="")
    photos = Photo.objects.values_list("pk", flat=True)
    return {photo for photo in photos if kept_picture(photo, PictureSize.WORKBENCH)}


def test_but_not_from_our_own_network(sandbox: SandboxClient, tagator: Tagator, settings: Any):
    settings.ALLOW_PRIVATE_IMAGE_URLS = False
    waiting_tasks(2)
    on_host(sandbox)

    assert copied(tagator) == set()


def test_and_one_that_fails_is_passed_over(sandbox: SandboxClient, tagator: Tagator):
    waiting_tasks(2)
    on_host(sandbox)
    broken, other = tasks_of(taken_work(tagator))
    Photo.objects.filter(pk=broken.photo_id).update(image_url=sandbox.url("album", "/none.jpg"))

    assert copied(tagator) == {other.photo_id}
