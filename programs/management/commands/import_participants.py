"""`manage.py import_participants FILE`: create and change participants from CSV."""

from programs.management.importing import ImportFile
from programs.participants.commands import ImportedParticipants


class Command(ImportFile):
    help = "Create and change participants from CSV: all lines, or none."
    subject = ImportedParticipants
