"""Erasing a participant deletes and changes rows of the history; nothing else does."""

from django.db import migrations

REFUSE = """
CREATE OR REPLACE FUNCTION activities_refuse_to_rewrite_history() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    {condition}
        RAISE EXCEPTION 'The activity history is append-only.'
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
    dependencies = [("activities", "0002_long_jobs")]

    operations = [migrations.RunSQL(UNLESS_ERASING, ALWAYS)]
