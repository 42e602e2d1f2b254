"""Quality of tagging on the wire: how an album is checked, and how well a tagger reads."""

from typing import Any

from rest_framework import serializers

from foundation.rest.fields import CountField, ExactDecimalField, GuidField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, TAGATOR_ID
from tagging.models import CERTAINTIES


class ShareField(ExactDecimalField):
    """A share from 0 to 1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=5, decimal_places=4, min_value=0, max_value=1, **kwargs)


class AlbumQualityInput(Input):
    """Changes of how an album's tagging is checked; a field that is left out stays."""

    example = {"secondReadingShare": "0.05", "knownAnswerShare": "0.02", "wantedCertainty": "0.98"}

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


class AlbumQualityOutput(Output):
    """How an album's tagging is checked; `0` and null: not at all."""

    example = {
        "albumId": ALBUM_ID,
        "secondReadingShare": "0.0500",
        "knownAnswerShare": "0.0200",
        "wantedCertainty": "0.9800",
    }

    album_id = GuidField()
    second_reading_share = serializers.DecimalField(max_digits=5, decimal_places=4)
    known_answer_share = serializers.DecimalField(max_digits=5, decimal_places=4)
    wanted_certainty = serializers.DecimalField(max_digits=5, decimal_places=4, allow_null=True)


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
    """How well a tagator reads: second readings that agree, known answers that they hit."""

    example = {
        "tagatorId": TAGATOR_ID,
        "compared": 40,
        "agreed": 38,
        "agreementRate": "0.9500",
        "settled": 2,
        "settledRight": 1,
        "knownAnswers": 20,
        "hits": 19,
        "hitRate": "0.9500",
    }

    tagator_id = GuidField()
    compared = CountField(help_text="Readings compared with another tagator's of the same photo.")
    agreed = CountField()
    agreement_rate = serializers.CharField(allow_null=True)
    settled = CountField(help_text="Disagreements that staff or evidence settled.")
    settled_right = CountField(help_text="Of these: where this tagator had read the right set.")
    known_answers = CountField(help_text="Readings of photos whose numbers staff know.")
    hits = CountField(help_text="Of these: where exactly the known set was read.")
    hit_rate = serializers.CharField(allow_null=True)
