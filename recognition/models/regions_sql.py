"""What the recognisers saw on photos, as a text: each list of a work's tasks reads it.

The ORM takes four times as long to write the union of four tables as PostgreSQL to run it.
"""

REGIONS_OF_PHOTOS = """
SELECT number.photo_id, 'Number', number.confidence, number.box
FROM recognition_photonumber AS number JOIN recognition_photo AS photo ON photo.id = number.photo_id
WHERE photo.id = ANY(%(photos)s) AND NOT photo.tags_outdated
    AND number.basis <> 'Context' AND number.box IS NOT NULL
UNION ALL
SELECT photo_id, 'Number', confidence, box FROM recognition_suggestednumber
WHERE photo_id = ANY(%(photos)s) AND box IS NOT NULL
UNION ALL
SELECT photo_id, 'Unread', NULL, regions FROM recognition_unreadregions
WHERE photo_id = ANY(%(photos)s)
UNION ALL
SELECT person.photo_id, 'Person', person.confidence, person.box
FROM recognition_photoperson AS person JOIN recognition_photo AS photo ON photo.id = person.photo_id
WHERE photo.id = ANY(%(photos)s) AND NOT photo.persons_outdated AND person.box IS NOT NULL
"""
