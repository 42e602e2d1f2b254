"""How well a tagger reads stands…"""

import pytest
from django.test import Client
from django.utils import timezone

from foundation.staff.display import address_of_list
from tagging.models import Tagator
from tagging.quality.commands import SettleDisagreementCommand, settle_disagreement
from tagging.quality.queries import get_tagator_quality, quality_of, with_quality
from tagging.tests.admin.pages import page_of, read
from tagging.tests.factories import new_tagator
from tagging.tests.quality.checks import first_reading, known_task, second_reading
from tagging.tests.quality.checks import read as complete

pytestmark = pytest.mark.django_db


def checked_tagger() -> Tagator:
    """Return a tagger with an agreement, two disagreements, one settled for them, and a hit."""
    tagger = new_tagator(name="Kim")
    second_reading(first_reading("12"), "12", tagator=tagger)
    settled = first_reading("12")
    second_reading(settled, "13", tagator=tagger)
    second_reading(first_reading("12"), "14", tagator=tagger)
    settle_disagreement(
        SettleDisagreementCommand(task_id=settled.pk, numbers=["13"], now=timezone.now())
    )
    return tagger


def test_on_the_page_and_in_the_list(manager: Client):
    tagger = checked_tagger()

    page = page_of(manager, tagger)
    listed = read(manager, address_of_list(Tagator, q="Kim"))

    for shown in (page, listed):
        assert "100.0%, 2 of 2" in shown  # accuracy: the open disagreement is not known yet


def test_as_the_admin_api_gives_it(manager: Client):
    tagger = checked_tagger()
    complete(known_task("7", tagator=new_tagator()), "8")

    for each in with_quality(Tagator.objects.all()):
        assert quality_of(each) == get_tagator_quality(each.pk, None, None)
    assert quality_of(with_quality(Tagator.objects.all()).get(pk=tagger.pk)).settled_right == 1
