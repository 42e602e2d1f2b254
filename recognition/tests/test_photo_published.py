"""A published photo goes through the pipeline that its album's strategy names."""

import pytest

from recognition.models import Callback, Photo, Strategy
from recognition.tests.driving import consume, deliver, sweep_in
from recognition.tests.factories import AlbumFactory, published

pytestmark = pytest.mark.django_db(transaction=True)


def test_smoke(sandbox, settings, live_server):
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    settings.PUBLIC_URL = live_server.url
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PEERS = {"photo-service": {"url": sandbox.url("photo-service"), "token": ""}}
    album = AlbumFactory(strategy=Strategy.FACE_NUMBER)
    data = published(album)
    sandbox.set_truth(data["photoId"], persons=["p1"], tags=["0123"])
    consume("photos.photo-published", data)
    photo = Photo.objects.get(pk=data["photoId"])
    print(photo.state, photo.reason_description)
    import time

    for _ in range(100):
        if Callback.objects.exists():
            break
        time.sleep(0.05)
    sweep_in(seconds=31)
    photo.refresh_from_db()
    print(
        photo.state,
        photo.reason_description,
        list(photo.numbers.values()),
        list(photo.persons.values()),
    )
    deliver()
    print(sandbox.photo_service_state())
    assert photo.state == "Processed"
