"""Serializers of the desk: presence, tables, knockouts, journal, corrections, performance ratings."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import (
    ENDINGS,
    MatchSerializer,
    NullableCharField,
    NullableListField,
    PlayerSerializer,
    SideField,
    StoredReasonField,
)
from rules.match import LONGEST_MATCH
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.journal.facts import CHOICES, STAGE_CHOICES
from tournaments.models import Break
from tournaments.models.breaks import MAX_REASON_LENGTH
from tournaments.play.api.serializers_commands import (
    MOST_NUMBER,
    SignUpsSerializer,
    VersionSerializer,
)
from tournaments.play.api.serializers_events import EntrySerializer, SeatSerializer


class PairSerializer(VersionSerializer):
    """Two entries of a stage."""

    flight = serializers.CharField(max_length=20)
    one = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    other = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    reason = serializers.CharField(
        max_length=300,
        required=False,
        default="",
        allow_blank=True,
        help_text="Why; it is public, in the activity log.",
    )


class RoundCountSerializer(VersionSerializer):
    """The number of rounds of a stage."""

    flight = serializers.CharField(max_length=20)
    rounds = serializers.IntegerField(min_value=0, max_value=30)


class CorrectionSerializer(VersionSerializer):
    """A corrected result, and choices for later matches that have begun."""

    match = serializers.CharField(max_length=8)
    white_score = serializers.IntegerField(min_value=0, max_value=LONGEST_MATCH)
    black_score = serializers.IntegerField(min_value=0, max_value=LONGEST_MATCH)
    winner = SideField(default="")
    ending = serializers.ChoiceField(choices=ENDINGS, default="played")
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)
    choices = serializers.DictField(
        child=serializers.ChoiceField(choices=sorted({*CHOICES, *STAGE_CHOICES})),
        required=False,
        default=dict,
        help_text="By the name of a pairing or flight: one of the choices that the preview allows for it.",
    )
    reach = serializers.CharField(
        max_length=20_000,
        required=False,
        default="",
        allow_blank=True,
        help_text="The `reach` of the preview; refused if the correction would affect other pairings now.",
    )

    def validate_choices(self, choices: dict[str, str]) -> dict[str, str]:
        """Limit the number of choices."""
        if len(choices) > LARGEST_DRAW:
            raise serializers.ValidationError("Too many choices.")
        return choices


class AffectedPairingSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    before = NullableListField(child=SeatSerializer(allow_null=True))
    after = NullableListField(child=SeatSerializer(allow_null=True))
    is_settled = serializers.BooleanField()
    keeps_result = serializers.BooleanField()
    allowed = serializers.ListField(
        child=serializers.CharField(), help_text="The possible choices for its match."
    )
    choice = serializers.CharField(help_text="The choice that the preview assumes.")


class StageChangeSerializer(serializers.Serializer[Any]):
    flight = serializers.CharField()
    leaving = SeatSerializer(many=True, help_text="In it, and should not be.")
    entering = SeatSerializer(many=True, help_text="Not in it, and should be.")
    allowed = serializers.ListField(
        child=serializers.CharField(),
        help_text="The possible choices, if one of those who leave has played in it.",
    )
    choice = serializers.CharField(help_text="The choice that the preview assumes: `stay` or `replace`.")
    added = SeatSerializer(many=True, help_text="Get a line of their own.")
    left_out = SeatSerializer(many=True, help_text="Find no line.")
    is_open = serializers.BooleanField(
        help_text="Whether its players follow only when matches that are played again are over."
    )


class OutdatedRoundSerializer(serializers.Serializer[Any]):
    flight = serializers.CharField()
    round = serializers.IntegerField()
    has_begun = serializers.BooleanField(
        help_text="Whether a match of it has begun; otherwise it can be paired again (`mode` `again`)."
    )
    sentence = serializers.CharField()


class CorrectionPreviewSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    affected = AffectedPairingSerializer(
        many=True, help_text="Every later pairing whose players would change."
    )
    stage_changes = StageChangeSerializer(
        many=True, help_text="The drawn stages to which the results would send other players."
    )
    rounds = OutdatedRoundSerializer(
        many=True,
        help_text="The rounds that were paired on the old scores; a correction leaves them as they are.",
    )
    effects = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sentences about what else would change: the winner, and prizes already paid.",
    )
    choices = serializers.DictField(
        child=serializers.CharField(), help_text="The assumed choices; send them with the correction."
    )
    reach = serializers.CharField(help_text="Send it with the correction.")


class PenaltyScaleSerializer(serializers.Serializer[Any]):
    grace = serializers.IntegerField(help_text="Minutes until the first penalty point.")
    step = serializers.IntegerField(help_text="Minutes until each further penalty point.")
    loses = serializers.BooleanField(
        help_text="Whether the match is lost when the penalty points exceed half its length."
    )


class TableSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = NullableCharField(source="label", help_text="null for a table with a number only.")
    code = serializers.CharField()
    is_out_of_use = serializers.BooleanField(help_text="Whether no match is called to it.")


class DeskSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    policy = serializers.CharField(source="confirm_policy", help_text="When a reported result counts.")
    final_after = serializers.IntegerField(
        allow_null=True, help_text="Minutes until a report becomes final without confirmation."
    )
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
        required=False, help_text="The command that wrote the line; for directors only."
    )
    sentence = serializers.CharField(help_text="The line in words.")
    pairing = NullableCharField(help_text="The name of the pairing.")
    by = NullableCharField(help_text="The person who acted; null for others than directors.")
    at = serializers.DateTimeField()
    reason = NullableCharField()
    is_undone = serializers.BooleanField()
    consequences = serializers.ListField(
        child=serializers.CharField(),
        help_text="What a correction, its undo or its redo did to other matches, a sentence for each.",
    )
    replaced_by = serializers.IntegerField(
        allow_null=True, help_text="The line that replaced the result of this one; null if it stands."
    )
    payload = serializers.DictField(required=False, help_text="For directors only.")
    may_undo = serializers.BooleanField(required=False, help_text="For directors only.")


class WaitingEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerSerializer(source="entry.player")
    times = serializers.IntegerField(help_text="The number of knockouts they have played.")
    is_next = serializers.BooleanField()


class RollingSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    name = NullableCharField(source="queue.name", help_text="The next knockout; null if none can be started.")
    size = serializers.IntegerField(source="queue.size")
    points = serializers.IntegerField(source="queue.points")
    is_full = serializers.BooleanField(source="queue.is_full")
    guests = WaitingEntrySerializer(source="queue.guests", many=True)


class FileRatingsSerializer(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()
    engine = serializers.CharField()
    settings = NullableCharField()
    by = serializers.CharField(source="source", help_text="The person who uploaded the file.")


class PerformanceRatingSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    words = serializers.CharField(source="description", help_text="The ratings in words, as in the journal.")
    is_missing = serializers.BooleanField()
    is_ruled = serializers.BooleanField()
    offer = FileRatingsSerializer(
        allow_null=True, help_text="PRs of an analysed match file; they count once they are entered."
    )


class PerformanceRatingsSerializer(serializers.Serializer[Any]):
    missing = PerformanceRatingSerializer(many=True)
    known = PerformanceRatingSerializer(many=True)


class KnockoutSerializer(VersionSerializer, SignUpsSerializer):
    """A small knockout."""

    points = serializers.IntegerField(
        min_value=1, max_value=LONGEST_MATCH, help_text="The length of its matches."
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=1,
        max_length=LARGEST_DRAW,
    )


class PresenceUpdateSerializer(VersionSerializer):
    """The presence of an entry."""

    presence = NullableCharField(
        max_length=10, default="", help_text='"here", "away" or "waiting"; null: not marked.'
    )


class BadgeCreateSerializer(serializers.Serializer[Any]):
    """The team member who gets a badge."""

    member = serializers.CharField(
        max_length=8, required=False, default="", help_text="The code of a member; by default the captain."
    )


class BreakSerializer(serializers.ModelSerializer[Break]):
    """A break of a tournament, or of its only `event` that has it."""

    number = serializers.IntegerField(source="pk", read_only=True)
    reason = StoredReasonField(max_length=MAX_REASON_LENGTH, allow_blank=True, required=False)

    class Meta:
        model = Break
        fields = ("number", "begins_at", "ends_at", "reason", "event")


class BreakCreateSerializer(serializers.Serializer[Any]):
    """The break to announce."""

    begins_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="Without it, the break begins now."
    )
    ends_at = serializers.DateTimeField()
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")
    event = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The only event of the tournament that has the break; null for all.",
    )


class NightsSerializer(serializers.Serializer[Any]):
    """When play ends in the evening and goes on in the morning, in local time."""

    closes = serializers.TimeField()
    opens = serializers.TimeField()
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True, default="")


class StartedMatchesSerializer(serializers.Serializer[Any]):
    """Called matches whose players are at the board."""

    matches = serializers.ListField(
        child=serializers.CharField(max_length=8), max_length=256, help_text="The codes of the matches."
    )
