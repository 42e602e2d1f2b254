"""Each fault of a folder is named with file, line and cure, and nothing is imported."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from activities.erasing import activity_name
from config.tests.moving.former import (
    ACTIVITY,
    ALBUM,
    FAULTS,
    OTHER_ALBUM,
    PARTICIPANT,
    SPACE,
    G,
    good,
    write,
)
from foundation.moving.checking import check_folder
from foundation.moving.importing import FolderImports
from foundation.moving.management.commands import import_former as command
from foundation.moving.models import FolderImport
from foundation.privacy.registry import keep_erased
from programs.participants.erasing import participant_name
from recognition.models import Tenant
from recognition.providers.faces.port import person_in_space_name
from recognition.records.erased import number_name, person_name

pytestmark = pytest.mark.django_db


def test_a_folder_without_faults_has_none(tmp_path: Path) -> None:
    report = check_folder(write(tmp_path, good()), ())

    assert report.fault_count == 0, list(report.lines())
    assert {name: each.new for name, each in report.kinds.items()} == {
        name: len(rows) for name, rows in good().items()
    }


@pytest.mark.parametrize("name", FAULTS)
def test_is_named(tmp_path: Path, name: str) -> None:
    kind, line, says, spoil = FAULTS[name]
    folder, rows = write(tmp_path / "former", good()), good()
    spoil(folder, rows)

    report = check_folder(folder, ())

    [fault, *_] = report.kinds[kind].faults
    assert fault.line == line, fault
    assert says in f"{fault.field} {fault.says}", fault
    assert fault.file.startswith(kind)
    assert fault.cure


def test_nothing_is_imported(tmp_path: Path) -> None:
    folder, rows = write(tmp_path, good()), good()
    FAULTS["formula that does not parse"][3](folder, rows)

    with pytest.raises(CommandError, match="Nothing was imported: 1 faults"):
        call_command("import_former", str(folder))

    assert not Tenant.objects.exists()
    assert not FolderImport.objects.exists()


@pytest.mark.parametrize("goes_on", [False, True])
def test_nothing_is_imported_of_files_that_changed_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goes_on: bool
) -> None:
    folder = write(tmp_path, good())

    def changed(*given: Any) -> Any:
        write(folder, {"tenants": [*good()["tenants"], {"tenantId": G(70)}]})
        return actual(*given)

    where, actual = (FolderImports, FolderImports.prepare) if goes_on else (command, check_folder)
    monkeypatch.setattr(where, actual.__name__, changed)

    with pytest.raises(CommandError, match="not here as they were" if goes_on else "files changed"):
        call_command("import_former", str(folder))

    assert not Tenant.objects.exists()


def test_what_does_no_harm_is_noted(tmp_path: Path) -> None:
    folder = write(tmp_path, good())
    text = (folder / "tenants.jsonl").read_bytes()
    (folder / "tenants.jsonl").write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    write(folder, {"custom-tags": [{**good()["custom-tags"][0], "colour": "red"}]})

    report = check_folder(folder, ())

    assert report.fault_count == 0
    [note] = report.kinds["tenants"].notes
    assert "BOM" in note.says
    assert "CR LF" in note.says
    assert report.kinds["custom-tags"].unknown == {"colour": 1}


def test_a_thousand_are_named_and_the_others_counted(tmp_path: Path) -> None:
    wrong = [{"tenantId": str(number)} for number in range(1_234)]
    folder = write(tmp_path, {"tenants": wrong})

    report = check_folder(folder, ())

    assert len(report.kinds["tenants"].faults) == 1_000
    assert report.fault_count == 1_234
    assert "  … and 234 more that are wrong" in report.lines()


def test_an_id_of_two_lines_is_read(tmp_path: Path) -> None:
    rows = good()
    rows["person-merges"].append({**rows["person-merges"][0], "personId": "p\n8", "into": "p\n9"})

    report = check_folder(write(tmp_path, rows), ())

    assert report.kinds["person-merges"].new == 3


def test_of_unknown_fields_a_thousand_are_named_by_their_beginnings(tmp_path: Path) -> None:
    [tenant] = good()["tenants"]
    keys = {f"{number:04}{'x' * 200}": 1 for number in range(1_100)}

    found = check_folder(write(tmp_path, {"tenants": [{**tenant, **keys}]}), ()).kinds["tenants"]

    assert len(found.unknown) == 1_000
    assert max(map(len, found.unknown)) == 100


def test_the_erased_are_refused(tmp_path: Path) -> None:
    keep_erased(
        [
            person_name(UUID(ALBUM), "p1"),
            person_in_space_name(UUID(SPACE), "p1"),
            number_name(UUID(ALBUM), "12"),
            participant_name(UUID(PARTICIPANT)),
            activity_name(UUID(ACTIVITY)),
        ]
    )

    report = check_folder(write(tmp_path, good()), ())

    wrong = {name: each.faults[0].field for name, each in report.kinds.items() if each.faults}
    assert wrong["photos"] == "numbers"
    assert wrong["photo-persons"] == wrong["persons"] == "personId"
    assert wrong["participants"] == "participantId"


def test_the_erased_are_refused_where_others_name_them(tmp_path: Path) -> None:
    keep_erased(
        [
            participant_name(UUID(PARTICIPANT)),
            person_name(UUID(ALBUM), "p9"),
            number_name(UUID(OTHER_ALBUM), "12"),
        ]
    )
    rows = good()
    maybe = [{"personId": "p4", "mayBe": "p9"}]
    rows["photos"][0] |= {"suggestedPersons": maybe}
    rows["activities"][0] |= {
        "type": "InviteActivity",
        "data": {"InvitedParticipantId": PARTICIPANT},
    }

    report = check_folder(write(tmp_path, rows), ())

    named = {name: {each.field for each in found.faults} for name, found in report.kinds.items()}
    assert "suggestedPersons" in named["photos"]
    assert "data" in named["activities"]
    assert "tags" in named["works-and-tasks"]


def test_external_ids_differ_by_case_and_program_and_may_be_empty(tmp_path: Path) -> None:
    rows = good()
    [one], [program] = rows["participants"], rows["programs"]
    rows["programs"].append({**program, "marketingProgramId": G(60)})
    rows["participants"] = [
        one,
        {**one, "participantId": G(61), "externalId": "CRM-1"},
        {**one, "participantId": G(62), "marketingProgramId": G(60)},
        *({**one, "participantId": G(number), "externalId": ""} for number in (63, 64)),
    ]

    report = check_folder(write(tmp_path, rows), ())

    assert report.fault_count == 0, list(report.lines())
