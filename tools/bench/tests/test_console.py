"""The staff's pages are opened …"""

import pytest

from recognition.models import Photo
from tools.bench.console import addresses
from tools.bench.months_of_photos import TABLES, insert


@pytest.mark.django_db
def test_on_rows_that_fit_the_tables_as_they_are():
    for table in TABLES:
        insert(table, 8000)

    assert Photo.objects.count() == 8000
    assert len(dict(addresses())) == 17
