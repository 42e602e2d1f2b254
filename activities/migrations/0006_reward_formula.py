"""Which formula gave a reward stands on the activity: points by formula are summed by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("activities", "0005_reward_claims"),
        ("programs", "0005_takes_back_rejected"),
        ("rewards", "0009_formula_activations"),
    ]

    operations = [
        migrations.AddField(
            model_name="activity",
            name="reward_formula",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=models.PROTECT,
                related_name="+",
                to="rewards.rewardformula",
            ),
        )
    ]
