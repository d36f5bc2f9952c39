"""Serializers of the desk: rounds, presence, tables, journal, corrections."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import NullableCharField, SideField
from matches.api.shapes_in import ENDINGS
from matches.api.shapes_out import Gaps, MatchOut, PlayerOut
from matches.models.match import LONGEST
from tournaments.api.serializers_events import EntryOut, SeatOut
from tournaments.api.shapes_in import MOST_NAMES, MOST_NUMBER, Acting
from tournaments.journal.facts import CHOICES


class PairIn(Acting):
    """Two entries of a stage."""

    flight = serializers.CharField(max_length=20)
    one = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    other = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class RoundsIn(Acting):
    """How many rounds a stage has."""

    flight = serializers.CharField(max_length=20)
    rounds = serializers.IntegerField(min_value=0, max_value=30)


class CorrectingIn(Acting):
    """Another result for a settled match, and what becomes of later matches that have begun."""

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
        """At most one choice for each pairing there can be."""
        if len(choices) > MOST_NAMES:
            raise serializers.ValidationError("Too many choices.")
        return choices


class AffectedOut(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    before = Gaps(child=SeatOut(allow_null=True))
    after = Gaps(child=SeatOut(allow_null=True))
    is_settled = serializers.BooleanField()
    keeps_result = serializers.BooleanField()
    allowed = serializers.ListField(child=serializers.CharField(), help_text="What may become of its match.")
    choice = serializers.CharField(help_text="What this preview assumes.")


class CorrectionOut(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    affected = AffectedOut(many=True, help_text="Every later pairing that would get other players.")
    choices = serializers.DictField(child=serializers.CharField(), help_text="What was assumed; send it on.")
    reach = serializers.CharField(help_text="Send it with the correction.")


class ScaleOut(serializers.Serializer[Any]):
    grace = serializers.IntegerField(help_text="Minutes until the first point.")
    step = serializers.IntegerField(help_text="Minutes until another.")
    loses = serializers.BooleanField(help_text="Lost when the points pass half the length.")


class DeskTableOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = NullableCharField(source="label", help_text="null: it goes by its number.")
    code = serializers.CharField()


class DeskOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    policy = serializers.CharField(source="confirm_policy", help_text="When a reported result counts.")
    final_after = serializers.IntegerField(allow_null=True, help_text="Minutes.")
    clock = NullableCharField()
    scale = ScaleOut(allow_null=True)
    tables = DeskTableOut(many=True)


class BadgeOut(serializers.Serializer[Any]):
    player = PlayerOut(source="badge.player")
    token = serializers.CharField(help_text="Shown once.")


class FoundOut(serializers.Serializer[Any]):
    entry = EntryOut()
    now = MatchOut(many=True)
    settled = MatchOut(many=True)


class JournalLineOut(serializers.Serializer[Any]):
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


class JournalOut(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    lines = JournalLineOut(many=True, help_text="The newest first.")


class GuestOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerOut(source="entry.player")
    times = serializers.IntegerField(help_text="How often they have played.")
    is_next = serializers.BooleanField()


class RoomOut(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    name = NullableCharField(source="room.name", help_text="null when no further knockout is open.")
    size = serializers.IntegerField(source="room.size")
    points = serializers.IntegerField(source="room.points")
    is_full = serializers.BooleanField(source="room.is_full")
    guests = GuestOut(source="room.guests", many=True)


class MeasuredOut(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    words = serializers.CharField(source="told", help_text="What the journal has of it.")
    is_missing = serializers.BooleanField()
    is_ruled = serializers.BooleanField()


class MeasuresOut(serializers.Serializer[Any]):
    missing = MeasuredOut(many=True)
    known = MeasuredOut(many=True)


class StageIn(Acting):
    """A stage of rounds."""

    flight = serializers.CharField(max_length=20)


class KnockoutIn(Acting):
    """A small knockout."""

    points = serializers.IntegerField(min_value=1, max_value=LONGEST, help_text="The length of its matches.")
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=1,
        max_length=MOST_NAMES,
    )


class PresenceIn(Acting):
    """Whether an entry is here."""

    presence = NullableCharField(
        max_length=10, default="", help_text='"here", "away", "waiting"; null for not noted.'
    )


class ReplaceIn(Acting):
    """Who takes the place of an absent entry."""

    alternate = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    flight = serializers.CharField(max_length=20)


class MemberIn(serializers.Serializer[Any]):
    """Who of a team gets a badge."""

    member = serializers.CharField(
        max_length=8, required=False, default="", help_text="The code of a member; left out, the captain."
    )


class TableNameIn(serializers.Serializer[Any]):
    """The name of a table."""

    name = NullableCharField(max_length=40, default="", help_text="null: it goes by its number.")


class ComingOut(serializers.Serializer[Any]):
    """A player of a report."""

    name = serializers.CharField()
    points = serializers.CharField()
    is_known = serializers.BooleanField(help_text="They are a member already.")


class ReportForeseenOut(serializers.Serializer[Any]):
    """What an event made of a report would be."""

    name = serializers.CharField()
    players = ComingOut(many=True)
    rounds = serializers.IntegerField(help_text="Rounds that are paired.")
    planned = serializers.IntegerField()
    results = serializers.IntegerField()
