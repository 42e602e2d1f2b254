"""Who has the role of tagging lead alone…"""

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list
from foundation.staff.tests.staff_pages import save
from recognition.models import Album
from tagging.models import AlbumGuide
from tagging.tests.admin.pages import page_of, read
from tagging.tests.factories import manual_album

pytestmark = pytest.mark.django_db

NO_TAGS = {"custom_tags-TOTAL_FORMS": "0", "custom_tags-INITIAL_FORMS": "0"}


def test_changes_what_taggers_go_by(manager: Client):
    album = manual_album()
    fields = {"priority": "70", **NO_TAGS}

    save(
        manager, album, **{**fields, "custom_tags-TOTAL_FORMS": "1", "custom_tags-0-name": "finish"}
    )

    album.refresh_from_db()
    assert album.priority == 70
    assert [tag.name for tag in album.custom_tags.all()] == ["finish"]
    assert AuditEntry.objects.count() == 1


def test_does_not_change_how_photos_are_recognised(manager: Client):
    album = manual_album()

    others = {"strategy": "FacesOnly", "keep_days": "1"}
    save(manager, album, priority="70", **others, **NO_TAGS)

    found = Album.objects.get()
    assert (found.strategy, found.keep_days) == (album.strategy, None)
    page = page_of(manager, album)
    assert 'name="strategy"' not in page
    assert 'name="minimum_confidence"' not in page


def test_finds_an_older_hint_where_the_guide_is_written(manager: Client):
    album = manual_album(tagging_hint="Only the yellow bibs.")

    page = read(manager, f"{address_of_list(AlbumGuide)}add/?album_id={album.pk}")

    assert "Only the yellow bibs.</textarea>" in page
