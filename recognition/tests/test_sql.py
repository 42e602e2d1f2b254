"""Plain SQL beside the models…"""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from django.db import connection, models, transaction

from recognition.models import Album, NumberBasis, NumberRejection, Photo, PhotoNumber
from recognition.numbers.counted_texts import UNSURE
from recognition.tests.factories import PhotoFactory


@pytest.mark.django_db
def test_unsure_readings_are_the_same_in_sql_as_in_python() -> None:
    photo = PhotoFactory.create()
    kinds = product(["", *NumberRejection.values], ["", *NumberBasis.values])
    readings = [
        PhotoNumber.objects.create(photo=photo, value=str(value), rejection=rejection, basis=basis)
        for value, (rejection, basis) in enumerate(kinds)
    ]

    unsure = {reading.pk for reading in readings if reading.is_unsure}
    text = f"SELECT id FROM recognition_photonumber unsure WHERE {UNSURE}"

    assert 0 < len(unsure) < len(readings)
    assert {reading.pk for reading in PhotoNumber.objects.raw(text)} == unsure


@pytest.mark.django_db
def test_a_photo_locked_with_its_album_has_the_columns_that_the_orm_reads() -> None:
    photo = PhotoFactory.create(custom_tags=["fast", "happy"])

    locked = Photo.objects.locked_with_album(photo.pk)

    read = Photo.objects.select_related("album__tenant").get()
    assert read.album.tenant is not None
    assert locked.album.tenant is not None
    assert columns(locked) == columns(read)
    assert columns(locked.album) == columns(read.album)
    assert columns(locked.album.tenant) == columns(read.album.tenant)


@pytest.mark.django_db
def test_a_photo_is_locked_with_an_album_whose_tenant_is_not_known_yet() -> None:
    photo = PhotoFactory.create()
    Album.objects.update(tenant=None)

    assert Photo.objects.locked_with_album(photo.pk).album.tenant is None


def columns(record: models.Model) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if not name.startswith("_")}


@pytest.mark.django_db(transaction=True)
def test_a_prepared_text_outlives_a_new_column() -> None:
    """As in a process of the version before, while the migrations of the next one run."""
    photo = PhotoFactory.create()
    for _ in range(10):  # more than `prepare_threshold`
        with transaction.atomic():
            Photo.objects.locked_with_album(photo.pk)

    elsewhere("ALTER TABLE recognition_photo ADD COLUMN further integer")
    try:
        with transaction.atomic():
            assert Photo.objects.locked_with_album(photo.pk) == photo
    finally:
        elsewhere("ALTER TABLE recognition_photo DROP COLUMN further")


def elsewhere(sql: str) -> None:
    """Run a statement on another connection: psycopg drops what its own has prepared."""

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)
        connection.close()

    with ThreadPoolExecutor(1) as another:
        another.submit(run).result()
