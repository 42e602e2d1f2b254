"""Ways by which personal data come in beside messages and calls: providers, pictures, commands."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from config.tests.planted import FACE, MAIL, NAME, NUMBER, TEXT, TOKEN
from foundation.fetching.pictures import Image
from foundation.rest.tests.conftest import Caller
from recognition.models import AccountSpace, Album
from recognition.numbers.start_lists import names_of, start_numbers_of
from recognition.providers.faces import face_provider
from recognition.providers.failures import ProcessingFailure
from recognition.providers.pictures import fetch_image
from recognition.rejudging.rejudging import rules_by_album
from recognition.tests.calls import selfies
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)
from recognition.tests.play.compreface import KEY
from recognition.tests.play.painted_faces import photo
from recognition.tests.play.provider import Answer, Asked, PlayedProvider, played
from recognition.tests.play.rekognition import COLLECTION, PlayedRekognition

QUOTING = (
    Answer(status=503, body=TEXT),
    Answer(status=422, body={"detail": TEXT, "code": TEXT}),
    Answer(body=TEXT),
    Answer(body={"faces": [{"personId": {NAME: MAIL}, "confidence": TEXT}], "result": TEXT}),
)


class QuotingProvider(PlayedProvider):
    """Answers with personal data, in every shape but the expected one."""

    def answer(self, asked: Asked) -> Answer:
        return Answer(body={"detail": TEXT})


def space_of(provider: str, url: str, credentials: dict[str, str], name: str) -> AccountSpace:
    account = AccountFactory.create(provider=provider, base_url=url, credentials=credentials)
    space: AccountSpace = AccountSpaceFactory.create(account=account, external_id=name)
    return space


def planted_photo() -> Image:
    """Return a photo whose bytes in base64 have the planted face."""
    content = photo("ann").content
    content += b"\0" * (-len(content) % 3) + b"selfie-of-zeph"
    return Image(content=content, content_type="image/jpeg")


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(ProcessingFailure):
        yield


def face_providers(_: Caller, __: object) -> None:
    for provider in ("sandbox", "local", "compreface"):
        with played(QuotingProvider) as server:
            space = space_of(provider, server.url, {"key": KEY}, NAME)
            faces = face_provider(space.account, space)
            for answer in QUOTING:
                server.spoilt.append(answer)
                with refused():
                    faces.recognise(planted_photo(), NUMBER)
            server.spoilt.append(QUOTING[0])
            with refused():
                faces.forget(NAME, [FACE])
            assert len(server.asked) > len(QUOTING)


def rekognition(_: Caller, __: object) -> None:
    credentials = {"region": "eu-central-1", "accessKeyId": "AKIATEST", "secretAccessKey": TOKEN}
    with played(PlayedRekognition) as server:
        space = space_of("rekognition", server.url, credentials, COLLECTION)
        faces = face_provider(space.account, space)
        assert len(faces.recognise(planted_photo(), NUMBER)) == 1
        assert FACE in server.asked[0].body.decode()
        server.spoilt.append(Answer(status=400, body={"__type": NAME, "Message": TEXT}))
        with refused():
            faces.search(planted_photo())


def start_lists(_: Caller, __: object) -> None:
    with played(QuotingProvider) as server:
        instance = CompetitorInstanceFactory.create(base_url=server.url, token=TOKEN)
        album: Album = AlbumFactory.create(
            tenant=TenantFactory.create(competitor_instance=instance),
            number_format="LettersAndDigits",
            start_number_capacity=9,
        )
        named = Answer(body={"startNumbers": ["7", {"name": NAME, "number": NUMBER}]})
        for answer in (named, *QUOTING[1:]):
            server.spoilt.extend([answer, answer])
            with refused():
                start_numbers_of(album, timezone.now())
            assert rules_by_album({album.pk: album}, timezone.now()) == {}
        server.spoilt.append(Answer(body={"startNumbers": [NUMBER], "names": {NUMBER: NAME}}))
        assert start_numbers_of(album, timezone.now()) == (NUMBER,)
        assert names_of(album) == {NUMBER: NAME}


def pictures(caller: Caller, __: object) -> None:
    client = caller("recognition.selfie", username="cat")
    with played(QuotingProvider) as server:
        space = space_of("sandbox", server.url, {}, "pictures")
        album = AlbumFactory.create(face_account=space.account, face_space=space)
        there = f"{server.url}/{NAME}?token={TOKEN}&mail={MAIL}"
        for url in (there, f"http://{NAME}:{TOKEN}@127.0.0.1:9/{FACE}", f"ftp://{NAME}/{NUMBER}"):
            with refused():
                fetch_image(url)
        body = {"albumId": str(album.pk), "imageUrl": there}
        assert client.post(selfies.CLIENT, body, format="json").status_code >= 400
        assert selfies.send(client, album).status_code >= 400
        assert len(server.asked) == 3


def addresses(caller: Caller, __: object) -> None:
    """Open pages and endpoints whose path or query has a secret or personal data."""
    client, photo = Client(), PhotoFactory.create()
    here = f"{photo.album_id}/persons/{NAME}"
    selfie = f"/client-api/api/v2/selfies/{photo.pk}/image?token={TOKEN}"
    for address, status in {
        f"/password/MQ/{TOKEN}": 200,
        f"/password/{NAME}/{TOKEN}/": 404,
        f"/workbench/?invitation={TOKEN}": 200,
        f"/admin/search/?s={MAIL}": 302,
        f"/admin/autocomplete/?term={NAME}": 302,
        f"/admin/recognition/photo/?q={MAIL}": 302,
        f"/admin/recognition/photo/{NAME}/change/": 302,
        f"/admin/recognition/album/{here}/": 302,
        f"/admin/recognition/photo/{photo.pk}/picture/{NAME}": 302,
        f"/admin/r/{NAME}/{MAIL}/": 302,
        f"/admin/nothing/{NAME}/{MAIL}/": 302,
        f"/static/{NAME}/{TOKEN}": 404,
        f"/{NAME}": 404,
        selfie: 401,
    }.items():
        assert client.get(address).status_code == status, address
    assert client.generic(NAME.upper(), "/").status_code == 405
    assert client.get("/", headers={"Host": f"{NAME}.example"}).status_code == 400
    erased = caller("recognition.manage", username="dan").post(
        f"/admin-api/api/v2/albums/{here}/erase"
    )
    assert erased.status_code < 500
    forgery = Client(enforce_csrf_checks=True, headers={"Referer": f"https://{NAME}/?q={MAIL}"})
    assert forgery.post(f"/password/MQ/{TOKEN}", {"name": TEXT}).status_code == 403
    assert forgery.post(f"/password/MQ/{TOKEN}", secure=True).status_code == 403
    assert forgery.post("/password/", headers={"Origin": f"http://{NAME}"}).status_code == 403


def failing_addresses(_: Caller, __: object) -> None:
    """Fail at a page whose path has a secret, and at an address that is none."""
    client = Client(raise_request_exception=False)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("foundation.rest.passwords.link_hours", fail)
        assert client.get(f"/password/MQ/{TOKEN}").status_code == 500
        patched.setattr("foundation.rest.second_step_pages.is_required", fail)
        assert client.get(f"/{NAME}/{TOKEN}").status_code == 500


def commands(_: Caller, __: object) -> None:
    known = PhotoFactory.create(album=AlbumFactory.create(name=NAME))
    known.persons.create(person_id=NAME, confidence=0.9)
    _told("explain_photo", str(known.pk))
    _told("issue_token", MAIL, "--role", "recognition.selfie")
    for refused_command in (["issue_token", NAME], ["replay_erasures", f"/{NAME}/{MAIL}"]):
        with pytest.raises(CommandError):
            _told(*refused_command)


def _told(*command: str) -> str:
    """Run a command; what it prints for its caller names persons on purpose."""
    printed = StringIO()
    call_command(*command, stdout=printed)
    return printed.getvalue()


def failing_commands(_: Caller, __: object) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("recognition.management.commands.explain_photo.explain_photo", fail)
        try:
            _told("explain_photo", "00000000-0000-0000-0000-000000000001")
        except ValueError as error:
            # As Python does at the end of `manage.py`.
            sys.excepthook(type(error), error, error.__traceback__)


def fail(*_: Any) -> None:
    raise ValueError(json.dumps({"name": TEXT}))
