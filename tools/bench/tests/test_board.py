"""The lead's pages are measured…"""

import pytest

from recognition.models import Photo
from tagging.models import Comparison, TaggingTask
from tools.bench.board import addresses
from tools.bench.months_of_tagging import TABLES, insert

pytestmark = pytest.mark.django_db


def test_on_rows_that_fit_the_tables_as_they_are():
    for table in TABLES:
        insert(table, 4000, 2500)

    assert TaggingTask.objects.unfinished().count() == 2500
    assert Photo.objects.filter(tagging_task_id__isnull=False).count() == 2500
    assert Comparison.objects.filter(agrees=False, settled_on=None).exists()
    assert len(dict(addresses())) == 21
