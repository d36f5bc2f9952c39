"""What programs that run a desk send and are told: rounds, rooms, screens, announcements, corrections."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_in import ENDINGS
from matches.api.shapes_out import Gaps, MatchOut, PlayerOut
from tournaments.api.serializers_events import EntryOut, SeatOut
from tournaments.api.shapes_in import MOST_NAMES, MOST_NUMBER, Acting
from tournaments.journal.facts import CHOICES

Shape = serializers.Serializer[Any]


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
    winner = serializers.ChoiceField(choices=["white", "black", ""], default="")
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


class AffectedOut(Shape):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    before = Gaps(child=SeatOut(allow_null=True))
    after = Gaps(child=SeatOut(allow_null=True))
    is_settled = serializers.BooleanField()
    keeps_result = serializers.BooleanField()
    allowed = serializers.ListField(child=serializers.CharField(), help_text="What may become of its match.")
    choice = serializers.CharField(help_text="What this preview assumes.")


class CorrectionOut(Shape):
    pairing = serializers.CharField(source="pairing.label")
    affected = AffectedOut(many=True, help_text="Every later pairing that would get other players.")
    choices = serializers.DictField(child=serializers.CharField(), help_text="What was assumed; send it on.")
    reach = serializers.CharField(help_text="Send it with the correction.")


class ScaleOut(Shape):
    grace = serializers.IntegerField(help_text="Minutes until the first point.")
    step = serializers.IntegerField(help_text="Minutes until another.")
    loses = serializers.BooleanField(help_text="Lost when the points pass half the length.")


class DeskTableOut(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField(source="label", help_text="What it is called; empty: by its number.")
    code = serializers.CharField()


class DeskOut(Shape):
    code = serializers.CharField()
    name = serializers.CharField()
    policy = serializers.CharField(source="confirm_policy", help_text="When a reported result counts.")
    final_after = serializers.IntegerField(allow_null=True, help_text="Minutes.")
    clock = serializers.CharField()
    scale = ScaleOut(allow_null=True)
    tables = DeskTableOut(many=True)


class BadgeOut(Shape):
    player = PlayerOut(source="badge.player")
    token = serializers.CharField(help_text="Shown once.")


class BadgeIn(Shape):
    entry = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    member = serializers.CharField(
        max_length=8,
        required=False,
        default="",
        help_text="Of a team: the code of who gets it, else its captain.",
    )


class FoundOut(Shape):
    entry = EntryOut()
    now = MatchOut(many=True)
    settled = MatchOut(many=True)


class FindingOut(Shape):
    found = FoundOut(many=True)


class JournalLineOut(Shape):
    seq = serializers.IntegerField()
    kind = serializers.CharField()
    command = serializers.IntegerField(
        required=False, help_text="The command that wrote the line; for who directs the event alone."
    )
    sentence = serializers.CharField(help_text="The line in words.")
    pairing = serializers.CharField(help_text='The pairing it is about, or "".')
    by = serializers.CharField(help_text='Who acted, "" for the site itself.')
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    is_undone = serializers.BooleanField()
    payload = serializers.DictField(required=False, help_text="For who directs the event alone.")
    may_undo = serializers.BooleanField(required=False, help_text="For who directs the event alone.")


class JournalOut(Shape):
    version = serializers.IntegerField()
    lines = JournalLineOut(many=True, help_text="The newest first.")


class GuestOut(Shape):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerOut(source="entry.player")
    times = serializers.IntegerField(help_text="How often he has played.")
    is_next = serializers.BooleanField()


class RoomOut(Shape):
    version = serializers.IntegerField()
    name = serializers.CharField(source="room.name", help_text='"" when no further knockout is open.')
    size = serializers.IntegerField(source="room.size")
    points = serializers.IntegerField(source="room.points")
    is_full = serializers.BooleanField(source="room.is_full")
    guests = GuestOut(source="room.guests", many=True)


class MeasuredOut(Shape):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    told = serializers.CharField(help_text="What the journal has of it, in words.")
    is_missing = serializers.BooleanField()
    is_ruled = serializers.BooleanField()


class MeasuresOut(Shape):
    missing = MeasuredOut(many=True)
    known = MeasuredOut(many=True)


class ComingOut(Shape):
    name = serializers.CharField()
    points = serializers.CharField()
    is_known = serializers.BooleanField(help_text="He is a member already.")


class ReportForeseenOut(Shape):
    name = serializers.CharField()
    players = ComingOut(many=True)
    rounds = serializers.IntegerField(help_text="Rounds that are paired.")
    planned = serializers.IntegerField()
    results = serializers.IntegerField()
