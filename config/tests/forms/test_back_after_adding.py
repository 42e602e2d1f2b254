"""Who adds a record from another one's page is led back to it: there the next step stands."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from config.tests.audit.staff import STAFF
from config.tests.audit.test_every_entrance import undone, wrong_in
from config.tests.walking import Shown
from foundation.staff.command_admin import CommandAdmin
from foundation.staff.display import address_of_page, has_pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]


def added_to(options: CommandAdmin, fields: dict[str, Any]) -> dict[str, str]:
    """Return the pages of the records that a new one belongs to, by the field that names them."""
    own: list[Any] = [
        each for each in options.opts.fields if each.related_model and fields.get(each.name)
    ]
    return {
        each.name: address_of_page(each.related_model, fields[each.name])
        for each in own
        if has_pages(each.related_model)
    }


def test_walks_each_record_that_belongs_to_another(admin_client: Client, subtests: pytest.Subtests):
    walked = set()
    for model, options in admin.site._registry.items():
        scenario = STAFF.get(f"{model._meta.label_lower} add")
        if scenario is None or not isinstance(options, CommandAdmin):
            continue
        with undone():
            address, fields = scenario(admin_client)
            for name, page in added_to(options, fields).items():
                walked.add(f"{model._meta.model_name} {name}")
                with subtests.test(model._meta.label, field=name), undone():
                    asked = f"{address}?{name}={fields[name]}"
                    answer = admin_client.post(asked, fields, secure=True)
                    assert answer.status_code == 302, wrong_in(answer)
                    goes_on = options.goes_on_when_added
                    assert (answer["Location"] == page) is not goes_on

    assert {"exercise program", "participant program", "accountspace account"} <= walked


def test_a_new_program_is_set_up_on_its_page(admin_client: Client):
    address, fields = STAFF["programs.marketingprogram add"](admin_client)

    page = admin_client.post(address, fields, secure=True, follow=True)

    assert "Add an exercise" in Shown("/", page.content.decode()).texts
