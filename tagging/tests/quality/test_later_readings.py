"""Of a photo that is read more than twice…"""

from functools import partial

import pytest

from recognition.models import Photo
from recognition.photos.history import explain_photo
from recognition.photos.verdicts import results_in_words
from tagging.quality.queries import certainty_of, machine_reading, skills_of
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


def test_how_far_taggers_and_the_machine_are_believed_is_found_by_indexes():
    task = first_of({"n12": 0.5}, "13")
    second = next_reading(task, "12")
    tagator_ids = [work_of(each).tagator_id for each in (task, second)]
    photo = Photo.objects.with_album().get(pk=task.photo_id)

    of_taggers = plans_of(partial(skills_of, tagator_ids, without=task.pk))
    plans = plans_of(partial(machine_reading, photo)) + plans_of(partial(certainty_of, second))

    assert [plan for plan in of_taggers + plans if "Seq Scan" in plan] == []
    assert len(of_taggers) == 4 * len(tagator_ids)
