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


def test_keep_data_between_runs(var):
    first = hold_servers(var)
    with psycopg.connect(first.postgres.url()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    redis.Redis.from_url(first.redis.url(3)).set("kept", "8")
    first.release()

    second = hold_servers(var)

    try:
        with psycopg.connect(second.postgres.url()) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
        assert redis.Redis.from_url(second.redis.url(3)).get("kept") == b"8"
    finally:
        second.release()


def test_have_vectors_and_lose_nothing_that_was_answered(servers):
    client = redis.Redis.from_url(servers.redis.url(0))
    with psycopg.connect(servers.postgres.url()) as connection:
        connection.execute("CREATE EXTENSION vector")
        version = connection.execute("SHOW server_version").fetchone()

    assert version is not None
    assert version[0].startswith("18")
    assert client.config_get("append*")["appendfsync"] == "always"
    assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_refuse_a_client_without_the_password(servers):
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


def test_start_once_for_processes_that_come_together(var):
    others = [start_another(var) for _ in range(3)]

    answers = {tuple(answer_of(other)) for other in others}

    for other in others:
        other.communicate("")
    assert len(answers) == 1


def test_outlive_a_killed_process_and_stop_with_the_next(var):
    killed = start_another(var)
    answer_of(killed)
    killed.kill()
    killed.communicate()

    following = hold_servers(var)
    running = processes(following)
    following.release()

    assert len(running) == 2
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


def test_come_back_while_the_other_one_hangs(servers):
    postgres, redis_server = servers.postgres.process(), servers.redis.process()
    redis_server.suspend()
    try:
        postgres.kill()
        psutil.wait_procs([postgres], timeout=5)

        said: list[str] = []
        servers.heal(said.append)
    finally:
        redis_server.resume()

    assert said == ["PostgreSQL died; starting it again", "PostgreSQL runs again"]


def test_start_where_a_pid_file_speaks_of_another_program(var):
    before = hold_servers(var)
    before.release()
    for name in ("postgres/postmaster.pid", "redis/redis.pid"):
        (var / name).write_text(f"{os.getpid()}\n")

    after = hold_servers(var)

    try:
        assert len(processes(after)) == 2
    finally:
        after.release()


def test_start_over_a_data_folder_that_was_half_made(var):
    (var / "postgres.new").mkdir()
    (var / "postgres.new" / "half").write_text("made")

    servers = hold_servers(var)

    try:
        assert len(processes(servers)) == 2
    finally:
        servers.release()


def test_are_gone_after_a_process_that_ends_by_itself(var):
    other = start_another(var)
    pids = answer_of(other)

    other.communicate("")

    assert until(lambda: not any(psutil.pid_exists(pid) for pid in pids), seconds=20)


def test_stop_on_sigint_of_their_only_user(var):
    other = start_another(var)
    pids = answer_of(other)

    other.send_signal(signal.SIGINT)
    other.communicate()

    assert until(lambda: not any(psutil.pid_exists(pid) for pid in pids), seconds=20)
