"""The sandbox's control…"""

import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tools.sandbox.problems import Refused
from tools.sandbox.server import SandboxOptions
from tools.sandbox.testing import SandboxClient, run_sandbox, run_sandbox_process
from tools.sandbox.tests.conftest import until

PUT_TAGS = {"version": 1, "tags": []}


@pytest.fixture
def put(sandbox: SandboxClient) -> Callable[..., requests.Response]:
    def send(photo: str = "p", timeout: float = 5) -> requests.Response:
        url = sandbox.url("photo-service", f"/api/v1/photos/{photo}/tags")
        headers = {"X-Request-Id": "r-1"}
        return requests.put(url, json=PUT_TAGS, headers=headers, timeout=timeout)

    return send


Put = Callable[..., requests.Response]


def test_knows_no_other_service_and_refuses_what_is_not_json(sandbox: SandboxClient):
    other = requests.get(sandbox.url("control", "/printer"), timeout=60)
    broken = requests.put(sandbox.url("control", "/photo-service"), data="{", timeout=60)

    assert (other.status_code, broken.status_code) == (404, 400)
    assert other.headers["Content-Type"] == "application/problem+json"


def test_plays_a_script_and_then_the_rates(sandbox: SandboxClient, put: Put):
    script = ["throttle", {"outcome": "fail", "status": 500}, "ok"]
    sandbox.behave("photo-service", retry_after=3, failure_rate=1, next=script)

    answers = [put() for _ in range(4)]

    assert [answer.status_code for answer in answers] == [429, 500, 204, 503]
    assert answers[0].headers["Retry-After"] == "3"
    assert answers[1].headers["Content-Type"] == "application/problem+json"


def test_shows_what_a_script_has_left_and_leaves_it_when_another_field_changes(sandbox, put):
    sandbox.behave("photo-service", next=["ok", "fail"])
    put()

    assert sandbox.behaviour("photo-service")["next"] == ["fail"]
    sandbox.behave("photo-service", latency=0.001)

    assert [put().status_code for _ in range(2)] == [503, 204]


def test_treats_one_photo_differently(sandbox: SandboxClient, put: Put):
    photos = {"Bad": {"failureRate": 1, "failureStatus": 500, "next": ["throttle"]}}
    sandbox.behave("photo-service", photos=photos, next=["ok"])

    answers = [put(photo).status_code for photo in ("bad", "good", "bad")]

    assert answers == [429, 204, 500]


@pytest.mark.parametrize(("fault", "done"), [("drop", 0), ("lose", 1)])
def test_drops_a_connection_with_nothing_done_or_loses_an_answer_after_the_work(
    sandbox: SandboxClient, put: Put, fault: str, done: int
):
    sandbox.behave("photo-service", next=[fault])

    with pytest.raises(requests.ConnectionError):
        put()

    counts = sandbox.photo_service_counts()
    assert (counts.puts, counts.accepted) == (done, done)


def test_hangs_until_the_client_goes(sandbox: SandboxClient, put: Put):
    sandbox.behave("photo-service", hang_rate=1)

    with pytest.raises(requests.Timeout):
        put(timeout=0.1)

    assert sandbox.log(service="photo-service")[0]["status"] is None
    until(lambda: sandbox.stats("photo-service")["inFlight"] == 0)
    assert sandbox.photo_service_counts().puts == 0


def test_closes_hanging_requests_when_the_behaviour_changes(sandbox: SandboxClient, put: Put):
    sandbox.behave("photo-service", next=["hang"])
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(put)
        until(lambda: sandbox.stats("photo-service")["inFlight"] == 1)

        sandbox.behave("photo-service", latency=0)

        assert isinstance(answer.exception(5), requests.ConnectionError)


def test_counts_what_is_in_flight_at_once(sandbox: SandboxClient, put: Put):
    sandbox.behave("photo-service", latency=0.2)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(put, ["a", "b", "c", "d"]))

    assert {answer.status_code for answer in answers} == {204}
    assert sandbox.stats("photo-service")["maxInFlight"] == 4


def test_throttles_the_same_photos_with_the_same_seed_in_any_order(sandbox, put):
    photos = [str(number) for number in range(30)]
    sandbox.behave("photo-service", seed=5, throttle_rate=0.5)

    once = {photo: put(photo).status_code for photo in photos}
    sandbox.replace_behaviour("photo-service", {"seed": 5, "throttleRate": 0.5})
    again = {photo: put(photo).status_code for photo in reversed(photos)}

    assert once == again
    assert set(once.values()) == {204, 429}


