import json
from collections.abc import Callable
from uuid import uuid4

import pytest
import requests
from standardwebhooks import Webhook

from tools.sandbox.testing import SandboxClient
from tools.sandbox.tests.conftest import Receiver, until

Ask = Callable[..., requests.Response]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.mark.parametrize(
    ("kind", "persons", "tags"),
    [("FACE", ["anna"], []), ("NUMBER", [], ["17"]), ("FACE_NUMBER", ["anna"], ["17"])],
)
def test_calls_back_with_what_the_type_asks_of_the_truth(
    sandbox, ask, receiver, kind, persons, tags
):
    photo = str(uuid4())
    sandbox.set_truth(photo, persons=["anna"], tags=["17"])

    response = ask(photo, kind)
    found = json.loads(receiver.wait(1)[0])
    ask("unknown", kind)
    nothing = json.loads(receiver.wait(2)[1])

    assert response.status_code == 202
    assert response.json()["requestId"]
    assert found["name"] == f"{photo};album"
    assert [person["id"] for person in found["persons"]] == persons
    assert [tag["value"] for tag in found["tags"]] == tags
    assert nothing == {"name": "unknown;album", "persons": [], "tags": []}


def test_derives_the_truth_from_the_id(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    sandbox.behave("number-provider", truth="derive")

    ask("000004d2-0000-4000-8000-000000000000")

    callback = json.loads(receiver.wait(1)[0])
    assert [tag["value"] for tag in callback["tags"]] == ["1234"]
    assert len(callback["persons"]) == 1


@pytest.mark.parametrize(
    "changes", [{"name": ""}, {"type": "EYES"}, {"imageUrl": "ftp://x"}, {"callbackUrl": None}]
)
def test_refuses_a_bad_request(sandbox: SandboxClient, ask: Ask, changes: dict[str, object]):
    response = ask("p", **changes)

    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == next(iter(changes))
    assert sandbox.stats("number-provider")["callbacks"] == {}


def test_loses_a_callback_and_doubles_another(sandbox, ask, receiver):
    sandbox.behave("number-provider", callback={"next": ["lost", "doubled"]})

    ask("lost")
    ask("photo")

    first, second = receiver.wait(2)
    assert first == second
    assert json.loads(first)["name"] == "photo;album"
    assert sandbox.stats("number-provider")["callbacks"]["lost"] == 1


def test_sends_a_late_callback_after_a_prompt_one(sandbox, ask, receiver):
    sandbox.behave("number-provider", callback={"lateBy": 0.3, "next": ["late", "once"]})

    ask("late")
    ask("prompt")

    names = [json.loads(body)["name"] for body in receiver.wait(2)]
    assert names == ["prompt;album", "late;album"]


@pytest.mark.parametrize("corruption", ["truncated", "tagsMissing", "unknownPhoto"])
def test_corrupts_a_callback(sandbox: SandboxClient, ask: Ask, receiver: Receiver, corruption: str):
    sandbox.behave("number-provider", callback={"corruptRate": 1, "corruptAs": corruption})

    ask("p")

    assert CORRUPT[corruption](receiver.wait(1)[0])


def _broken(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return True
    return False


CORRUPT: dict[str, Callable[[bytes], bool]] = {
    "truncated": _broken,
    "tagsMissing": lambda body: "tags" not in json.loads(body),
    "unknownPhoto": lambda body: not json.loads(body)["name"].startswith("p;"),
}


def test_reorders_callbacks_in_a_window(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    reorder = {"window": 12, "within": 10}
    sandbox.behave("number-provider", seed=1, callback={"reorder": reorder})

    for number in range(11):
        ask(str(number))
    held = len(receiver.bodies)
    ask("11")

    assert held == 0
    order = [int(json.loads(body)["name"].split(";")[0]) for body in receiver.wait(12)]
    assert sorted(order) == list(range(12))
    assert order != sorted(order)


def test_releases_a_window_that_never_fills(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    reorder = {"window": 100, "within": 0.05}
    sandbox.behave("number-provider", callback={"reorder": reorder})

    ask("p")

    assert len(receiver.wait(1)) == 1


def test_repeats_a_callback_until_it_is_accepted(sandbox, ask, receiver):
    sandbox.behave("number-provider", callback={"backoff": 0.01})
    receiver.answers += [503, 429]

    ask("p")

    assert len(receiver.wait(3)) == 3
    until(lambda: sandbox.stats("number-provider")["callbacksPending"] == 0)
    answers = sandbox.stats("number-provider")["callbackAnswers"]
    assert answers == {"503": 1, "429": 1, "202": 1}


def test_gives_up_a_callback_that_is_refused(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    receiver.answers += [401]

    ask("p")

    until(lambda: sandbox.stats("number-provider")["callbacks"].get("settled") == 1)
    assert len(receiver.bodies) == 1


def test_gives_up_after_its_attempts(sandbox: SandboxClient, ask: Ask):
    sandbox.behave("number-provider", callback={"attempts": 2, "backoff": 0})

    ask("p", callbackUrl="http://127.0.0.1:9/nothing")

    until(lambda: sandbox.stats("number-provider")["callbacks"].get("exhausted") == 1)
    assert sandbox.stats("number-provider")["callbacks"]["sent"] == 2


def test_refuses_more_than_its_capacity(sandbox: SandboxClient, ask: Ask):
    sandbox.behave("number-provider", capacity=1, retry_after=7, callback={"delay": 60})

    first, second = ask("a"), ask("b")

    assert (first.status_code, second.status_code) == (202, 429)
    assert second.headers["Retry-After"] == "7"


def test_signs_its_callbacks(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    sandbox.behave("number-provider", webhook_secret=SECRET)

    ask("p")

    body = receiver.wait(1)[0]
    assert Webhook(SECRET).verify(body, receiver.headers[0])["name"] == "p;album"


def test_can_name_the_photo_on_the_items(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    sandbox.behave("number-provider", callback={"namesOnItems": True})
    sandbox.set_truth("p", tags=["17"])

    ask("p")

    callback = json.loads(receiver.wait(1)[0])
    assert "name" not in callback
    assert callback["tags"][0]["name"] == "p;album"


def test_sends_no_callback_of_before_a_reset(sandbox: SandboxClient, ask: Ask, receiver: Receiver):
    sandbox.behave("number-provider", callback={"delay": 0.1})
    ask("before")

    sandbox.reset()
    sandbox.behave("number-provider", callback={"delay": 0.3})
    ask("after")

    assert [json.loads(body)["name"] for body in receiver.wait(1)] == ["after;album"]
