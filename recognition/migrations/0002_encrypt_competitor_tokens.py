"""Competitor services' tokens were stored as they are; from here on they are encrypted."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import recognition.credentials
from recognition.credentials import decrypt, encrypt


def encrypt_tokens(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    for instance in apps.get_model("recognition", "CompetitorInstance").objects.all():
        instance.token = encrypt(instance.token)
        instance.save(update_fields=["token"])


def decrypt_tokens(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    for instance in apps.get_model("recognition", "CompetitorInstance").objects.all():
        instance.token = decrypt(instance.token)
        instance.save(update_fields=["token"])


class Migration(migrations.Migration):
    dependencies = [("recognition", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="competitorinstance",
            name="token",
            field=models.TextField(blank=True),
        ),
        migrations.RunPython(encrypt_tokens, decrypt_tokens),
        migrations.AlterField(
            model_name="competitorinstance",
            name="token",
            field=recognition.credentials.EncryptedJSONField(blank=True, default=""),
        ),
    ]
