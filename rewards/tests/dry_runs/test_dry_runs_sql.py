"""The text that adds to the sums of participants…"""

from uuid import UUID

import pytest
from django.db import connection

from rewards.models.dry_runs_sql import ADD_TO_PARTICIPANTS


@pytest.mark.django_db
def test_names_the_table_and_columns_of_the_model() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {ADD_TO_PARTICIPANTS}", [UUID(int=0), [], []])

        assert cursor.fetchall()
