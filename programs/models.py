"""Marketing programs, their participants, and the participants' tasks."""

from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import AssignmentLine, ParticipantExerciseTask, TaskAssignment
