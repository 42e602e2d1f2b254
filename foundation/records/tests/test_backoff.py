"""Back-off."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as some

from foundation.records.backoff import backoff


@given(some.integers(1, 10_000))
def test_doubles_within_its_jitter_up_to_the_cap(attempts: int):
    wait = backoff(attempts, base=1, cap=300).total_seconds()

    full = min(300, 2.0 ** min(attempts - 1, 30))
    assert full / 2 <= wait <= full


def test_is_at_least_what_was_asked_for_and_at_most_the_cap():
    assert backoff(1, base=1, cap=300, at_least=40) == timedelta(seconds=40)
    assert backoff(1, base=1, cap=300, at_least=4_000) == timedelta(seconds=300)
