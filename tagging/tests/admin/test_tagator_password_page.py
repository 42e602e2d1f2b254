"""On the page that resets a tagger's password…"""

import re

import pytest
from django.test import Client

from tagging.models import Tagator
from tagging.tests.admin.pages import beside, page_of, post, read, said
from tagging.tests.factories import PASSWORD, new_tagator

pytestmark = pytest.mark.django_db

NEXT = "another long phrase"


@pytest.fixture
def tagator(db: None) -> Tagator:
    return new_tagator()


def has(tagator: Tagator, password: str) -> bool:
    return Tagator.objects.get(pk=tagator.pk).user.check_password(password)


def test_a_typed_password_is_set(manager: Client, tagator: Tagator):
    answer = post(manager, beside(tagator, "password/"), password=NEXT, set="yes")

    assert said(answer) == ["The password is set."]
    assert NEXT not in answer.content.decode()
    assert has(tagator, NEXT)


def test_a_password_is_made_and_shown_once(manager: Client, tagator: Tagator):
    answer = post(manager, beside(tagator, "password/"), password="", make="yes")

    [made] = re.findall(r"<code[^>]*>([a-z0-9-]{19})</code>", answer.content.decode())
    assert has(tagator, made)
    assert "no-store" in answer.headers["Cache-Control"]
    assert made not in page_of(manager, tagator)
    assert made not in read(manager, beside(tagator, "password/"))


@pytest.mark.parametrize(("password", "why"), [("1234", "too short"), ("", "")])
def test_a_weak_password_or_none_is_refused_in_its_place(manager, tagator, password, why):
    answer = post(manager, beside(tagator, "password/"), password=password, set="yes")

    errors = answer.context["form"].errors["password"]
    assert errors
    assert why in " ".join(errors)
    assert has(tagator, PASSWORD)
