"""Locks of each photo's way, as texts: the ORM takes longer to write one than PostgreSQL to run it.

FOR KEY SHARE, which the ORM does not have: processes that hold the same rows do not wait for each
other. A command that locks such a row FOR UPDATE waits for all of them.
`tests/test_sql.py` holds the texts to the models.
"""

LOCK_PHOTOS = """
SELECT {photo}, {album}, {tenant}
FROM recognition_photo photo
JOIN recognition_album album ON album.id = photo.album_id
LEFT JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE photo.id = ANY(%s) ORDER BY photo.id FOR UPDATE OF photo
"""
# An album whose tenant is not known yet is left out.
HOLD_ALBUMS = """
SELECT {album}, {tenant}
FROM recognition_album album JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE album.id = ANY(%s) ORDER BY album.id FOR KEY SHARE
"""
# Without the tenant: as a photo's results are stored, so no row more than is needed is written.
HOLD_ALBUM_ALONE = "SELECT id FROM recognition_album WHERE id = %s FOR KEY SHARE"
# Photos that are not deleted.
HOLD_PHOTOS = """
SELECT id FROM recognition_photo WHERE id = ANY(%s) AND state <> 'Deleted'
ORDER BY id FOR KEY SHARE
"""
