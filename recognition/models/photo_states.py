"""Where photos stand, and conditions on it, as the indexes of photos have them."""

from typing import Any

from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Collate, Greatest, Lower

from recognition.models.steps import FACES, NUMBERS, STEPS


class PhotoState(models.TextChoices):
    """Where a photo stands; `docs/recognition.md` has the transitions."""

    NEW = "New"
    AWAITING_CALLBACK = "AwaitingCallback"
    AWAITING_TAGGING = "AwaitingTagging"
    PROCESSED = "Processed"
    FAILED = "Failed"
    DELETED = "Deleted"


# Conditions of partial indexes. PostgreSQL uses one only for a query with the same condition.
_KEPT = ~Q(state=PhotoState.DELETED)
_UNFINISHED = ~Q(state=PhotoState.PROCESSED)
UNSETTLED = ~Q(state__in=(PhotoState.PROCESSED, PhotoState.DELETED))
NEEDING = {
    (): UNSETTLED,
    (FACES,): _KEPT & (_UNFINISHED | Q(face_recognized=False)),
    (NUMBERS,): _KEPT & (_UNFINISHED | Q(number_recognized=False)),
    STEPS: _KEPT & (_UNFINISHED | Q(face_recognized=False) | Q(number_recognized=False)),
}
UNATTENDED = Q(
    state__in=(PhotoState.NEW, PhotoState.FAILED),
    faces_next_attempt_on__isnull=True,
    numbers_next_attempt_on__isnull=True,
    callback_due_on__isnull=True,
    tagging_task_id__isnull=True,
)

# Its numbers were read and sent, and a tagger has reopened the task to change them.
REOPENED = Q(state=PhotoState.PROCESSED, tagging_task_id__isnull=False)
CORRECTED = Q(persons_corrected_on__isnull=False) | Q(numbers_corrected_on__isnull=False)

# When a photo got its last result. Of null and a time, PostgreSQL takes the time.
PROCESSED_LAST = Greatest("faces_recognized_on", "numbers_recognized_on")

# The last part of the address, in small letters: `IMG_0035.JPG?size=2` of a host is `img_0035.jpg`.
# Without parameters, so that every statement has the text of the index; in the order of its bytes,
# so that the names with one beginning are a range of it.
FILE_NAME = Collate(
    Lower(
        Func(
            F("image_url"),
            template=r"substring(%(expressions)s, '([^/?#]*)([?#].*)?$')",
            output_field=models.TextField(),
        )
    ),
    "C",
)


def with_state(*states: PhotoState) -> Q:
    """Return the condition that a photo is in one of these states, in the text of the statement.

    A statement that a connection executes often is planned for any parameters. Such a plan cannot
    use an index of photos in some states, unless they stand in the text.
    """
    known = map(PhotoState, states)  # no other text gets into a statement
    texts = [Func(template=f"'{each.value}'", output_field=models.TextField()) for each in known]
    return Q(state__in=texts)


def of_any_step(**conditions: Any) -> Q:
    """Return the condition that at least one step meets these conditions, as in `Step.where`."""
    return FACES.where(**conditions) | NUMBERS.where(**conditions)
