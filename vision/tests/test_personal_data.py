"""Personal data and secrets planted on every path are in no line of the log, metric or refusal."""

import os
import socket
import sqlite3
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests
from psycopg.conninfo import make_conninfo

from vision.tests.conftest import RunningServer
from vision.tests.drawing import astronaut, draw_bib, jpeg, street
from vision.tests.far_side import FarSide, Image
from vision.tests.waiting import until

NAME, MAIL, NUMBER = "Zephyrine", "zephyrine@runners.example", "90817"
TOKEN, SERVICE_KEY, PASSWORD = "t0k3n-of-z3ph", "k3y-of-s3rvice", "p4ss-of-d4tabase"
PLANTED = (NAME, MAIL, NUMBER, TOKEN, SERVICE_KEY, PASSWORD)
TEXT = f"{NAME} <{MAIL}> wears {NUMBER}, token={TOKEN}"
QUERY = f"?name={NAME}&token={TOKEN}"
ROLE = f"vision_{os.getpid()}"
BROKEN = (  # and mended
    (
        "ALTER TABLE vision.persons ADD CONSTRAINT none CHECK (space = '') NOT VALID",
        "ALTER TABLE vision.persons DROP CONSTRAINT none",
    ),
    (
        f"""CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql
                AS $$BEGIN RAISE EXCEPTION '{TEXT}'; END$$;
            CREATE TRIGGER say BEFORE INSERT ON vision.persons
                FOR EACH ROW EXECUTE FUNCTION say()""",
        "DROP FUNCTION say() CASCADE",
    ),
    ("ALTER TABLE vision.persons RENAME TO others", "ALTER TABLE vision.others RENAME TO persons"),
)
PHOTO = "7c1b1f5e-8a55-4c1b-9d2c-0f6d4c8c1a11"


def planted_in(text: str) -> set[str]:
    return {each for each in PLANTED if each.lower() in text.lower()}


def portrait() -> bytes:
    photo = street(1024, 700)
    photo.paste(astronaut(), (50, 50))
    draw_bib(photo, NUMBER, (620, 300))
    return jpeg(photo)


