"""GET client-api/…/works/waiting says…"""

from functools import partial
from uuid import uuid4

import pytest

from tagging.records.open_tasks import has_open_tasks
from tagging.tests.calls.in_hand import in_hand
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import manual_album, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.plans import plans_of
from tagging.works.closing import SkipTaskCommand, skip_task

pytestmark = pytest.mark.django_db

ADDRESS = f"{BASE}/works/waiting"


def is_waiting(client, **query):
    answer = client.get(ADDRESS, query)
    assert answer.status_code == 200
    return answer.json()["isWaiting"]


def test_nothing_of_tasks_that_the_tagger_may_not_have(kim):
    waiting_tasks(1)
    work = taken_work(kim)
    [task] = tasks_of(work)
    skip_task(SkipTaskCommand(**in_hand(work, task)))

    assert is_waiting(signed_in(kim)) is False
    assert is_waiting(signed_in(new_tagator())) is True


def test_what_waits_in_an_album_and_in_those_that_are_open_to_the_tagger():
    here, elsewhere = manual_album(), manual_album()
    settings = {"all_albums": False, "album_ids": frozenset([here.pk])}
    limited, free = (signed_in(new_tagator(**more)) for more in ({"settings": settings}, {}))
    waiting_tasks(1, elsewhere)

    found = [
        [is_waiting(client, **query) for client in (limited, free)]
        for query in ({}, {"albumId": here.pk}, {"albumId": elsewhere.pk}, {"albumId": uuid4()})
    ]

    assert found == [[False, True], [False, False], [False, True], [False, False]]
    waiting_tasks(1, here)
    assert is_waiting(limited) is True


@pytest.mark.parametrize(("all_albums", "statements"), [(True, 2), (False, 4)])
def test_so_by_indexes_in_few_statements(all_albums, statements):
    settings = {"all_albums": all_albums, "album_ids": frozenset([waiting_tasks(1)[0].album_id])}
    tagator = new_tagator(settings=settings)

    plans = plans_of(partial(has_open_tasks, tagator.pk, None))

    assert len(plans) == statements
    assert [plan for plan in plans if "Seq Scan" in plan] == []
