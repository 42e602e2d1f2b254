"""The account of an embedded server..."""

import os
import pwd
import stat

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User

from tagging.models import Tagator
from tools.local.accounts import Account, account_for, make_reachable
from tools.local.addresses import Addresses
from tools.local.database import _ensure_staff, _ensure_tagger
from tools.local.sign_ins import SignIn, SignIns
from tools.local.up import _where_to_look


def test_is_the_users_own_and_gets_nothing_of_the_shells_environment(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("PGPORT", "1")

    account = account_for(tmp_path)

    assert account.uid is None
    assert "user" not in account.popen_arguments()
    assert "PGPORT" not in account.popen_arguments()["env"]


def test_is_never_root(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    owner = tmp_path.stat().st_uid

    account = account_for(tmp_path / "not" / "made" / "yet")

    assert account.uid == (owner or pwd.getpwnam("nobody").pw_uid)
    assert account.popen_arguments()["extra_groups"] == []


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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("make", "name"), [(_ensure_staff, "admin"), (_ensure_tagger, "tagger@example.org")]
)
def test_are_made_once_with_a_password_that_works(rf, make, name):
    made, again = make(), make()

    assert (made.name, again.name, again.password) == (name, name, None)
    assert authenticate(rf.get("/"), username=name, password=made.password) is not None


@pytest.mark.django_db
def test_are_staff_and_a_tagger_without_staff_s_rights():
    _ensure_staff()
    _ensure_tagger()

    assert [user.username for user in User.objects.filter(is_staff=True)] == ["admin"]
    assert Tagator.objects.get().user.get_all_permissions() == {"tagging.tag"}


@pytest.mark.django_db
def test_are_not_made_where_the_name_is_in_use():
    User.objects.create_user("tagger@example.org")

    assert _ensure_tagger().password is None
    assert not Tagator.objects.exists()


def test_are_said_with_where_they_sign_in():
    addresses = Addresses(web_port=8000, sandbox_port=8100, vision_port=8200)
    sign_ins = SignIns(
        staff=SignIn(kind="staff account", name="admin", password=None),
        tagger=SignIn(kind="tagger", name="tagger@example.org", password="secret"),
    )

    text = _where_to_look(addresses, sign_ins, 3)

    assert "  Workbench   http://127.0.0.1:8000/workbench/\n" in text
    assert "Staff sign in as admin, with the password that the first run printed (" in text
    assert "Taggers sign in as tagger@example.org with the password shown above (" in text
    assert [made.name for made in sign_ins.made_now()] == ["tagger@example.org"]
    assert "secret" not in text
