"""`manage.py import_participants FILE`: create and change participants from CSV."""

from programs.commands.importing.participants import ImportedParticipants
from programs.management.importing import ImportFile


class Command(ImportFile):
    help = "Create and change participants from CSV: all lines, or none."
    subject = ImportedParticipants
