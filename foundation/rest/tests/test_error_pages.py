"""A page that says what went wrong…"""

from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

NOT_FOUND = {
    "de": "Nicht gefunden",
    "ru": "Не найдено",
    "es": "No encontrado",
    "fr": "Introuvable",
    "en": "Not Found",
    "it": "Not Found",
}


@pytest.mark.parametrize("language", NOT_FOUND)
@pytest.mark.parametrize("address", ["/workbench/none", "/password/none/a/b/c", "/none"])
def test_is_in_the_language_of_the_browser(client: Client, address: str, language: str):
    answer = client.get(address, headers={"Accept-Language": language}, secure=True)

    assert answer.status_code == 404
    assert NOT_FOUND[language] in answer.content.decode()
    shown = language if language != "it" else "en"
    assert f'<html lang="{shown}">' in answer.content.decode()
    assert "Accept-Language" in answer["Vary"]


def test_is_in_the_language_that_is_kept(client: Client):
    client.cookies["language"] = "ru"

    answer = client.get("/workbench/none", headers={"Accept-Language": "de"}, secure=True)

    assert NOT_FOUND["ru"] in answer.content.decode()


@pytest.mark.django_db
def test_of_a_form_that_has_expired_is_so_too():
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(
        reverse("password-forgotten"), headers={"Accept-Language": "de"}, secure=True
    )

    assert answer.status_code == 403
    assert "Das Formular ist abgelaufen" in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "unter der Anfrage seen-by-kim-1"), ("en", "for request seen-by-kim-1")],
)
def test_of_a_fault_of_ours_names_the_request(language: str, said: str):
    client = Client(raise_request_exception=False)
    headers = {"Accept-Language": language, "X-Request-ID": "seen-by-kim-1"}

    with patch("tagging.workbench.content_security_policy", side_effect=ValueError):
        answer = client.get(reverse("workbench"), headers=headers, secure=True)

    assert answer.status_code == 500
    assert said in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "patched", "language", "said"),
    [
        ("workbench", "tagging.workbench.content_security_policy", "en", "Look in the log"),
        ("workbench", "tagging.workbench.content_security_policy", "de", "Im Protokoll"),
        ("admin:login", "django.contrib.admin.sites.AdminSite.each_context", "de", "Look in the"),
    ],
)
def test_of_a_server_away_names_the_request_that_the_log_has(caplog, view, patched, language, said):
    client = Client(raise_request_exception=False)
    headers = {"Accept-Language": language, "X-Request-ID": "seen-by-kim-1"}

    with patch(patched, side_effect=OperationalError):
        answer = client.get(reverse(view), headers=headers, secure=True)

    page = answer.content.decode()
    assert answer.status_code == 503
    assert said in page
    assert "seen-by-kim-1." in page
    failed: list[Any] = [each.msg for each in caplog.records if "request_failed" in str(each.msg)]
    assert [each["request_id"] for each in failed] == ["seen-by-kim-1"]


@pytest.mark.django_db
def test_stays_english_on_the_staff_s_site(client: Client):
    page = client.post("/admin/none/", headers={"Accept-Language": "de"}, secure=True)

    assert NOT_FOUND["de"] not in page.content.decode()


def test_of_an_api_has_its_title_alone_in_the_caller_s_language(client: Client):
    answer = client.get("/client-api/api/v2/none", headers={"Accept-Language": "de"}, secure=True)

    assert answer.json()["title"] == "Nicht gefunden"
    assert answer.json()["detail"] == "There is nothing at this address."
    assert answer["Content-Language"] == "de"
