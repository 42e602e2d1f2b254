"""Each form of staff that is sent what no field can take…"""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("value", ["x", "\0", "-1", "9" * 30])
def test_is_shown_again_and_does_not_fail(client: Client, value: str):
    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("boss")
    client.force_login(request.user)
    client.raise_request_exception = False
    statuses = {}

    for model, options in admin.site._registry.items():
        if options.has_add_permission(request):
            form: Any = options.get_form(request, None)
            page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
            sent = dict.fromkeys(form.base_fields, value)
            answer = client.post(page, sent, secure=True)
            statuses[page] = answer.status_code
            assert "is violated" not in answer.content.decode(), page

    assert len(statuses) > 10
    assert {page: status for page, status in statuses.items() if status >= 500} == {}
