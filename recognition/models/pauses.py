"""Providers and competitor services that are not asked for a while, because they kept failing."""

from django.db import models

from recognition.models.accounts import Account
from recognition.models.competitors import CompetitorInstance


class ProviderPause(models.Model):
    """From when to when a provider, or a competitor service, was not asked, and why.

    Written when a pause begins, when a probe in it fails and when it ends. What processes go by is
    the state in Redis (`availability.pauses`), made again from here when it is lost.
    """

    provider = models.CharField(
        max_length=60,
        help_text="`number-provider`, or `account:` or `competitor:` and the record's id.",
    )
    name = models.CharField(max_length=250)
    account = models.ForeignKey(
        Account, on_delete=models.CASCADE, null=True, blank=True, related_name="pauses"
    )
    competitor_instance = models.ForeignKey(
        CompetitorInstance, on_delete=models.CASCADE, null=True, blank=True, related_name="pauses"
    )
    since = models.DateTimeField()
    reason = models.CharField(max_length=500)
    failures = models.PositiveIntegerField(help_text="Failures one after the other, probes too.")
    next_probe_on = models.DateTimeField(help_text="The first photo from then on is the probe.")
    ended_on = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "provider pause"
        constraints = [
            models.UniqueConstraint(
                "provider", condition=models.Q(ended_on=None), name="provider_paused_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} since {self.since:%Y-%m-%d %H:%M:%S}"
