"""Golden examples: what a formula must give before it is made active."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from foundation.records.refusals import NotFound
from foundation.records.versioned import VersionedModel, VersionedQuerySet
from rewards.models.balances import MAX_AMOUNT
from rewards.models.formulas import RewardFormula


class Expectation(models.TextChoices):
    """What a formula is to give for an example: a reward, null, or its `__where` is not true."""

    REWARD = "Reward", "a reward"
    NO_REWARD = "NoReward", "no reward"
    DOES_NOT_SUIT = "DoesNotSuit", "does not suit"


class GoldenExampleNotFound(NotFound):
    """The formula has no such example."""


class GoldenExample(VersionedModel):
    """Inputs of a formula, and what it must give for them before a revision is made active.

    `inputs` are values of variables by name, as texts of the language: `10.5`, `'running'`. What is
    left out is null. `reward` is a whole number, and there is one where a reward is expected.
    """

    not_found = GoldenExampleNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    formula = models.ForeignKey(RewardFormula, on_delete=models.PROTECT, related_name="examples")
    name = models.CharField(max_length=200)
    inputs = models.JSONField()
    expectation = models.CharField(max_length=20, choices=Expectation)
    reward = models.BigIntegerField(null=True)
    changed_by = models.CharField(max_length=150)

    objects: ClassVar[VersionedQuerySet["GoldenExample"]] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "golden example"
        constraints = [
            models.UniqueConstraint(fields=["formula", "name"], name="golden_example_name"),
            models.CheckConstraint(
                condition=Q(expectation=Expectation.REWARD) ^ Q(reward__isnull=True),
                name="golden_example_reward_where_expected",
            ),
            models.CheckConstraint(
                condition=Q(reward__isnull=True) | Q(reward__gte=0, reward__lt=int(MAX_AMOUNT)),
                name="golden_example_reward_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(expectation__in=Expectation.values),
                name="golden_example_expectation_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name
