"""An erased person leaves no trace…"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings as configured
from django.core.cache import cache
from django.db import models
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.exports import commands
from foundation.exports.models import Export
from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from foundation.privacy.tests.play.tables import tables_with
from foundation.records.quick_redis import quick_redis
from foundation.rest.tests.conftest import Caller
from recognition.erasing.ordering import ErasePersonCommand, erase_person
from recognition.models import Album, Callback, PhotoNumber, Strategy, Tenant, UnreadRegions
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.erasing.planted import ANN, MARKS, NUMBER, PLANTED, TWIN, plant
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, NumberRequestFactory
from recognition.wire.picture_copies import PictureSize
from tagging.models import AlbumGuide, KnownAnswer
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(sandbox: SandboxClient, settings: Any, tmp_path: Path) -> Album:
    settings.PICTURE_FOLDER = str(tmp_path / "pictures")
    space = AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    return AlbumFactory.create(face_space=space, strategy=Strategy.NUMBER, start_number_capacity=9)


FREE = (models.TextField, models.CharField, models.JSONField, models.BinaryField)


def _stored(folder: Path) -> Iterator[str]:
    """Yield what is in files and in Redis."""
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "erasures.jsonl":  # which has the ids on purpose
            yield f"{path.name} {path.read_bytes()!r}"
    with quick_redis() as client:
        for key in client.scan_iter("*"):
            is_text = client.type(key) in (b"string", "string")
            yield f"{key!r} {client.get(key) if is_text else ''!r}"


def test_in_tables_files_caches_and_logs(
    album: Album,
    caller: Caller,
    caplog: Any,
    tmp_path: Path,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    photo_id = plant(album)
    picture = tmp_path / "pictures" / str(photo_id)[:2] / f"{photo_id}.{next(iter(PictureSize))}"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"face")
    instance = Tenant.objects.get(albums=album).competitor_instance_id
    settings.EXPORT_FOLDER = str(tmp_path / "exports")
    export = Export.objects.create(model_label="recognition.PhotoPerson", title=ANN, format="csv")
    commands.folder_of(export.pk).mkdir(parents=True)
    commands.file_of(export).write_text(f"{ANN},{NUMBER}")
    cache.set(f"start-list:{instance}:{album.pk}", (NUMBER,))
    planted = {table.partition(".")[2].replace('"', "") for table in tables_with(*MARKS)}
    caplog.clear()

    officer = caller("privacy.erase")
    ordered = officer.post(
        f"/admin-api/api/v2/albums/{album.pk}/persons/{ANN}/erase",
        {"reason": f"A letter of {NUMBER}, who is {ANN}."},
        format="json",
    )
    with django_capture_on_commit_callbacks(execute=True):
        done = erased(Erasure.objects.get())

    assert planted >= {apps.get_model(label)._meta.db_table for label in PLANTED}
    assert ordered.status_code == 202
    assert tables_with(*MARKS) == []
    assert not picture.exists()
    assert [each for each in _stored(tmp_path) for mark in MARKS if mark in each] == []
    assert [each for mark in MARKS for each in _lines(caplog) if mark in each] == []
    assert done.what.keys() >= {
        "faces",
        "numbers",
        "selfies",
        "callbacks",
        "histories",
        "tags",
        "guides",
        "questions",
    }
    assert set(PhotoNumber.objects.values_list("value", flat=True)) == {"17"}
    assert not UnreadRegions.objects.exists()
    assert AlbumGuide.objects.get().text == "(erased) is (erased).\n\n![(erased)](photo:deleted)"
    assert KnownAnswer.objects.get().numbers == ["17"]
    assert Erasure.objects.get().why == "A letter of (erased), who is (erased)."
    assert caller("audit.read", username="eve").get("/admin-api/api/v2/audit").status_code == 200


def _lines(caplog: Any) -> list[str]:
    """Return what was logged, as it is written."""
    handler = configured.LOGGING["formatters"]["line"]
    formatter = handler["()"](
        processors=handler["processors"], foreign_pre_chain=handler["foreign_pre_chain"]
    )
    return [formatter.format(record) for record in caplog.records]


def test_and_what_comes_later_leaves_none(album: Album, anybody: APIClient) -> None:
    plant(album)
    order: dict[str, Any] = {"album_id": album.pk, "person_id": ANN, "reason": "x", "by": None}
    erased(erase_person(ErasePersonCommand(erasure_id=uuid4(), now=timezone.now(), **order)))
    request = NumberRequestFactory.create(photo__album=album)
    items = {"persons": [{"id": TWIN}], "tags": [{"value": f"00{NUMBER}", "confidence": 1}]}

    answers = [
        post(anybody, address(request), payload_of(request.photo, **items)),
        post(anybody, address(request), payload_of(request.photo, **items, again=True)),
    ]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert Callback.objects.filter(request=request).count() == 2
    assert tables_with(*MARKS) == []


def test_in_columns_that_a_test_knows() -> None:
    """A new column for texts or JSON is planted above, or named here as one without names."""
    of_any = {"position", "custom_tags", "box", "name", "base_url", "digest", "email", "actor",
              "time_zone", "currency", "traceparent"}  # fmt: skip
    # Why something failed, in our words, with the beginning of what a provider said.
    failures = {"reason", "reason_description", "reason_group", "face_failure", "number_failure"}
    without = {
        "recognition.Account": {"credentials"},
        "recognition.AccountSpace": {"external_id"},
        "recognition.Album": {"tagging_hint", "start_list_digest"},
        "recognition.BacklogCount": {"kind", "state"},
        "recognition.CompetitorInstance": {"token"},
        "recognition.PhotoRepublication": {"changes"},  # addresses, dates, a photographer's id
        "recognition.ErasedFaces": {"boxes"},  # places, of no one by name
        "recognition.NumberProviderStanding": {"service"},
        "recognition.NumberRequest": {"provider_request_id"},
        "recognition.Selfie": {"image_digest"},
        "recognition.SelfieImage": {"content_type"},
        "recognition.UnreadRegions": {"regions"},  # one may be the person's number: all are deleted
        "tagging.Comparison": {"first_custom_tags", "second_custom_tags", "settled_custom_tags"},
        "tagging.KnownAnswerReading": {"expected_custom_tags"},
        "tagging.ReadingAgain": {"why"},  # about a tagger's work
        "tagging.Tagator": {"phone", "language"},
    }

    unknown = {
        f"{model._meta.label}.{field.name}"
        for app in ("recognition", "tagging")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if isinstance(getattr(field, "base_field", field), FREE)  # of an array, its items
        if not (field.choices or isinstance(field, models.URLField))
        if field.name not in of_any | failures and not field.name.endswith("_by")
        if field.name not in PLANTED.get(model._meta.label, set())
        if field.name not in without.get(model._meta.label, set())
    }

    assert unknown == set()
