"""`manage.py import_tasks` and `import_participants`…"""

import io
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from programs.importing import commands
from programs.importing import commands as importing
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db

HEADER = ("participantExerciseTaskId", "participantId", "exerciseId", "finishesOn")

CRITERIA = ("criteria.minDistance", "criteria.discipline")


def guid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


@pytest.fixture
def parents():
    """The ids of a participant and an exercise, as cells."""
    participant = ParticipantFactory.create()
    exercise = ExerciseFactory.create(program=participant.program)
    return str(participant.pk), str(exercise.pk)


@pytest.fixture
def run(tmp_path: Path):
    """Return a function that imports lines; it returns what is printed, and the refusal."""

    def run(lines: Any, *options: str, name: str = "import_tasks", separator: str = ",", **how):
        file = tmp_path / "file.csv"
        if isinstance(lines, list):
            lines = "\n".join(map(separator.join, lines))
        file.write_bytes(lines if isinstance(lines, bytes) else lines.encode(**how))
        out, err, refused = io.StringIO(), io.StringIO(), ""
        try:
            call_command(name, str(file), *options, stdout=out, stderr=err)
        except CommandError as error:
            refused = str(error)
        return out.getvalue(), err.getvalue().splitlines(), refused

    return run


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_create_and_change_what_the_lines_say(run, parents, separator, encoding):
    known = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})
    same = (str(known.pk), str(known.participant_id), str(known.exercise_id))
    lines = [
        (*HEADER, *CRITERIA, "", ""),  # empty columns at the end, as Excel writes them
        (guid(1), *parents, "2026-06-01T00:00:00Z", "5", '"läufer"', "", ""),
        (*same, "", "5.0", "", "", ""),
        [""] * 8,
        (guid(2), *parents, "", "", "", "", "", ""),
    ]

    out, err, refused = run(lines, "--yes", separator=separator, encoding=encoding)

    assert (err, refused) == ([], "")
    assert "Tasks: 2 created, 0 changed, 1 unchanged." in out
    task = ParticipantExerciseTask.objects.get(pk=guid(1))
    assert task.criteria == {"minDistance": "5", "discipline": "läufer"}
    in_turn = ParticipantExerciseTask.objects.filter(pk__in=[guid(1), guid(2)])
    assert [str(each.pk) for each in in_turn.order_by("created_on")] == [guid(1), guid(2)]


def test_name_every_fault_and_import_nothing(run, parents):
    participant, exercise = parents
    of_another = str(ExerciseFactory.create().pk)
    lines = [
        (*HEADER, *CRITERIA),
        (guid(1), participant, exercise, "", "5", "running"),
        ("x", participant, exercise, "soon", "", ""),
        (guid(2), participant, exercise, "", "far", ""),
        (guid(3), guid(9), exercise, "", "", ""),
        (guid(4), participant, guid(9), "", "", ""),
        (guid(5), participant, of_another, "", "", ""),
        (guid(1), participant, exercise, "", "", ""),
        (guid(6), participant),
        (guid(7), participant, "", "", "=1+1", ""),
        (guid(0), participant, exercise, "0001-01-01T00:00:00+14:00", "", ""),
    ]

    _, err, refused = run(lines, "--yes")

    assert refused == "Nothing was imported: 10 faults."
    assert [line.partition(": ")[0] for line in err] == [
        "line 3, column participantExerciseTaskId",
        "line 3, column finishesOn",
        "line 4, column criteria.minDistance",
        "line 5, column participantId",
        "line 6, column exerciseId",
        "line 7, column exerciseId",
        "line 8, column participantExerciseTaskId",
        "line 9",
        "line 10, column exerciseId",
        "line 11, column finishesOn",
    ]
    assert "line 4, column criteria.minDistance: must be a number" in err
    assert "line 8, column participantExerciseTaskId: is on line 2 too" in err
    assert "line 9: has 2 cells, and the header has 6" in err
    assert not ParticipantExerciseTask.objects.exists()


