import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests
from psycopg import sql
from psycopg.conninfo import make_conninfo

from vision.__main__ import NEEDED
from vision.tests.far_side import FarSide
from vision.tests.waiting import until

INSTALLED = all(find_spec(name) is not None for name in NEEDED)

# Without the optional packages nothing here can be imported; test_extra.py reports it.
collect_ignore_glob = [] if INSTALLED else ["test_[!e]*.py", "test_evaluate.py"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A vision server in its own process."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def post(self, path: str, **arguments: Any) -> requests.Response:
        return requests.post(f"{self.url}{path}", timeout=60, **arguments)

    def get(self, path: str) -> requests.Response:
        return requests.get(f"{self.url}{path}", timeout=60)

    def delete(self, path: str) -> int:
        return requests.delete(f"{self.url}{path}", timeout=60).status_code

    def recognise(
        self, far_side: FarSide, image: str, *, kind: str = "NUMBER", **fields: str
    ) -> str:
        body = far_side.request(image, kind=kind)
        answer = self.post("/recognitions", json={**body, **fields})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["requestId"])


Start = Callable[..., RunningServer]


@pytest.fixture
def far_side() -> Iterator[FarSide]:
    """Serve images and receive callbacks."""
    with FarSide() as server:
        yield server


@pytest.fixture
def start(starts_processes: None, tmp_path: Path) -> Iterator[Start]:
    """Start servers with these settings; they stop after the test."""
    with ExitStack() as stack:

        def begin(**settings: str) -> RunningServer:
            server = _start({"VISION_QUEUE": str(tmp_path / "queue.sqlite3"), **settings})
            stack.callback(_end, server)
            return server

        yield begin


@pytest.fixture(scope="session")
def server(
    starts_processes: None, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """Run one server with a gallery for all tests that do not change it."""
    with running(tmp_path_factory, {"DATABASE_URL": database_url}) as server:
        yield server


@contextmanager
def running(factory: pytest.TempPathFactory, settings: dict[str, str]) -> Iterator[RunningServer]:
    """Run a server with these settings and a queue of its own."""
    queue = factory.mktemp("vision") / "queue.sqlite3"
    server = _start({"VISION_QUEUE": str(queue), **settings})
    yield server
    _end(server)


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """Create a new database on the server of DATABASE_URL."""
    with _database("vision_server") as url:
        yield url


@pytest.fixture
def empty_database_url() -> Iterator[str]:
    with _database("vision_gallery") as url:
        yield url


class _database:  # noqa: N801  a context manager
    def __init__(self, name: str) -> None:
        self._name = sql.Identifier(f"test_{name}_{os.getpid()}")
        self._server = os.environ["DATABASE_URL"]

    def __enter__(self) -> str:
        self._run("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        self._run("CREATE DATABASE {}")
        return make_conninfo(self._server, dbname=self._name.as_string().strip('"'))

    def __exit__(self, *error: object) -> None:
        self._run("DROP DATABASE IF EXISTS {} WITH (FORCE)")

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(self._name))


def _start(settings: dict[str, str]) -> RunningServer:
    port = _free_port()
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("VISION_") and name != "DATABASE_URL"
    }
    environment |= {"ALLOW_PRIVATE_IMAGE_URLS": "true", "VISION_LONGEST_PAUSE": "0.2"} | settings
    log = Path(settings["VISION_QUEUE"]).with_name(f"{port}.log")
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "vision", "--port", str(port)],
            env=environment,
            cwd=Path(__file__).parents[2],
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    server = RunningServer(url=f"http://127.0.0.1:{port}", process=process, log=log)
    try:
        until(lambda: _answers(server), "the server answers", seconds=180)  # a busy machine loads
    except BaseException:
        _end(server)
        raise
    return server


def _answers(server: RunningServer) -> bool:
    assert server.process.poll() is None, "the server has stopped"
    try:
        return requests.get(f"{server.url}/health", timeout=60).ok
    except requests.ConnectionError:
        return False


def _end(server: RunningServer) -> None:
    server.process.terminate()
    server.process.wait(timeout=60)
    sys.stderr.write(server.log.read_text(errors="replace"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
