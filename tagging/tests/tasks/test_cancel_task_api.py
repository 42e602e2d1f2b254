"""POST internal-api/…/photos/{photoId}/tasks/cancel…"""

from uuid import UUID, uuid4

import pytest

from recognition.models import PhotoState
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import history_of, waiting_photo

pytestmark = pytest.mark.django_db

BODY = {"reason": "Blurred."}


def address(photo_id: UUID | str, version: int = 2) -> str:
    return f"/internal-api/api/v{version}/photos/{photo_id}/tasks/cancel"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


@pytest.mark.parametrize("version", [1, 2])
def test_cancels_the_task_and_stores_why_on_the_photo(service, version):
    photo = waiting_photo()

    answer = service.post(address(photo.pk, version), BODY, format="json")

    photo.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert photo.state == PhotoState.FAILED
    assert history_of(TaggingTask.objects.get())[1:] == [("Cancelled", "Blurred.")]
    assert TaggingTask.objects.get().history.latest("pk").actor == "platform"


def test_is_success_again_when_repeated(service):
    photo = waiting_photo()

    answers = [service.post(address(photo.pk), BODY, format="json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [204, 204]
    assert len(history_of(TaggingTask.objects.get())) == 2


def test_of_an_unknown_photo_is_404(service):
    answer = service.post(address(uuid4()), BODY, format="json")

    assert (answer.status_code, answer.json()["code"]) == (404, "photo-not-found")


def test_of_something_that_is_no_guid_is_404(service):
    assert service.post(address("photo"), BODY, format="json").status_code == 404


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": None}, {"reason": "x" * 501}, []])
def test_without_a_proper_reason_is_422_and_changes_nothing(service, body):
    photo = waiting_photo()

    answer = service.post(address(photo.pk), body, format="json")

    assert answer.status_code == 422
    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


@pytest.mark.parametrize(
    ("content_type", "status"), [("application/json", 400), ("text/plain", 415)]
)
def test_with_an_unreadable_body_is_refused(service, content_type, status):
    photo = waiting_photo()

    answer = service.post(address(photo.pk), "{", content_type=content_type)

    assert answer.status_code == status
    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


def test_is_only_for_post(service):
    assert service.get(address(uuid4())).status_code == 405
