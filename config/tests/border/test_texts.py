"""Every text is composed and trimmed where it comes in; what is kept as it came says so."""

import re

import pytest
from django import forms
from rest_framework import serializers

from config.tests.border.fields import filters, form_fields, inputs
from foundation.rest.pagination import TextFilter
from foundation.rest.serializers import ExactTextField, TextField
from foundation.staff import form_fields as texts

PATTERNED = (serializers.RegexField, forms.EmailField, forms.URLField, forms.UUIDField)
# Of forms: names of a sign-in, which Django folds, keys of providers, and words of machines.
EXACT = {"code", "username", "credential_keys", "credential_region", "task"}
UNSEEN = (forms.PasswordInput, forms.HiddenInput)
APART, WHOLE = " La\u0308ufe\u200b", "L\u00e4ufe"


def test_every_text_of_a_body_query_or_event() -> None:
    found = {
        place: field
        for place, field in inputs()
        if isinstance(field, serializers.CharField) and not isinstance(field, PATTERNED)
    }

    assert len(found) > 90
    assert [
        at for at, each in found.items() if not isinstance(each, TextField | ExactTextField)
    ] == []


def test_every_text_of_a_filter() -> None:
    found = dict(filters())

    assert len(found) > 40
    wrong = [
        place
        for place, each in found.items()
        if type(each).field_class is forms.CharField and not isinstance(each, TextFilter)
    ]
    assert wrong == []


@pytest.mark.django_db
def test_every_text_of_a_form() -> None:
    found = {
        place: field
        for place, field in form_fields()
        if isinstance(field, forms.CharField) and not isinstance(field, PATTERNED)
    }

    assert len(found) > 60
    wrong = [
        place
        for place, field in found.items()
        if not isinstance(field, texts.CleanTextField)
        and not isinstance(field.widget, UNSEEN)
        and re.split(r"[. ]", place)[-1] not in EXACT
    ]
    assert wrong == []


def test_such_fields_give_one_form_of_a_letter() -> None:
    assert TextField().run_validation(APART) == WHOLE
    assert TextField(trim_whitespace=False).run_validation(APART) == f" {WHOLE}\u200b"
    assert ExactTextField(trim_whitespace=False).run_validation(APART) == APART
    assert texts.CleanTextField().clean(APART) == WHOLE
    assert texts.CleanTextField(strip=False).clean(APART) == f" {WHOLE}\u200b"


def test_a_text_of_which_nothing_is_seen_is_blank() -> None:
    with pytest.raises(serializers.ValidationError, match="blank"):
        TextField().run_validation("\u200b \ufeff")
    with pytest.raises(forms.ValidationError, match="required"):
        texts.CleanTextField().clean("\u200b \ufeff")
