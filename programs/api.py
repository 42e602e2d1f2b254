"""What programs offers to each API group."""

from django.urls import path

from programs.participants.api import ParticipantViews
from programs.programs.api import ExerciseViews, MarketingProgramViews
from programs.tasks.api import ParticipantTaskViews
from programs.tasks.assigning_api import AssignmentViews

PROGRAM = "marketing-programs/<guid:marketing_program_id>"
PARTICIPANT = "participants/<guid:participant_id>"
EXERCISE = "exercises/<guid:exercise_id>"
TASK = "participant-exercise-tasks/<guid:participant_exercise_task_id>"

ASSIGNMENTS = "task-assignments"
ASSIGNMENT = f"{ASSIGNMENTS}/<guid:assignment_id>"

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
    path(ASSIGNMENTS, AssignmentViews.as_view({"get": "list", "post": "start"})),
    path(f"{ASSIGNMENTS}/preview", AssignmentViews.as_view({"post": "preview"})),
    path(ASSIGNMENT, AssignmentViews.as_view({"get": "retrieve"})),
    path(f"{ASSIGNMENT}/cancel", AssignmentViews.as_view({"put": "cancel"})),
    path(TASK, ParticipantTaskViews.as_view({"get": "retrieve", "put": "save"})),
    path(f"{TASK}/cancel", ParticipantTaskViews.as_view({"post": "cancel"})),
    path(f"{TASK}/complete", ParticipantTaskViews.as_view({"post": "complete"})),
]
