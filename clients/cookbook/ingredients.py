"""What the programs need of a running `script/up`: accounts, an album, a selfie."""

import secrets
from decimal import Decimal
from uuid import uuid4

import requests
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from recognition.models import Photo
from tagging.tagators.commands import CreateTagatorCommand, create_tagator

STAFF, TAGGER = "cookbook", "cookbook@example.org"


def variables() -> dict[str, str]:
    """Return what the programs get as input, after making the accounts that they sign in with."""
    password = secrets.token_urlsafe(16)
    _make_accounts(password)
    return {
        "FINISHLINE_URL": settings.PUBLIC_URL,
        "ALBUM_ID": str(_photo().album_id),
        "STAFF_NAME": STAFF,
        "STAFF_PASSWORD": password,
        "TAGGER_EMAIL": TAGGER,
        "TAGGER_PASSWORD": password,
    }


def selfie() -> bytes:
    """Return a picture of a person who is in the album."""
    return requests.get(_photo().image_url, timeout=10).content


def _make_accounts(password: str) -> None:
    if not User.objects.filter(username=STAFF).exists():
        User.objects.create_superuser(STAFF)
    if not User.objects.filter(username=TAGGER).exists():
        create_tagator(
            CreateTagatorCommand(
                tagator_id=uuid4(),
                email=TAGGER,
                name="Cook",
                password=password,
                rate_per_task=Decimal("0.15"),
                now=timezone.now(),
            )
        )
    for user in User.objects.filter(username__in=(STAFF, TAGGER)):
        user.set_password(password)
        user.save()


def _photo() -> Photo:
    """Return the newest photo with a person on it."""
    return Photo.objects.filter(persons__isnull=False).order_by("-created_on")[0]
