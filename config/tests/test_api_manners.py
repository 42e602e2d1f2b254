"""What every answer of the API has, and what a caller may ask for…"""

import gzip
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from config.tests.endpoints import token_of
from foundation.rest.idempotency import delete_kept_answers
from foundation.rest.models import KeptAnswer
from foundation.rest.throttles import Rate
from recognition.models import AlbumPhotosProcessingJob, JobMode
from recognition.tests.factories import AlbumFactory, NumberRequestFactory

pytestmark = pytest.mark.django_db
ALBUMS = "/admin-api/api/v2/albums"


@pytest.fixture
def bearer() -> dict[str, str]:
    return {"Authorization": f"Bearer {token_of('recognition.manage')}"}


def process(client: Client, album: Any, headers: dict[str, str], body: Any = None) -> Any:
    path = f"{ALBUMS}/{album.pk}/processing"
    return client.post(path, body or {}, "application/json", headers=headers)


def test_a_post_with_the_same_key_is_done_once_and_answered_alike(client: Client, bearer):
    album, headers = AlbumFactory.create(), {**bearer, "Idempotency-Key": str(uuid4())}

    first = process(client, album, headers)
    AlbumPhotosProcessingJob.objects.update(state="Finished", finished_on=timezone.now())
    second = process(client, album, headers)

    assert (second.status_code, second.content) == (first.status_code, first.content)
    assert (first.get("Idempotency-Replayed"), second["Idempotency-Replayed"]) == (None, "true")
    assert AlbumPhotosProcessingJob.objects.count() == 1
    process(client, album, {**headers, "Idempotency-Key": str(uuid4())})
    assert AlbumPhotosProcessingJob.objects.count() == 2


def test_a_key_of_another_body_or_address_is_422_and_changes_nothing(client: Client, bearer):
    album, headers = AlbumFactory.create(), {**bearer, "Idempotency-Key": "k-1"}
    process(client, album, headers)

    other = process(client, AlbumFactory.create(), headers)
    differs = process(client, album, headers, {"mode": "Force"})

    assert [each.status_code for each in (other, differs)] == [422, 422]
    assert other.json()["code"] == differs.json()["code"] == "idempotency-key-reused"
    assert AlbumPhotosProcessingJob.objects.count() == 1


def test_a_key_is_of_its_caller_alone(client: Client, bearer):
    album, key = AlbumFactory.create(), {"Idempotency-Key": "k-1"}
    process(client, album, {**bearer, **key})
    other = {"Authorization": f"Bearer {token_of('recognition.manage')}"}

    assert "Idempotency-Replayed" not in process(client, album, {**other, **key})


@pytest.mark.parametrize("key", ["", "x" * 256, "two words", "ключ"])
def test_a_malformed_key_is_400(client: Client, bearer, key: str):
    answer = process(client, AlbumFactory.create(), {**bearer, "Idempotency-Key": key})

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed-idempotency-key")
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_an_error_is_not_kept(client: Client, bearer):
    album, headers = AlbumFactory.build(), {**bearer, "Idempotency-Key": "k-1"}

    assert process(client, album, headers).status_code == 404
    assert process(client, album, {"Idempotency-Key": "k-1"}).status_code == 401
    assert not KeptAnswer.objects.exists()
    AlbumFactory.create(pk=album.pk)
    assert process(client, album, headers).status_code < 300


def test_answers_are_kept_for_a_day(client: Client, bearer):
    process(client, AlbumFactory.create(), {**bearer, "Idempotency-Key": "k-1"})

    assert delete_kept_answers(timezone.now() + timedelta(hours=23)) == 0
    assert delete_kept_answers(timezone.now() + timedelta(hours=25)) == 1


def test_a_problem_has_the_request_s_id(client: Client):
    answer = client.get(ALBUMS, headers={"X-Request-Id": "from-the-caller"})
    unknown = client.get("/admin-api/nothing", headers={"X-Request-Id": "from-the-caller"})

    assert answer.json()["requestId"] == unknown.json()["requestId"] == "from-the-caller"


