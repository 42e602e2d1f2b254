"""Sign-in behind a proxy is locked by name and by the caller's address, and throttled."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from time_machine import TimeMachineFixture

from foundation.messaging.tests.play.racing import at_once

PASSWORD = "Race-Day-2026!"
MINE, ANOTHERS, THE_PROXYS = "203.0.113.7", "203.0.113.8", "10.42.0.9"
API, PAGE = "/admin-api/api/v2/token", "/admin/login/"


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    settings.AXES_FAILURE_LIMIT = 3


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_superuser("ann", password=PASSWORD)


def sign_in(path: str, password: str, forwarded: str | None = MINE) -> int:
    """Send a name and a password by the proxy; return the status."""
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return answer_to(path, password, **headers).status_code


def answer_to(path: str, password: str, **headers: str) -> HttpResponse:
    body = {"username": "ann", "password": password}
    kind = {} if path == PAGE else {"content_type": "application/json"}
    client = Client(raise_request_exception=False, REMOTE_ADDR=THE_PROXYS)
    return client.post(path, body, headers=headers, **kind)  # type: ignore[arg-type,return-value]


def counted() -> list[int]:
    return [each.failures_since_start for each in AccessAttempt.objects.order_by("pk")]


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(("path", "failed", "opened"), [(PAGE, 200, 302), (API, 401, 200)])
def test_failures_lock_the_name_at_their_address_alone(path: str, failed: int, opened: int) -> None:
    failures = [sign_in(path, "wrong") for _ in range(3)]

    assert failures == [failed, failed, 429]
    assert sign_in(path, PASSWORD) == 429
    assert sign_in(path, PASSWORD, ANOTHERS) == opened


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(("path", "opened"), [(PAGE, 302), (API, 200)])
def test_tries_during_the_lock_do_not_prolong_it(path, opened, time_machine):
    time_machine.move_to("2026-05-01T10:00Z", tick=False)
    for _ in range(3):
        sign_in(path, "wrong")

    tried = []
    for minute in range(1, 16):
        time_machine.move_to(f"2026-05-01T10:{minute - 1}:59Z", tick=False)
        tried += [sign_in(path, "wrong"), sign_in(path, PASSWORD)]
    time_machine.move_to("2026-05-01T10:15:01Z", tick=False)

    assert tried == [429] * 30
    assert counted() == [3]
    assert sign_in(path, PASSWORD) == opened


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("path", [PAGE, API])
def test_a_locked_name_is_told_how_long(path: str, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-05-01T10:00Z", tick=False)
    for _ in range(3):
        first = answer_to(path, "wrong", **{"X-Forwarded-For": MINE})
    time_machine.move_to("2026-05-01T10:14:20Z", tick=False)
    last = answer_to(path, PASSWORD, **{"X-Forwarded-For": MINE})

    assert (first["Retry-After"], last["Retry-After"]) == ("900", "40")
    assert "Try again in 15 minutes; until then" in first.content.decode()
    assert "Try again in 1 minute; until then" in last.content.decode()
    assert "An administrator can unlock the name earlier." in last.content.decode()


@pytest.mark.usefixtures("ann")
def test_the_lock_of_failures_in_two_browsers_ends_with_the_older(time_machine):
    seen = {"X-Forwarded-For": MINE}
    time_machine.move_to("2026-05-01T10:00Z", tick=False)
    answer_to(PAGE, "wrong", **seen)
    time_machine.move_to("2026-05-01T10:05Z", tick=False)
    answer_to(PAGE, "wrong", **seen, **{"User-Agent": "another"})
    locked = answer_to(PAGE, "wrong", **seen, **{"User-Agent": "another"})
    time_machine.move_to("2026-05-01T10:15:01Z", tick=False)

    assert locked["Retry-After"] == "600"
    assert sign_in(PAGE, PASSWORD) == 302


@pytest.mark.usefixtures("ann")
def test_a_name_is_unlocked_by_its_command_alone() -> None:
    for name in ("ann", "ben"):
        AccessAttempt.objects.create(username=name, ip_address=MINE, failures_since_start=3)

    assert sign_in(PAGE, PASSWORD) == 429
    call_command("axes_reset_username", "ann")

    assert sign_in(PAGE, PASSWORD) == 302
    assert AccessAttempt.objects.get().username == "ben"


@pytest.mark.usefixtures("ann")
def test_a_name_longer_than_any_fails_and_is_counted() -> None:
    client = Client(raise_request_exception=False, REMOTE_ADDR=THE_PROXYS)
    body = {"username": "ann" * 100, "password": "wrong"}

    assert [client.post(PAGE, body).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.usefixtures("ann")
def test_what_a_caller_says_of_itself_opens_no_lock() -> None:
    for number in range(3):
        sign_in(PAGE, "wrong", f"198.51.100.{number}, {MINE}")

    assert sign_in(PAGE, PASSWORD, f"198.51.100.9, {MINE}") == 429


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        *(([each] * 3, THE_PROXYS) for each in (
            None, "", "unknown", "_hidden, ?", "1.2.3.4.5", "x" * 3000,
        )),
        ([f"{MINE}:{port}" for port in (4711, 4712, 4713)], MINE),
    ],
)  # fmt: skip
def test_failures_are_one_row_where_the_proxy_names_no_address_or_adds_ports(forwarded, address):
    failures = [sign_in(PAGE, "wrong", each) for each in forwarded]

    assert failures == [200, 200, 429]
    assert AccessAttempt.objects.get().ip_address == address


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("forwarded", [MINE, None])
def test_two_first_failures_at_once_are_one_row(forwarded: str | None, settings: Any) -> None:
    User.objects.create_superuser("ann", password=PASSWORD)
    settings.AXES_FAILURE_LIMIT = 10

    def fail() -> int:
        return sign_in(PAGE, "wrong", forwarded)

    at_once(*[fail] * 8)

    assert counted() == [8]
    assert [fail(), fail()] == [200, 429]
    assert sign_in(PAGE, PASSWORD, forwarded) == 429


@pytest.mark.usefixtures("ann")
def test_rows_without_an_address_of_the_version_before_do_no_harm() -> None:
    for _ in range(2):
        AccessAttempt.objects.create(
            username="ann", ip_address=None, user_agent="<unknown>", failures_since_start=99
        )

    assert sign_in(PAGE, PASSWORD) == 302
    assert [sign_in(PAGE, "wrong") for _ in range(3)] == [200, 200, 429]
    assert counted() == [99, 99, 3]


@pytest.mark.usefixtures("ann")
def test_staffs_sign_in_is_throttled_by_address(settings: Any) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "2/h"}
    client = Client(REMOTE_ADDR=THE_PROXYS, headers={"X-Forwarded-For": MINE})
    # Of several names, which the lock counts apart.
    tried = [client.post(PAGE, {"username": n, "password": "x"}).status_code for n in "ab"]

    answer = client.post(PAGE, {"username": "ann", "password": PASSWORD})

    assert tried == [200, 200]
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3601
    assert "<h1>Too many attempts</h1>" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert client.get(PAGE).status_code == 200
    assert sign_in(PAGE, PASSWORD, ANOTHERS) == 302
