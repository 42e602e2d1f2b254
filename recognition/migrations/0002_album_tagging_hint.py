from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("recognition", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="album",
            name="tagging_hint",
            field=models.TextField(
                blank=True,
                help_text="What taggers are told; empty: what follows from capacity and policy.",
                max_length=2000,
            ),
        ),
    ]
