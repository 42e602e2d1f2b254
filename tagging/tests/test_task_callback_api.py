"""POST admin-api/…/tasks/callback…"""

from typing import Any
from uuid import uuid4

import pytest

from messaging.models import OutboxMessage
from recognition.commands.publishing import DeletePhotoCommand, delete_photo
from recognition.models import Photo, PhotoState
from tagging.models import TaggingTask, TaskState
from tagging.tests.factories import album_with_start_lists, history_of, waiting_photo
from tagging.tests.racing import race

pytestmark = pytest.mark.django_db

ADDRESS = "/admin-api/api/v2/tasks/callback"
NOBODY = "http://127.0.0.1:9"  # the discard port: nothing listens


@pytest.fixture
def tagators(caller, settings):
    """The outside tagator service, which is told of tasks and calls back."""
    settings.TAGATOR_SERVICE = "recognition.tagator_service.HttpTagatorService"
    return caller("tagging.callback", username="tagators")


def body_for(photo: Photo, **fields: Any) -> dict[str, Any]:
    given = {
        "taskId": str(photo.tagging_task_id),
        "photoId": str(photo.pk),
        "state": "Completed",
        "tags": ["12", " 007 "],
        "completedOn": "2026-05-17T12:00:00Z",
    }
    return {**given, **fields}


def tags_told() -> list[list[dict[str, str]]]:
    told = OutboxMessage.objects.filter(destination="photo-service").order_by("pk")
    return [row.body["tags"] for row in told if "tags" in row.body]


def call(client: Any, photo: Photo, **fields: Any) -> Any:
    return client.post(ADDRESS, body_for(photo, **fields), format="json")


def refuses_everything(photo: Photo) -> bool:
    """Say whether the photo still waits, with nothing kept and nothing told."""
    before = photo.version
    photo.refresh_from_db()
    waits = photo.version == before and photo.state == PhotoState.AWAITING_TAGGING
    return waits and not photo.numbers.exists() and not tags_told()


@pytest.fixture
def competitors(sandbox):
    """Return an album of a tenant that has start lists."""
    return album_with_start_lists(sandbox.url("competitor-service"))


@pytest.mark.parametrize("version", [1, 2])
def test_makes_the_numbers_the_photo_s_tags_and_sends_them_on(tagators, version):
    photo = waiting_photo()
    address = ADDRESS.replace("v2", f"v{version}")

    answer = tagators.post(address, body_for(photo), format="json")

    photo.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert (photo.state, photo.number_recognized) == (PhotoState.PROCESSED, True)
    assert tags_told() == [
        [{"value": "12", "source": "Manual"}, {"value": "7", "source": "Manual"}]
    ]


def test_takes_that_there_is_no_number(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, tags=[])

    photo.refresh_from_db()
    assert (answer.status_code, photo.state) == (204, PhotoState.PROCESSED)
    assert tags_told() == [[]]


def test_collapses_the_same_number_written_twice(tagators):
    photo = waiting_photo()

    call(tagators, photo, tags=["7", "07"])

    assert [tag["value"] for tag in tags_told()[0]] == ["7"]


def test_does_no_harm_when_repeated(tagators):
    photo = waiting_photo()
    call(tagators, photo)

    again = call(tagators, photo)
    otherwise = call(tagators, photo, tags=["no number"])

    assert (again.status_code, otherwise.status_code) == (204, 204)
    assert len(tags_told()) == 1


def test_of_a_rejected_task_has_the_numbers_read_anew(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, state="Rejected", tags=[])

    photo.refresh_from_db()
    assert (answer.status_code, photo.state) == (204, PhotoState.NEW)
    assert photo.tagging_task_id is None
    assert photo.numbers_next_attempt_on is not None
    assert (photo.number_attempts, "sent the task back" in photo.reason_description) == (1, True)
    assert not tags_told()


def test_of_a_rejected_task_does_no_harm_when_repeated(tagators):
    photo = waiting_photo()
    call(tagators, photo, state="Rejected")
    task_id = photo.tagging_task_id
    photo.refresh_from_db()
    version = photo.version

    again = call(tagators, photo, state="Rejected", taskId=str(task_id))

    photo.refresh_from_db()
    assert (again.status_code, photo.version) == (204, version)


def test_of_another_task_than_the_photo_waits_for_changes_nothing(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, taskId=str(uuid4()))

    assert answer.status_code == 204
    assert refuses_everything(photo)


def test_of_a_deleted_photo_changes_nothing(tagators):
    photo = waiting_photo()
    body = body_for(photo)
    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))

    answer = tagators.post(ADDRESS, body, format="json")

    photo.refresh_from_db()
    assert (answer.status_code, photo.state) == (204, PhotoState.DELETED)
    assert not tags_told()


