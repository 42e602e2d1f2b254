"""What programs offers to each API group."""

from typing import Any

from django.urls import URLPattern, path

from programs.participants.api import ParticipantViews
from programs.programs.api import ExerciseViews, MarketingProgramViews
from programs.tasks.api import ParticipantTaskViews
from programs.tasks.assigning_api import AssignmentViews

PROGRAM = "marketing-programs/<guid:marketing_program_id>"
PARTICIPANT = "participants/<guid:participant_id>"
EXERCISE = "exercises/<guid:exercise_id>"
TASK = "participant-exercise-tasks/<guid:participant_exercise_task_id>"

ASSIGNMENTS = "task-assignments"
# The address of version 0.1, which could be read as that of a task's part.
MOVED_ASSIGNMENTS = "participant-exercise-tasks/assignments"


def _assignments(base: str, **options: Any) -> list[URLPattern]:
    one = f"{base}/<guid:assignment_id>"
    return [
        path(base, AssignmentViews.as_view({"get": "list", "post": "start"}, **options)),
        path(f"{base}/preview", AssignmentViews.as_view({"post": "preview"}, **options)),
        path(one, AssignmentViews.as_view({"get": "retrieve"}, **options)),
        path(f"{one}/cancel", AssignmentViews.as_view({"put": "cancel"}, **options)),
    ]


admin_urls = [
    path("marketing-programs", MarketingProgramViews.as_view({"get": "list"})),
    path("marketing-programs/bulk", MarketingProgramViews.as_view({"post": "save_all"})),
    path(PROGRAM, MarketingProgramViews.as_view({"get": "retrieve", "put": "save"})),
    path("participants", ParticipantViews.as_view({"get": "list"})),
    path("participants/bulk", ParticipantViews.as_view({"post": "save_all"})),
    path(PARTICIPANT, ParticipantViews.as_view({"get": "retrieve", "put": "save"})),
    path(f"{PARTICIPANT}/erase", ParticipantViews.as_view({"post": "erase"})),
    path(f"{PARTICIPANT}/block", ParticipantViews.as_view({"post": "block"})),
    path(f"{PARTICIPANT}/unblock", ParticipantViews.as_view({"post": "unblock"})),
    path("exercises", ExerciseViews.as_view({"get": "list"})),
    path("exercises/bulk", ExerciseViews.as_view({"post": "save_all"})),
    path(EXERCISE, ExerciseViews.as_view({"get": "retrieve", "put": "save"})),
    path("participant-exercise-tasks", ParticipantTaskViews.as_view({"get": "list"})),
    path("participant-exercise-tasks/bulk", ParticipantTaskViews.as_view({"post": "save_all"})),
    *_assignments(ASSIGNMENTS),
    *_assignments(MOVED_ASSIGNMENTS, moved_to=(MOVED_ASSIGNMENTS, ASSIGNMENTS)),
    path(TASK, ParticipantTaskViews.as_view({"get": "retrieve", "put": "save"})),
    path(f"{TASK}/cancel", ParticipantTaskViews.as_view({"post": "cancel"})),
    path(f"{TASK}/complete", ParticipantTaskViews.as_view({"post": "complete"})),
]
