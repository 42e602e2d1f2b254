import sqlite3
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
import requests

from vision.recognising import LACKS_END
from vision.tests.conftest import RunningServer, Start, running
from vision.tests.drawing import astronaut, draw_bib, jpeg, photo_of, street
from vision.tests.far_side import Image
from vision.tests.waiting import until


@pytest.fixture(scope="module")
def bib() -> bytes:
    return jpeg(photo_of({"552": (300, 300)}))


@pytest.fixture(scope="module")
def portrait() -> bytes:
    photo = street(1024, 700)
    photo.paste(astronaut(), (50, 50))
    draw_bib(photo, "8037", (620, 300))
    return jpeg(photo)


# A server needs seconds to load its models: tests share one whose settings do not hinder them.
@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that gives up soon, without a database."""
    soon = {"VISION_IMAGE_ATTEMPTS": "2", "VISION_IMAGE_SECONDS": "2"}
    with running(tmp_path_factory, {**soon, "VISION_CALLBACK_ATTEMPTS": "3"}) as server:
        yield server


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[RunningServer]:
    """A server with a key, that takes no large pictures."""
    limits = {"VISION_KEY": "secret", "VISION_IMAGE_BYTES": "2000"}
    with running(tmp_path_factory, {**limits, "DATABASE_URL": database_url}) as server:
        yield server


def image(content: bytes) -> Image:
    return Image(content=content)


def failed(server: RunningServer) -> int:
    lines = server.get("/metrics").text.splitlines()
    return int(float(next(line for line in lines if 'queue_requests{step="Failed"}' in line)[-3:]))


def test_calls_back_with_the_numbers_of_a_photo(server, far_side, bib):
    far_side.images["1.jpg"] = image(bib)

    request_id = server.recognise(far_side, "1.jpg")

    [callback] = far_side.wait_for_callbacks(1)
    assert callback.request_id == request_id
    assert callback.body["name"] == "1.jpg;album"
    assert callback.body["persons"] == []
    [tag] = callback.body["tags"]
    assert tag["value"] == "552"
    assert 0.9 < tag["confidence"] <= 1
    assert set(tag["box"]) == {"left", "top", "width", "height"}
    assert all(other["confidence"] <= tag["confidence"] for other in tag["alternatives"])
    assert all(other["value"].isdigit() for other in tag["alternatives"])


def test_calls_back_with_letters_where_they_are_asked_for(server, far_side):
    far_side.images["1.jpg"] = image(jpeg(photo_of({"T2182": (300, 200)})))

    server.recognise(far_side, "1.jpg", numberFormat="LettersAndDigits")

    [callback] = far_side.wait_for_callbacks(1)
    assert [tag["value"] for tag in callback.body["tags"]] == ["T2182"]


def test_calls_back_with_faces_and_numbers_of_one_photo(server, far_side, portrait):
    far_side.images["1.jpg"] = image(portrait)

    server.recognise(far_side, "1.jpg", kind="FACE_NUMBER")

    [callback] = far_side.wait_for_callbacks(1)
    assert [tag["value"] for tag in callback.body["tags"]] == ["8037"]
    [person] = callback.body["persons"]
    assert 0 < person["box"]["left"] < 0.5


def test_knows_a_selfie_by_the_photos_and_adds_no_stranger(server, far_side, portrait):
    server.delete("/spaces/number-provider")
    far_side.images["1.jpg"] = image(portrait)

    for kind, answers in [("FACE", 1), ("FACE_NUMBER", 2), ("FACE", 3)]:
        server.recognise(far_side, "1.jpg", kind=kind)
        far_side.wait_for_callbacks(answers)

    stranger, photo, selfie = (callback.body for callback in far_side.callbacks)
    assert (stranger["persons"], stranger["tags"], selfie["tags"]) == ([], [], [])
    [person], [again] = photo["persons"], selfie["persons"]
    assert person["id"] == again["id"]


@pytest.mark.parametrize("query", ["", "?signature=x"])
def test_remembers_where_a_face_is_from_but_no_signed_url(
    server, far_side, portrait, database_url, query
):
    server.delete("/spaces/number-provider")
    far_side.images[f"1.jpg{query}"] = image(portrait)

    request_id = server.recognise(far_side, f"1.jpg{query}", kind="FACE_NUMBER")
    far_side.wait_for_callbacks(1)

    with psycopg.connect(database_url) as connection:
        kept = "SELECT first_image FROM vision.persons WHERE space = 'number-provider'"
        [[first_image]] = connection.execute(kept).fetchall()
    assert first_image == (request_id if query else far_side.image_url("1.jpg"))


def test_calls_back_with_empty_collections_where_nothing_is_seen(server, far_side):
    far_side.images["1.jpg"] = image(jpeg(street(800, 600)))

    server.recognise(far_side, "1.jpg", kind="FACE_NUMBER")

    [callback] = far_side.wait_for_callbacks(1)
    assert callback.body == {"name": "1.jpg;album", "persons": [], "tags": []}


def test_answers_a_doubled_request_under_each_id(server, far_side, bib):
    far_side.images["1.jpg"] = image(bib)

    asked = {server.recognise(far_side, "1.jpg") for _ in range(2)}

    assert {callback.request_id for callback in far_side.wait_for_callbacks(2)} == asked


def test_repeats_a_callback_until_it_is_accepted(server, far_side, bib):
    far_side.images["1.jpg"] = image(bib)
    far_side.answer_callbacks([500, 429])

    server.recognise(far_side, "1.jpg")

    first, second, third = far_side.wait_for_callbacks(3)
    assert first == second == third
    assert far_side.fetched == ["1.jpg"]


def test_does_not_repeat_a_callback_that_is_refused(server, far_side, bib):
    far_side.images["1.jpg"] = image(bib)
    far_side.answer_callbacks([404])
    before = failed(server)

    server.recognise(far_side, "1.jpg")

    until(lambda: failed(server) == before + 1, "the request counts as failed")
    assert len(far_side.callbacks) == 1


def test_fetches_an_image_again_after_a_failure(server, far_side, bib):
    far_side.images["1.jpg"] = Image(content=b"", status=500)
    server.recognise(far_side, "1.jpg")
    until(lambda: "1.jpg" in far_side.fetched, "the first attempt")

    far_side.images["1.jpg"] = image(bib)

    [callback] = far_side.wait_for_callbacks(1)
    assert [tag["value"] for tag in callback.body["tags"]] == ["552"]


def test_reads_a_picture_whose_file_lacks_its_end_and_says_so(hurried, far_side, bib):
    far_side.images |= {"1.jpg": image(bib), "2.jpg": image(bib[:-40])}

    for name in far_side.images:
        hurried.recognise(far_side, name)

    callbacks = far_side.wait_for_callbacks(2)
    answers = {callback.body["name"].split(".")[0]: callback.body for callback in callbacks}
    assert answers["1"]["tags"] == answers["2"]["tags"] != []
    assert {name: body.get("note") for name, body in answers.items()} == {"1": None, "2": LACKS_END}


def test_says_what_it_could_not_do(hurried, far_side, bib):
    host = "The picture cannot be fetched: 127.0.0.1, a private address,"
    far_side.images |= {
        "damaged.jpg": image(bib[: len(bib) // 2]),
        "empty.jpg": image(b""),
        "text.jpg": Image(content=b"hello", content_type="text/plain"),
        "away.jpg": Image(content=b"", status=503),
        "slow.jpg": Image(content=b"", is_slow=True),
    }

    for name in (*far_side.images, "missing.jpg"):
        hurried.recognise(far_side, name)

    callbacks = far_side.wait_for_callbacks(6)
    said = {callback.body["name"].split(".")[0]: callback.body["error"] for callback in callbacks}
    assert all(callback.body["persons"] == callback.body["tags"] == [] for callback in callbacks)
    assert {name: error["retriable"] for name, error in said.items()} == {
        "damaged": False,
        "empty": False,
        "text": False,
        "missing": False,
        "away": True,
        "slow": True,
    }
    assert said["damaged"]["detail"] == "The picture cannot be read: it is damaged."
    assert said["empty"]["detail"] == "The picture cannot be fetched: it is empty."
    assert said["text"]["detail"] == f"{host} sent text/plain, no JPEG, PNG or WebP."
    assert said["missing"]["detail"] == f"{host} answered with status 404."
    assert said["slow"]["detail"] == f"{host} did not send it within 2 seconds."
    assert far_side.fetched.count("missing.jpg") == 1
    assert far_side.fetched.count("away.jpg") == 2
    assert far_side.fetched.count("slow.jpg") == 1


def test_finally_gives_up_a_callback(hurried, far_side, bib):
    far_side.images["1.jpg"] = image(bib)
    far_side.answer_callbacks([503] * 9)
    before = failed(hurried)

    hurried.recognise(far_side, "1.jpg")

    until(lambda: failed(hurried) == before + 1, "the request counts as failed")
    assert len(far_side.callbacks) == 3


def test_refuses_requests_while_its_queue_is_full(start, far_side, bib):
    server = start(VISION_QUEUE_LIMIT="2")
    far_side.images["1.jpg"] = image(bib)
    far_side.may_answer.clear()
    for _ in range(2):
        server.recognise(far_side, "1.jpg")

    body = far_side.request("1.jpg")
    refused = server.post("/recognitions", json=body)

    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "5"
    assert refused.json()["code"] == "queue-full"
    far_side.may_answer.set()
    assert len(far_side.wait_for_callbacks(2)) == 2


def test_says_that_its_queue_cannot_be_written_now(start, far_side, tmp_path):
    server = start()
    with closing(sqlite3.connect(tmp_path / "queue.sqlite3")) as file:
        # SQLite's class of error for a full disk, which no test can fill.
        full = "INSERT INTO missing VALUES (1)"
        file.execute(f"CREATE TRIGGER t BEFORE INSERT ON requests BEGIN {full}; END")

    refused = server.post("/recognitions", json=far_side.request("1.jpg"))

    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "5"
    assert refused.json() == {
        "code": "queue-not-available",
        "detail": "The queue's file cannot be read or written now.",
    }
    assert "sqlite3.OperationalError (SQLITE_ERROR)" in server.log.read_text()


def test_asks_for_the_key_it_was_started_with(guarded, far_side):
    body = far_side.request("1.jpg")

    answers = [
        guarded.post("/recognitions", json=body, headers=headers)
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer secret"})
    ]

    assert [answer.status_code for answer in answers] == [401, 401, 202]
    assert guarded.get("/health").status_code == 200
    wrong = {"Authorization": "Bearer wrong"}
    assert requests.get(f"{guarded.url}/health", headers=wrong, timeout=60).status_code == 401


def test_says_that_faces_need_a_database(hurried, far_side):
    refused = hurried.post("/recognitions", json={**far_side.request("1.jpg"), "type": "FACE"})

    assert refused.status_code == 501
    assert refused.json() == {"code": "faces-not-available", "detail": "Faces need DATABASE_URL."}
    assert hurried.post("/spaces/x/faces", **_jpeg(b"x")).status_code == 501


def _jpeg(content: bytes) -> dict[str, object]:
    return {"data": content, "headers": {"Content-Type": "image/jpeg"}}


def test_recognises_faces_at_once(server, portrait):
    unknown = server.post("/spaces/at-once/faces?enrol=false", **_jpeg(portrait)).json()
    [new] = server.post("/spaces/at-once/faces?enrol=true", **_jpeg(portrait)).json()["faces"]
    [known] = server.post("/spaces/at-once/faces?enrol=true", **_jpeg(portrait)).json()["faces"]

    assert unknown == {"faces": []}
    assert new["isNew"]
    assert known == {**new, "isNew": False}
    assert set(new["box"]) == {"left", "top", "width", "height"}


def test_forgets_people_and_spaces(server, portrait):
    [face] = server.post("/spaces/gone/faces?enrol=true", **_jpeg(portrait)).json()["faces"]

    assert server.delete(f"/spaces/gone/persons/{face['personId']}") == 204
    assert server.delete(f"/spaces/gone/persons/{face['personId']}") == 404
    assert server.delete(f"/persons/{face['personId']}") == 404  # of the space of requests
    assert server.delete("/spaces/gone") == 204
    assert server.post("/spaces/gone/faces", **_jpeg(portrait)).json() == {"faces": []}


@pytest.mark.parametrize(
    ("path", "content", "content_type", "status", "code"),
    [
        *(
            ("/recognitions", body, "application/json", 422, "invalid-request")
            for body in (b"no json", b"[]", b'{"name": "x"}')
        ),
        ("/spaces/x/faces", b"no image", "image/jpeg", 422, "unreadable-image"),
        ("/spaces/x/faces", b"", "image/png", 422, "unreadable-image"),
        ("/spaces/x/faces", b"<html>", "text/html", 415, "unsupported-media-type"),
        ("/spaces/x/faces?enrol=perhaps", b"x", "image/jpeg", 422, "invalid-request"),
        ("/spaces/x", b"", "image/jpeg", 405, "method-not-allowed"),
        ("/elsewhere", b"", "image/jpeg", 404, "not-found"),
    ],
)
def test_says_why_it_refuses(server, path, content, content_type, status, code):
    refused = server.post(path, data=content, headers={"Content-Type": content_type})

    assert refused.status_code == status
    assert refused.json()["code"] == code


def test_refuses_an_image_of_too_many_bytes(guarded):
    headers = {"Content-Type": "image/jpeg", "Authorization": "Bearer secret"}

    refused = guarded.post("/spaces/x/faces", data=b"x" * 3000, headers=headers)

    assert refused.status_code == 413


def test_shows_its_health_and_counts(server):
    assert server.get("/health").json()["status"] == "ok"
    assert "vision_images_recognised_total" in server.get("/metrics").text


def test_does_not_wait_for_slow_hosts_with_other_images(start: Start, far_side, bib):
    server = start(VISION_IMAGE_SECONDS="120")
    for number in range(4):
        far_side.images[f"slow-{number}.jpg"] = Image(content=bib, is_slow=True)
        server.recognise(far_side, f"slow-{number}.jpg")
    until(lambda: len(far_side.fetched) == 4, "the slow images are asked for")
    far_side.images["1.jpg"] = image(bib)

    server.recognise(far_side, "1.jpg")

    [callback] = far_side.wait_for_callbacks(1)
    assert callback.body["name"] == "1.jpg;album"
