from typing import Any

from django.apps import AppConfig
from django.core.signals import request_started
from django.db.models.signals import post_migrate


class RecordsConfig(AppConfig):
    name = "foundation.records"

    def ready(self) -> None:
        from foundation.records.audit import begin_request
        from foundation.records.gauges import register_gauges, wal
        from foundation.records.partitions import register_table
        from foundation.records.retention import AUDIT, partitions

        register_table(AUDIT)
        register_gauges(partitions, wal)
        request_started.connect(begin_request)
        post_migrate.connect(make_missing_partitions, sender=self)


def make_missing_partitions(**_: Any) -> None:
    """Make partitions ahead at each `migrate`. Receives `post_migrate`."""
    from django.utils import timezone

    from foundation.records.retention import make_all_partitions

    make_all_partitions(timezone.now()).report()
