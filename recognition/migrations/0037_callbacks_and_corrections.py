"""Join the two that follow `0033`: nothing changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("recognition", "0034_callbacks_by_month"), ("recognition", "0036_corrections")]
