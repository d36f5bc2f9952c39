"""Serializers of the desk: rounds, presence, tables, journal, corrections."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import (
    ENDINGS,
    MatchSerializer,
    NullableCharField,
    NullableListField,
    PlayerSerializer,
    SideField,
)
from matches.models.match import MAX_LENGTH
from tournaments.api.serializers_events import (
    MOST_NAMES,
    MOST_NUMBER,
    EntrySerializer,
    SeatSerializer,
    VersionSerializer,
)
from tournaments.journal.facts import CHOICES


class PairSerializer(VersionSerializer):
    """Two entries of a stage."""

    flight = serializers.CharField(max_length=20)
    one = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    other = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class RoundCountSerializer(VersionSerializer):
    """The number of rounds of a stage."""

    flight = serializers.CharField(max_length=20)
    rounds = serializers.IntegerField(min_value=0, max_value=30)


class CorrectionSerializer(VersionSerializer):
    """A corrected result, and choices for later matches that have begun."""

    match = serializers.CharField(max_length=8)
    white_score = serializers.IntegerField(min_value=0, max_value=99)
    black_score = serializers.IntegerField(min_value=0, max_value=99)
    winner = SideField(default="")
    ending = serializers.ChoiceField(choices=ENDINGS, default="played")
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)
    choices = serializers.DictField(
        child=serializers.ChoiceField(choices=sorted(CHOICES)),
        required=False,
        default=dict,
        help_text="Pairing: what becomes of it, as the preview offers.",
    )
    reach = serializers.CharField(
        max_length=20_000,
        required=False,
        default="",
        allow_blank=True,
        help_text="What the preview reached; refused where the correction would reach anything else by now.",
    )

    def validate_choices(self, choices: dict[str, str]) -> dict[str, str]:
        """Limit the number of choices."""
        if len(choices) > MOST_NAMES:
            raise serializers.ValidationError("Too many choices.")
        return choices


class AffectedPairingSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    before = NullableListField(child=SeatSerializer(allow_null=True))
    after = NullableListField(child=SeatSerializer(allow_null=True))
    is_settled = serializers.BooleanField()
    keeps_result = serializers.BooleanField()
    allowed = serializers.ListField(child=serializers.CharField(), help_text="What may become of its match.")
    choice = serializers.CharField(help_text="What this preview assumes.")


class CorrectionPreviewSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    affected = AffectedPairingSerializer(
        many=True, help_text="Every later pairing that would get other players."
    )
    choices = serializers.DictField(child=serializers.CharField(), help_text="What was assumed; send it on.")
    reach = serializers.CharField(help_text="Send it with the correction.")


class PenaltyScaleSerializer(serializers.Serializer[Any]):
    grace = serializers.IntegerField(help_text="Minutes until the first point.")
    step = serializers.IntegerField(help_text="Minutes until another.")
    loses = serializers.BooleanField(help_text="Lost when the points pass half the length.")


class TableSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = NullableCharField(source="label", help_text="null: it goes by its number.")
    code = serializers.CharField()


class DeskSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    policy = serializers.CharField(source="confirm_policy", help_text="When a reported result counts.")
    final_after = serializers.IntegerField(allow_null=True, help_text="Minutes.")
    clock = NullableCharField()
    scale = PenaltyScaleSerializer(allow_null=True)
    tables = TableSerializer(many=True)


class BadgeSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer(source="badge.player")
    token = serializers.CharField(help_text="Shown once.")


class DeskSearchResultSerializer(serializers.Serializer[Any]):
    entry = EntrySerializer()
    now = MatchSerializer(many=True)
    settled = MatchSerializer(many=True)


class JournalLineSerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    kind = serializers.CharField()
    command = serializers.IntegerField(
        required=False, help_text="The command that wrote the line; shown to directors alone."
    )
    sentence = serializers.CharField(help_text="The line in words.")
    pairing = NullableCharField(help_text="The pairing it is about.")
    by = NullableCharField(help_text="Who acted; null for the site itself.")
    at = serializers.DateTimeField()
    reason = NullableCharField()
    is_undone = serializers.BooleanField()
    payload = serializers.DictField(required=False, help_text="Shown to directors alone.")
    may_undo = serializers.BooleanField(required=False, help_text="Shown to directors alone.")


class WaitingEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerSerializer(source="entry.player")
    times = serializers.IntegerField(help_text="How often they have played.")
    is_next = serializers.BooleanField()


class RollingSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    name = NullableCharField(source="room.name", help_text="null when no further knockout is open.")
    size = serializers.IntegerField(source="room.size")
    points = serializers.IntegerField(source="room.points")
    is_full = serializers.BooleanField(source="room.is_full")
    guests = WaitingEntrySerializer(source="room.guests", many=True)


class FileRatingsSerializer(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()
    engine = serializers.CharField()
    settings = NullableCharField()
    by = serializers.CharField(source="source", help_text="Who uploaded the file.")


class PerformanceRatingSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    words = serializers.CharField(source="description", help_text="As the journal records it.")
    is_missing = serializers.BooleanField()
    is_ruled = serializers.BooleanField()
    offer = FileRatingsSerializer(
        allow_null=True, help_text="PRs of an analysed file, which count once they are entered."
    )


class PerformanceRatingsSerializer(serializers.Serializer[Any]):
    missing = PerformanceRatingSerializer(many=True)
    known = PerformanceRatingSerializer(many=True)


class StageSerializer(VersionSerializer):
    """A stage of rounds."""

    flight = serializers.CharField(max_length=20)


class KnockoutSerializer(VersionSerializer):
    """A small knockout."""

    points = serializers.IntegerField(
        min_value=1, max_value=MAX_LENGTH, help_text="The length of its matches."
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=1,
        max_length=MOST_NAMES,
    )


class PresenceSerializer(VersionSerializer):
    """The presence of an entry."""

    presence = NullableCharField(
        max_length=10, default="", help_text='"here", "away", "waiting"; null for not noted.'
    )


class ReplacementSerializer(VersionSerializer):
    """The replacement of an absent entry."""

    alternate = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    flight = serializers.CharField(max_length=20)


class BadgeCreateSerializer(serializers.Serializer[Any]):
    """The team member who gets a badge."""

    member = serializers.CharField(
        max_length=8, required=False, default="", help_text="The code of a member; left out, the captain."
    )


class TableNameSerializer(serializers.Serializer[Any]):
    """The name of a table."""

    name = NullableCharField(max_length=40, default="", help_text="null: it goes by its number.")
