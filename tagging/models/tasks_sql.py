"""Statements of each tagger's request, as texts.

The ORM takes longer to write such a statement than PostgreSQL to run it. `SELECT *` reads all
columns of the model.
"""

LOCK_PHOTO_OF_TASK = """
SELECT photo.* FROM recognition_photo AS photo
JOIN tagging_taggingtask AS task ON task.photo_id = photo.id
WHERE task.id = %s FOR UPDATE OF photo
"""
TASK_OF_WORK = "SELECT * FROM tagging_taggingtask WHERE id = %s AND work_id = %s"
WORK_OF_TAGATOR = "SELECT * FROM tagging_work WHERE id = %s AND tagator_id = %s"
LOCK = " FOR NO KEY UPDATE"

# The rule by which works end: no task is left in hand.
CLOSE_FINISHED_WORKS = """
UPDATE tagging_work SET state = %(state)s, finished_on = %(now)s
WHERE id = ANY(%(works)s) AND state = 'Active' AND NOT EXISTS (
    SELECT FROM tagging_taggingtask WHERE work_id = tagging_work.id AND state = 'Assigned'
)
"""
