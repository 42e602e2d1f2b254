"""A year of tagging …"""

import pytest

from tagging.models import TaggingTask, TaskHistory
from tools.bench.year_of_tagging import TABLES, insert


@pytest.mark.django_db
def test_fits_the_tables_as_they_are():
    for table in TABLES:
        insert(table, 1000)

    assert TaskHistory.objects.count() == 1000
    assert TaggingTask.objects.count() == 100
