"""The shipped schemas are those that the check follows; each table moves, or says why not."""

import json
from pathlib import Path

import jsonschema
import pytest
from django.apps import apps
from django.conf import settings

from config.own_apps import OWN_LABELS
from config.tests.moving.former import good
from config.tests.moving.system import empty, fill, import_all, tables
from foundation.messaging.models import LongJob
from foundation.moving.exporting import export_all, schema_texts
from foundation.moving.kinds import KINDS

FOLDER = settings.BASE_DIR / "docs" / "moving-in"
STAYS = {
    "records.AuditEntry": "says what was ordered here",
    "records.LeftOutRow": "of this installation's jobs",
    "messaging.OutboxMessage": "is delivered from here",
    "messaging.OutboxLane": "is delivered from here",
    "messaging.Outage": "of services as they were seen from here",
    "messaging.InboxMessage": "of the bus here",
    "messaging.DeadLetter": "of the bus here",
    "rest.KeptAnswer": "of requests to here",
    "privacy.ErasedName": "is hashed under a key of this installation; a file has the erasures",
    "programs.AssignmentLine": "of a long job",
    "rewards.Approval": "waits for staff here",
    "rewards.RewardLimitCounter": "is counted from the activities",
    "rewards.CorrectionItem": "of a long job",
    "rewards.DryRunParticipant": "of a long job",
    "recognition.SelfieImage": "is kept while a provider may fetch it from here",
    "recognition.PhotoHour": "is counted from the photos",
    "recognition.BacklogCount": "is counted from photos and tasks",
}


def test_are_those_of_the_kinds() -> None:
    """After a change: `manage.py export_all docs/moving-in --schemas`."""
    shipped = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}

    assert shipped == schema_texts()


def test_good_rows_meet_them() -> None:
    for kind, rows in good().items():
        schema = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
        for row in rows:
            jsonschema.Draft202012Validator(schema).validate(row)


def test_each_field_has_a_meaning() -> None:
    texts = schema_texts()

    assert all(": null" not in text and '"description": ""' not in text for text in texts.values())


def test_each_table_moves_or_says_why_not() -> None:
    moved = {each.model for kind in KINDS.values() for each in (kind, *kind.children)}
    ours = [model for model in apps.get_models()
            if model._meta.app_label in OWN_LABELS and not model._meta.proxy]  # fmt: skip

    left = {model._meta.label for model in ours
            if model not in moved and not issubclass(model, LongJob)}  # fmt: skip

    assert left == STAYS.keys()


@pytest.mark.django_db(transaction=True)
def test_gives_the_same_tables_and_the_same_files(tmp_path: Path) -> None:
    fill()
    before = tables()
    export_all(tmp_path / "one")

    empty()
    import_all(tmp_path / "one")
    export_all(tmp_path / "other")

    assert [name for name, rows in before.items() if not rows] == []
    assert tables() == before
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "other").iterdir())
    for name in files:
        assert (tmp_path / "other" / name).read_text() == (tmp_path / "one" / name).read_text()
