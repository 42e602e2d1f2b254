"""Drop the spans of tasks: `criteria` has the same as exact texts, so no row is converted."""

from django.db import migrations, models

SPANS = ("owner_span", "span_1", "span_2", "span_3", "span_4")


class Migration(migrations.Migration):
    dependencies = [("programs", "0001_initial")]

    operations = [
        migrations.RemoveIndex(model_name="participantexercisetask", name="task_suitable"),
        *(migrations.RemoveField("participantexercisetask", name) for name in SPANS),
        migrations.AddIndex(
            model_name="participantexercisetask",
            index=models.Index(
                fields=["participant", "activity_type", "finishes_on", "created_on"],
                condition=models.Q(("activity_applied_on", None), ("state", "Active")),
                name="task_in_turn",
            ),
        ),
        # `task_of_participant` and `task_in_turn` begin with the participant.
        migrations.AlterField(
            model_name="participantexercisetask",
            name="participant",
            field=models.ForeignKey(
                on_delete=models.PROTECT,
                related_name="tasks",
                to="programs.participant",
                db_index=False,
            ),
        ),
    ]
