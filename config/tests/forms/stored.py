"""All rows of all tables, to see what a request changed."""

from django.apps import apps
from django.db import connection

# They say that a user was there, not what is changed.
_LEFT_OUT = {"django_session"}


def rows_by_table() -> dict[str, str]:
    """Return a digest of the rows of each table."""
    models = apps.get_models(include_auto_created=True)
    tables = {each._meta.db_table for each in models if each._meta.managed} - _LEFT_OUT
    one = "SELECT '{0}', coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM {0} t"
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(one.format(table) for table in sorted(tables)))
        return dict(cursor.fetchall())


def changed_tables(before: dict[str, str]) -> list[str]:
    """Return the tables whose rows are others now."""
    now = rows_by_table()
    return [table for table, digest in before.items() if now[table] != digest]
