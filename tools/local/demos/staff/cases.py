"""An album in which something is to be done for each of the staff's tasks."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import requests
from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from foundation.messaging import outbox
from foundation.messaging.models import Outage, OutboxMessage
from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.models import (
    FACES,
    NUMBERS,
    Account,
    AccountSpace,
    Album,
    FaceProviderName,
    NumberRejection,
    NumberSource,
    Photo,
    Strategy,
    Tenant,
)
from recognition.records.photo_state import settle
from recognition.wire.photo_service import tags_message
from tools.local.demos.staff.campaign import Campaign, give_campaign
from tools.local.demos.staff.explained import Explained, give_explained
from tools.local.demos.staff.rewarded import Rewarded, give_rewards
from tools.local.demos.staff.tagged import give_to_taggers

ALBUM, TAGGED_ALBUM = "Harbour Run", "Lake Run"
WRONG, RIGHT, REJECTED, BANNER = "108", "1088", "987", "2026"
FACE_BOX = {"left": 0.42, "top": 0.12, "width": 0.12, "height": 0.14}
NUMBER_BOX = {"left": 0.4, "top": 0.42, "width": 0.2, "height": 0.12}
RUNNER, SAME_RUNNER, TO_ERASE = "runner-a", "runner-b", "runner-c"
CANNOT_BE_READ = "The picture cannot be read."


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """What the tasks begin with: names, ids and texts that staff know."""

    album: str
    tagged_album: str
    without_number: str
    wrong_number: str
    file_name: str
    account: str
    other_account: str
    participant: str
    rewarded: Rewarded
    explained: Explained
    campaign: Campaign
    selfie: Path
    new_tagger: str
    new_member: str


@transaction.atomic
def prepare(pictures: Sequence[str], selfie: Path, now: datetime) -> Cases:
    """Make the album, its photos with these pictures (as many as there are), and the rest.

    The sandbox's face provider is taught that the selfie shows `RUNNER`.
    """
    before = Album.objects.filter(name__startswith=ALBUM).count()
    again = f" {before + 1}" if before else ""
    account = _account(f"Gate camera{again}")
    album = Album.objects.create(
        tenant=Tenant.objects.create(),
        name=f"{ALBUM}{again}",
        strategy=Strategy.NUMBER_THEN_MANUAL,
        face_account=account,
        face_space=account.spaces.get(is_default=True),
        announced_on=now,
    )
    _teach(selfie, account.spaces.get().external_id)
    photos = [_photo(album, address, now) for address in pictures]
    without, wrong, undelivered, *others = photos
    _read(without, REJECTED, now, rejection=NumberRejection.NOT_IN_START_LIST)
    _read(wrong, WRONG, now)
    _give_up(undelivered, now)
    for photo, person in zip(others, (RUNNER, SAME_RUNNER, TO_ERASE), strict=False):
        _recognise(photo, person, now)
    for photo in others[3:6]:
        _fail(photo)
    album.texts.create(value=BANNER, place_x=50, place_y=4, place_height=6, photos=len(photos))
    pause = {
        "name": "number provider",
        "failures": 5,
        "reason": "The number provider did not answer in time.",
        "since": now - timedelta(minutes=9),
        "next_probe_on": now + timedelta(hours=1),
    }
    Outage.objects.update_or_create(pause, service="number-provider", ended_on=None)
    change_album_priority(
        ChangeAlbumPriorityCommand(album_id=album.pk, priority=40, by=Actor("maria", "10.0.0.7"))
    )
    give_to_taggers(f"{TAGGED_ALBUM}{again}", f"noor{before}@example.org", pictures, now)
    program = MarketingProgram.objects.create(name=f"Steps of the harbour{again}")
    return Cases(
        album=album.name,
        tagged_album=f"{TAGGED_ALBUM}{again}",
        without_number=str(without.pk),
        wrong_number=str(wrong.pk),
        file_name=wrong.image_url.rpartition("/")[2],
        account=account.name,
        other_account=_account(f"Finish camera{again}").name,
        participant=str(Participant.objects.create(program=program).pk),
        rewarded=give_rewards(program, now),
        explained=give_explained(again, now),
        campaign=give_campaign(again, now),
        selfie=selfie,
        new_tagger=f"ines{before}@example.org",
        new_member=f"lena{before}@example.org",
    )


def _account(name: str) -> Account:
    account = Account.objects.create(
        name=name,
        provider=FaceProviderName.SANDBOX,
        base_url=f"{settings.SANDBOX_URL}/face-provider",
    )
    AccountSpace.objects.create(
        account=account, name="Main", external_id=slugify(name), is_default=True
    )
    return account


def _teach(selfie: Path, space: str) -> None:
    """Let the sandbox know the runner, as if recognised on a photo of the album's space."""
    provider, picture = f"{settings.SANDBOX_URL}/face-provider", selfie.read_bytes()
    image = hashlib.sha256(picture).hexdigest()
    truth = {"persons": [{"id": RUNNER, "confidence": 0.97}], "tags": []}
    requests.put(f"{provider}/truth/{image}", json=truth, timeout=10).raise_for_status()
    faces = f"{provider}/spaces/{space}/faces"
    requests.post(faces, data=picture, timeout=10).raise_for_status()


def _photo(album: Album, picture: str, now: datetime) -> Photo:
    return Photo.objects.create(album=album, image_url=picture, shooting_date=now)


def _read(photo: Photo, value: str, now: datetime, rejection: str = "") -> None:
    """Store a number that was read, and end both steps: the photo is processed."""
    photo.numbers.create(
        album_id=photo.album_id,
        value=value,
        rejection=rejection,
        source=NumberSource.PROVIDER,
        confidence=0.94,
        box=NUMBER_BOX,
    )
    _finish(photo, now)


def _recognise(photo: Photo, person: str, now: datetime) -> None:
    photo.persons.create(person_id=person, confidence=0.97, box=FACE_BOX)
    _read(photo, "41", now)


def _finish(photo: Photo, now: datetime) -> None:
    for step in (FACES, NUMBERS):
        step.of(photo).finish(now, photo.next_results_version)
    settle(photo)


def _fail(photo: Photo) -> None:
    for step in (FACES, NUMBERS):
        tried = step.of(photo)
        tried.attempts, tried.failure = 1, CANNOT_BE_READ
    settle(photo)


def _give_up(photo: Photo, now: datetime) -> None:
    """Leave the photo with numbers that the photo service refused until they were given up."""
    _read(photo, "55", now)
    outbox.post(tags_message(photo, photo.numbers.all()))
    photo.store(tags_version=photo.tags_version)
    OutboxMessage.objects.filter(key__startswith=str(photo.pk)).update(
        dead_on=now, attempts=9, reason="The photo service refused it: status 404."
    )
