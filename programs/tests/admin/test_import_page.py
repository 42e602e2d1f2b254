"""Staff's page to import from CSV…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from foundation.staff.display import address_of_page
from programs.participants.models import Participant
from programs.tests.api.calls import NEW_ID
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory

pytestmark = pytest.mark.django_db

HEADER = "participantId;marketingProgramId;state"


def address_of(what: str) -> str:
    return f"{reverse(f'admin:programs_{what}_changelist')}import/"


def check(staff: Client, *lines: str, what: str = "participant") -> Any:
    """Send a file; return the page that is shown."""
    file = SimpleUploadedFile("file.csv", "\n".join(lines).encode())
    return staff.post(address_of(what), {"file": file})


def sent_again(page: Any) -> dict[str, str]:
    return {**dict(page.context["kept"]), "confirmed": "yes"}


def confirm(staff: Client, page: Any) -> Any:
    return staff.post(address_of("participant"), sent_again(page), follow=True)


@pytest.fixture
def program():
    return MarketingProgramFactory.create()


def test_shows_what_a_file_does_and_applies_it_when_confirmed(staff: Client, program):
    shown = check(staff, HEADER, f"{NEW_ID};{program.pk};Blocked")

    assert not Participant.objects.exists()
    assert "1 created, 0 changed, 0 unchanged" in shown.content.decode()
    assert NEW_ID in shown.content.decode()

    applied = confirm(staff, shown)

    assert "Imported: 1 created, 0 changed, 0 unchanged." in applied.content.decode()
    assert Participant.objects.get(pk=NEW_ID).state == "Blocked"


def test_a_link_from_a_program_gives_the_program(staff: Client, program):
    address = f"{address_of('participant')}?marketingProgramId={program.pk}"
    file = SimpleUploadedFile("file.csv", f"participantId;label\n{NEW_ID};Ada\n".encode())

    shown = staff.post(address, {"file": file})
    applied = staff.post(address, sent_again(shown))

    assert applied["Location"] == address_of_page(type(program), program.pk)
    assert f"<code>{program.pk}</code>" in staff.get(address).content.decode()
    found = Participant.objects.get(pk=NEW_ID)
    assert (found.program, found.label) == (program, "Ada")


def test_shows_every_fault_with_its_line_and_column(staff: Client, program):
    line = f"{NEW_ID};{program.pk};"

    page = check(staff, HEADER, line, "x;y;z", line).content.decode()

    assert "Faults: 4" in page
    cells = ("3", "state", "must be Active or Blocked")
    assert all(f">{cell}</td>" in page for cell in cells)
    assert "is on line 2 too" in page
    assert not Participant.objects.exists()


def test_shows_cells_as_texts(staff: Client):
    page = check(staff, "participantId;marketingProgramId;<script>").content.decode()

    assert "&lt;script&gt;" in page
    assert '<td class="pr-4 py-1"><script>' not in page


def test_refuses_what_has_become_wrong_since_it_was_shown(staff: Client, program):
    shown = check(staff, HEADER, f"{NEW_ID};{program.pk};")
    ParticipantFactory.create(id=NEW_ID)

    page = confirm(staff, shown).content.decode()

    assert "Faults: 1" in page
    assert "is fixed" in page


def test_forgets_a_file_after_an_hour_and_keeps_it_for_its_user_alone(staff, program):
    shown = check(staff, HEADER, f"{NEW_ID};{program.pk};")
    other = Client()
    other.force_login(User.objects.create_superuser("other"))
    pages = [confirm(other, shown)]
    cache.clear()
    pages.append(confirm(staff, shown))
    for page in pages:
        assert "The file is not kept any more." in page.content.decode()
    assert not Participant.objects.exists()


def test_needs_a_file_that_is_not_too_large(staff: Client, settings):
    settings.UPLOAD_MAX_BYTES = 10

    assert "file" in check(staff, HEADER).context["form"].errors
    assert "file" in staff.post(address_of("participant"), {"file": ""}).context["form"].errors