def damaged_png() -> bytes:
    """Return a PNG whose text names a runner, and one of whose parts has a wrong name."""

    def part(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = part(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + part(b"tEXt", f"a\0{TEXT}".encode()) + part(b"IDAT", b"z")


class Caller:
    """Calls a server with its key, and keeps the texts of its refusals."""

    def __init__(self, server: RunningServer, far_side: FarSide) -> None:
        self.server, self.far_side = server, far_side
        self.refusals: list[str] = []

    def call(self, method: str, path: str, key: str = SERVICE_KEY, **options: Any) -> int:
        headers = {"Authorization": f"Bearer {key}", **options.pop("headers", {})}
        url = f"{self.server.url}{path}"
        answer = requests.request(method, url, headers=headers, timeout=60, **options)
        if answer.status_code >= 400:
            self.refusals.append(answer.text)
        return answer.status_code

    def recognise(self, image: str, *, kind: str = "NUMBER", callback: str = "") -> None:
        """Ask for an image of the far side, or of any address."""
        body = {
            "name": f"{PHOTO};{TEXT}",
            "type": kind,
            "imageUrl": image if "://" in image else self.far_side.image_url(f"{image}{QUERY}"),
            "callbackUrl": callback or f"{self.far_side.callback_url}&key={TOKEN}&name={MAIL}",
        }
        assert self.call("POST", "/recognitions", json=body) == 202

    def failed(self, *, called_back: int, image: str, kind: str = "NUMBER") -> None:
        """Ask for an image that cannot be recognised, and wait for its callback."""
        self.recognise(image, kind=kind)
        callback = self.far_side.wait_for_callbacks(called_back)[-1]
        self.refusals.append(callback.body["error"]["detail"])


def photos(caller: Caller) -> None:
    caller.far_side.images[f"{NAME}.jpg{QUERY}"] = Image(content=portrait())
    for kind, number in (("NUMBER", 1), ("FACE_NUMBER", 2), ("FACE", 3)):
        caller.recognise(f"{NAME}.jpg", kind=kind)
        caller.far_side.wait_for_callbacks(number)
    assert caller.far_side.callbacks[1].body["persons"]
    assert NUMBER in str(caller.far_side.callbacks[1].body["tags"])


def faces_of_spaces(caller: Caller) -> None:
    space, headers = f"/spaces/{NAME}", {"Content-Type": "image/jpeg", "X-Image-Id": TEXT}
    for enrol in ("true", "false"):
        path = f"{space}/faces?enrol={enrol}&token={TOKEN}"
        assert caller.call("POST", path, data=portrait(), headers=headers) == 200
    png, text = {"Content-Type": "image/png"}, {"Content-Type": f"text/{NAME}"}
    assert caller.call("POST", f"{space}/faces", data=damaged_png(), headers=png) == 422
    assert caller.call("POST", f"{space}/faces", data=TEXT, headers=png) == 422
    assert caller.call("POST", f"{space}/faces", data=TEXT, headers=text) == 415
    assert caller.call("POST", f"{space}/faces?enrol={NAME}", data=TEXT, headers=png) == 422
    assert caller.call("DELETE", f"{space}/persons/{NAME}") == 404
    assert caller.call("DELETE", space) == 204


def refused_requests(caller: Caller) -> None:
    for body in ({"name": TEXT}, {"name": TEXT, "type": NAME}, [TEXT]):
        assert caller.call("POST", "/recognitions", json=body) == 422
    address = {"name": TEXT, "type": "FACE", "imageUrl": f"ftp://{NAME}:{TOKEN}@x/{MAIL}"}
    assert caller.call("POST", "/recognitions", json=address) == 422
    assert caller.call("POST", "/recognitions", data=TEXT) == 422
    assert caller.call("POST", f"/recognitions/{NAME}{QUERY}", key=TOKEN, data=TEXT) == 401
    assert caller.call("GET", f"/{NAME}{QUERY}") == 404
    assert caller.call("PUT", f"/spaces/{NAME}/faces{QUERY}", data=TEXT) == 405
    place = urlsplit(caller.server.url)
    assert place.port
    for broken in (f"{NAME} /{MAIL} {TOKEN}", f"GET /{NAME} HTTP/1.1\r\n{MAIL}\0: {TOKEN}"):
        with socket.create_connection((place.hostname, place.port), 60) as connection:
            connection.sendall(f"{broken}\r\n\r\n".encode())
            assert b"400 Bad Request" in connection.recv(65536)


def pictures_that_cannot_be_had(caller: Caller) -> None:
    private = f"http://{NAME}:{TOKEN}@127.0.0.1:1/{MAIL}{QUERY}"
    caller.far_side.images |= {
        f"damaged{QUERY}": Image(content=damaged_png()),
        f"cut{QUERY}": Image(content=portrait()[:9000]),
        f"text{QUERY}": Image(content=TEXT.encode(), content_type=f"{NAME}/{TOKEN}"),
        f"away{QUERY}": Image(content=TEXT.encode(), status=503),
        f"slow{QUERY}": Image(content=b"", is_slow=True),
        f"elsewhere{QUERY}": Image(content=b"", status=302, location=f"ftp://{TOKEN}@x/{NAME}"),
        f"nowhere{QUERY}": Image(content=b"", status=302, location=f"http://[{TOKEN}/{NAME}"),
    }
    before = len(caller.far_side.callbacks)
    names = ("damaged", "cut", "text", "away", "slow", "elsewhere", "nowhere", "missing", private)
    for number, name in enumerate(names, start=before + 1):
        caller.failed(called_back=number, image=name)


def callbacks_that_fail(caller: Caller) -> None:
    asked = len(caller.far_side.callbacks)
    caller.far_side.images[f"plain{QUERY}"] = Image(content=jpeg(street(200, 200)))
    caller.far_side.answer_callbacks([500, 404])
    caller.recognise("plain")
    caller.far_side.wait_for_callbacks(asked + 2)
    for host in (f"{NAME}:{TOKEN}@127.0.0.1:1", "169.254.169.254", f"{TOKEN}.invalid"):
        caller.recognise("plain", callback=f"http://{host}/{MAIL}{QUERY}")
    # The last attempt of each, and the one that was refused.
    until(lambda: caller.server.log.read_text().count("step=Deliver reason") >= 8, "all gave up")


def errors_of_the_database(caller: Caller, database_url: str) -> None:
    """PostgreSQL quotes the row, and what a function of its own says."""
    space, headers = f"/spaces/{NAME}/faces?enrol=true", {"Content-Type": "image/jpeg"}
    for broken, mended in BROKEN:
        for full in ("number-provider", NAME):
            assert caller.call("DELETE", f"/spaces/{full}") == 204
        run(database_url, broken)
        called_back = len(caller.far_side.callbacks) + 1
        caller.failed(called_back=called_back, image=f"{NAME}.jpg", kind="FACE_NUMBER")
        assert caller.call("POST", space, data=portrait(), headers=headers) == 500
        run(database_url, mended)


def database_that_is_away(caller: Caller, database_url: str) -> None:
    """Keep the server out until its pool has tried to come in."""
    run(
        database_url,
        f"ALTER ROLE {ROLE} NOLOGIN;"
        f" SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{ROLE}'",
    )
    url, headers = f"{caller.server.url}/spaces/{NAME}/faces", {"Content-Type": "image/jpeg"}
    headers["Authorization"] = f"Bearer {SERVICE_KEY}"
    with pytest.raises(requests.ReadTimeout):  # it waits for the pool
        requests.post(url, data=portrait(), headers=headers, timeout=1)
    until(lambda: "error connecting" in caller.server.log.read_text(), "the pool's line")
    run(database_url, f"ALTER ROLE {ROLE} LOGIN")


def errors_of_the_queue(caller: Caller, queue: Path) -> None:
    """SQLite quotes what a trigger says."""
    says = f"SELECT RAISE(ABORT, '{TEXT}')"
    for event in ("UPDATE", "INSERT"):
        with closing(sqlite3.connect(queue)) as file:
            file.execute(f"CREATE TRIGGER t{event} BEFORE {event} ON requests BEGIN {says}; END")
        if event == "UPDATE":
            caller.recognise("plain")
            until(lambda: "in recognised" in caller.server.log.read_text(), "the traceback")
    body = {"name": TEXT, "type": "NUMBER", "imageUrl": f"http://{NAME}", "callbackUrl": "http://x"}
    assert caller.call("POST", "/recognitions", json=body) == 500


def run(database_url: str, statement: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(statement)


@pytest.fixture
def url_of_planted(empty_database_url: str) -> Iterator[str]:
    """Return the database's address for a role whose password is planted."""
    run(empty_database_url, f"CREATE ROLE {ROLE} SUPERUSER LOGIN PASSWORD '{PASSWORD}'")
    yield make_conninfo(empty_database_url, user=ROLE, password=PASSWORD)
    run(empty_database_url, f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")


def test_is_nowhere(start, far_side, url_of_planted, empty_database_url, tmp_path):
    soon = {"VISION_IMAGE_ATTEMPTS": "2", "VISION_IMAGE_SECONDS": "1"}
    server = start(
        **soon, VISION_CALLBACK_ATTEMPTS="2", VISION_KEY=SERVICE_KEY, DATABASE_URL=url_of_planted
    )
    caller = Caller(server, far_side)

    photos(caller)
    faces_of_spaces(caller)
    refused_requests(caller)
    pictures_that_cannot_be_had(caller)
    callbacks_that_fail(caller)
    errors_of_the_database(caller, empty_database_url)
    metrics = server.get("/metrics").text
    errors_of_the_queue(caller, tmp_path / "queue.sqlite3")
    database_that_is_away(caller, empty_database_url)
    server.process.terminate()
    assert server.process.wait(60) == 0

    logged = server.log.read_text()
    refusals = "\n".join(caller.refusals)
    found = {"log": logged, "metrics": metrics, "refusals": refusals}
    assert {where: planted_in(text) for where, text in found.items() if planted_in(text)} == {}
    for known in (
        f"name={PHOTO} ",
        "psycopg.errors.CheckViolation (23514, none)",
        "psycopg.errors.RaiseException (P0001)",
        "psycopg.errors.UndefinedTable (42P01)",
        "sqlite3.IntegrityError",
        "callback answered 404",
        "event=queue_failed",
    ):
        assert known in logged


@pytest.mark.parametrize(
    ("program", "address", "said"),
    [
        ("vision", f"postgres//u:{PASSWORD}@h/x", "psycopg.ProgrammingError"),
        ("vision", f"postgresql://u:at@{PASSWORD}@127.0.0.1/x", "failed to resolve host ***"),
        ("vision", f"postgresql://u:{PASSWORD}@127.0.0.1:1/x", "port 1 failed: Connection refused"),
        ("vision.reembed", f"postgres//u:{PASSWORD}@h/x", "psycopg.ProgrammingError"),
    ],
)
def test_is_not_said_at_the_start(program: str, address: str, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", program, *([MAIL] if program == "vision.reembed" else [])],
        env={**os.environ, "DATABASE_URL": address, "VISION_QUEUE": str(tmp_path / "queue")},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )

    assert done.returncode == 2
    assert said in done.stderr
    assert planted_in(done.stdout + done.stderr) == set()


FORGOTTEN = f"""
import asyncio, gc
from vision.logs import log_errors_of_loop, log_plainly

async def fail():
    raise ValueError({TEXT!r})

async def main():
    log_errors_of_loop()
    asyncio.create_task(fail())
    await asyncio.sleep(0)
    gc.collect()
    asyncio.get_running_loop().call_soon(int, {TEXT!r})
    await asyncio.sleep(0)

log_plainly()
asyncio.run(main())
raise ValueError({TEXT!r})
"""


def test_is_not_in_what_asyncio_reports_nor_at_an_end_by_an_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 1
    assert done.stderr.count("event=loop_failed") == 2
    assert done.stderr.count("event=ended_by_an_error") == 1
    assert planted_in(done.stdout + done.stderr) == set()
