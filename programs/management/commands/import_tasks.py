"""`manage.py import_tasks FILE`: create and change participants' tasks from CSV."""

from programs.management.commands.import_participants import ImportFile
from programs.tasks.commands import ImportedTasks


class Command(ImportFile):
    help = "Create and change participants' tasks from CSV: all lines, or none."
    subject = ImportedTasks
