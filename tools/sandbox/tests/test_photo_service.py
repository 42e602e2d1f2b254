from pathlib import Path
from uuid import uuid4

import pytest
import requests

from tools.sandbox.server import SandboxOptions
from tools.sandbox.testing import Counts, SandboxClient, run_sandbox


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


def test_returns_what_it_received(sandbox: SandboxClient):
    url = sandbox.url("photo-service", "/api/v1/photos/p/persons")
    document = {"version": 3, "persons": [{"personId": "anna", "confidence": 0.9, "box": None}]}

    missing = requests.get(url, timeout=60)
    requests.put(url, json=document, timeout=60)

    assert missing.status_code == 404
    assert requests.get(url, timeout=60).json() == document
    assert sandbox.photo_service_state().persons("p") == ["anna"]


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


def test_forgets_its_state(sandbox: SandboxClient):
    put_tags(sandbox, "p", 1, "17")

    requests.delete(sandbox.url("photo-service", "/state"), timeout=60)

    assert sandbox.photo_service_counts().photos == 0


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
