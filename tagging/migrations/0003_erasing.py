"""Erasing a person changes rows of the task history; nothing else does."""

from django.db import migrations

REFUSE = """
CREATE OR REPLACE FUNCTION tagging_refuse_to_rewrite_history() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    {condition}
        RAISE EXCEPTION 'The task history is append-only.'
            USING ERRCODE = 'restrict_violation';
    {end}
    RETURN NULL;
END
$$;
"""
UNLESS_ERASING = REFUSE.format(
    condition="IF current_setting('finishline.rewriting_histories', true) IS DISTINCT FROM 'on' THEN",
    end="END IF;",
)
ALWAYS = REFUSE.format(condition="", end="")


class Migration(migrations.Migration):
    dependencies = [("tagging", "0002_months_of_pay")]

    operations = [migrations.RunSQL(UNLESS_ERASING, ALWAYS)]
