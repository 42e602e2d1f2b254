"""A participant's tasks erased, and at the end the participant."""

from datetime import datetime
from typing import Any
from uuid import UUID

from foundation.privacy.registry import Counts, Erased, Part, Subject
from programs.participants.models import Participant
from programs.tasks.models import AssignmentLine, ParticipantExerciseTask, TaskAssignment

TASKS_AT_ONCE = 500


class TasksOfParticipant(Part):
    """The tasks, and at the end the participant: nothing refers to them by then."""

    def count(self, subject: Subject) -> Counts:
        participants = Participant.objects.filter(pk=subject["participantId"])
        return {"tasks": _tasks_of(subject).count(), "participants": participants.count()}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        chosen = list(_tasks_of(subject).values_list("pk", flat=True)[:TASKS_AT_ONCE])
        if chosen:
            ParticipantExerciseTask.objects.filter(pk__in=chosen).delete()
            return Erased(counts={"tasks": len(chosen)}, next="more")
        _leave_assignments(subject)
        deleted, _ = Participant.objects.filter(pk=subject["participantId"]).delete()
        return Erased(counts={"participants": deleted})


def _tasks_of(subject: Subject) -> Any:
    return ParticipantExerciseTask.objects.filter(participant=subject["participantId"])


def _leave_assignments(subject: Subject) -> None:
    """Delete the participant's lines of tasks for many, and where a job has read up to them."""
    participant_id = subject["participantId"]
    AssignmentLine.objects.filter(participant_id=participant_id).delete()
    for job in TaskAssignment.objects.filter(position__id=participant_id):
        # Those who came at the same moment are read again; their tasks are there already.
        position = {**(job.position or {}), "id": str(UUID(int=0))}
        TaskAssignment.objects.filter(pk=job.pk).update(position=position)
