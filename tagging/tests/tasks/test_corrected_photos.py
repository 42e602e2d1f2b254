"""Tasks of a photo that is published again with other content…"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from foundation.messaging.bus import intake
from recognition.tests.calls.processes import event
from recognition.tests.factories import published
from tagging.tests.factories import waiting_photo

pytestmark = pytest.mark.django_db
PUBLISHED = "photos.photo-published"
NEW = "https://pictures.example.org/1.jpg?sig=new"


def test_have_its_address_and_date_of_now():
    photo = waiting_photo()
    data = {**published(photo.album), "photoId": str(photo.pk), "imageUrl": NEW,
            "shootingDate": "2026-05-18T09:30:00Z"}  # fmt: skip

    intake.take_in(
        replace(event(PUBLISHED, data), time=timezone.now() + timedelta(seconds=1)), PUBLISHED
    )

    task = photo.tagging_tasks.get()
    assert (task.image_url, str(task.shooting_date)[:10]) == (NEW, "2026-05-18")