def test_a_list_that_is_known_is_304(client: Client, bearer):
    AlbumFactory.create()
    first = client.get(ALBUMS, headers=bearer)

    same = client.get(ALBUMS, headers={**bearer, "If-None-Match": first["ETag"]})
    AlbumFactory.create()
    changed = client.get(ALBUMS, headers={**bearer, "If-None-Match": first["ETag"]})

    assert first["ETag"].startswith('W/"')
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert changed.status_code == 200
    assert client.get(ALBUMS, headers={"If-None-Match": first["ETag"]}).status_code == 401


def test_a_job_that_is_polled_is_304_until_it_went_on(client: Client, bearer):
    album = AlbumFactory.create()
    job = AlbumPhotosProcessingJob.objects.create(
        album=album, mode=JobMode.AGAIN, created_on=timezone.now()
    )
    address = f"{ALBUMS}/{album.pk}/processing/{job.pk}"
    first = client.get(address, headers=bearer)
    known = {**bearer, "If-None-Match": first["ETag"]}

    same, any_at_all = client.get(address, headers=known), {**bearer, "If-None-Match": "*"}

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert client.get(address, headers=any_at_all).status_code == 304
    AlbumPhotosProcessingJob.objects.update(state="Running")
    assert client.get(address, headers=known).status_code == 200


def test_a_throttled_answer_says_how_many_calls_are_left(client: Client, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "2/h"}
    body = {"username": "unknown", "password": "x"}

    answers = [client.post("/admin-api/api/v2/token", body, "application/json") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [401, 401, 429]
    assert [answer["RateLimit"].split(";t=")[0] for answer in answers] == [
        '"token";r=1',
        '"token";r=0',
        '"token";r=0',
    ]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"token";q=2;w=3600'}
    assert Rate.parse("2/h").seconds == 3600


def test_lists_and_documents_are_compressed_but_no_secret(client: Client, bearer, admin_client):
    AlbumFactory.create_batch(5)
    headers = {**bearer, "Accept-Encoding": "gzip"}

    listed = client.get(ALBUMS, headers=headers)
    document = client.get("/activity-api/schema", headers={"Accept-Encoding": "gzip"})
    album = client.get(f"{ALBUMS}/{listed_id(listed)}", headers=headers)
    page = client.get("/admin-api/docs", headers={"Accept-Encoding": "gzip"})
    token = admin_client.post("/admin-api/docs/token", headers={"Accept-Encoding": "gzip"})

    assert [each.get("Content-Encoding") for each in (listed, document)] == ["gzip", "gzip"]
    assert [each.get("Content-Encoding") for each in (album, page, token)] == [None] * 3
    assert album["ETag"] == '"1"'


def listed_id(answer: Any) -> str:

    found: str = json.loads(gzip.decompress(answer.content))["results"][0]["albumId"]
    return found


def test_other_sites_may_call_where_the_setting_says_so(client: Client, settings):
    ours = {"Origin": "https://app.example.org", "Access-Control-Request-Method": "PATCH"}

    off = client.options(ALBUMS, headers=ours)
    settings.CORS_ALLOWED_ORIGINS = ["https://app.example.org"]
    on = client.options(ALBUMS, headers=ours)
    other = client.options(ALBUMS, headers={**ours, "Origin": "https://evil.example.org"})
    admin = client.options("/admin/", headers=ours)

    allowed = "Access-Control-Allow-Origin"
    assert on[allowed] == "https://app.example.org"
    assert "idempotency-key" in on["Access-Control-Allow-Headers"]
    assert [each.get(allowed) for each in (off, other, admin)] == [None] * 3


def test_a_page_has_only_the_fields_that_are_asked_for(client: Client, bearer):
    photo = NumberRequestFactory.create().photo
    photo.numbers.create(value="7", source="Provider")
    address = "/admin-api/api/v2/photos"
    whole = client.get(address, headers=bearer)

    narrow = client.get(address, {"fields": "photoId,state"}, headers=bearer)

    [row], [all_of_it] = narrow.json()["results"], whole.json()["results"]
    assert row == {name: all_of_it[name] for name in ("photoId", "state")}
    assert set(all_of_it) > set(row)
    assert narrow["ETag"] != whole["ETag"]
    unknown = client.get(address, {"fields": "photoId,colour"}, headers=bearer)
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (422, "fields")
