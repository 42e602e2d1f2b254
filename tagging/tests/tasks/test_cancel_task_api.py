"""POST internal-api/…/photos/{photoId}/tasks/cancel…"""

from uuid import UUID

import pytest

from recognition.models import PhotoState
from tagging.models import TaggingTask
from tagging.tests.factories import history_of, waiting_photo

pytestmark = pytest.mark.django_db

BODY = {"reason": "Blurred."}


def address(photo_id: UUID | str) -> str:
    return f"/internal-api/api/v2/photos/{photo_id}/tasks/cancel"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


def test_cancels_the_task_and_stores_why_on_the_photo(service):
    photo = waiting_photo()

    answer = service.post(address(photo.pk), BODY, format="json")

    photo.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert photo.state == PhotoState.FAILED
    assert history_of(TaggingTask.objects.get())[1:] == [("Cancelled", "Blurred.")]
    assert TaggingTask.objects.get().history.latest("pk").actor == "platform"
