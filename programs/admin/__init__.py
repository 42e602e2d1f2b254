"""Staff's view of programs: the modules register themselves."""

from programs.admin import marketing_programs, participants, tasks

__all__ = ["marketing_programs", "participants", "tasks"]
