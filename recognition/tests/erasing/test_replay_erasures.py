"""`manage.py replay_erasures`, in a database that was restored from a backup…"""

import io
import os
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from foundation.messaging.models import DestinationKind, OutboxMessage
from foundation.privacy.file import append
from foundation.privacy.models import ErasedName, Erasure
from foundation.privacy.tests.play.erasing import erased
from foundation.privacy.tests.play.tables import tables_with
from recognition.erasing.ordering import EraseSelfieCommand, erase_person, erase_selfie
from recognition.models import (
    Album,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfieState,
)
from recognition.tests.erasing.ordered import ANN, order
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

NUMBER = "987654321"


def _plant(photo: Photo, selfie_id: UUID) -> None:
    PhotoPerson.objects.create(photo=photo, person_id=ANN)
    PhotoNumber.objects.create(
        photo=photo, value=NUMBER, source=NumberSource.PROVIDER, album_id=photo.album_id
    )
    Selfie.objects.create(pk=selfie_id, album=photo.album, state=SelfieState.NOT_FOUND)


def _order(selfie_id: UUID) -> Erasure:
    order: dict[str, Any] = {"by": None, "now": timezone.now(), "reason": "By letter."}
    return erase_selfie(EraseSelfieCommand(erasure_id=uuid4(), selfie_id=selfie_id, **order))


def _erase_selfie(selfie_id: UUID) -> None:
    erased(_order(selfie_id))


def _replayed(path: Path) -> str:
    out = io.StringIO()
    call_command("replay_erasures", str(path), stdout=out)
    return out.getvalue()


def test_erases_again_what_was_erased_since(erasures_file: Path) -> None:
    photo: Photo = PhotoFactory.create()
    selfie_id = uuid4()
    _plant(photo, selfie_id)
    erased(erase_person(order(photo.album, ANN)))
    _erase_selfie(selfie_id)
    hashes = set(ErasedName.objects.values_list("pk", flat=True))
    for model in (Erasure, ErasedName):  # the database is what it was before the erasures
        model.objects.all().delete()
    Album.objects.update(has_erasures=False)
    _plant(photo, selfie_id)

    first = _replayed(erasures_file)
    again = _replayed(erasures_file)

    assert first.startswith("2 erasures: 1 done again, 0 were done before the backup, 1 left")
    assert again.startswith("2 erasures: 0 done again, 1 were done before the backup, 1 left")
    Erasure.objects.update(claim_id=None)  # a minute later
    erased(Erasure.objects.get(finished_on=None))
    assert tables_with(ANN, NUMBER, str(selfie_id)) == []
    assert set(ErasedName.objects.values_list("pk", flat=True)) == hashes
    assert Album.objects.filter(has_erasures=True).count() == 1
    assert len(erasures_file.read_text().splitlines()) == 2


def test_takes_away_the_messages_about_them(erasures_file: Path) -> None:
    photo: Photo = PhotoFactory.create()
    selfies = [uuid4() for _ in range(3)]
    for selfie_id in selfies:
        Selfie.objects.create(pk=selfie_id, album=photo.album, state=SelfieState.NOT_FOUND)
        _erase_selfie(selfie_id)
    Erasure.objects.all().delete()
    to_bus: dict[str, Any] = {"kind": DestinationKind.PEER, "destination": "bus", "lane": "bus"}
    for key in map(str, (*selfies, uuid4())):
        OutboxMessage.objects.create(**to_bus, key=key, body={"selfieId": key})

    first = _replayed(erasures_file)

    assert first.startswith("3 erasures: 3 done again")
    assert OutboxMessage.objects.count() == 1
    assert not Erasure.objects.exclude(subject={}).exists()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"no JSON", "JSONDecodeError"),
        (b"\xff\xfe\x00", "UnicodeDecodeError"),
        (b"[1]", "TypeError"),
        (b'{"other": 1}', "KeyError: 'erasureId'"),
        (b'{"erasureId": 1}', "AttributeError"),
        (b'{"erasureId": "7"}', "ValueError: badly formed hexadecimal UUID string"),
        (b'{"erasureId": "7d0a5b1c-0000-4000-8000-0000000000', "JSONDecodeError"),
    ],
)
def test_does_what_can_be_read_and_names_the_line_that_cannot(erasures_file, line, fault):
    with pytest.raises(CommandError, match="cannot be read"):
        _replayed(erasures_file)  # it is not there yet
    photo: Photo = PhotoFactory.create()
    selfies = [uuid4(), uuid4()]
    for selfie_id in selfies:
        Selfie.objects.create(pk=selfie_id, album=photo.album, state=SelfieState.NOT_FOUND)
    _erase_selfie(selfies[0])
    with erasures_file.open("ab") as file:
        file.write(line)
    _erase_selfie(selfies[1])
    Erasure.objects.all().delete()

    with pytest.raises(CommandError) as refused:
        _replayed(erasures_file)

    assert refused.value.returncode == 1
    assert f"{erasures_file}, line 2: {fault}" in str(refused.value)
    assert "line 1:" not in str(refused.value)
    assert "line 3:" not in str(refused.value)
    assert Erasure.objects.exclude(finished_on=None).count() == 2


def test_a_torn_line_that_was_appended_again_is_no_fault(erasures_file, monkeypatch):
    photo: Photo = PhotoFactory.create()
    selfie_id = uuid4()
    _plant(photo, selfie_id)
    _order(selfie_id)
    erasure, write = Erasure.objects.get(), os.write
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", lambda opened, text: write(opened, text[:90]))
        with pytest.raises(OSError, match="only 90 of"):
            append(erasure)
    append(erasure)
    Erasure.objects.all().delete()

    first = _replayed(erasures_file)

    assert first.startswith("1 erasures: 1 done again")
    assert len(erasures_file.read_bytes().splitlines()) == 2
