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
