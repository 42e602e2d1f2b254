"""Old callbacks are deleted…"""

from datetime import timedelta
from typing import Any

import pytest

from foundation.records.partitions import list_partitions
from recognition.checks import check_callbacks_kept
from recognition.models import Callback, CallbackState
from recognition.processing.storing import CALLBACKS, delete_old_callbacks
from recognition.tests.factories import CallbackFactory

SECOND = timedelta(seconds=1)
DAYS = timedelta(days=30)


@pytest.mark.django_db(transaction=True)
def test_by_months_after_the_days_of_the_setting_but_for_those_that_wait(settings: Any) -> None:
    month = list_partitions(CALLBACKS)[1]
    moments = (month.end - SECOND, month.end - SECOND, month.end)
    states = (CallbackState.APPLIED, CallbackState.STORED, CallbackState.APPLIED)
    _, waiting, later = (
        CallbackFactory.create(
            received_on=moment,
            state=state,
            next_attempt_on=moment if state == CallbackState.STORED else None,
        )
        for moment, state in zip(moments, states, strict=True)
    )

    def left_at(now: Any) -> set[Any]:
        delete_old_callbacks(now, 10)
        return set(Callback.objects.values_list("pk", flat=True))

    assert len(left_at(month.end + DAYS)) == 3  # the default keeps them for ever
    settings.CALLBACKS_KEEP = DAYS
    assert len(left_at(month.end + DAYS - SECOND)) == 3
    assert left_at(month.end + DAYS) == {waiting.pk, later.pk}
    Callback.objects.filter(pk=waiting.pk).update(state=CallbackState.APPLIED, next_attempt_on=None)
    assert left_at(month.end + DAYS) == {later.pk}
    assert month not in list_partitions(CALLBACKS)


def test_never_while_they_may_be_repeated(settings: Any) -> None:
    settings.CALLBACKS_KEEP = timedelta(days=7)

    [error] = check_callbacks_kept()

    assert error.id == "recognition.E008"
