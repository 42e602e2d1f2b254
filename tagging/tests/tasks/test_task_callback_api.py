"""POST admin-api/…/tasks/callback…"""

from uuid import uuid4

import pytest

from foundation.messaging.tests.play.racing import race
from recognition.models import PhotoState
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.calls.works import call, refuses_everything, tags_sent
from tagging.tests.factories import album_with_start_lists, delete, history_of, waiting_photo

pytestmark = pytest.mark.django_db


def test_makes_the_numbers_the_photo_s_tags_and_sends_them_on_once(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, tags=["12", " 007 ", "7"])
    again = call(tagators, photo, tags=["no number"])

    photo.refresh_from_db()
    assert (answer.status_code, answer.content, again.status_code) == (204, b"", 204)
    assert (photo.state, photo.number_recognized) == (PhotoState.PROCESSED, True)
    assert tags_sent() == [
        [{"value": "12", "source": "Manual"}, {"value": "7", "source": "Manual"}]
    ]


def test_of_a_rejected_task_has_the_numbers_read_again_once(tagators):
    photo = waiting_photo()
    task_id = str(photo.tagging_task_id)

    answer = call(tagators, photo, state="Rejected", tags=[])

    photo.refresh_from_db()
    assert (answer.status_code, photo.state) == (204, PhotoState.NEW)
    assert photo.tagging_task_id is None
    assert photo.numbers_next_attempt_on is not None
    assert (photo.number_attempts, "sent the task back" in photo.reason_description) == (1, True)
    assert not tags_sent()
    version = photo.version
    assert call(tagators, photo, state="Rejected", taskId=task_id).status_code == 204
    photo.refresh_from_db()
    assert photo.version == version


def test_of_another_task_than_the_photo_waits_for_changes_nothing(tagators):
    photo = waiting_photo()

    answer = call(tagators, photo, taskId=str(uuid4()))

    assert answer.status_code == 204
    assert refuses_everything(photo)


@pytest.mark.parametrize(
    ("state", "becomes", "change"),
    [
        ("Completed", TaggingTaskState.COMPLETED, "Completed"),
        ("Rejected", TaggingTaskState.CANCELLED, "Rejected"),
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
def test_that_races_with_the_photo_s_deletion_or_follows_it_sends_nothing_on(tagators):
    photo = waiting_photo()

    racing = race(lambda: delete(photo), lambda: call(tagators, photo))
    late = call(tagators, photo)

    photo.refresh_from_db()
    assert (racing.status_code, late.status_code) == (204, 204)
    assert photo.state == PhotoState.DELETED
    assert not tags_sent()


CLOSED = "http://127.0.0.1:9"  # the discard port: nothing listens


@pytest.fixture
def competitors(sandbox):
    """Return an album of a tenant that has start lists."""
    return album_with_start_lists(sandbox.url("competitor-service"))


@pytest.mark.parametrize(
    ("tag", "why"),
    [("12a", "NotANumber"), ("123456", "TooLong"), ("1" * 101, "TooLong"), ("٣", "NotANumber")],
)
def test_with_a_number_that_fails_the_checks_is_422_and_stores_nothing(tagators, tag, why):
    photo = waiting_photo()

    answer = call(tagators, photo, tags=["12", tag])

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "number-not-accepted")
    assert [error["field"] for error in problem["errors"]] == ["tags.1"]
    assert problem["errors"][0]["detail"].startswith(why)
    assert refuses_everything(photo)


def test_with_a_number_not_in_the_list_is_422_and_stores_nothing(tagators, sandbox, competitors):
    sandbox.set_start_list(competitors.pk, ["0012"])
    photo = waiting_photo(competitors)

    answer = call(tagators, photo, tags=["12", "13"])

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["detail"].startswith("NotInStartList")
    assert refuses_everything(photo)
    assert call(tagators, photo, tags=["12"]).status_code == 204
    assert [tag["value"] for tag in tags_sent()[0]] == ["12"]


def test_with_a_number_is_503_and_stores_nothing_while_the_start_list_is_away(tagators):
    photo = waiting_photo(album_with_start_lists(CLOSED))

    answer = call(tagators, photo)

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert int(answer["Retry-After"]) >= 1
    assert refuses_everything(photo)
    assert call(tagators, photo, tags=[]).status_code == 204
