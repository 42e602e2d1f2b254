"""The sandbox's photo service and tagator service…"""

import json
from pathlib import Path
from uuid import uuid4

import pytest
import requests

from tools.sandbox.server import SandboxOptions
from tools.sandbox.testing import Counts, SandboxClient, run_sandbox
from tools.sandbox.tests.conftest import Receiver, until


def put_tags(sandbox: SandboxClient, photo: str, version: int, *values: str) -> int:
    url = sandbox.url("photo-service", f"/api/v1/photos/{photo}/tags")
    tags = [{"value": value, "source": "Provider"} for value in values]
    document = {"version": version, "tags": tags}
    return requests.put(url, json=document, timeout=60).status_code


def test_keeps_the_newest_version_only(sandbox: SandboxClient):
    photo = str(uuid4())

    statuses = [
        put_tags(sandbox, photo.upper(), 2, "17", "9"),
        put_tags(sandbox, photo, 1, "3"),
        put_tags(sandbox, photo, 2, "17", "9"),
        put_tags(sandbox, photo, 2, "4"),
    ]

    assert statuses == [204, 204, 204, 204]
    state = sandbox.photo_service_state()
    assert state.tags(photo) == ["17", "9"]
    assert state.counts == Counts(
        photos=1, persons=0, tags=1, puts=4, accepted=1, stale=1, equal=1, conflicting=1
    )


def test_returns_what_it_received_until_it_is_to_forget_it(sandbox: SandboxClient):
    url = sandbox.url("photo-service", "/api/v1/photos/p/persons")
    document = {"version": 3, "persons": [{"personId": "anna", "confidence": 0.9, "box": None}]}

    missing = requests.get(url, timeout=60)
    requests.put(url, json=document, timeout=60)

    assert missing.status_code == 404
    assert requests.get(url, timeout=60).json() == document
    assert sandbox.photo_service_state().persons("p") == ["anna"]
    requests.delete(sandbox.url("photo-service", "/state"), timeout=60)
    assert sandbox.photo_service_counts().photos == 0


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"tags": []}, "version"),
        ({"version": 1}, "tags"),
        ({"version": 1, "tags": [{"value": "1", "source": "Guess"}]}, "tags.0.source"),
        ({"version": 1, "tags": ["1"]}, "tags.0"),
    ],
)
def test_refuses_a_bad_result(sandbox: SandboxClient, document: object, field: str):
    url = sandbox.url("photo-service", "/api/v1/photos/p/tags")

    response = requests.put(url, json=document, timeout=60)

    assert response.status_code == 422
    assert field in {error["field"] for error in response.json()["errors"]}
    assert sandbox.photo_service_counts().puts == 0


def test_continues_from_its_journal(tmp_path: Path):
    journal = tmp_path / "var" / "photos.jsonl"
    with run_sandbox(SandboxOptions(journal=journal)) as sandbox:
        put_tags(sandbox, "p", 1, "17")
        put_tags(sandbox, "p", 2, "18")
    with journal.open("a") as file:
        file.write('["q","tags",1,[{"va')

    with run_sandbox(SandboxOptions(journal=journal)) as sandbox:
        put_tags(sandbox, "r", 1, "5")
        put_tags(sandbox, "p", 1, "17")

    with run_sandbox(SandboxOptions(journal=journal)) as sandbox:
        state = sandbox.photo_service_state()
    assert (state.tags("p"), state.tags("q"), state.tags("r")) == (["18"], [], ["5"])


TASK = {
    "photoId": "p",
    "albumId": "a",
    "photographerId": None,
    "shootingDate": "2026-05-01T10:00:00Z",
    "imageUrl": "http://images.invalid/1.jpg",
    "priority": 5,
}


