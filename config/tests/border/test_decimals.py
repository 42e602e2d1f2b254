"""A decimal that staff type arrives as it was typed, or is refused."""

import pytest
from django import forms

from config.tests.border.fields import form_fields
from foundation.staff.form_fields import DecimalInput, PlainDecimalField

pytestmark = pytest.mark.django_db


def test_no_field_for_decimals_is_one_of_which_a_browser_drops_the_comma() -> None:
    decimals = (forms.DecimalField, forms.FloatField)
    found = {place: field for place, field in form_fields() if isinstance(field, decimals)}

    dropping = [
        place for place, field in found.items() if isinstance(field.widget, forms.NumberInput)
    ]

    assert len(found) >= 8
    assert dropping == []


def test_each_is_stored_and_shown_without_an_exponent() -> None:
    found = {place: each for place, each in form_fields() if isinstance(each, forms.DecimalField)}

    kept = [place for place, each in found.items() if not isinstance(each, PlainDecimalField)]

    assert len(found) >= 6
    assert kept == []
    assert str(PlainDecimalField(max_digits=15, decimal_places=2).clean("6e2")) == "600"
    with pytest.raises(forms.ValidationError):
        PlainDecimalField(max_digits=15).clean("1e999999999")


@pytest.mark.parametrize("typed", ["0,12", "1,000", "nan"])
def test_a_comma_is_refused_and_kept(typed: str) -> None:
    class Form(forms.Form):
        rate = forms.DecimalField(widget=DecimalInput)

    form = Form({"rate": typed})

    assert form.errors == {"rate": ["Enter a number."]}
    assert f'value="{typed}"' in str(form["rate"])
