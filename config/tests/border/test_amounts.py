"""Amounts are numbers in every export of a list, never texts."""

import re
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import FloatField, Model

from config.tests.test_every_list import MAKERS
from foundation.exports.rows import Cell, columns_of, read_part

pytestmark = pytest.mark.django_db
AMOUNT = re.compile(r"[-+]?[0-9]+\.[0-9]+")
NO_AMOUNTS = ("confidence", "_within", "pause_seconds", "requests_per_second")


@pytest.mark.parametrize("model", MAKERS)
def test_no_cell_of_an_exported_list_is_an_amount_as_text(model: type[Model]) -> None:
    boss = User.objects.create_superuser("boss")
    MAKERS[model](0)

    titles, part = columns_of(model, boss, ""), read_part(model, boss, "", None)

    assert part.rows
    assert amounts_as_texts(titles, part.rows) == {}


def amounts_as_texts(titles: Sequence[str], rows: Sequence[Sequence[Cell]]) -> dict[str, Cell]:
    return {
        title: cell
        for row in rows
        for title, cell in zip(titles, row, strict=True)
        if isinstance(cell, str) and AMOUNT.fullmatch(cell)
    }


def test_an_amount_as_text_would_be_found() -> None:
    rows = [(Decimal("0.10"), "a.b", "0.10"), (0.1, "12", "-3.5")]

    assert amounts_as_texts(["a", "b", "c"], rows) == {"c": "-3.5"}


def test_a_column_of_fractions_is_a_share_a_speed_or_a_time_and_no_amount() -> None:
    """What people earn, have and pay is exact: a column of floats is none of that."""
    floats = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, FloatField)
    }

    assert {place for place in floats if not place.endswith(NO_AMOUNTS)} == set()
    assert "recognition.PhotoNumber.confidence" in floats