def test_makes_one_task_a_photo(sandbox: SandboxClient):
    url = sandbox.url("tagator-service", "/api/v1/tasks")

    first, again = (requests.post(url, json=TASK, timeout=60) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    (task,) = sandbox.state("tagator-service")["tasks"]
    assert (task["photoId"], task["priority"], task["state"]) == ("p", 5, "Open")
    assert sandbox.stats("tagator-service")["callbacks"] == {}  # there is no address for them


def test_cancels_a_task_any_number_of_times(sandbox: SandboxClient):
    requests.post(sandbox.url("tagator-service", "/api/v1/tasks"), json=TASK, timeout=60)
    url = sandbox.url("tagator-service", "/api/v1/photos/P/tasks/cancel")

    statuses = [
        requests.post(url, json={"reason": "deleted"}, timeout=60).status_code for _ in range(2)
    ]

    assert statuses == [204, 204]
    state = sandbox.state("tagator-service")
    assert (state["tasks"][0]["state"], state["tasks"][0]["reason"]) == ("Cancelled", "deleted")
    assert state["counts"]["cancelled"] == state["counts"]["nothingToCancel"] == 1


def test_refuses_a_task_without_a_photo(sandbox: SandboxClient):
    url = sandbox.url("tagator-service", "/api/v1/tasks")

    response = requests.post(url, json={"albumId": "a"}, timeout=60)

    assert response.status_code == 422
    assert sandbox.state("tagator-service")["tasks"] == []


def create(sandbox: SandboxClient, photo: str = "p") -> str:
    url = sandbox.url("tagator-service", "/api/v1/tasks")
    answer = requests.post(url, json={**TASK, "photoId": photo}, timeout=60)
    return str(answer.json()["taskId"])


def states(sandbox: SandboxClient) -> list[str]:
    return [task["state"] for task in sandbox.state("tagator-service")["tasks"]]


def test_calls_back_the_numbers_of_the_photo_with_its_token(sandbox, receiver):
    sandbox.behave("tagator-service", callback_url=receiver.url, callback_token="a-token")
    sandbox.set_truth("P", tags=["17", "9"], provider="tagator-service")

    task_id = create(sandbox)

    body = json.loads(receiver.wait(1)[0])
    assert body.pop("completedOn").endswith("+00:00")
    assert body == {"taskId": task_id, "photoId": "p", "state": "Completed", "tags": ["17", "9"]}
    assert receiver.headers[0]["authorization"] == "Bearer a-token"
    assert states(sandbox) == ["Completed"]


def test_rejects_the_share_of_tasks_that_it_should(sandbox: SandboxClient, receiver: Receiver):
    sandbox.behave("tagator-service", callback_url=receiver.url, reject_rate=1)

    create(sandbox)

    body = json.loads(receiver.wait(1)[0])
    assert (body["state"], body["tags"]) == ("Rejected", [])
    assert states(sandbox) == ["Rejected"]


def test_does_not_call_back_about_a_task_that_was_cancelled_before(sandbox, receiver):
    sandbox.behave("tagator-service", callback_url=receiver.url, callback={"delay": 0.2})
    create(sandbox)

    url = sandbox.url("tagator-service", "/api/v1/photos/p/tasks/cancel")
    requests.post(url, json={"reason": "deleted"}, timeout=60)

    until(lambda: sandbox.stats("tagator-service")["callbacksPending"] == 0)
    assert sandbox.stats("tagator-service")["callbacks"]["dropped"] == 1
    assert (receiver.bodies, states(sandbox)) == ([], ["Cancelled"])


def test_calls_back_again_where_it_was_answered_503(sandbox: SandboxClient, receiver: Receiver):
    receiver.answers = [503]
    sandbox.behave("tagator-service", callback_url=receiver.url, callback={"backoff": 0.01})

    create(sandbox)

    first, second = receiver.wait(2)
    assert first == second


def test_misbehaves_as_it_should(sandbox: SandboxClient, receiver: Receiver):
    sandbox.behave(
        "tagator-service",
        callback_url=receiver.url,
        callback={"next": ["corrupt", "lost", "doubled"], "corruptAs": "unknownPhoto"},
    )

    for photo in ("a", "b", "c"):
        create(sandbox, photo)

    photos = [json.loads(body)["photoId"] for body in receiver.wait(3)]
    assert photos.count("c") == 2
    assert not {"a", "b"} & set(photos)


@pytest.mark.parametrize(
    "fields",
    [{"callback_url": "here"}, {"callback_token": ""}, {"reject_rate": 2}, {"capacity": 1}],
)
def test_refuses_a_behaviour_that_it_cannot_have(sandbox: SandboxClient, fields: dict[str, object]):
    with pytest.raises(ValueError, match=r"must|is not a field"):
        sandbox.behave("tagator-service", **fields)
