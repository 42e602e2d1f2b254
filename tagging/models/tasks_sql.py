"""Reads and locks of each tagger's request, as texts for `Manager.raw`.

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
