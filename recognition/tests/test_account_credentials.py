"""What an account of each provider has to say."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from recognition.failures import ProcessingFailure
from recognition.models import Account
from recognition.providers.faces import face_provider
from recognition.providers.faces.credentials import faults_of
from recognition.tests.factories import AccountFactory, AccountSpaceFactory

BASE = "https://faces.example.org"
AWS = {"region": "eu-central-1"}


@pytest.mark.parametrize(
    ("provider", "base_url", "credentials"),
    [
        ("local", BASE, {}),
        ("sandbox", BASE, {"key": "k"}),
        ("compreface", BASE, {"key": "k", "similarity": 0.9}),
        ("compreface", BASE, {"keys": {"marathon": "k1", "cross": "k2"}}),
        ("rekognition", "", AWS),
        ("rekognition", BASE, {**AWS, "accessKeyId": "a", "secretAccessKey": "s"}),
    ],
)
def test_are_enough(provider: str, base_url: str, credentials: dict[str, Any]) -> None:
    assert faults_of(provider, base_url, credentials) == []


@pytest.mark.parametrize(
    ("provider", "base_url", "credentials", "faults"),
    [
        ("local", "", {}, ["It needs a base URL."]),
        ("local", BASE, {"token": "t"}, ["token is no credential of local."]),
        ("local", BASE, {"key": 7}, ["The credential key must be a text that is not empty."]),
        ("compreface", BASE, {}, ["It needs one of the credentials key and keys."]),
        (
            "compreface",
            BASE,
            {"key": "k", "keys": {"a": "b"}},
            ["It needs one of the credentials key and keys."],
        ),
        (
            "compreface",
            BASE,
            {"keys": {}},
            ["The credential keys must be an object of space → API key."],
        ),
        (
            "compreface",
            BASE,
            {"key": "k", "similarity": 80},
            ["The credential similarity must be a number above 0 and at most 1."],
        ),
        ("rekognition", "", {}, ["The credential region is missing."]),
        (
            "rekognition",
            "",
            {**AWS, "accessKeyId": "a"},
            ["The credential secretAccessKey is missing."],
        ),
    ],
)
def test_are_found_fault_with(
    provider: str, base_url: str, credentials: dict[str, Any], faults: list[str]
) -> None:
    assert faults_of(provider, base_url, credentials) == faults


@pytest.mark.django_db
def test_are_checked_by_the_form_of_staff(admin_client: Client) -> None:
    page = reverse("admin:recognition_account_add")
    form = {"name": "AWS", "provider": "rekognition", "is_active": "on"}

    refused = admin_client.post(page, {**form, "new_credentials": '{"accessKeyId": "a"}'})
    taken = admin_client.post(page, {**form, "new_credentials": '{"region": "eu-west-1"}'})

    assert "The credential region is missing." in refused.content.decode()
    assert taken.status_code == 302
    assert Account.objects.get().credentials == {"region": "eu-west-1"}


@pytest.mark.django_db
def test_that_are_wrong_are_the_reason_of_a_photo() -> None:
    account = AccountFactory.create(name="AWS", provider="rekognition", credentials={})

    with pytest.raises(ProcessingFailure) as raised:
        face_provider(account, AccountSpaceFactory.create(account=account))

    assert raised.value.reason == (
        "The face provider AWS is not set up: The credential region is missing."
    )
    assert not raised.value.permanent
