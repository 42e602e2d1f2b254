"""What an account of each provider has to say."""

import pytest
from django.test import Client
from django.urls import reverse

from recognition.models import Account
from recognition.providers.faces import face_provider
from recognition.providers.faces.port import faults_of
from recognition.providers.failures import FinalFailure, ProcessingFailure
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
def test_credentials_of_each_provider_are_enough(provider, base_url, credentials):
    assert faults_of(provider, base_url, credentials) == {}


@pytest.mark.parametrize(
    ("provider", "credentials", "fault"),
    [
        ("local", {"token": "t"}, "token is no credential of local."),
        ("local", {"key": 7}, "The credential key must be visible ASCII without spaces."),
        (
            "compreface",
            {"key": "k", "keys": {"a": "b"}},
            "It needs just one of the credentials key and keys.",
        ),
        (
            "compreface",
            {"keys": {"marathon": "line\n"}},
            (
                "The credential keys must be an object of space → API key, "
                "of visible ASCII without spaces."
            ),
        ),
        (
            "compreface",
            {"key": "k", "similarity": 80},
            "The credential similarity must be a number above 0 and at most 1.",
        ),
        ("rekognition", {}, "The credential region is missing."),
        ("rekognition", {**AWS, "accessKeyId": "a"}, "The credential secretAccessKey is missing."),
        (
            "rekognition",
            {"key": "k"},
            "key is no credential of rekognition. The credential region is missing.",
        ),
    ],
)
def test_credentials_with_faults_are_refused(provider, credentials, fault):
    assert faults_of(provider, BASE, credentials) == {"credentials": fault}


def test_credentials_come_with_an_address_without_what_the_adapter_adds() -> None:
    assert faults_of("compreface", f"{BASE}/api/v1/", {"key": "k"}) == {
        "base_url": "The base URL ends before /api/v1, which is added."
    }


@pytest.mark.django_db
def test_credentials_are_checked_by_the_form_of_staff_at_its_fields(admin_client: Client) -> None:
    page = reverse("admin:recognition_account_add")
    form = {"name": "Faces", "provider": "compreface", "base_url": ""}

    refused = admin_client.post(page, form)

    assert refused.context["adminform"].form.errors == {
        "base_url": ["It needs a base URL."],
        "__all__": ["It needs just one of the “API key” and “API keys by space”."],
    }
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_credentials_that_are_wrong_are_the_reason_of_a_photo() -> None:
    account = AccountFactory.create(name="AWS", provider="rekognition", credentials={})

    with pytest.raises(ProcessingFailure) as raised:
        face_provider(account, AccountSpaceFactory.create(account=account))

    assert raised.value.reason == (
        "The face provider AWS is not set up: The credential region is missing."
    )
    assert not isinstance(raised.value, FinalFailure)
