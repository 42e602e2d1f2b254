"""SQL over the numbers that were read in an album, each way by an index of `PhotoNumber`.

The ORM cannot join two readings of the same album and value. `tests/test_sql.py` holds the names to
the models' columns.
"""

# As `is_unsure` of `models/photo_numbers.py`; a test compares the two.
UNSURE = "(unsure.rejection = 'LowConfidence' OR unsure.basis = 'SamePerson')"
# Photos with readings that an accepted number of the same person may confirm, or no longer
# confirms. A number that was itself accepted for its person confirms none: two weak ones would
# confirm each other. Value: the ids of the photos whose numbers are known. The photos of the same
# persons come first: on tables without statistics the planner would begin with all unsure readings.
COMPANIONS = f"""
WITH met AS MATERIALIZED (
    SELECT DISTINCT again.photo_id, known.value, known.rejection = '' AS is_accepted
    FROM recognition_photonumber known
    JOIN recognition_photoperson person ON person.photo_id = known.photo_id
    JOIN recognition_photoperson again ON again.album_id = person.album_id
        AND again.person_id = person.person_id AND again.photo_id <> known.photo_id
    WHERE known.photo_id = ANY(%s) AND known.basis <> 'SamePerson' AND known.source <> 'Inferred'
)
SELECT DISTINCT unsure.photo_id
FROM met
JOIN recognition_photonumber unsure ON unsure.photo_id = met.photo_id AND unsure.value = met.value
WHERE met.is_accepted = (unsure.rejection = 'LowConfidence') AND {UNSURE}
"""  # noqa: S608 (a constant)

# Photos on which a number may be inferred from these, or no longer. These photos themselves, if
# they have an inferred number. In albums that want it: those of their bursts with one of their
# persons or an inferred number; and wherever a number is inferred that one of these has, or for a
# person who wears one of these, or whom a face of these may be. Values: `photos`, `apart`
# (seconds).
IN_BURSTS = """
WITH known AS (
    SELECT photo.* FROM recognition_photo photo
    JOIN recognition_album album ON album.id = photo.album_id AND album.infer_numbers
    WHERE photo.id = ANY(%(photos)s)
), accepted AS (
    SELECT known.album_id, number.value, number.worn_by
    FROM known JOIN recognition_photonumber number ON number.photo_id = known.id
    WHERE number.rejection = '' AND number.source <> 'Inferred'
)
SELECT photo_id FROM recognition_photonumber
WHERE photo_id = ANY(%(photos)s) AND source = 'Inferred'
UNION
SELECT other.id
FROM known
JOIN recognition_photo other ON other.album_id = known.album_id
    AND other.photographer_id = known.photographer_id
    AND other.shooting_date BETWEEN known.shooting_date - make_interval(secs => %(apart)s)
        AND known.shooting_date + make_interval(secs => %(apart)s)
WHERE other.state <> 'Deleted' AND (EXISTS (
    SELECT FROM recognition_photoperson person
    JOIN recognition_photoperson again ON again.person_id = person.person_id
    WHERE person.photo_id = known.id AND again.photo_id = other.id
) OR EXISTS (
    SELECT FROM recognition_photonumber inferred
    WHERE inferred.photo_id = other.id AND inferred.source = 'Inferred'
))
UNION
SELECT inferred.photo_id
FROM accepted
JOIN recognition_photonumber inferred ON inferred.album_id = accepted.album_id
    AND inferred.source = 'Inferred' AND inferred.value = accepted.value
UNION
SELECT inferred.photo_id
FROM accepted
JOIN recognition_photonumber inferred ON inferred.album_id = accepted.album_id
    AND inferred.source = 'Inferred'
JOIN recognition_photoperson person ON person.photo_id = inferred.photo_id
    AND person.person_id = accepted.worn_by
WHERE accepted.worn_by <> ''
UNION
SELECT inferred.photo_id
FROM known
JOIN recognition_suggestedperson doubt ON doubt.photo_id = known.id
JOIN recognition_photonumber inferred ON inferred.album_id = known.album_id
    AND inferred.source = 'Inferred'
JOIN recognition_photoperson person ON person.photo_id = inferred.photo_id
    AND person.person_id IN (doubt.person_id, doubt.may_be)
"""

# Numbers that `enough` photos of the album have at the same place, or among the same words. Each
# count ends there, however large the album is. Values: `photos`, `near` (percent), `enough`.
REPEATED = """
SELECT album_id, value, place_x, place_y, place_height, '' FROM recognition_photonumber seen
WHERE photo_id = ANY(%(photos)s) AND rejection IN ('', 'LowConfidence') AND place_x IS NOT NULL
  AND (SELECT count(*) FROM (
    SELECT FROM recognition_photonumber other
    WHERE other.album_id = seen.album_id AND other.value = seen.value
      AND other.place_x BETWEEN seen.place_x - %(near)s AND seen.place_x + %(near)s
      AND other.place_y BETWEEN seen.place_y - %(near)s AND seen.place_y + %(near)s
      AND other.place_height BETWEEN seen.place_height - %(near)s AND seen.place_height + %(near)s
    LIMIT %(enough)s) there) >= %(enough)s
UNION
SELECT album_id, value, NULL, NULL, NULL, words FROM recognition_photonumber seen
WHERE photo_id = ANY(%(photos)s) AND rejection IN ('', 'LowConfidence') AND words <> ''
  AND (SELECT count(*) FROM (
    SELECT FROM recognition_photonumber other
    WHERE other.album_id = seen.album_id AND other.value = seen.value
      AND other.words = seen.words AND other.words <> ''
    LIMIT %(enough)s) there) >= %(enough)s
"""
