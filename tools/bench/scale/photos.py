"""Two years of photos: what was asked, answered, recognised and delivered of each."""

_WHEN = "now() - (%(photos)s - n)::float * %(days)s / %(photos)s * interval '1 day'"
_ALBUM = "md5('album' || n / %(each)s)::uuid"
_PHOTO = "md5('photo' || n)::uuid"

_TENANTS = """
INSERT INTO recognition_tenant (id, recognition_state, created_on, updated_on, version)
SELECT md5('tenant' || n)::uuid, 'On', now(), now(), 1 FROM generate_series(0, 9) AS n
"""
_ALBUMS = """
INSERT INTO recognition_album (id, tenant_id, name, state, strategy, start_number_capacity,
    normalization_policy, priority, tagging_hint, created_on, updated_on, version)
SELECT md5('album' || n)::uuid, md5('tenant' || n %% 10)::uuid, 'Album ' || n, 'On', 'FaceNumber',
    5, 'None', n %% 5 * 10, '', day, day, 1
FROM (
    SELECT n, now() - (%(albums)s - n)::float * %(days)s / %(albums)s * interval '1 day' AS day
    FROM generate_series(0, %(albums)s) AS n
) AS albums
"""
# In the order in which they are received. Of a thousand, 10 are deleted and 4 have failed for good.
_PHOTOS = f"""
INSERT INTO recognition_photo (
    id, album_id, photographer_id, shooting_date, image_url, state, reason_description,
    reason_group, face_recognized, number_recognized, face_failure, number_failure, face_attempts,
    number_attempts, numbers_next_attempt_on, faces_recognized_on, numbers_recognized_on,
    persons_version, tags_version, custom_tags, created_on, updated_on, version)
SELECT {_PHOTO}, {_ALBUM}, md5('photographer' || n / %(each)s * 20 + n %% 20)::uuid, received,
    'https://pictures.example.org/race/IMG_' || n || '.jpg', state, reason, reason,
    state = 'Processed', state = 'Processed', '', reason, 0, 0,
    CASE state WHEN 'Failed' THEN now() + interval '30 days' END,
    CASE state WHEN 'Processed' THEN received + interval '1 minute' END,
    CASE state WHEN 'Processed' THEN received + interval '1 minute' END,
    1, 1, '{{}}', received, received, 3
FROM (
    SELECT n, state, {_WHEN} AS received,
        CASE state WHEN 'Failed' THEN 'The picture cannot be read.' ELSE '' END AS reason
    FROM (
        SELECT n, CASE WHEN n %% 250 = 1 THEN 'Failed' WHEN n %% 100 = 5 THEN 'Deleted'
            ELSE 'Processed' END AS state
        FROM generate_series(1, %(photos)s::bigint) AS n
    ) AS numbered
) AS photos
"""
_REQUESTS = f"""
INSERT INTO recognition_numberrequest (id, photo_id, type, created_on, accepted_on,
    provider_request_id)
SELECT md5('request' || n)::uuid, {_PHOTO}, 'FACE_NUMBER', {_WHEN}, {_WHEN}, 'request-' || n
FROM generate_series(1, %(photos)s::bigint) AS n
"""
_CALLBACKS = f"""
INSERT INTO recognition_callback (id, request_id, digest, payload, state, reason_description,
    received_on, settled_on)
SELECT md5('callback' || n)::uuid, md5('request' || n)::uuid, md5('1' || n) || md5('2' || n),
    jsonb_build_object('photoId', {_PHOTO}, 'persons', jsonb_build_array(jsonb_build_object(
        'id', md5('person' || n / 20), 'confidence', 0.93, 'box', jsonb_build_array(
            0.31, 0.12, 0.42, 0.29))),
        'numbers', jsonb_build_array(jsonb_build_object('value', (n / 2 %% 20000)::text,
        'confidence', 0.87, 'box', jsonb_build_array(0.33, 0.41, 0.39, 0.47)))),
    'Applied', '', {_WHEN}, {_WHEN}
FROM generate_series(1, %(photos)s::bigint) AS n
"""
_NUMBERS = f"""
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, confidence, read_on,
    album_id)
SELECT {_PHOTO}, n / 2 %% 20000, '', 'Provider', 0.87, {_WHEN}, {_ALBUM}
FROM generate_series(1, %(photos)s::bigint) AS n
"""
_PERSONS = f"""
INSERT INTO recognition_photoperson (photo_id, person_id, confidence, album_id)
SELECT {_PHOTO}, md5('person' || n / 20), 0.93, {_ALBUM}
FROM generate_series(2, %(photos)s::bigint, 2) AS n
"""
_ATTEMPTS = f"""
INSERT INTO recognition_photoattempt (photo_id, recogniser, outcome, reason, occurred_on,
    next_attempt_on)
SELECT {_PHOTO}, 'NumberProvider', 'Failed', 'It did not answer in time.', {_WHEN}, {_WHEN}
FROM generate_series(10, %(photos)s::bigint, 10) AS n
"""
# What retention has left of the messages: those of `%(kept)s` days.
_OUTBOX = """
INSERT INTO messaging_outboxmessage (message_id, kind, destination, lane, key, attributes, body,
    created_on, due_on, delivered_on, priority, attempts, reason)
SELECT gen_random_uuid(), 'Peer', 'photo-service', 'peer:photo-service',
    md5('photo' || n / 2)::uuid || CASE n %% 2 WHEN 0 THEN '/persons' ELSE '/tags' END,
    jsonb_build_object('method', 'PUT', 'path', '/api/v1/photos/' || md5('photo' || n / 2)::uuid),
    jsonb_build_object('version', 2, 'tags', jsonb_build_array(jsonb_build_object('value', n))),
    at, at, at + interval '1 second', 0, 0, ''
FROM (
    SELECT n, now() - (1 - n / (2 * %(photos)s)::float) * %(days)s * interval '1 day' AS at
    FROM generate_series((2 * %(photos)s * (1 - %(kept)s / %(days)s::float))::bigint,
        2 * %(photos)s) AS n
) AS sent
"""
_INBOX = f"""
INSERT INTO messaging_inboxmessage (source, event_id, topic, data_hash, received_on)
SELECT '/platform', md5('event' || n)::uuid, 'photos.photo-published', md5('data' || n), {_WHEN}
FROM generate_series((%(photos)s * (1 - %(kept)s / %(days)s::float))::bigint, %(photos)s) AS n
"""
_AUDIT = f"""
INSERT INTO records_auditentry (occurred_on, actor, address, request_id, record_type, record_id,
    record_name, action, changes, reason)
SELECT {_WHEN}, 'staff' || n / 10 %% 50, '192.0.2.7', md5('request' || n), 'Photo', {_PHOTO}, '',
    'Changed', jsonb_build_object('numbers', jsonb_build_array(jsonb_build_array('12'),
        jsonb_build_array('13'))), ''
FROM generate_series(10, %(photos)s::bigint, 10) AS n
"""
TABLES = {
    "recognition_tenant": _TENANTS,
    "recognition_album": _ALBUMS,
    "recognition_photo": _PHOTOS,
    "recognition_numberrequest": _REQUESTS,
    "recognition_callback": _CALLBACKS,
    "recognition_photonumber": _NUMBERS,
    "recognition_photoperson": _PERSONS,
    "recognition_photoattempt": _ATTEMPTS,
    "messaging_outboxmessage": _OUTBOX,
    "messaging_inboxmessage": _INBOX,
    "records_auditentry": _AUDIT,
}
