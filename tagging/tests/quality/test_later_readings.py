"""Of a photo that is read more than twice…"""

from functools import partial

import pytest

from recognition.models import Photo
from recognition.queries.photos.history.entries import explain_photo
from recognition.queries.photos.verdicts import results_in_words
from tagging.models import Tagator, TaggingTask
from tagging.queries.evidence import certainty_of, machine_reading, skills_of
from tagging.queries.quality import get_tagator_quality, quality_of, with_quality
from tagging.tests.plans import plans_of
from tagging.tests.quality.by_evidence import first_of, next_reading
from tagging.tests.quality.checks import work_of

pytestmark = pytest.mark.django_db


def test_who_decided_and_why_stands_with_the_photo():
    task = first_of({}, "12")
    for _ in range(3):
        next_reading(task)

    photo = Photo.objects.get(pk=task.photo_id)
    [correction] = [each for each in explain_photo(photo.pk).entries if "Corrected" in each.kind]

    assert correction.text == "Numbers corrected by evidence: 12 → none."
    assert results_in_words(photo).startswith(
        "No number: corrected by evidence: Read so by 3 taggers: "
    )


def counts(task: TaggingTask) -> tuple[int, ...]:
    """Return what is counted of who read: compared, agreed, settled, settled so."""
    tagator_id = work_of(task).tagator_id
    found = get_tagator_quality(tagator_id, None, None)
    assert found == quality_of(with_quality(Tagator.objects.all()).get(pk=tagator_id))
    return found.compared, found.agreed, found.settled, found.settled_right


def test_a_third_reading_counts_where_it_decides_and_not_as_a_disagreement():
    task = first_of({}, "12")
    others = [next_reading(task, "13") for _ in range(2)]

    assert [counts(each) for each in (task, *others)] == [(1, 0, 1, 0), (1, 0, 1, 1), (0, 0, 1, 1)]


def test_a_third_reading_agrees_where_all_are_the_same():
    task = first_of({}, "12", wanted="0.9999")

    agreed = [next_reading(task, "12") for _ in range(2)]

    assert [counts(each) for each in (task, *agreed)] == [(1, 1, 0, 0)] * 3


def test_a_third_reading_that_differs_from_two_is_a_disagreement():
    task = first_of({}, "12", wanted="0.9999")
    second = next_reading(task, "12")

    third = next_reading(task, "13")

    assert [counts(each) for each in (task, second, third)] == [(1, 0, 0, 0)] * 3
    fourth = next_reading(task, "12")
    assert counts(fourth)[:2] == (0, 0)


def test_how_far_a_tagger_is_believed_is_found_by_indexes():
    task = first_of({}, "12")
    second = next_reading(task, "13")
    tagator_ids = [work_of(each).tagator_id for each in (task, second)]

    plans = plans_of(partial(skills_of, tagator_ids, without=task.pk))

    assert [plan for plan in plans if "Seq Scan" in plan] == []
    assert len(plans) == 4 * len(tagator_ids)


def test_what_the_machine_read_and_how_sure_it_is_are_found_by_indexes():
    task = first_of({"n12": 0.5}, "13")
    second = next_reading(task, "12")
    photo = Photo.objects.with_album().get(pk=task.photo_id)

    plans = plans_of(partial(machine_reading, photo))
    plans += plans_of(partial(certainty_of, second))

    assert [plan for plan in plans if "Seq Scan" in plan] == []
