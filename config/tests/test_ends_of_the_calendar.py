"""Dates that senders write for "none" and "without end": the calendar's first and last day…"""

import ast
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from config.own_apps import OWN_FOLDERS
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Album, Photo
from recognition.rejudging.rejudging import judge_due_photos
from recognition.tests.calls.judging import album_of, later, report, tag
from recognition.tests.calls.processes import consume
from recognition.tests.factories import published
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, credited
from tagging.tests.factories import creation, manual_album, new_photo, new_tagator, taken_work
from tagging.works.queries import series_of
from tagging.works.tagging_tasks import create_tagging_task

ENDS = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z")
# Dates that come from outside, by the names of their columns.
OF_OTHERS = frozenset({"shooting_date", "event_date"})


def shifted_in(source: Path) -> Iterator[str]:
    """Yield the places that add to a date of others, or take a span from it."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            sides = [
                isinstance(side, ast.Attribute | ast.Name)
                and (side.attr if isinstance(side, ast.Attribute) else side.id) in OF_OTHERS
                for side in (node.left, node.right)
            ]
            if any(sides) and not all(sides):  # two dates apart are a span, which cannot fail
                yield f"{source}:{node.lineno}"


@pytest.mark.django_db
@pytest.mark.parametrize("end", ENDS)
def test_hold_up_no_photo_and_no_page(end: str, client: Client) -> None:
    album = album_of(infer_numbers=True, state="Off")
    told = {
        "albumId": str(album.pk),
        "tenantId": str(album.tenant_id),
        "name": "Run",
        "eventDate": end,
    }
    photographer = str(uuid4())
    consume("albums.album-created", told, f"album-{end}")
    for place in range(2):
        data = published(album, shootingDate=end, photographerId=photographer)
        consume("photos.photo-published", data, f"photo-{end}-{place}")
    Album.objects.filter(pk=album.pk).update(state="On")
    for photo in album.photos.all():
        report(photo, tag("2026"), persons=("anna",))

    judge_due_photos(later())

    assert not Photo.objects.exclude(judge_attempts=0).exists()
    client.force_login(User.objects.create_superuser("boss"))
    photo = album.photos.earliest("pk")
    pages = [address_of_page(model, pk) for model, pk in ((Album, album.pk), (Photo, photo.pk))]
    pages += [address_of_list(model) for model in (Album, Photo)]
    assert {page: client.get(page, secure=True).status_code for page in pages} == dict.fromkeys(
        pages, 200
    )


@pytest.mark.django_db
@pytest.mark.parametrize("end", ENDS)
def test_are_dates_of_a_series_of_tasks(end: str) -> None:
    when, photographer = datetime.fromisoformat(end), uuid4()
    album = manual_album()
    for _ in range(2):
        photo = new_photo(album, shooting_date=when, photographer_id=photographer)
        create_tagging_task(creation(photo, shooting_date=when, photographer_id=photographer))
    work = taken_work(new_tagator())

    assert len(series_of(work.tasks.earliest("pk"))) == 2


def test_are_shifted_nowhere_without_regard_to_them() -> None:
    root = Path(settings.BASE_DIR)
    sources = chain.from_iterable((root / app).rglob("*.py") for app in OWN_FOLDERS)
    own = [source for source in sources if "tests" not in source.parts]

    assert len(own) > 300
    assert [place for source in own for place in shifted_in(source)] == []


@pytest.mark.django_db
def test_are_days_that_staff_may_ask_for(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    days = {"since": "0001-01-01", "until": "9999-12-31"}
    statement = f"/admin/rewards/balance/{credited('10').balance_id}/statement/"
    formula = active_formula()
    form = {
        "program": str(formula.program_id),
        "activity_type": formula.activity_type,
        "correction_id": str(uuid4()),
        **days,
        "start": "yes",
    }
    dry_run = address_of_page(RewardFormula, formula.pk).removesuffix("change/") + "dry-run/"

    answers = [
        client.get(statement, days, secure=True),
        client.post("/admin/rewards/rewardcorrection/new/", form, secure=True),
        client.post(dry_run, {**days, "dry_run_id": str(uuid4())}, secure=True),
    ]

    assert [answer.status_code for answer in answers if answer.status_code not in (200, 302)] == []
