"""Plain SQL beside the models…"""

from typing import Any

import pytest
from django.db import connection

from recognition.models import NumberBasis, NumberRejection, PhotoState
from recognition.models.holding_sql import HOLD_ALBUMS, HOLD_PHOTOS
from recognition.models.readings_sql import COMPANIONS, REPEATED

VALUES = {"photos": [], "near": 1, "enough": 10}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sql", "values"),
    [(HOLD_ALBUMS, [[]]), (HOLD_PHOTOS, [[]]), (COMPANIONS, [[]]), (REPEATED, VALUES)],
    ids=["hold-albums", "hold-photos", "companions", "repeated"],
)
def test_names_tables_and_columns_that_the_models_have(sql: str, values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}", values)

        assert cursor.fetchall()


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        (HOLD_PHOTOS, PhotoState.DELETED),
        (COMPANIONS, NumberRejection.LOW_CONFIDENCE),
        (COMPANIONS, NumberBasis.SAME_PERSON),
        (REPEATED, NumberRejection.LOW_CONFIDENCE),
    ],
)
def test_names_values_that_the_models_have(sql: str, value: str) -> None:
    assert f"'{value}'" in sql
