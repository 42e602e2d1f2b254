"""A service that keeps failing …"""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone

from foundation.messaging.circuit import (
    PROBE_LEASE,
    Admission,
    EndOutagesCommand,
    Paused,
    Policy,
    admit,
    end_outages,
    give_back,
    note_failure,
    note_success,
)
from foundation.messaging.models import Outage
from foundation.messaging.tests.play.racing import at_once

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "service"
POLICY = Policy(failures=3, first=timedelta(seconds=30), longest=timedelta(seconds=100))
NOW = timezone.now()


def fail(
    now: datetime = NOW, *, times: int = 1, at_least: int = 0, is_probe: bool = False
) -> Outage:
    """Note that many failures; return the outage after them."""
    note = partial(
        note_failure,
        service=NAME,
        name=NAME,
        reason="503",
        policy=POLICY,
        now=now,
        is_probe=is_probe,
        at_least=timedelta(seconds=at_least),
    )
    return [note() for _ in range(times)][-1]


def seconds(moment: float) -> datetime:
    return NOW + timedelta(seconds=moment)


@pytest.mark.parametrize(("asked", "pause"), [(0, 30), (50, 50)])
def test_is_then_refused_until_the_pause_is_over_or_as_long_as_it_asked_for(asked, pause):
    outage = fail(times=3, at_least=asked)

    assert (outage.since, outage.next_probe_on) == (NOW, seconds(pause))
    assert (outage.reason, outage.failures) == ("503", 3)
    with pytest.raises(Paused):
        admit(NAME, seconds(pause - 1))


def test_is_forgotten_when_it_answers_before_that():
    fail(times=2)

    note_success(admit(NAME, NOW), NOW)

    assert not Outage.objects.exists()


def test_is_not_let_off_by_an_answer_to_a_request_sent_before_the_pause():
    fail()
    sent_before = admit(NAME, NOW)
    fail(times=2)

    note_success(sent_before, seconds(10))

    assert Outage.objects.paused().exists()


def test_is_paused_twice_as_long_each_time_up_to_a_limit():
    ends = [fail(times=3).next_probe_on or NOW]

    for _ in range(3):
        admit(NAME, ends[-1])
        ends.append(fail(ends[-1], is_probe=True).next_probe_on or NOW)

    assert ends == [seconds(30), seconds(90), seconds(190), seconds(290)]


def test_is_paused_no_longer_by_late_failures():
    fail(times=3)

    late = fail(seconds(31), times=5)

    assert (late.next_probe_on, late.failures) == (seconds(30), 8)


def test_has_every_failure_counted_of_many_at_once():
    at_once(*[fail] * 8)

    outage = Outage.objects.get()
    assert (outage.failures, outage.next_probe_on) == (8, seconds(30))


def test_is_probed_by_one_of_many_at_once():
    fail(times=3)
    admitted: list[Admission] = []

    def ask() -> None:
        with suppress(Paused):
            admitted.append(admit(NAME, seconds(31)))

    at_once(*[ask] * 6)

    assert len(admitted) == 1


def test_is_probed_again_when_the_probe_is_given_back_or_died_but_not_when_an_older_one_is():
    fail(times=3)

    give_back(admit(NAME, seconds(31)))
    died = admit(NAME, seconds(31))
    with pytest.raises(Paused):
        admit(NAME, seconds(32))

    assert admit(NAME, seconds(31) + PROBE_LEASE).leased_until is not None
    give_back(died)
    with pytest.raises(Paused):
        admit(NAME, seconds(32) + PROBE_LEASE)


def test_begins_with_its_first_pause_in_another_outage():
    fail(times=3)
    fail(seconds(30), is_probe=True)
    note_success(admit(NAME, seconds(90)), seconds(90))

    assert fail(seconds(100), times=3).next_probe_on == seconds(130)
    assert Outage.objects.count() == 2


def test_is_asked_again_at_once_where_staff_say_so():
    fail(times=3)
    command = EndOutagesCommand(services=[NAME, "other"], now=seconds(5))

    assert [end_outages(command), end_outages(command)] == [1, 0]

    assert admit(NAME, seconds(6)) == Admission(service=NAME)


def test_has_no_two_outages_however_failures_and_answers_race():
    for _ in range(5):
        fail(times=3)
        at_once(
            partial(fail, times=3),
            lambda: end_outages(EndOutagesCommand(services=[NAME], now=NOW)),
            partial(fail, times=3),
        )
        assert Outage.objects.unfinished().count() <= 1
