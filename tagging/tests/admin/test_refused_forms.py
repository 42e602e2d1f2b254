"""A form that a rule refuses is shown again with all that was typed: that of…"""

from typing import Any

import pytest
from django.test import Client

from foundation.staff.links import address_of_list
from foundation.staff.tests.staff_pages import form_errors, save
from tagging.models import KnownAnswer, Tagator
from tagging.tests.admin.pages import NEW, page_of, post
from tagging.tests.factories import new_photo
from tagging.tests.quality.checks import checked_album, known_photo

pytestmark = pytest.mark.django_db


def added(client: Client, model: type, **fields: Any) -> Any:
    return post(client, address_of_list(model) + "add/", **fields)


def typed(answer: Any) -> dict[str, Any]:
    """Return what the form on the page has in its fields."""
    form = answer.context["adminform"].form
    return {name: form[name].value() for name in form.fields}


def test_a_known_answer(manager: Client):
    photo = new_photo(checked_album())
    fields = {"photo_id": str(photo.pk), "numbers": "7 7a", "custom_tags": "finish"}

    answer = added(manager, KnownAnswer, **fields)

    assert answer.redirect_chain == []
    assert "NotANumber" in str(form_errors(answer))
    assert fields.items() <= typed(answer).items()
    assert 'value="7 7a"' in answer.content.decode()
    assert not KnownAnswer.objects.exists()


def test_a_known_answer_with_a_tag_that_the_album_lacks(manager: Client):
    photo = new_photo(checked_album())

    answer = added(manager, KnownAnswer, photo_id=str(photo.pk), numbers="7", custom_tags="start")

    assert "The album has no custom tag start." in str(form_errors(answer))
    assert "start</textarea>" in answer.content.decode()


def test_a_change_of_a_known_answer(manager: Client):
    known = known_photo(checked_album(), "7").known_answer

    answer = save(manager, known, numbers="8x", custom_tags="")

    assert "NotANumber" in str(form_errors(answer))
    assert typed(answer)["numbers"] == "8x"
    assert 'value="7"' in page_of(manager, known)


def test_a_new_tagger_with_a_weak_password(manager: Client):
    fields = {**NEW, "password": "123"}

    answer = added(manager, Tagator, **fields)

    assert "password" in form_errors(answer)
    assert {**fields, "all_albums": True}.items() <= typed(answer).items()
    assert 'value="123"' in answer.content.decode()
    assert not Tagator.objects.exists()
