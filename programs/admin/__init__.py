"""Staff's view of programs: the modules register themselves."""

from programs.admin import exercises, marketing_programs, participants, tasks

__all__ = ["exercises", "marketing_programs", "participants", "tasks"]
