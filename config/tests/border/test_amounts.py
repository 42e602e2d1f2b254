"""Amounts are numbers in every export of a list, and decimals arrive as staff typed them."""

import re
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django import forms
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import FloatField, Model

from config.tests.border.fields import form_fields
from config.tests.test_every_list import MAKERS
from foundation.exports.rows import Cell, columns_of, read_part
from foundation.staff.form_fields import DecimalInput, PlainDecimalField

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
    rows: list[list[Cell]] = [[Decimal("0.10"), "a.b", "0.10"], [0.1, "12", "-3.5"]]

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


def test_decimals_no_field_for_decimals_is_one_of_which_a_browser_drops_the_comma() -> None:
    decimals = (forms.DecimalField, forms.FloatField)
    found = {place: field for place, field in form_fields() if isinstance(field, decimals)}

    dropping = [
        place for place, field in found.items() if isinstance(field.widget, forms.NumberInput)
    ]

    assert len(found) >= 8
    assert dropping == []


def test_decimals_each_is_stored_and_shown_without_an_exponent() -> None:
    found = {place: each for place, each in form_fields() if isinstance(each, forms.DecimalField)}

    kept = [place for place, each in found.items() if not isinstance(each, PlainDecimalField)]

    assert len(found) >= 6
    assert kept == []
    assert str(PlainDecimalField(max_digits=15, decimal_places=2).clean("6e2")) == "600"
    with pytest.raises(forms.ValidationError):
        PlainDecimalField(max_digits=15).clean("1e999999999")


@pytest.mark.parametrize("typed", ["0,12", "1,000", "nan"])
def test_decimals_a_comma_is_refused_and_kept(typed: str) -> None:
    class Form(forms.Form):
        rate = forms.DecimalField(widget=DecimalInput)

    form = Form({"rate": typed})

    assert form.errors == {"rate": ["Enter a number."]}
    assert f'value="{typed}"' in str(form["rate"])
