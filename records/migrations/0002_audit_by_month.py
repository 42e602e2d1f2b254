"""Divide the audit by months, so that an old month is dropped instead of deleted row by row.

Processes of the version before go on reading, writing and pruning it by the same name. What is
there becomes the first partition: `records.dividing` says what is locked, and how briefly.
"""

from typing import Any

from django.db import migrations
from django.utils import timezone

from records.dividing import divide
from records.partitions import PartitionedTable

AUDIT = PartitionedTable(
    name="records_auditentry", column="occurred_on", each="month", append_only="audit"
)
# A statement's trigger holds only for the table that the statement names; a row's is also that of
# each partition.
APPEND_ONLY = (
    """
    CREATE TRIGGER records_auditentry_append_only
        BEFORE UPDATE OR DELETE ON records_auditentry
        FOR EACH STATEMENT EXECUTE FUNCTION records_refuse_to_rewrite_audit()
    """,
    """
    CREATE OR REPLACE FUNCTION records_refuse_to_rewrite_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF current_setting('finishline.rewriting_audit', true) IS DISTINCT FROM 'on' THEN
            RAISE EXCEPTION 'The audit is append-only.' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END
    $$
    """,
    """
    CREATE TRIGGER records_auditentry_rows_append_only
        BEFORE UPDATE OR DELETE ON records_auditentry
        FOR EACH ROW EXECUTE FUNCTION records_refuse_to_rewrite_row()
    """,
)


def divide_audit(*_: Any) -> None:
    divide(AUDIT, timezone.now(), *APPEND_ONLY)


class Migration(migrations.Migration):
    atomic = False
    reasons = {
        "runs-code": "`divide` locks for moments only, and the version before runs on what it makes."
    }
    dependencies = [("records", "0001_initial")]

    # Back: the version before runs on the divided table.
    operations = [migrations.RunPython(divide_audit, migrations.RunPython.noop)]
