import requests

from tools.sandbox.testing import SandboxClient


def test_answers_304_to_a_caller_that_has_the_list(sandbox: SandboxClient):
    sandbox.set_start_list("A", ["1", "2"])
    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")

    full = requests.get(url, timeout=60)
    same = requests.get(url, headers={"If-None-Match": full.headers["ETag"]}, timeout=60)

    assert full.json() == {"startNumbers": ["1", "2"]}
    assert (same.status_code, same.content) == (304, b"")
    counts = sandbox.state("competitor-service")["counts"]
    assert counts == {"full": 1, "notModified": 1, "notFound": 0}


def test_answers_in_full_after_the_list_changed(sandbox: SandboxClient):
    sandbox.set_start_list("a", ["1"])
    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")
    etag = requests.get(url, timeout=60).headers["ETag"]

    sandbox.set_start_list("a", ["1", "2"])

    response = requests.get(url, headers={"If-None-Match": etag}, timeout=60)
    assert response.json() == {"startNumbers": ["1", "2"]}


def test_knows_no_other_album(sandbox: SandboxClient):
    sandbox.set_start_list("a", ["1"])
    sandbox.remove_start_list("a")

    url = sandbox.url("competitor-service", "/api/v1/albums/a/start-list")

    assert requests.get(url, timeout=60).status_code == 404
