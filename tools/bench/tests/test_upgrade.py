"""The bench of an upgrade …"""

from collections.abc import Sequence
from http.client import HTTPConnection

import pytest

from tools.bench.proof import without_photos_of_taggers
from tools.bench.upgrade import front as fronts
from tools.bench.upgrade.front import BUSY, Front, Passed, Phase, Reply
from tools.bench.upgrade.judging import CALM, judge
from tools.local.ports import LOOPBACK, free_port

OK: Reply = (200, {}, b"{}")
CALM_PHASE, STOPS = Phase(part=CALM, name="old alone"), Phase(part="upgrade", name="old stops")


def ask(front_port: int, body: str, token: str = "t") -> int:
    connection = HTTPConnection(LOOPBACK, front_port, timeout=60)
    connection.request("POST", "/works?page=1", body, {"Authorization": f"Bearer {token}"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_counts_a_repeated_request_from_its_first_attempt(monkeypatch: pytest.MonkeyPatch):
    replies = [BUSY, OK, BUSY, OK]
    clock = iter([1.0, 2.0, 3.0, 3.5, 10.0, 14.0, 20.0, 20.5])  # each begins, and is answered
    monkeypatch.setattr(Front, "reply", lambda *_: replies.pop(0))
    port = free_port()
    front = Front(port)
    monkeypatch.setattr(fronts, "time", type("Clock", (), {"perf_counter": lambda: next(clock)}))

    statuses = [ask(port, body) for body in ("one", "other", "one", "one")]
    front.stop()

    assert statuses == [503, 200, 503, 200]
    whole = [(each.whole_seconds, each.was_repeated) for each in front.passed]
    assert whole == [(1.0, False), (0.5, False), (13.0, True), (19.5, True)]
    assert {each.request for each in front.passed} == {"POST /works"}
    assert front.unsuccessful == []


def test_knows_what_was_never_answered_otherwise(monkeypatch: pytest.MonkeyPatch):
    port = free_port()
    front = Front(port)  # it leads to no web

    statuses = [ask(port, "one"), ask(port, "one"), ask(port, "one", token="another")]
    front.stop()

    assert statuses == [503, 503, 503]
    assert front.unsuccessful == ["POST /works?page=1"] * 2


def passed(whole_seconds: float = 0.1, status: int = 200, phase: Phase = STOPS) -> Passed:
    return Passed(
        phase=phase,
        seconds=0.1,
        whole_seconds=whole_seconds,
        request="POST /works",
        status=status,
        may_be_repeated=status == 503,
    )


def missed(requests: Sequence[Passed], unsuccessful: Sequence[str] = ()) -> list[str]:
    requests = [passed(phase=CALM_PHASE), *requests]
    verdicts = judge(requests, unsuccessful, [])
    return [str(verdict) for verdict in verdicts if not verdict.passed]


def test_is_met_where_a_repeated_request_succeeds_soon():
    assert missed([passed(status=503), passed(whole_seconds=9.9)]) == []


@pytest.mark.parametrize(
    ("requests", "unsuccessful", "measured"),
    [
        ([passed(status=503), passed(whole_seconds=10.1)], [], "1 times 503; 10100 ms at most"),
        ([passed(), passed(status=503)], ["POST /works"], "0 ms at most; 1 never: POST /works"),
    ],
)
def test_is_missed_where_one_succeeds_late_or_never(requests, unsuccessful, measured):
    [verdict] = missed(requests, unsuccessful)

    assert verdict.endswith(measured)


def test_is_missed_where_a_part_is_slow_and_judges_no_warm_up():
    slow = Passed(
        phase=STOPS, seconds=0.3, whole_seconds=0.3, request="", status=200, may_be_repeated=False
    )
    warm_up = Passed(
        phase=Phase(name="warm-up"), seconds=9.0, whole_seconds=9.0, request="", status=200,
        may_be_repeated=False,
    )  # fmt: skip

    assert [verdict.partition(": ")[2] for verdict in missed([slow, warm_up])] == [
        "3.0 times (upgrade: 300 ms)"
    ]


def test_drops_only_what_is_said_of_photos_of_taggers():
    said = ["a: was never published", "b: was never published", "3 callbacks not used"]

    assert without_photos_of_taggers(said, {"a"}) == said[1:]
