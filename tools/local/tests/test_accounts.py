"""The account of an embedded server..."""

import os
import pwd
import stat

import pytest

from tools.local.accounts import Account, account_for, make_reachable


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def test_is_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    account = account_for(tmp_path)

    assert account.uid is None
    assert "user" not in account.popen_arguments()


@pytest.mark.usefixtures("as_root")
def test_is_never_root(tmp_path):
    owner = tmp_path.stat().st_uid

    account = account_for(tmp_path / "not" / "made" / "yet")

    assert account.uid == (owner or pwd.getpwnam("nobody").pw_uid)
    assert account.popen_arguments()["extra_groups"] == []


def test_gets_nothing_of_the_shells_environment(monkeypatch):
    monkeypatch.setenv("PGPORT", "1")

    assert "PGPORT" not in Account().popen_arguments()["env"]


def test_may_pass_through_closed_folders_but_not_look_into_them(tmp_path, capsys):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    stranger = Account(uid=os.getuid() + 4711, gid=os.getgid() + 4711)
    within = closed / "data"
    if os.getuid():
        stranger = Account()

    make_reachable(within, stranger)

    passable = bool(closed.stat().st_mode & stat.S_IXOTH)
    assert passable == (stranger.uid is not None)
    assert not closed.stat().st_mode & stat.S_IROTH
    assert (f"made {closed} passable" in capsys.readouterr().err) == passable
