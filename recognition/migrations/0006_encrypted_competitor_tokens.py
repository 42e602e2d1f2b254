from django.db import migrations

import recognition.credentials
from recognition.credentials import decrypt, encrypt


def _rewrite(schema_editor, change):
    """In plain SQL: the field itself would decrypt what it reads."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id, token FROM recognition_competitorinstance")
        for pk, token in cursor.fetchall():
            cursor.execute(
                "UPDATE recognition_competitorinstance SET token = %s WHERE id = %s",
                [change(token), pk],
            )


def encrypt_tokens(_apps, schema_editor):
    _rewrite(schema_editor, encrypt)


def decrypt_tokens(_apps, schema_editor):
    _rewrite(schema_editor, decrypt)


class Migration(migrations.Migration):
    dependencies = [("recognition", "0005_selfies_and_photo_history")]

    operations = [
        migrations.AlterField(
            model_name="competitorinstance",
            name="token",
            field=recognition.credentials.EncryptedJSONField(blank=True, default=""),
        ),
        migrations.RunPython(encrypt_tokens, decrypt_tokens),
    ]
