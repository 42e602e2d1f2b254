"""A provider repeats a callback while a worker applies it …"""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.commands.photos import callbacks
from recognition.models import Callback, CallbackState, Photo
from recognition.providers.numbers.reports import digest_of
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.factories import NumberRequestFactory

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_they_lock_in_the_same_order(anybody: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else PostgreSQL would end one of them."""
    request = NumberRequestFactory.create(photo__state="AwaitingCallback")
    payload = payload_of(request.photo, tags=[{"value": "12", "confidence": 0.9}])
    callback = Callback.objects.create(
        request=request, payload=payload, digest=digest_of(payload), next_attempt_on=timezone.now()
    )
    is_locked, is_applied = Event(), Event()
    save = Callback.save

    def insert_later(record: Callback, **options: Any) -> None:
        if options.get("force_insert"):
            is_locked.set()
            is_applied.wait(0.3)
        save(record, **options)

    monkeypatch.setattr(Callback, "save", insert_later)

    def apply() -> None:
        is_locked.wait(5)
        try:
            callbacks.apply_callback(callback.pk, timezone.now())
        finally:
            is_applied.set()
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        applied = worker.submit(apply)
        assert post(anybody, address(request), payload).status_code == 202
        applied.result()

    callback.refresh_from_db()
    assert callback.state == CallbackState.APPLIED
    assert Photo.objects.get().state == "Processed"
