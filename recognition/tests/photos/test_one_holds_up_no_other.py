"""A photo whose judging fails…"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.utils import timezone

from foundation.records.plain_words import UNFORESEEN
from recognition.commands.photos import rejudging
from recognition.models import Album, Photo
from recognition.tests.calls.judging import album_of, judge_due, read, tag

pytestmark = pytest.mark.django_db
FINDING = "infer_in_bursts"


class Fault(Exception):
    """A fault of ours."""


@pytest.fixture
def album() -> Album:
    return album_of(infer_numbers=True)


def break_for(photo: Photo, patched: pytest.MonkeyPatch) -> None:
    real = getattr(rejudging, FINDING)

    def broken(photo_ids: list[UUID], *rest: Any) -> None:
        if photo.pk in photo_ids:
            raise Fault
        real(photo_ids, *rest)

    patched.setattr(rejudging, FINDING, broken)


def now_due(photo: Photo) -> None:
    Photo.objects.filter(pk=photo.pk).update(judge_on=timezone.now() - timedelta(seconds=1))


def test_holds_up_no_photo_judged_with_it(album: Album, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, *others = (read(album, tag(f"10{place}")) for place in range(3))
    break_for(broken, monkeypatch)

    judge_due()

    broken.refresh_from_db()
    assert broken.judge_attempts == 1
    assert broken.reason_description.startswith(
        f"Its numbers could not be judged again: {UNFORESEEN}"
    )
    assert "Next attempt at" in broken.reason_description
    planned = Photo.objects.filter(judge_on__isnull=False)
    assert list(planned) == [broken]
    assert len(others) == 2


def test_is_given_up_and_says_so(album: Album, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = read(album, tag("101"))
    break_for(photo, monkeypatch)

    for _ in range(settings.PROCESSING_MAX_ATTEMPTS):
        now_due(photo)
        judge_due()

    photo.refresh_from_db()
    assert (photo.judge_on, photo.state) == (None, "Processed")
    given_up = f"Given up after attempt {settings.PROCESSING_MAX_ATTEMPTS}."
    assert photo.reason_description.endswith(given_up)


def test_has_no_reason_any_more_once_it_is_judged(album, monkeypatch):
    photo = read(album, tag("101"))
    with monkeypatch.context() as patched:
        break_for(photo, patched)
        judge_due()

    now_due(photo)
    judge_due()

    photo.refresh_from_db()
    assert (photo.judge_attempts, photo.judge_on, photo.reason_description) == (0, None, "")
