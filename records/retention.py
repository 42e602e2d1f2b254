"""How long the audit is kept: retention deletes its rows, in short transactions."""

import time
from datetime import datetime

from django.conf import settings

from records.database import rewriting
from records.models import AuditEntry

BATCH = 5_000
SECONDS = 60.0


def prune_audit(now: datetime) -> bool:
    """Delete rows older than `AUDIT_KEEP` in batches; return whether some are left."""
    until, deleted = time.monotonic() + SECONDS, BATCH
    old = AuditEntry.objects.filter(occurred_on__lt=now - settings.AUDIT_KEEP)
    while deleted == BATCH and time.monotonic() < until:
        with rewriting("audit"):
            oldest = old.order_by("occurred_on").values("pk")[:BATCH]
            deleted, _ = AuditEntry.objects.filter(pk__in=oldest).delete()
    return deleted == BATCH
