"""A work in hand; a tagger, signed in, with a task."""

from decimal import Decimal

import pytest

from recognition.models import AlbumCustomTag
from tagging.tests.calls.works import START, signed_in
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks


@pytest.fixture
def work(db):
    """A work of three tasks, taken at `START`, at 0.15 a task."""
    waiting_tasks(3)
    return taken_work(new_tagator(rate_per_task=Decimal("0.15")), now=START)


@pytest.fixture
def tagator(db):
    return new_tagator()


@pytest.fixture
def tagger(tagator):
    return signed_in(tagator)


@pytest.fixture
def task(tagator):
    """A task of a work of two in the tagger's hands; its album has the custom tag podium."""
    waiting_tasks(2)
    task = tasks_of(taken_work(tagator))[0]
    AlbumCustomTag.objects.create(album=task.album, name="podium")
    return task
