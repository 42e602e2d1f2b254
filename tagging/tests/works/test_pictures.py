"""The pictures of photos, copied before taggers ask for them and shown to no other…"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import PIL.Image
import pytest
from django.core.cache import caches
from rest_framework.test import APIClient

from recognition.models import Photo
from recognition.wire.picture_copies import PictureSize, kept_picture
from tagging.models import Tagator, TaggingTask
from tagging.tasks import copy_pictures_task
from tagging.tests.calls.works import address, put
from tagging.tests.factories import delete, taken_work, tasks_of, waiting_tasks
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


@pytest.fixture
def task(tagator: Tagator, sandbox: SandboxClient) -> TaggingTask:
    """A task of a work of two, whose photo its host has."""
    waiting_tasks(2)
    on_host(sandbox)
    return tasks_of(taken_work(tagator))[0]


def ask(client: APIClient, task: TaggingTask, what: str = "picture", **headers: str) -> Any:
    return client.get(address(task, what), headers=headers or None)


def test_is_a_jpeg_that_is_kept_privately_and_sent_once(tagger: APIClient, task: TaggingTask):
    answer = ask(tagger, task)
    again = ask(tagger, task, **{"If-None-Match": answer["ETag"]})
    put(tagger, task, "complete")
    of_completed = ask(tagger, task)
    delete(task.photo)

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer["Vary"]
    with PIL.Image.open(BytesIO(answer.content)) as seen:
        assert seen.format == "JPEG"
    assert (again.status_code, again.content) == (304, b"")
    assert of_completed.status_code == 200
    assert ask(tagger, task).status_code in (404, 409)


def test_refuses_an_unknown_size(tagger: APIClient, task: TaggingTask):
    assert ask(tagger, task, "picture?size=9000").status_code == 422


def test_is_not_there_where_it_cannot_be_fetched_or_is_of_another_work(
    tagger: APIClient, task: TaggingTask
):
    Photo.objects.filter(pk=task.photo_id).update(image_url="http://127.0.0.1:9/no.jpg")
    other = waiting_tasks(1)[0]

    answers = [ask(tagger, task), tagger.get(address(other, "picture", work=task.work))]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (404, "picture-not-available"),
        (404, "task-not-found"),
    ]


def test_tasks_name_where_a_number_may_stand(tagger: APIClient, task: TaggingTask):
    box = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}
    task.photo.persons.create(person_id="ann", confidence=0.9, box=box)
    task.photo.numbers.create(
        value="17", source="Provider", rejection="LowConfidence", confidence=0.4, box=box
    )

    tasks = tagger.get(address(task, "").split(str(task.pk))[0].rstrip("/")).json()["results"]

    assert [one["regions"] for one in tasks] == [
        [
            {"kind": "Number", "confidence": 0.4, "box": box},
            {"kind": "Person", "confidence": 0.9, "box": box},
        ],
        [],
    ]
