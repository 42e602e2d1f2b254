"""`manage.py import_tasks FILE`: create and change participants' tasks from CSV."""

from programs.commands.importing.tasks import ImportedTasks
from programs.management.importing import ImportFile


class Command(ImportFile):
    help = "Create and change participants' tasks from CSV: all lines, or none."
    subject = ImportedTasks
