"""Erasing a participant moves the balance operations to a pseudonym; nothing else does."""

from django.db import migrations

REFUSE = """
CREATE OR REPLACE FUNCTION rewards_refuse_to_rewrite_operations() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    {condition}
        RAISE EXCEPTION 'Balance operations are append-only.'
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
    dependencies = [("rewards", "0002_long_jobs")]

    operations = [migrations.RunSQL(UNLESS_ERASING, ALWAYS)]
