"""`manage.py end_holding --from MOMENT`: what of the held is delivered, and what is dropped."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from foundation.messaging.outbox.holding import SENT, is_holding, waiting_around, withdraw_before
from foundation.moving.columns import RefusedValue, moment
from foundation.records.audit import operator, record_deed
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.processing.results import HELD_TASK
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.photo_service import held_results


class Command(BaseCommand):
    help = "Drops what was held before a moment; what was held since is delivered."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="since", required=True, metavar="MOMENT")
        parser.add_argument("--apply", action="store_true", help="do it; else only say what")

    def handle(self, *_: Any, **options: Any) -> None:
        since = _moment(options["since"])
        # The former service took a photo's event before the moment; when we read it is not asked.
        before = Q(told__lt=since)
        told = Photo.objects.annotate(told=Coalesce("told_on", "created_on"))
        keys = list(held_results(told.filter(before), since))
        for lane, dropped, later in waiting_around(since, keys):
            self.stdout.write(f"{lane}: {dropped:,} dropped, {later:,} delivered")
        # Those whose faces are still looked for have not failed yet.
        held = told.exclude(state=PhotoState.DELETED).filter(number_failure=HELD_TASK)
        photos = list(held.exclude(before).values_list("pk", flat=True))
        left = held.count() - len(photos)
        self.stdout.write(f"tagging tasks: {left:,} dropped, {len(photos):,} made")
        if late := told.filter(before, state=PhotoState.NEW).count():
            says = f"{late:,} photos of before are being recognised: wait, or they are sent, too"
            self.stdout.write(says)
        if not options["apply"]:
            self.stdout.write("Nothing was changed; --apply does it.")
            return
        if is_holding():
            raise CommandError(f"Set DELIVERIES={SENT} first, and start no process before this.")
        by = operator("end_holding")
        dropped = withdraw_before(since, keys)
        record_deed(by, "Ended the holding of deliveries", Photo, reason=f"From {since}.")
        made = reprocess_photos(ReprocessPhotosCommand(photo_ids=photos, now=timezone.now()))
        self.stdout.write(f"Dropped {dropped:,} messages; {made:,} photos get their tasks.")


def _moment(text: str) -> datetime:
    try:
        return moment(text)
    except RefusedValue as refused:
        raise CommandError(f"{text} {refused.says}. {refused.cure}") from None
