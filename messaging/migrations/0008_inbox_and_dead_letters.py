"""Join the two that follow `0005`: nothing changes."""

from django.db import migrations


class Migration(migrations.Migration):
    stage = "after"
    dependencies = [
        ("messaging", "0006_inbox_by_week"),
        ("messaging", "0007_dead_letters_put_aside"),
    ]
