"""Addresses of the pages of an album's persons."""

from uuid import UUID

from django.urls import reverse

PERSON = "recognition_album_person"


def address_of_person(album_id: UUID, person_id: str) -> str:
    return reverse(f"admin:{PERSON}", args=[album_id, person_id])
