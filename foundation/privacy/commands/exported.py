"""Exports that were made before an erasure: files, and filters, that may name the erased."""

from datetime import datetime
from typing import Any

from foundation.exports.commands import discard_exports
from foundation.exports.models import Export
from foundation.privacy.commands.messages import erase_from_audit
from foundation.privacy.registry import Counts, Erased, Part, Subject
from foundation.privacy.scrubbing import marks_in
from foundation.records.models import AuditEntry


class ExportsBefore(Part):
    """Removes all of them, whatever they are of: staff can make them again."""

    def count(self, subject: Subject) -> Counts:
        return {"exports": Export.objects.count()}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        ordered = AuditEntry.objects.filter(record_type=Export._meta.object_name)
        erase_from_audit(ordered, marks_in(subject))
        return Erased(counts={"exports": discard_exports(now)})
