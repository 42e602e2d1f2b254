from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import requests
from PIL import Image

from tools.sandbox.server import SandboxOptions
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


def test_serves_the_folders_in_it_too(album: SandboxClient, tmp_path: Path):
    (tmp_path / "race").mkdir()
    Image.new("RGB", (4, 2)).save(tmp_path / "race" / "IMG 1.JPG")

    image = requests.get(album.url("album", "/race/IMG%201.JPG"), timeout=60)
    outside = requests.get(album.url("album", "/..%2F../one.jpg"), timeout=60)

    assert requests.get(album.url("album", "/"), timeout=60).json()["images"] == [
        "one.jpg",
        "race/IMG 1.JPG",
    ]
    assert (image.status_code, outside.status_code) == (200, 404)


def test_stays_inside_its_folder(album: SandboxClient):
    response = requests.get(album.url("album", "/..%2F..%2Fetc%2Fpasswd"), timeout=60)

    assert response.status_code == 404


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
