"""A database of a wanted size: recognised photos, with what was found on them and sent."""

from tools.bench.many_photos import new_album
from tools.bench.new_database import run

OF_AN_ALBUM = 10_000  # photos
_NUMBERS = """
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, read_on, album_id)
SELECT id, (random() * 20000)::int, '', 'Provider', now(), album_id
FROM recognition_photo WHERE album_id = %s
"""
_PERSONS = """
INSERT INTO recognition_photoperson (photo_id, album_id, person_id, confidence)
SELECT id, album_id, gen_random_uuid(), 0.9 FROM recognition_photo WHERE album_id = %s
"""
# Of a photo of a crowd: most of the size.
_MESSAGES = """
INSERT INTO messaging_outboxmessage (message_id, kind, destination, lane, key, attributes, body,
    delivered_on, priority, attempts, reason)
SELECT gen_random_uuid(), 'Peer', 'photo-service', 'peer:photo-service', photo.id || '/persons',
    jsonb_build_object('method', 'PUT', 'path', '/api/v1/photos/' || photo.id || '/persons'),
    jsonb_build_object('version', 2, 'persons', (
        SELECT jsonb_agg(jsonb_build_object('personId', md5(photo.id::text || n)))
        FROM generate_series(1, 150) AS n)),
    now() - interval '3 days', 0, 0, ''
FROM recognition_photo photo WHERE album_id = %s
"""
_BYTES = "SELECT pg_database_size(current_database())"


def fill(gigabytes: float) -> int:
    """Add albums until the database has the size; return how many photos were added."""
    photos = 0
    while database_bytes() < gigabytes * 1e9:
        album = new_album(OF_AN_ALBUM, 0, strategy="FaceNumber", name=f"Over {photos}")
        for statement in (_NUMBERS, _PERSONS, _MESSAGES):
            run(statement, [album])
        photos += OF_AN_ALBUM
    run("ANALYZE")
    return photos


def database_bytes() -> int:
    """Return the size of the database."""
    [(size,)] = run(_BYTES)
    return int(size)
