"""Addresses of the pages of an album's persons."""

from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

PERSON = "recognition_album_person"
MERGE = f"{PERSON}_merge"


def address_of_person(album_id: UUID, person_id: str) -> str:
    return reverse(f"admin:{PERSON}", args=[album_id, person_id])


def address_of_merge(album_id: UUID, person_id: str, into: str) -> str:
    """Return where staff see what merging a person into another one changes, and confirm it."""
    asked = reverse(f"admin:{MERGE}", args=[album_id, person_id])
    return f"{asked}?{urlencode({'into': into})}"
