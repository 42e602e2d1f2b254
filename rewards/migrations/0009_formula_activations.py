"""Every activation of a formula is stored, not only the last."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


# What is active today, by whom and since when; of activations before, the audit has what is known.
KNOWN = """
INSERT INTO rewards_formulaactivation
    (id, formula_id, revision_id, state, requested_by, requested_on, settled_by, settled_on, reason, ended_by)
SELECT gen_random_uuid(), id, active_revision_id, 'Approved',
    activated_by, activated_on, activated_by, activated_on, '', ''
FROM rewards_rewardformula WHERE active_revision_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("rewards", "0008_running_balances_of_before")]

    operations = [
        migrations.CreateModel(
            name="FormulaActivation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("Requested", "Requested"),
                            ("Approved", "Approved"),
                            ("Rejected", "Rejected"),
                            ("Withdrawn", "Withdrawn"),
                            ("Outdated", "Outdated"),
                        ],
                        max_length=10,
                    ),
                ),
                ("requested_by", models.CharField(max_length=150)),
                ("requested_on", models.DateTimeField()),
                ("settled_by", models.CharField(blank=True, default="", max_length=150)),
                ("settled_on", models.DateTimeField(null=True)),
                (
                    "reason",
                    models.TextField(blank=True, default="", help_text="Why it was rejected."),
                ),
                ("ended_by", models.CharField(blank=True, default="", max_length=150)),
                ("ended_on", models.DateTimeField(null=True)),
                (
                    "formula",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="activations",
                        to="rewards.rewardformula",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rewards.formularevision",
                    ),
                ),
            ],
            options={
                "verbose_name": "activation of a formula",
                "verbose_name_plural": "activations of formulas",
                "indexes": [
                    models.Index(
                        fields=["formula", "-requested_on", "-id"], name="activation_of_formula"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("formula"),
                        condition=models.Q(("state", "Requested")),
                        name="activation_one_requested",
                    ),
                    models.UniqueConstraint(
                        models.F("formula"),
                        condition=models.Q(("ended_on", None), ("state", "Approved")),
                        name="activation_one_active",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                ["Requested", "Approved", "Rejected", "Withdrawn", "Outdated"],
                            )
                        ),
                        name="activation_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "Requested"), ("settled_on__isnull", False), _connector="XOR"
                        ),
                        name="activation_settled_or_requested",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_on__isnull", True), ("state", "Approved"), _connector="OR"
                        ),
                        name="activation_ended_was_approved",
                    ),
                ],
            },
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
