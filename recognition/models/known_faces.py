"""Which of a provider's faces are one person."""

from collections.abc import Iterable

from django.db import models
from django.utils import timezone

from recognition.models.accounts import AccountSpace


class KnownFaceQuerySet(models.QuerySet["KnownFace"]):
    def persons(self, space: AccountSpace, face_ids: Iterable[str]) -> dict[str, str]:
        """Return the person of each face of a space that was decided on."""
        decided = self.filter(space=space, face_id__in=list(face_ids))
        return dict(decided.values_list("face_id", "person_id"))


class KnownFace(models.Model):
    """A face that a provider keeps in a space, and the person it was decided to belong to.

    Kept for providers that know faces and not persons, or where two photos of one runner that are
    processed side by side would each make a person.
    """

    space = models.ForeignKey(AccountSpace, on_delete=models.CASCADE, related_name="known_faces")
    face_id = models.CharField(max_length=200, help_text="What the provider calls the face.")
    person_id = models.CharField(max_length=200)
    decided_on = models.DateTimeField(default=timezone.now)

    objects = KnownFaceQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("space", "face_id", name="known_face_once")]

    def __str__(self) -> str:
        return self.face_id
