from django.db import migrations

APPEND_ONLY = """
CREATE FUNCTION tagging_refuse_to_rewrite_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The task history is append-only.' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER tagging_taskhistory_append_only
    BEFORE UPDATE OR DELETE ON tagging_taskhistory
    FOR EACH STATEMENT EXECUTE FUNCTION tagging_refuse_to_rewrite_history();
"""

REWRITABLE = """
DROP TRIGGER tagging_taskhistory_append_only ON tagging_taskhistory;
DROP FUNCTION tagging_refuse_to_rewrite_history();
"""


class Migration(migrations.Migration):
    dependencies = [("tagging", "0001_tagging_tasks")]

    operations = [migrations.RunSQL(APPEND_ONLY, REWRITABLE)]
