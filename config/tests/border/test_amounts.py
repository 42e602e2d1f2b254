"""Amounts are numbers in every export of a list, never texts."""

import re

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from config.tests.test_every_list import MAKERS
from exports.rows import columns_of, read_part

pytestmark = pytest.mark.django_db
AMOUNT = re.compile(r"[-+]?[0-9]+\.[0-9]+")


@pytest.mark.parametrize("model", MAKERS)
def test_no_cell_of_an_exported_list_is_an_amount_as_text(model: type[Model]) -> None:
    boss = User.objects.create_superuser("boss")
    MAKERS[model](0)

    titles, part = columns_of(model, boss, ""), read_part(model, boss, "", None)

    assert part.rows
    wrong = {
        title: cell
        for row in part.rows
        for title, cell in zip(titles, row, strict=True)
        if isinstance(cell, str) and AMOUNT.fullmatch(cell)
    }
    assert wrong == {}
