"""Programs, participants, exercises and tasks, as they move in and out."""

from collections.abc import Iterator, Sequence

from foundation.moving.kinds import Facts, FileFacts, MovedKind, Row, RowProblem
from foundation.privacy.registry import erased_problems
from foundation.records.refusals import Invalid
from programs.participants.erasing import participant_name
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.commands import read_criteria
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState


class MovedPrograms(MovedKind):
    name, model = "programs", MarketingProgram
    says = "Marketing programs."
    names = {"id": "marketingProgramId"}
    needed = ("id",)
    remembers = ("time_zone",)
    meanings = {
        "is_new_scheme": "Whether this service settles rewards and tasks; false: task managers do.",
        "name": "Its name.",
    }


class MovedParticipants(MovedKind):
    name, model = "participants", Participant
    says = "Participants, each of one program."
    names = {"id": "participantId", "program_id": "marketingProgramId"}
    needed = ("id",)
    unique = (("program_id", "external_id"),)
    case_counts = ("external_id",)
    remembers = ("program_id",)
    meanings = {"state": "Whether activities are accepted: Active, or Blocked."}

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        yield from erased_problems(
            (row, "participantId", participant_name(row.values["id"])) for row in rows
        )


class MovedExercises(MovedKind):
    name, model = "exercises", Exercise
    says = "Exercises of programs; the tasks of participants name one."
    names = {"id": "exerciseId", "program_id": "marketingProgramId"}
    needed = ("id",)
    remembers = ("program_id", "activity_type")


class MovedTasks(MovedKind):
    name, model = "tasks", ParticipantExerciseTask
    says = "What each participant has to do."
    names = {"id": "participantExerciseTaskId"}
    needed = ("id",)
    remembers = ("participant_id",)
    absent = {"activity_type": "that of the exercise", "activity_applied_on": "by activities"}
    meanings = {
        "criteria": "What an activity must meet, by the keys of its type.",
        "starts_on": "It orders tasks, and is not checked.",
        "finishes_on": "It orders tasks, and is not checked.",
        "activity_applied_on": "When an activity was applied to it.",
    }

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        exercises = facts("exercises", [row.values["exercise_id"] for row in rows])
        programs = facts("participants", [row.values["participant_id"] for row in rows])
        for row in rows:
            exercise = exercises[str(row.values["exercise_id"])]
            if exercise["program_id"] != programs[str(row.values["participant_id"])]["program_id"]:
                says = "names a participant of another program than the exercise's"
                yield (
                    row,
                    RowProblem(field="participantId", says=says, cure="Correct one of the two."),
                )
            if fault := _fault_of_criteria(row, exercise["activity_type"]):
                yield row, fault
            done = row.values.get("state") == ParticipantTaskState.COMPLETED
            if done and row.values.get("completed_on") is None:
                says = "is missing of a completed task"
                yield (
                    row,
                    RowProblem(field="completedOn", says=says, cure="Add when it was completed."),
                )

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        exercises = facts("exercises", [row.values["exercise_id"] for row in rows])
        for row in rows:
            kind = exercises[str(row.values["exercise_id"])]["activity_type"]
            row.values.setdefault("activity_type", kind)
            if criteria := row.values.get("criteria"):
                row.values["criteria"] = read_criteria(kind, criteria)


def _fault_of_criteria(row: Row, activity_type: str) -> RowProblem | None:
    criteria = row.values.get("criteria", {})
    if not isinstance(criteria, dict):
        return RowProblem(field="criteria", says="is no object", cure="Write an object by key.")
    if row.values.get("activity_type") not in (None, activity_type):
        says = f"is not that of the exercise, {activity_type}"
        return RowProblem(field="activityType", says=says, cure="Leave it out.")
    try:
        if criteria:
            read_criteria(activity_type, criteria)
    except Invalid as refusal:
        says = f"are refused: {refusal.detail.rstrip('.')}"
        return RowProblem(field="criteria", says=says, cure="docs/activities.md has the criteria.")
    return None


KINDS = (MovedPrograms(), MovedParticipants(), MovedExercises(), MovedTasks())
