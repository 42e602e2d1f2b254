"""The embedded servers..."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from tools.local.folders import PROJECT
from tools.local.processes import until
from tools.local.servers import Servers, hold_servers

pytestmark = pytest.mark.process

ANOTHER_PROCESS = """
import sys
from pathlib import Path
from tools.local.servers import hold_servers
servers = hold_servers(Path(sys.argv[1]))
print(servers.postgres.process().pid, servers.redis.process().pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def var(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder with spaces" / ("deep" * 40) / "var"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def servers(var: Path):
    held = hold_servers(var)
    yield held
    held.release()


def numbers(servers: Servers) -> list[int]:
    return [process.pid for process in processes(servers)]


def processes(servers: Servers) -> list[psutil.Process]:
    found = [servers.postgres.process(), servers.redis.process()]
    return [process for process in found if process is not None]


def start_another(var: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ANOTHER_PROCESS, str(var)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def answer_of(process: subprocess.Popen[str]) -> list[int]:
    assert process.stdout is not None
    return [int(word) for word in process.stdout.readline().split()]


def test_keep_data_between_runs_although_files_speak_of_others(var):
    """A folder was half made, and the files of processes have the number of another program."""
    (var / "postgres.new").mkdir()
    (var / "postgres.new" / "half").write_text("made")
    first = hold_servers(var)
    with psycopg.connect(first.postgres.url()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    redis.Redis.from_url(first.redis.url(3)).set("kept", "8")
    first.release()
    for name in ("postgres/postmaster.pid", "redis/redis.pid"):
        (var / name).write_text(f"{os.getpid()}\n")

    second = hold_servers(var)

    try:
        assert len(processes(second)) == 2
        with psycopg.connect(second.postgres.url()) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
        assert redis.Redis.from_url(second.redis.url(3)).get("kept") == b"8"
    finally:
        second.release()


def test_have_vectors_lose_nothing_and_refuse_a_client_without_the_password(servers):
    client = redis.Redis.from_url(servers.redis.url(0))
    with psycopg.connect(servers.postgres.url()) as connection:
        connection.execute("CREATE EXTENSION vector")
        version = connection.execute("SHOW server_version").fetchone()

    assert version is not None
    assert version[0].startswith("18")
    assert client.config_get("append*")["appendfsync"] == "always"
    assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
    url = servers.redis.url(0)
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(f"redis://{url.rpartition('@')[2]}").ping()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"postgres://finishline@{servers.postgres.url().rpartition('@')[2]}")


def test_serve_several_processes_and_stop_with_the_last(var):
    first = hold_servers(var)
    running = processes(first)
    other = start_another(var)
    assert answer_of(other) == numbers(first)

    first.release()
    still = [process.is_running() for process in running]
    other.communicate("")

    assert still == [True, True]
    assert until(lambda: processes(first) == [], seconds=20)


def test_start_once_for_those_that_come_together_and_outlive_them_when_they_are_killed(var):
    others = [start_another(var) for _ in range(3)]

    answers = {tuple(answer_of(other)) for other in others}

    for other in others:
        other.kill()
        other.communicate()
    following = hold_servers(var)
    running = numbers(following)
    following.release()
    assert answers == {tuple(running)}
    assert processes(following) == []


def test_come_back_on_their_ports_after_kill_9(servers):
    urls = [servers.postgres.url(), servers.redis.url(0)]
    redis.Redis.from_url(urls[1]).set("kept", "9")
    for process in processes(servers):
        process.kill()
        psutil.wait_procs([process], timeout=5)

    said: list[str] = []
    servers.heal(said.append)

    assert said == [
        "PostgreSQL died; starting it again",
        "PostgreSQL runs again",
        "Redis died; starting it again",
        "Redis runs again",
    ]
    assert [servers.postgres.url(), servers.redis.url(0)] == urls
    with psycopg.connect(urls[0]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert redis.Redis.from_url(urls[1]).get("kept") == b"9"

    # And one comes back while the other one hangs.
    postgres, redis_server = servers.postgres.process(), servers.redis.process()
    redis_server.suspend()
    try:
        postgres.kill()
        psutil.wait_procs([postgres], timeout=5)

        said = []
        servers.heal(said.append)
    finally:
        redis_server.resume()

    assert said == ["PostgreSQL died; starting it again", "PostgreSQL runs again"]


def test_stop_on_sigint_of_their_only_user(var):
    other = start_another(var)
    pids = answer_of(other)

    other.send_signal(signal.SIGINT)
    other.communicate()

    assert until(lambda: not any(psutil.pid_exists(pid) for pid in pids), seconds=20)
