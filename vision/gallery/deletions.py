"""Deletes people of a version of a space, in a way that all copies of it notice.

The space is locked. A version counts its deletions, and keeps the number of each deleted person's
row: a copy that has taken in fewer deletions wipes these. Where numbers are missing it is made
again.
"""

from uuid import UUID

from vision.gallery.space_rows import Connected

_DELETE_PERSON = "DELETE FROM vision.persons WHERE space = %s AND id = %s RETURNING number"
_DELETE_PEOPLE = "DELETE FROM vision.persons WHERE space = %s"
_COUNT = """
    UPDATE vision.spaces SET deletions = deletions + %(gone)s, people = people - %(gone)s
    WHERE name = %(key)s
"""
_KEEP_NUMBER = """
    INSERT INTO vision.deleted_persons (space, deletion, number)
    SELECT name, deletions, %s FROM vision.spaces WHERE name = %s
"""
_FORGET_NUMBERS = "DELETE FROM vision.deleted_persons WHERE space = %s"


def delete_person(connection: Connected, key: str, person_id: UUID) -> bool:
    """Delete a person; return whether the version had it."""
    row = connection.execute(_DELETE_PERSON, [key, person_id]).fetchone()
    if row is None:
        return False
    connection.execute(_COUNT, {"gone": 1, "key": key})
    connection.execute(_KEEP_NUMBER, [row[0], key])
    return True


def delete_people(connection: Connected, key: str) -> int:
    """Delete all people; return how many the version had. Its row stays, with the count."""
    gone = connection.execute(_DELETE_PEOPLE, [key]).rowcount
    connection.execute(_COUNT, {"gone": gone, "key": key})
    connection.execute(_FORGET_NUMBERS, [key])
    return gone
