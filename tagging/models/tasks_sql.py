"""Statements of each tagger's request, as texts.

The ORM takes longer to write such a statement than PostgreSQL to run it.
"""

LOCK_PHOTO_OF_TASK = """
SELECT {photo} FROM recognition_photo AS photo
JOIN tagging_taggingtask AS task ON task.photo_id = photo.id
WHERE task.id = %s FOR UPDATE OF photo
"""
LOCK_TASK_OF_WORK = """
SELECT {task} FROM tagging_taggingtask AS task WHERE id = %s AND work_id = %s FOR NO KEY UPDATE
"""
# The album as it is once the task is locked: an erasure marks the album before it reaches tasks.
LOCK_WORK_OF_TASK = """
SELECT {work}, {album} FROM tagging_taggingtask AS task
JOIN tagging_work AS work ON work.id = task.work_id
JOIN recognition_album AS album ON album.id = task.album_id
WHERE task.id = %s AND work.tagator_id = %s FOR NO KEY UPDATE OF work
"""
LOCK_WORK_OF_TAGATOR = """
SELECT {work} FROM tagging_work AS work WHERE id = %s AND tagator_id = %s FOR NO KEY UPDATE
"""
ALBUM_AND_QUALITY = """
SELECT {album}, {quality} FROM recognition_album AS album
LEFT JOIN tagging_albumquality AS quality ON quality.album_id = album.id
WHERE album.id = %s
"""
TAGATOR_AND_SETTINGS = """
SELECT {tagator}, {settings} FROM tagging_tagator AS tagator
JOIN tagging_tagatorsettings AS settings ON settings.tagator_id = tagator.id
WHERE tagator.id = %s
"""
# Without a lock.
SEEN_TASK = """
SELECT {task}, {work}, {album}, {tenant} FROM tagging_taggingtask AS task
JOIN tagging_work AS work ON work.id = task.work_id
JOIN recognition_album AS album ON album.id = task.album_id
LEFT JOIN recognition_tenant AS tenant ON tenant.id = album.tenant_id
WHERE task.id = %s AND task.work_id = %s AND work.tagator_id = %s
"""

# The rule by which works end: no task is left in hand.
CLOSE_FINISHED_WORKS = """
UPDATE tagging_work SET state = %(state)s, finished_on = GREATEST(%(now)s, active_since)
WHERE id = ANY(%(works)s) AND state = 'Active' AND NOT EXISTS (
    SELECT FROM tagging_taggingtask WHERE work_id = tagging_work.id AND state = 'Assigned'
)
"""
