import requests

from sandbox.testing import SandboxClient

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

    first, again = (requests.post(url, json=TASK, timeout=5) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    (task,) = sandbox.state("tagator-service")["tasks"]
    assert (task["photoId"], task["priority"], task["state"]) == ("p", 5, "Open")


def test_cancels_a_task_any_number_of_times(sandbox: SandboxClient):
    requests.post(sandbox.url("tagator-service", "/api/v1/tasks"), json=TASK, timeout=5)
    url = sandbox.url("tagator-service", "/api/v1/photos/P/tasks/cancel")

    statuses = [
        requests.post(url, json={"reason": "deleted"}, timeout=5).status_code for _ in range(2)
    ]

    assert statuses == [204, 204]
    state = sandbox.state("tagator-service")
    assert (state["tasks"][0]["state"], state["tasks"][0]["reason"]) == ("Cancelled", "deleted")
    assert state["counts"]["cancelled"] == state["counts"]["nothingToCancel"] == 1


def test_refuses_a_task_without_a_photo(sandbox: SandboxClient):
    url = sandbox.url("tagator-service", "/api/v1/tasks")

    response = requests.post(url, json={"albumId": "a"}, timeout=5)

    assert response.status_code == 422
    assert sandbox.state("tagator-service")["tasks"] == []
