"""Staff's view of programs: the modules register themselves."""

from programs.participants import admin as participants
from programs.programs import admin as marketing_programs
from programs.tasks import admin as tasks
