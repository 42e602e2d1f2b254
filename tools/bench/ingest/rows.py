"""The rows of a photo, in the same transactions as the system's, for the baseline.

Three transactions a photo: what the consumer commits (inbox, photo, request), what the web commits
(callback), what the worker commits (persons, number, photo, callback, two outbox rows); then the
outbox rows are marked delivered, fifty at a time.
"""

from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg.types.json import Jsonb

_INBOX = """
INSERT INTO messaging_inboxmessage (source, event_id, topic, data_hash, received_on)
VALUES ('/baseline', %(event)s, 'photos.photo-published', %(event)s, now())
"""
_PHOTO = """
INSERT INTO recognition_photo (
    id, album_id, image_url, state, reason_description, face_recognized, number_recognized,
    face_failure, number_failure, face_attempts, number_attempts, persons_version, tags_version,
    numbers_next_attempt_on, custom_tags, created_on, updated_on, version)
VALUES (%(photo)s, %(album)s, 'http://127.0.0.1/pixel.jpg', 'AwaitingCallback', '', false, false,
    '', '', 0, 0, 0, 0, now() + interval '30 minutes', '{}', now(), now(), 1)
"""
_REQUEST = """
INSERT INTO recognition_numberrequest (id, photo_id, type, created_on, provider_request_id)
VALUES (%(request)s, %(photo)s, 'FACE_NUMBER', now(), 'baseline')
"""
_CALLBACK = """
INSERT INTO recognition_callback (
    id, request_id, digest, payload, state, reason_description, received_on, next_attempt_on)
VALUES (%(callback)s, %(request)s, %(event)s, %(payload)s, 'Stored', '', now(), now())
"""
_PERSON = """
INSERT INTO recognition_photoperson (photo_id, person_id, confidence)
VALUES (%(photo)s, %(event)s, 0.9)
"""
_NUMBER = """
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, confidence, read_on)
VALUES (%(photo)s, '123', '', 'Provider', 0.9, now())
"""
_PROCESSED = """
UPDATE recognition_photo SET state = 'Processed', face_recognized = true, number_recognized = true,
    numbers_next_attempt_on = NULL, version = version + 1, updated_on = now()
WHERE id = %(photo)s
"""
_APPLIED = """
UPDATE recognition_callback SET state = 'Applied', next_attempt_on = NULL WHERE id = %(callback)s
"""
_OUTBOX = """
INSERT INTO messaging_outboxmessage (
    message_id, kind, destination, lane, key, priority, attributes, body, attempts, reason)
SELECT gen_random_uuid(), 'Peer', 'baseline', 'baseline', %(event)s, 0, '{}', %(payload)s, 0, ''
FROM generate_series(1, 2)
"""
DELIVERED = """
UPDATE messaging_outboxmessage SET delivered_on = now()
WHERE lane = 'baseline' AND delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL
"""
TAKEN_IN = (_INBOX, _PHOTO, _REQUEST)
CALLED_BACK = (_CALLBACK,)
RECOGNISED = (_PERSON, _NUMBER, _PROCESSED, _APPLIED, _OUTBOX)
_PAYLOAD = Jsonb({"persons": [{"id": "p", "confidence": 0.9}], "tags": [{"value": "123"}]})
BATCH = 50


def values_of(photo: UUID, album: UUID) -> dict[str, Any]:
    """Return the values of all statements of a photo."""
    return {
        "photo": photo,
        "request": uuid4(),
        "callback": uuid4(),
        "event": uuid4().hex,
        "album": album,
        "payload": _PAYLOAD,
    }


def album_of_system(connection: psycopg.Connection) -> UUID:
    """Return an album that the system has made.

    :raises RuntimeError: there is none.
    """
    row = connection.execute("SELECT id FROM recognition_album LIMIT 1").fetchone()
    if row is None:
        raise RuntimeError("measure the system first: the baseline needs one of its albums")
    album: UUID = row[0]
    return album
