import requests

from tools.sandbox.services.album import PIXEL
from tools.sandbox.testing import SandboxClient


def recognise(
    sandbox: SandboxClient, *, image: str | None = None, enrol: str = "true", body: bytes = PIXEL
) -> requests.Response:
    url = sandbox.url("face-provider", f"/spaces/s/faces?enrol={enrol}")
    headers = {"Content-Type": "image/jpeg"} | ({"X-Image-Id": image} if image else {})
    return requests.post(url, data=body, headers=headers, timeout=60)


def test_enrols_a_person_once(sandbox: SandboxClient):
    sandbox.set_truth("i", persons=["anna"], provider="face-provider")

    faces = [recognise(sandbox, image="i").json()["faces"] for _ in range(2)]

    assert [[(f["personId"], f["isNew"]) for f in found] for found in faces] == [
        [("anna", True)],
        [("anna", False)],
    ]
    assert sandbox.state("face-provider") == {"spaces": {"s": ["anna"]}}


def test_leaves_strangers_out_when_it_may_not_enrol(sandbox: SandboxClient):
    sandbox.set_truth("i", persons=["anna", "ben"], provider="face-provider")
    sandbox.set_truth("j", persons=["anna"], provider="face-provider")
    recognise(sandbox, image="j")

    faces = recognise(sandbox, image="i", enrol="false").json()["faces"]

    assert [face["personId"] for face in faces] == ["anna"]


def test_derives_the_same_person_from_the_same_image(sandbox: SandboxClient):
    sandbox.behave("face-provider", truth="derive")

    once, again = recognise(sandbox), recognise(sandbox)
    other = recognise(sandbox, body=PIXEL + b"x")

    persons = [answer.json()["faces"][0]["personId"] for answer in (once, again, other)]
    assert persons[0] == persons[1] != persons[2]


def test_refuses_what_is_no_image(sandbox: SandboxClient):
    response = recognise(sandbox, body=b"hello")

    assert response.status_code == 422
    assert response.json()["code"] == "unreadable-image"


def test_start_list_answers_304_to_a_caller_that_has_the_list(sandbox: SandboxClient):
    sandbox.set_start_list("A", ["1", "2"])
    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")

    full = requests.get(url, timeout=60)
    same = requests.get(url, headers={"If-None-Match": full.headers["ETag"]}, timeout=60)

    assert full.json() == {"startNumbers": ["1", "2"]}
    assert (same.status_code, same.content) == (304, b"")
    counts = sandbox.state("competitor-service")["counts"]
    assert counts == {"full": 1, "notModified": 1, "notFound": 0}


def test_start_list_answers_in_full_after_the_list_changed(sandbox: SandboxClient):
    sandbox.set_start_list("a", ["1"])
    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")
    etag = requests.get(url, timeout=60).headers["ETag"]

    sandbox.set_start_list("a", ["1", "2"])

    response = requests.get(url, headers={"If-None-Match": etag}, timeout=60)
    assert response.json() == {"startNumbers": ["1", "2"]}


def test_start_list_knows_no_other_album(sandbox: SandboxClient):
    sandbox.set_start_list("a", ["1"])
    sandbox.remove_start_list("a")

    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")

    assert requests.get(url, timeout=60).status_code == 404