def test_of_an_unknown_photo_is_404(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, photoId=str(uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "photo-not-found")


@pytest.mark.parametrize(
    ("tag", "why"),
    [("12a", "NotANumber"), ("123456", "TooLong"), ("٣", "NotANumber")],
)
def test_with_a_number_that_fails_the_checks_is_422_and_keeps_nothing(tagators, tag, why):
    photo = waiting_photo()

    answer = call(tagators, photo, tags=["12", tag])

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "number-not-accepted")
    assert [error["field"] for error in problem["errors"]] == ["tags.1"]
    assert problem["errors"][0]["detail"].startswith(why)
    assert refuses_everything(photo)


def test_with_a_number_outside_the_start_list_is_422_and_keeps_nothing(
    tagators, sandbox, competitors
):
    sandbox.set_start_list(competitors.pk, ["0012"])
    photo = waiting_photo(competitors)

    answer = call(tagators, photo, tags=["12", "13"])

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["detail"].startswith("NotInStartList")
    assert refuses_everything(photo)


def test_takes_numbers_of_the_start_list(tagators, sandbox, competitors):
    sandbox.set_start_list(competitors.pk, ["0012"])
    photo = waiting_photo(competitors)

    answer = call(tagators, photo, tags=["12"])

    assert answer.status_code == 204
    assert [tag["value"] for tag in tags_told()[0]] == ["12"]


def test_without_a_start_list_to_be_had_is_503_and_keeps_nothing(tagators):
    photo = waiting_photo(album_with_start_lists(NOBODY))

    answer = call(tagators, photo)

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert int(answer["Retry-After"]) >= 1
    assert refuses_everything(photo)


def test_while_the_competitor_service_is_paused_is_503_and_keeps_nothing(
    tagators, sandbox, competitors, settings
):
    """Photos that wait stand in a long line; whoever calls is not sent to the end of it."""
    settings.PROVIDER_RESUME_PER_SECOND = 0.01
    sandbox.behave("competitor-service", failure_rate=1)
    photo = waiting_photo(competitors)
    for _ in range(10):
        answer = call(tagators, photo)

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert "is paused since" in answer.json()["detail"]
    assert 30 <= int(answer["Retry-After"]) <= 120
    assert sandbox.stats("competitor-service")["requests"] == 5
    assert refuses_everything(photo)


def test_without_numbers_needs_no_start_list(tagators):
    photo = waiting_photo(album_with_start_lists(NOBODY))

    assert call(tagators, photo, tags=[]).status_code == 204


@pytest.mark.parametrize(
    "fields",
    [
        {"taskId": "task"},
        {"taskId": None},
        {"photoId": "photo"},
        {"state": "Open"},
        {"state": None},
        {"tags": "12"},
        {"tags": None},
        {"tags": [None]},
        {"tags": [""]},
        {"tags": [{"value": "12"}]},
        {"tags": ["1"] * 201},
        {"completedOn": "2026-05-17T12:00:00"},
        {"completedOn": "yesterday"},
    ],
)
def test_of_another_shape_is_422_and_changes_nothing(tagators, fields):
    photo = waiting_photo()

    assert call(tagators, photo, **fields).status_code == 422
    assert refuses_everything(photo)


@pytest.mark.parametrize("name", ["taskId", "photoId", "state", "tags"])
def test_with_something_left_out_is_422_and_changes_nothing(tagators, name):
    photo = waiting_photo()
    body = {key: value for key, value in body_for(photo).items() if key != name}

    answer = tagators.post(ADDRESS, body, format="json")

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [name]
    assert refuses_everything(photo)


@pytest.mark.parametrize(
    ("content_type", "status"), [("application/json", 400), ("text/plain", 415)]
)
def test_with_an_unreadable_body_is_refused(tagators, content_type, status):
    assert tagators.post(ADDRESS, "{", content_type=content_type).status_code == status


def test_without_a_token_is_401(anybody):
    photo = waiting_photo()

    assert call(anybody, photo).status_code == 401
    assert refuses_everything(photo)


@pytest.mark.parametrize("role", ["tagging.manage", "internal.call", "recognition.manage"])
def test_with_another_role_is_403(caller, role):
    photo = waiting_photo()

    assert call(caller(role), photo).status_code == 403
    assert refuses_everything(photo)


@pytest.mark.parametrize(
    ("state", "becomes", "change"),
    [
        ("Completed", TaskState.COMPLETED, "Completed"),
        ("Rejected", TaskState.CANCELLED, "Rejected"),
    ],
)
def test_closes_a_task_that_the_built_in_service_still_has(caller, state, becomes, change):
    photo = waiting_photo()

    call(caller("tagging.callback", username="tagators"), photo, state=state)

    task = TaggingTask.objects.get()
    assert task.state == becomes
    assert history_of(task) == [("Created", ""), (change, "")]
    assert task.history.latest("pk").actor == "tagators"


@pytest.mark.django_db(transaction=True)
def test_that_races_with_the_photo_s_deletion_sends_nothing_on(tagators):
    photo = waiting_photo()

    answer = race(
        lambda: delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id)),
        lambda: call(tagators, photo),
    )

    photo.refresh_from_db()
    assert (answer.status_code, photo.state) == (204, PhotoState.DELETED)
    assert not tags_told()
