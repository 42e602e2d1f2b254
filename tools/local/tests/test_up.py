"""`script/up` says in one line why it cannot run..."""

import fcntl
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tools.local.addresses import addresses_of_environment
from tools.local.folders import PROJECT
from tools.local.ports import OF_SERVERS, is_free, kept_port
from tools.local.refusals import CannotRun
from tools.local.tests.running import variables_of_up


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


def test_a_port_is_taken(tmp_path, taken_port):
    done = run_up(tmp_path, VISION_PORT=str(taken_port))

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"up: port {taken_port} is taken: stop what listens there, "
        f"or choose another with VISION_PORT={taken_port + 10}\n"
    )


@pytest.mark.parametrize("port", ["http", "0", "70000", "-1"])
def test_a_port_is_none(monkeypatch, port):
    monkeypatch.setenv("WEB_PORT", port)

    with pytest.raises(CannotRun, match=f"^WEB_PORT={port} is no port$"):
        addresses_of_environment()


def test_the_folder_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("in the way")

    done = run_up(tmp_path / "file" / "var")

    assert done.returncode == 1
    assert done.stderr.startswith(f"up: cannot write to {tmp_path / 'file' / 'var'} ")
    assert done.stderr.count("\n") == 1


def test_it_runs_already(tmp_path):
    with (tmp_path / "up.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4711")
        lock.flush()

        done = run_up(tmp_path)

    assert (done.returncode, done.stderr) == (
        1,
        "up: it runs already (process 4711): Ctrl-C there stops it\n",
    )


def test_python_is_too_old(tmp_path):
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


def test_a_server_gets_the_port_it_had_unless_it_is_taken(tmp_path, taken_port):
    kept = kept_port(tmp_path / "port")

    again = kept_port(tmp_path / "port")
    (tmp_path / "port").write_text(str(taken_port))
    another = kept_port(tmp_path / "port")

    assert again == kept
    assert {kept, another} <= set(OF_SERVERS)
    assert not is_free(taken_port)
    assert another != taken_port
    assert (tmp_path / "port").read_text() == str(another)
