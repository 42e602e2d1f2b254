"""Back-off."""

from datetime import timedelta

from foundation.records.database import backoff


def test_is_at_least_what_was_asked_for_and_at_most_the_cap():
    assert backoff(1, base=1, cap=300, at_least=40) == timedelta(seconds=40)
    assert backoff(1, base=1, cap=300, at_least=4_000) == timedelta(seconds=300)
