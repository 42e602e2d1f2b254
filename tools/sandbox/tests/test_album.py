"""The sandbox's album, face provider and start lists…"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import requests
from PIL import Image

from tools.sandbox.server import SandboxOptions
from tools.sandbox.services.album import PIXEL
from tools.sandbox.testing import SandboxClient, run_sandbox


@pytest.fixture
def album(tmp_path: Path) -> Iterator[SandboxClient]:
    Image.new("RGB", (4, 2)).save(tmp_path / "one.jpg")
    (tmp_path / "numbers.csv").write_text("photo,numbers\n")
    with run_sandbox(SandboxOptions(album=tmp_path)) as client:
        yield client


def test_serves_the_images_of_its_folder_only(album: SandboxClient):
    listed = requests.get(album.url("album", "/"), timeout=60).json()
    image = requests.get(album.url("album", "/one.jpg"), timeout=60)
    other = requests.get(album.url("album", "/numbers.csv"), timeout=60)

    assert listed == {"images": ["one.jpg"]}
    assert image.headers["Content-Type"] == "image/jpeg"
    assert Image.open(BytesIO(image.content)).size == (4, 2)
    assert other.status_code == 404


def test_serves_a_folder_that_comes_after_the_start(tmp_path: Path):
    with run_sandbox(SandboxOptions(album=tmp_path / "later")) as sandbox:
        before = requests.get(sandbox.url("album", "/"), timeout=60).json()
        (tmp_path / "later").mkdir()
        Image.new("RGB", (4, 2)).save(tmp_path / "later" / "one.jpg")
        after = requests.get(sandbox.url("album", "/"), timeout=60).json()

    assert (before, after) == ({"images": []}, {"images": ["one.jpg"]})


def test_serves_the_folders_in_it_too_and_nothing_outside(album: SandboxClient, tmp_path: Path):
    (tmp_path / "race").mkdir()
    Image.new("RGB", (4, 2)).save(tmp_path / "race" / "IMG 1.JPG")

    paths = ("/race/IMG%201.JPG", "/..%2F../one.jpg", "/..%2F..%2Fetc%2Fpasswd")
    answers = [requests.get(album.url("album", path), timeout=60) for path in paths]

    listed = requests.get(album.url("album", "/"), timeout=60).json()["images"]
    assert listed == ["one.jpg", "race/IMG 1.JPG"]
    assert [answer.status_code for answer in answers] == [200, 404, 404]


def test_has_a_pixel_with_any_query(sandbox: SandboxClient):
    response = requests.get(sandbox.url("album", "/pixel.jpg?photo=1"), timeout=60)

    assert response.headers["Content-Type"] == "image/jpeg"
    assert Image.open(BytesIO(response.content)).size == (1, 1)


def test_sends_without_end_and_without_a_length(sandbox: SandboxClient):
    with requests.get(sandbox.url("album", "/huge"), stream=True, timeout=60) as response:
        body = response.iter_content(65536)
        size = sum(len(next(body)) for _ in range(50))

    assert "Content-Length" not in response.headers
    assert size > 1_000_000


def test_sends_byte_by_byte(sandbox: SandboxClient):
    with (
        requests.get(sandbox.url("album", "/slow"), stream=True, timeout=0.2) as response,
        pytest.raises(requests.ConnectionError),
    ):
        list(response.iter_content(100))


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [("/text", 200, "text/plain"), ("/missing", 404, "application/problem+json")],
)
def test_answers_without_an_image(sandbox: SandboxClient, path: str, status: int, kind: str):
    response = requests.get(sandbox.url("album", path), timeout=60)

    assert response.status_code == status
    assert response.headers["Content-Type"].startswith(kind)


def test_redirects_to_the_given_address(sandbox: SandboxClient):
    url = sandbox.url("album", "/redirect?to=http://10.0.0.1/x.jpg")

    response = requests.get(url, allow_redirects=False, timeout=60)

    assert (response.status_code, response.headers["Location"]) == (302, "http://10.0.0.1/x.jpg")


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