def test_logs_what_crossed_the_wire(sandbox: SandboxClient, put: Put):
    put()

    (entry,) = sandbox.log(service="photo-service", subject="p")
    assert entry["path"] == "/photo-service/api/v1/photos/p/tags"
    assert entry["headers"]["X-Request-Id"] == "r-1"
    assert entry["body"] == PUT_TAGS
    assert (entry["outcome"], entry["status"]) == ("ok", 204)


def test_wants_a_bearer_token_where_one_is_set(sandbox: SandboxClient, put: Put):
    sandbox.behave("photo-service", token="secret")

    refused = put()
    url = sandbox.url("photo-service", "/api/v1/photos/p/tags")
    headers = {"Authorization": "Bearer secret"}
    taken = requests.put(url, json=PUT_TAGS, headers=headers, timeout=60)

    assert (refused.status_code, taken.status_code) == (401, 204)


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"latnecy": 1}, "latnecy"),
        ({"latency": -1}, "latency"),
        ({"latency": [2, 1]}, "latency"),
        ({"latency": {"p50": 2, "p99": 1}}, "latency.p99"),
        ({"failureRate": 2}, "failureRate"),
        ({"failureRate": 0.6, "hangRate": 0.6}, "failureRate"),
        ({"failureRate": True}, "failureRate"),
        ({"failureStatus": 200}, "failureStatus"),
        ({"next": ["ok", "maybe"]}, "next.1"),
        ({"next": [{"outcome": "fail", "code": 1}]}, "next.0.code"),
        ({"next": "ok"}, "next"),
        ({"photos": {"p": {"hangRate": 7}}}, "photos.p.hangRate"),
        ({"photos": {"p": {"token": "t"}}}, "photos.p.token"),
        ({"callback": {"lostRate": 3}}, "callback.lostRate"),
        ({"callback": {"next": ["twice"]}}, "callback.next.0"),
        ({"callback": {"reorder": {"window": 1}}}, "callback.reorder.window"),
        ({"callback": {"reorder": "yes"}}, "callback.reorder"),
        ({"truth": "none"}, "truth"),
        ([], "body"),
    ],
)
def test_refuses_a_wrong_behaviour(sandbox: SandboxClient, document: object, field: str):
    before = sandbox.behaviour("number-provider")

    response = requests.put(sandbox.url("control", "/number-provider"), json=document, timeout=60)

    assert response.status_code == 422
    assert field in {error["field"] for error in response.json()["errors"]}
    assert sandbox.behaviour("number-provider") == before


def test_knows_no_callbacks_of_a_service_that_sends_none(sandbox: SandboxClient):
    with pytest.raises(ValueError, match="callback is not a field here"):
        sandbox.behave("photo-service", callback={})


def test_resets_to_the_behaviour_of_the_start(sandbox: SandboxClient, put: Put):
    sandbox.behave("photo-service", failure_rate=1)

    sandbox.reset()

    assert put().status_code == 204
    assert sandbox.behaviour("photo-service")["failureRate"] == 0


def test_shows_people_a_page_and_programs_json(sandbox: SandboxClient):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

    page = requests.get(f"{sandbox.base_url}/", headers=browser, timeout=60)
    listed = requests.get(f"{sandbox.base_url}/", timeout=60).json()

    assert listed["services"]["photo-service"] == "/photo-service"
    assert listed["control"]["number-provider"] == "/control/number-provider"
    assert page.headers["Content-Type"].startswith("text/html")
    links = re.findall(r'href="([^"]+)"', page.text)
    assert {f"/control/{name}" for name in listed["services"]} < set(links)
    answers = {link: requests.get(f"{sandbox.base_url}{link}", timeout=60) for link in links}
    assert {link: each.status_code for link, each in answers.items() if not each.ok} == {}
    assert sandbox.base_url in page.text


@pytest.mark.process
def test_starts_as_the_command_line_says():
    with run_sandbox_process("--behave", 'number-provider={"truth":"derive"}') as sandbox:
        sandbox.behave("number-provider", truth="empty")
        sandbox.reset()

        assert sandbox.behaviour("number-provider")["truth"] == "derive"


@pytest.mark.process
def test_says_in_one_line_that_the_port_is_taken():
    with run_sandbox() as sandbox:
        port = sandbox.base_url.rsplit(":", 1)[1]
        ended = subprocess.run(
            [sys.executable, "-m", "tools.sandbox", "--port", port],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "address already in use" in ended.stderr


def test_does_not_start_with_a_wrong_behaviour():
    options = SandboxOptions(behaviours={"photo-service": {"latency": "long"}})

    with pytest.raises(Refused, match="latency must be a number"), run_sandbox(options):
        pass
