"""Locks that the ORM does not have: FOR KEY SHARE.

Processes that hold the same rows do not wait for each other. A command that locks such a row
FOR UPDATE waits for all of them. `tests/test_sql.py` holds the names to the models' columns.
"""

from typing import Any
from uuid import UUID

from django.db import connection

# Albums with their tenants; an album whose tenant is not known yet is left out.
HOLD_ALBUMS = """
SELECT album.id
FROM recognition_album album JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE album.id = ANY(%s) ORDER BY album.id FOR KEY SHARE
"""
# Photos that are not deleted.
HOLD_PHOTOS = """
SELECT id FROM recognition_photo WHERE id = ANY(%s) AND state <> 'Deleted'
ORDER BY id FOR KEY SHARE
"""


def hold(sql: str, ids: list[UUID]) -> list[UUID]:
    """Lock these rows against changes until the commit; return the ids of those found."""
    with connection.cursor() as cursor:
        cursor.execute(sql, [ids])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [found for (found,) in rows]
