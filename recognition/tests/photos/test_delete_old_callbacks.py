"""Old callbacks are deleted…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.checks import check_callbacks_kept
from recognition.commands.photos.storing import delete_old_callbacks
from recognition.models import Callback, CallbackState
from recognition.tests.factories import CallbackFactory

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_after_the_days_of_the_setting_but_for_those_that_wait(settings: Any) -> None:
    for days, state in ((31, CallbackState.APPLIED), (29, CallbackState.APPLIED), (31, "Stored")):
        CallbackFactory.create(received_on=NOW - timedelta(days=days), state=state)

    kept_for_ever = delete_old_callbacks(NOW, 10)
    settings.CALLBACKS_KEEP = timedelta(days=30)
    deleted = delete_old_callbacks(NOW, 10)

    assert (kept_for_ever, deleted) == (0, 1)
    assert Callback.objects.count() == 2


def test_never_while_they_may_be_repeated(settings: Any) -> None:
    settings.CALLBACKS_KEEP = timedelta(days=7)

    [error] = check_callbacks_kept()

    assert error.id == "recognition.E008"
