"""Preparing the environment..."""

import os
import stat
from pathlib import Path

import pytest

from tools.local.environment import prepare, prepare_command
from tools.local.folders import kept_secret, var_folder
from tools.local.refusals import CannotRun

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
