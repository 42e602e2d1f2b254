"""Pictures that cannot be read are judged …"""

import pytest

from tools.bench.pictures import Ending, Picture, judge

DAMAGED = Picture(reason="it is damaged")


def ending(state: str = "Failed", seconds: float = 15, attempts: int = 1) -> Ending:
    reason = "Numbers: it is damaged." if state == "Failed" else ""
    return Ending(name="x", state=state, reason=reason, attempts=attempts, seconds=seconds)


def test_good_if_they_failed_once_and_soon():
    assert judge(ending(), DAMAGED).passed


@pytest.mark.parametrize(
    "bad", [ending("AwaitingCallback"), ending(seconds=15.1), ending(attempts=2)]
)
def test_bad_if_later_or_more_often(bad):
    assert not judge(bad, DAMAGED).passed


def test_by_their_reason():
    assert not judge(ending(), Picture(reason="status 404")).passed


def test_by_the_first_reason_where_the_host_is_slow():
    slow = Picture(reason="it is damaged", is_slow=True)

    assert judge(ending(seconds=60), slow).passed
    assert not judge(ending("AwaitingCallback"), slow).passed


def test_good_if_they_can_be_read():
    assert judge(ending("Processed"), Picture(reason="")).passed
    assert not judge(ending(), Picture(reason="")).passed
