"""`import_former` checks and imports; a repeat changes nothing; what differs is reported."""

import base64
import hashlib
import io
import json
import struct
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from pytest_django import Settings

from activities.models import Activity
from config.tests.moving.former import (
    ACTIVITY,
    ALBUM,
    PARTICIPANT,
    PHOTO,
    TAGATOR,
    TASK,
    good,
    write,
)
from config.tests.moving.system import import_all, tables
from foundation.messaging.models import OutboxMessage
from foundation.records.models import AuditEntry
from programs.tasks.models import ParticipantExerciseTask
from recognition.models import Album, Photo, PhotoPerson, PhotoState
from rewards.models import Balance
from tagging.models import Tagator, TaskHistory

pytestmark = pytest.mark.django_db


def run(folder: Path, *options: str) -> str:
    output = io.StringIO()
    call_command("import_former", str(folder), *options, stdout=output, stderr=io.StringIO())
    return output.getvalue()


def test_imports_what_is_there(tmp_path: Path) -> None:
    said = run(write(tmp_path, good()))

    photo = Photo.objects.get(pk=PHOTO)
    assert photo.state == PhotoState.PROCESSED
    assert (photo.tags_version, photo.next_results_version) == (3, 4)
    assert sorted(photo.numbers.values_list("value", flat=True)) == ["12", "7"]
    assert PhotoPerson.objects.get().album_id == photo.album_id
    unread = Photo.objects.exclude(pk=PHOTO).get()
    assert (unread.state, unread.numbers_next_attempt_on) == (PhotoState.FAILED, None)
    assert Balance.objects.get(pk=UUID(PARTICIPANT)).amount == 21
    assert ParticipantExerciseTask.objects.get(pk=TASK).activity_applied_on is not None
    done = TaskHistory.objects.get()
    assert (done.tasks, done.numbers, done.amount) == (1, 1, Decimal("0.15"))
    assert "photos: 2 new" in said
    assert AuditEntry.objects.filter(action="Imported a folder").count() == 1


def test_sends_nothing(tmp_path: Path) -> None:
    run(write(tmp_path, good()))

    assert not OutboxMessage.objects.exists()


def test_is_as_if_it_had_always_been_here(tmp_path: Path) -> None:
    run(write(tmp_path, good()))

    for command in ("verify_balances", "verify_rewards", "verify_limits"):
        call_command(command, stdout=io.StringIO(), stderr=io.StringIO())


def test_a_check_stores_nothing(tmp_path: Path) -> None:
    report = tmp_path / "report.json"

    rows = good()
    rows["tenants"][0]["colour"] = "red"

    said = run(write(tmp_path / "former", rows), "--check", "--report", str(report))

    assert "photos: 2 rows: 2 new, 0 as here, 0 other than here" in said
    found = json.loads(report.read_text())
    assert found["photos"]["new"] == 2
    assert found["tenants"]["unknown"] == {"colour": 1}
    assert not Album.objects.exists()


def test_a_repeat_changes_nothing(tmp_path: Path) -> None:
    run(write(tmp_path, good()))
    before = tables()

    said = run(tmp_path)

    assert "photos: 2 equal" in said
    assert tables() == before


def test_what_differs_stays_and_is_named(tmp_path: Path) -> None:
    run(write(tmp_path, good()))
    Album.objects.filter(pk=ALBUM).update(name="Changed here")

    said = run(tmp_path)

    assert "albums: 1 equal, 1 differing\n  line 1: name" in said
    assert Album.objects.get(pk=ALBUM).name == "Changed here"


def test_an_update_changes_what_differs(tmp_path: Path) -> None:
    run(write(tmp_path, good()))
    Album.objects.filter(pk=ALBUM).update(name="Changed here")
    rows = good()["photos"]
    write(tmp_path, {"photos": [{**rows[0], "numbers": ["12", "8"]}, rows[1]]})

    said = run(tmp_path, "--update")

    assert "albums: 1 equal, 1 changed" in said
    assert Album.objects.get(pk=ALBUM).name == "Race"
    numbers = Photo.objects.get(pk=PHOTO).numbers.values_list("value", flat=True)
    assert sorted(numbers) == ["12", "8"]


def test_an_update_leaves_the_marks_of_the_erased(tmp_path: Path) -> None:
    run(write(tmp_path, good()))
    Album.objects.update(has_erasures=True)
    albums = [{**each, "hasErasures": False} for each in good()["albums"]]

    run(write(tmp_path, {"albums": albums}), "--update")

    assert not Album.objects.filter(has_erasures=False).exists()


def test_credits_never_change(tmp_path: Path) -> None:
    run(write(tmp_path, good()))
    Activity.objects.filter(pk=ACTIVITY).update(data={"other": "data"})

    run(tmp_path, "--update")

    assert Balance.objects.get(pk=UUID(PARTICIPANT)).amount == 21


def test_kinds_may_come_one_after_the_other(tmp_path: Path) -> None:
    write(tmp_path, good())

    run(tmp_path, "--kinds", "tenants", "albums")
    run(tmp_path, "--kinds", "photos")

    assert Photo.objects.count() == 2
    assert not Tagator.objects.exists()


def test_reads_tables(tmp_path: Path) -> None:
    write(tmp_path, {name: good()[name] for name in ("tenants", "albums")})
    (tmp_path / "photos.csv").write_text(
        "PhotoId;AlbumId;NumberRecognized;numbers;ShootingDate\r\n"
        f'{PHOTO};{ALBUM};t;"12;7";2026-05-17T09:30:00+02:00\r\n'
    )

    import_all(tmp_path)

    photo = Photo.objects.get(pk=PHOTO)
    assert sorted(photo.numbers.values_list("value", flat=True)) == ["12", "7"]
    assert photo.number_recognized


def test_hashes_of_other_services_let_sign_in(tmp_path: Path, settings: Settings) -> None:
    hasher = "foundation.moving.passwords.AspNetIdentityHasher"
    settings.PASSWORD_HASHERS = [*settings.PASSWORD_HASHERS, hasher]
    # Of ASP.NET Identity: HMAC-SHA256, 10,000 iterations, of "a long enough phrase".
    hashed = aspnet_hash("a long enough phrase", 10_000)
    write(tmp_path, {"tagators": [{**good()["tagators"][0], "passwordHash": hashed}]})

    import_all(tmp_path)

    user = Tagator.objects.get(pk=TAGATOR).user
    assert user.password.startswith("aspnet_identity$")
    assert not user.check_password("another phrase")
    assert user.check_password("a long enough phrase")
    user.refresh_from_db()
    assert user.password.startswith("md5$")  # the first hasher of the tests


def aspnet_hash(password: str, iterations: int) -> str:
    salt = bytes(range(16))
    key = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, iterations, 32)
    return base64.b64encode(struct.pack(">BIII", 1, 1, iterations, 16) + salt + key).decode()


def test_without_a_hash_a_password_must_be_set(tmp_path: Path) -> None:
    import_all(write(tmp_path, {"tagators": good()["tagators"]}))

    assert not Tagator.objects.get().user.has_usable_password()