def test_name_a_conflict_with_what_is_stored(run, parents):
    known = ParticipantExerciseTaskFactory.create()
    lines = [HEADER, (str(known.pk), *parents, ""), (f"{UUID(int=0)}", *parents, "")]

    _, err, _ = run(lines, "--yes")

    assert err == [
        (
            "line 2, column participantId: The participant of a participant's task is fixed: "
            f"it is {known.participant_id}."
        ),
        "line 3, column participantExerciseTaskId: The nil guid stands for no record.",
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "line 1: is missing: the file is empty"),
        (b"participantId,state", "line 1, column marketingProgramId: is missing"),
        (b"participantId,marketingProgramId,stat", "line 1, column stat: is unknown"),
        (
            b"participantId,marketingProgramId,participantId",
            "line 1, column participantId: is there twice",
        ),
        (b"participantId,marketingProgramId\nx,\xff", "line 2: is not UTF-8 text"),
        (
            b"participantId,marketingProgramId,,\nx,y,,z",
            "line 2, column 4: has a value, but no name in line 1",
        ),
        (
            b'participantId,marketingProgramId\n\n"x"y,z',
            "line 3: ',' expected after '\"'; the rest is not read",
        ),
        (
            b'participantId,marketingProgramId\n"x,z',
            "line 2: unexpected end of data; the rest is not read",
        ),
        (b"participantId,marketingProgramId\n\0,z", "line 2, column participantId: must be text"),
        (
            b"participantId,marketingProgramId\n" + b"x" * 140_000,
            "line 2: field larger than field limit (131072); the rest is not read",
        ),
    ],
    ids=lambda each: str(each)[-40:],
)
def test_refuse_a_file_that_is_no_such_table(run, content, fault):
    _, err, refused = run(content, "--yes", name="import_participants")

    assert err == [fault]
    assert refused == "Nothing was imported: 1 faults."


def test_show_only_the_first_of_many_faults(run, monkeypatch):
    lines = 'participantId,marketingProgramId\n"x\ny",z\nv,w'  # a record of two lines
    _, err, _ = run(lines, name="import_participants")
    assert [line.partition(",")[0] for line in err] == ["line 2", "line 2", "line 4", "line 4"]
    monkeypatch.setattr(importing, "MOST_FAULTS", 3)
    monkeypatch.setattr(importing, "PART", 2)
    many = [("participantId", "marketingProgramId"), *[("x", guid(1))] * 5]

    _, err, refused = run(many, name="import_participants")

    assert len(err) == 3
    assert refused == "Nothing was imported: 5 faults, 2 of them not shown."


def test_refuse_a_file_that_is_too_long(run, monkeypatch):
    monkeypatch.setattr(commands, "MOST_LINES", 2)
    program = str(MarketingProgramFactory.create().pk)
    lines = [(guid(number), program) for number in range(3)]

    _, err, _ = run([("participantId", "marketingProgramId"), *lines], name="import_participants")

    assert err == ["line 4: is one more than 2"]


@pytest.fixture
def blocked(run, monkeypatch):
    """Return a function that imports a new participant and blocks a known one."""
    known = ParticipantFactory.create()
    program = str(known.program_id)
    monkeypatch.setattr(importing, "PART", 1)
    lines = [
        ("participantId", "marketingProgramId", "state"),
        (guid(1), program, ""),
        (str(known.pk), program, "Blocked"),
    ]
    return lambda *options: run(lines, *options, name="import_participants")


def test_import_participants(blocked, tmp_path):
    out, _, refused = blocked("--dry-run")
    assert out.splitlines()[-1] == "Participants: 1 created, 1 changed, 0 unchanged."
    assert (refused, Participant.objects.count()) == ("", 1)

    out, _, _ = blocked("--yes")

    assert out.splitlines()[-1] == "Imported: 1 created, 1 changed, 0 unchanged."
    assert f"line 2: {guid(1)} created" in out
    states = Participant.objects.order_by("pk").values_list("state", flat=True)
    assert sorted(states) == ["Active", "Blocked"]
    assert "0 created, 0 changed, 2 unchanged." in blocked("--yes")[0]
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_tasks", str(tmp_path / "none.csv"))


@pytest.mark.parametrize(("said", "count"), [("y", 2), ("", 1), ("no", 1)])
def test_ask_before_anything_is_imported(blocked, monkeypatch, said: str, count: int):
    monkeypatch.setattr("builtins.input", lambda _: said)

    _, _, refused = blocked()

    assert Participant.objects.count() == count
    assert refused == ("" if said == "y" else "Nothing was imported.")


def test_import_all_lines_or_none(blocked, monkeypatch):
    monkeypatch.setattr(
        "programs.management.commands.import_participants.check_import",
        lambda _: importing.Report(),
    )
    Participant.objects.all().update(program=MarketingProgramFactory.create())

    _, err, refused = blocked("--yes")

    assert "column marketingProgramId" in err[0]
    assert refused == "Nothing was imported: 1 faults."
    assert not Participant.objects.filter(pk=guid(1)).exists()


def test_imports_names_of_participants_and_names_the_column_of_one_that_is_taken(run):
    program = str(MarketingProgramFactory.create().pk)
    header = ("participantId", "marketingProgramId", "label", "externalId")
    lines = [header, (guid(1), program, "Ann, Oslo", "crm-1"), (guid(2), program, "", "crm-1")]

    out, err, _ = run(lines, name="import_participants", separator=";")
    stored, _, _ = run(lines[:2], "--yes", name="import_participants", separator=";")

    assert any("line 3, column externalId" in each for each in [out, *err])
    assert "1" in stored
    assert Participant.objects.get().known_as == "Ann, Oslo"
