"""Preparing the environment, and why `script/up` cannot run…"""

import fcntl
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tools.local.addresses import addresses_of_environment
from tools.local.environment import prepare, prepare_command
from tools.local.folders import PROJECT, kept_secret, var_folder
from tools.local.ports import OF_SERVERS, is_free, kept_port
from tools.local.refusals import CannotRun
from tools.local.tests.running import variables_of_up

NAMES = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EVENT_BUS_URL", "HTTPS_ONLY")


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    for name in NAMES:
        monkeypatch.setenv(name, "restored by monkeypatch at the end")
        monkeypatch.delenv(name)
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "var"))
    return monkeypatch


def test_makes_nothing_up_for_a_deployment(unset, tmp_path):
    unset.setenv("SECRET_KEY", "given")

    assert prepare() is None

    assert "DATABASE_URL" not in os.environ
    assert not (tmp_path / "var").exists()


def test_starts_nothing_where_servers_are_named(unset):
    unset.setenv("DATABASE_URL", "postgres://elsewhere/db")
    unset.setenv("REDIS_URL", "redis://elsewhere/0")

    assert prepare() is None

    assert os.environ["DATABASE_URL"] == "postgres://elsewhere/db"
    assert len(os.environ["SECRET_KEY"]) >= 50
    assert os.environ["HTTPS_ONLY"] == "false"


def test_keeps_the_event_bus_apart_from_celery(unset):
    servers = prepare(redis_database=4)

    assert servers is not None
    servers.release()
    assert os.environ["REDIS_URL"].endswith("/4")
    assert os.environ["EVENT_BUS_URL"].endswith("/5")
    assert os.environ["DATABASE_URL"].endswith("/finishline")


def test_keeps_a_redis_that_was_named_as_the_event_bus_too(unset):
    unset.setenv("REDIS_URL", "redis://elsewhere/0")

    servers = prepare()

    assert servers is not None
    servers.release()
    assert os.environ["REDIS_URL"] == "redis://elsewhere/0"
    assert "EVENT_BUS_URL" not in os.environ


def test_makes_a_secret_once_and_for_its_owner_only(tmp_path):
    first = kept_secret(tmp_path / "key")

    assert kept_secret(tmp_path / "key") == first
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_says_in_one_line_that_the_folder_cannot_be_written(unset, tmp_path):
    (tmp_path / "file").write_text("in the way")
    unset.setenv("VAR_DIR", str(tmp_path / "file" / "var"))

    with pytest.raises(CannotRun, match=r"^cannot write to .*VAR_DIR$"):
        var_folder()


def test_tells_a_command_where_the_last_up_listens(unset, tmp_path):
    for name in ("SANDBOX_URL", "PUBLIC_URL", "NUMBER_PROVIDER_URL", "PHOTO_SERVICE_URL"):
        unset.setenv(name, "restored by monkeypatch at the end")
        unset.delenv(name)
    unset.setenv("DATABASE_URL", "postgres://elsewhere/db")
    unset.setenv("REDIS_URL", "redis://elsewhere/0")
    unset.setenv("PUBLIC_URL", "http://named.example.org")
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "neighbours.json").write_text(
        '{"SANDBOX_URL": "http://127.0.0.1:8111", "PUBLIC_URL": "http://127.0.0.1:8011"}'
    )

    prepare_command()

    assert os.environ["SANDBOX_URL"] == "http://127.0.0.1:8111"
    assert os.environ["PUBLIC_URL"] == "http://named.example.org"


def run_up(var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.local.up"],
        cwd=PROJECT,
        env={**variables_of_up(var), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.process
def test_up_a_port_is_taken(tmp_path, taken_port):
    done = run_up(tmp_path, VISION_PORT=str(taken_port))

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"up: port {taken_port} is taken: stop what listens there, "
        f"or choose another with VISION_PORT={taken_port + 10}\n"
    )


@pytest.mark.process
@pytest.mark.parametrize("port", ["http", "0", "70000", "-1"])
def test_up_a_port_is_none(monkeypatch, port):
    monkeypatch.setenv("WEB_PORT", port)

    with pytest.raises(CannotRun, match=f"^WEB_PORT={port} is no port$"):
        addresses_of_environment()


@pytest.mark.process
def test_up_the_folder_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("in the way")

    done = run_up(tmp_path / "file" / "var")

    assert done.returncode == 1
    assert done.stderr.startswith(f"up: cannot write to {tmp_path / 'file' / 'var'} ")
    assert done.stderr.count("\n") == 1


@pytest.mark.process
def test_up_it_runs_already(tmp_path):
    with (tmp_path / "up.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4711")
        lock.flush()

        done = run_up(tmp_path)

    assert (done.returncode, done.stderr) == (
        1,
        "up: it runs already (process 4711): Ctrl-C there stops it\n",
    )


@pytest.mark.process
def test_up_python_is_too_old(tmp_path):
    (tmp_path / "script").mkdir()
    shutil.copy(PROJECT / "script" / "environment", tmp_path / "script")
    old = tmp_path / "bin"
    old.mkdir()
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        (old / name).write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2 && exit\nexit 1\n')
        (old / name).chmod(0o755)

    done = subprocess.run(
        ["sh", "script/environment", "requirements"],
        cwd=tmp_path,
        env={"PATH": f"{old}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr == (
        "environment: Python 3.11 is needed and was not found (python3 is Python 3.9.2); "
        "install it, or name it with PYTHON=/path/to/python3.11\n"
    )
    assert not (tmp_path / ".venv").exists()


@pytest.mark.process
def test_up_a_server_gets_the_port_it_had_unless_it_is_taken(tmp_path, taken_port):
    kept = kept_port(tmp_path / "port")

    again = kept_port(tmp_path / "port")
    (tmp_path / "port").write_text(str(taken_port))
    another = kept_port(tmp_path / "port")

    assert again == kept
    assert {kept, another} <= set(OF_SERVERS)
    assert not is_free(taken_port)
    assert another != taken_port
    assert (tmp_path / "port").read_text() == str(another)
