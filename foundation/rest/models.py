"""Answers that are kept for callers who send the same again."""

from django.db import models


class KeptAnswer(models.Model):
    """The answer to a POST with an `Idempotency-Key`; of a status of 0 while it is worked on."""

    caller = models.CharField(max_length=200)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)  # of the address and the body, keyed
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)  # as JSON
    created_on = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["caller", "key"], name="kept_answer_once_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"
