"""Quality of tagging over the AdminApi: how an album is checked, and how well a tagger reads."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role, readers_of
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    CountField,
    ExactDecimalField,
    GuidField,
    Input,
    Output,
    StrictBooleanField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from tagging.example_ids import ALBUM_ID, TAGATOR_ID
from tagging.quality.commands import ChangeAlbumQualityCommand, change_album_quality
from tagging.quality.queries import get_album_quality, get_tagator_quality
from tagging.records.quality import CERTAINTIES

READ = readers_of("tagging")

# Quality of tagging on the wire: how an album is checked, and how well a tagger reads.


class ShareField(ExactDecimalField):
    """A share from 0 to 1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=5, decimal_places=4, min_value=0, max_value=1, **kwargs)


class AlbumQualityInput(Input):
    """Changes of how an album's tagging is checked; a field that is left out stays."""

    example = {"secondReadingShare": "0.05", "knownAnswerShare": "0.02", "wantedCertainty": "0.98",
               "trialShare": None, "noNumberIfAllSkip": True}  # fmt: skip

    second_reading_share = ShareField(
        required=False,
        help_text="0 to 1, at most 4 places: how many of the completed tasks are read twice.",
    )
    known_answer_share = ShareField(
        required=False,
        help_text="0 to 1, at most 4 places: how many tasks of a work are known answers.",
    )
    wanted_certainty = ExactDecimalField(
        required=False,
        allow_null=True,
        max_digits=5,
        decimal_places=4,
        min_value=CERTAINTIES[0],
        max_value=CERTAINTIES[1],
        help_text="0.5001 to 0.9999: photos are read again, by other tagators, until it is so sure "
        "what is on them. Null: none is read again because of doubt.",
    )
    trial_share = ShareField(
        required=False,
        allow_null=True,
        help_text="0 to 1: new tagators first read the album's known answers, unpaid; they get "
        "other work if this share is right, with 0 in any case. Null: the album is no trial.",
    )
    no_number_if_all_skip = StrictBooleanField(
        required=False,
        help_text="A photo that all tagators who may read it have skipped has no number.",
    )


class AlbumQualityOutput(Output):
    """How an album's tagging is checked; `0` and null: not at all."""

    example = {
        "albumId": ALBUM_ID,
        "secondReadingShare": "0.0500",
        "knownAnswerShare": "0.0200",
        "wantedCertainty": "0.9800",
        "trialShare": None,
        "noNumberIfAllSkip": False,
    }

    album_id = GuidField()
    second_reading_share = serializers.DecimalField(max_digits=5, decimal_places=4)
    known_answer_share = serializers.DecimalField(max_digits=5, decimal_places=4)
    wanted_certainty = serializers.DecimalField(max_digits=5, decimal_places=4, allow_null=True)
    trial_share = serializers.DecimalField(max_digits=5, decimal_places=4, allow_null=True)
    no_number_if_all_skip = serializers.BooleanField()


class QualityQuery(Input):
    """The time; without `from`: from the beginning, without `to`: until now."""

    from_ = UtcDateTimeField(source="since", required=False, help_text="This moment is included.")
    to = UtcDateTimeField(source="until", required=False, help_text="This moment is not included.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        since, until = attrs.get("since"), attrs.get("until")
        if since and until and until <= since:
            raise serializers.ValidationError({"to": "Not after `from`."}, "not-after-from")
        return {"since": since, "until": until}


class TagatorQualityOutput(Output):
    """How well a tagator reads: second readings that agree, known answers that were hit."""

    example = {
        "tagatorId": TAGATOR_ID,
        "compared": 40,
        "agreed": 38,
        "settled": 2,
        "settledRight": 1,
        "knownAnswers": 20,
        "hits": 19,
        "accuracy": "0.9667",
    }

    tagator_id = GuidField()
    compared = CountField(help_text="Readings compared with another tagator's of the same photo.")
    agreed = CountField()
    settled = CountField(help_text="Disagreements that staff or evidence settled.")
    settled_right = CountField(help_text="Of these: where this tagator had read the right set.")
    known_answers = CountField(help_text="Readings of photos whose numbers staff know.")
    hits = CountField(help_text="Of these: where exactly the known set was read.")
    accuracy = serializers.CharField(
        allow_null=True,
        help_text="Of the readings that were checked, those found right; null: there are none.",
    )


class AlbumQualityViews(ApiViewSet):
    """How an album's tagging is checked."""

    access = Role("tagging.manage")

    @operation(gives=AlbumQualityOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return how many tasks are read twice or known answers, and the wanted certainty."""
        return self.answer(get_album_quality(album_id))

    @operation(takes=AlbumQualityInput, locking=True, refusals=(404,))
    def change(self, request: Request, album_id: UUID) -> Response:
        """Change how it is checked, from the next completion and the next work on."""
        command = ChangeAlbumQualityCommand(album_id=album_id, **self.changes())
        return self.done(change_album_quality(command))


class TagatorQualityViews(ApiViewSet):
    """How well a tagator reads."""

    access = Role("tagging.manage")

    @operation(query=QualityQuery, gives=TagatorQualityOutput, refusals=(404,), access=READ)
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return how many readings of an interval were checked, and how many were right."""
        return self.answer(get_tagator_quality(tagator_id, **self.query()))
