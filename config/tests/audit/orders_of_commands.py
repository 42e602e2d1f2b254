"""A scenario for each command of `manage.py` that orders a change: its arguments."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from activities.tests.factories import ActivityFactory
from programs.tests.factories import ExerciseFactory, MarketingProgramFactory, ParticipantFactory
from recognition.erasing.ordering import EraseSelfieCommand, erase_selfie
from recognition.models import Selfie
from recognition.tests.factories import AccountFactory, AlbumFactory
from rewards.tests.factories import draft_formula


def _file(folder: Path, *lines: str) -> list[str]:
    file = folder / "lines"
    file.write_text("\n".join(lines))
    return [str(file)]


def _participants(folder: Path) -> list[str]:
    line = f"{uuid4()},{MarketingProgramFactory.create().pk}"
    return [*_file(folder, "participantId,marketingProgramId", line), "--yes"]


def _former(folder: Path) -> list[str]:
    (folder / "tenants.jsonl").write_text(json.dumps({"tenantId": str(uuid4())}))
    return [str(folder)]


def _tasks(folder: Path) -> list[str]:
    exercise = ExerciseFactory.create()
    participant = ParticipantFactory.create(program=exercise.program)
    header = "participantExerciseTaskId,participantId,exerciseId"
    return [*_file(folder, header, f"{uuid4()},{participant.pk},{exercise.pk}"), "--yes"]


def _erasures(folder: Path) -> list[str]:
    """Return the file of an erasure that the database has no more: it was restored."""
    selfie, now = (
        Selfie.objects.create(album=AlbumFactory.create(), state="NotFound"),
        timezone.now(),
    )
    erasure = erase_selfie(
        EraseSelfieCommand(
            erasure_id=uuid4(), selfie_id=selfie.pk, reason="Asked.", by=None, now=now
        )
    )
    line = {
        "erasureId": str(erasure.pk),
        "kind": erasure.kind,
        "subject": erasure.subject,
        "why": erasure.why,
        "by": "ann",
        "orderedOn": now.isoformat(),
    }
    erasure.delete()
    return _file(folder, json.dumps(line))


def _with_credentials() -> list[str]:
    account = AccountFactory.create()
    account.credentials = {"key": "secret"}
    account.save()
    return []


def _to_replay() -> list[str]:
    ActivityFactory.create()
    return ["--apply"]


COMMANDS: Mapping[str, Callable[[Path], list[str]]] = {
    "changepassword": lambda _: [User.objects.create_user("bob").username],
    "createsuperuser": lambda _: ["--noinput", "--username=eve", "--email=eve@example.org"],
    "dry_run_formula": lambda _: [str(draft_formula().pk), "--month", "2026-05"],
    "end_holding": lambda _: ["--from", "2026-05-17T09:30:00Z", "--apply"],
    "import_former": _former,
    "import_participants": _participants,
    "import_tasks": _tasks,
    "issue_token": lambda _: [User.objects.create_user("bob").username, "--days", "1"],
    "reconcile_after_restore": lambda _: ["--apply"],
    "replay_activities": lambda _: _to_replay(),
    "replay_erasures": _erasures,
    "reprocess_album": lambda _: [str(AlbumFactory.create().pk)],
    "rotate_credentials": lambda _: _with_credentials(),
}
