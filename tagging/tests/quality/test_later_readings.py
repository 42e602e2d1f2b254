"""Of a photo that is read more than twice…"""

from functools import partial

import pytest

from recognition.models import Photo
from recognition.photos.history import explain_photo
from recognition.photos.verdicts import results_in_words
from tagging.models import Tagator, TaggingTask
from tagging.quality.queries import (
    certainty_of,
    get_tagator_quality,
    machine_reading,
    quality_of,
    skills_of,
    with_quality,
)
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


@pytest.mark.parametrize(
    ("later", "wanted", "expected"),
    [
        # It counts where it decides, and not as a disagreement.
        (["13", "13"], "0.98", [(1, 0, 1, 0), (1, 0, 1, 1), (0, 0, 1, 1)]),
        (["12", "12"], "0.9999", [(1, 1, 0, 0)] * 3),
        (["12", "13"], "0.9999", [(1, 0, 0, 0)] * 3),
    ],
)
def test_a_third_reading_counts(later, wanted, expected):
    task = first_of({}, "12", wanted=wanted)

    others = [next_reading(task, number) for number in later]

    assert [counts(each) for each in (task, *others)] == expected
    if later[0] != later[1]:
        assert counts(next_reading(task, "12"))[:2] == (0, 0)


def test_how_far_taggers_and_the_machine_are_believed_is_found_by_indexes():
    task = first_of({"n12": 0.5}, "13")
    second = next_reading(task, "12")
    tagator_ids = [work_of(each).tagator_id for each in (task, second)]
    photo = Photo.objects.with_album().get(pk=task.photo_id)

    of_taggers = plans_of(partial(skills_of, tagator_ids, without=task.pk))
    plans = plans_of(partial(machine_reading, photo)) + plans_of(partial(certainty_of, second))

    assert [plan for plan in of_taggers + plans if "Seq Scan" in plan] == []
    assert len(of_taggers) == 4 * len(tagator_ids)
