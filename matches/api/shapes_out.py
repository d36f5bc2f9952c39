"""Serializers of players and matches as they are answered; devices and accounts stay inside."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import NullableCharField, SideField


class Gaps(serializers.ListField):
    """A list some of whose places are empty."""


class PlayerOut(serializers.Serializer[Any]):
    """A name at a board."""

    code = serializers.CharField()
    name = serializers.CharField()


class MatchOut(serializers.Serializer[Any]):
    """A match as a list shows it."""

    code = serializers.CharField()
    desk = serializers.CharField(source="desk.code")
    title = serializers.CharField()
    white = PlayerOut()
    black = PlayerOut()
    length = serializers.IntegerField()
    white_start = serializers.IntegerField(help_text="Points White began with.")
    black_start = serializers.IntegerField(help_text="Points Black began with.")
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    status = serializers.CharField()
    white_score = serializers.IntegerField(help_text="Points of White: so far, reported, or final.")
    black_score = serializers.IntegerField(help_text="Points of Black: so far, reported, or final.")
    score_is_unconfirmed = serializers.BooleanField(
        help_text="Whether the score is a final score that was reported and waits for confirmation."
    )
    winner = SideField()
    ending = NullableCharField(help_text="How the match ended.")
    version = serializers.IntegerField()
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)


class GameOut(serializers.Serializer[Any]):
    """A line of the score sheet."""

    number = serializers.IntegerField()
    winner = serializers.CharField()
    kind = serializers.CharField()
    cube = serializers.IntegerField()
    points = serializers.IntegerField()
    is_crawford = serializers.BooleanField()
    white_after = serializers.IntegerField()
    black_after = serializers.IntegerField()


class ReportOut(serializers.Serializer[Any]):
    """A claim about the final score."""

    number = serializers.IntegerField()
    side = SideField(help_text="Whose report it is, where that was proved.")
    channel = serializers.CharField()
    white_score = serializers.IntegerField()
    black_score = serializers.IntegerField()
    state = serializers.CharField()
    contradicts_sheet = serializers.BooleanField(
        help_text="Whether the match cannot end at this score after the games on its sheet."
    )
    at = serializers.DateTimeField()


class RulingOut(serializers.Serializer[Any]):
    """A decision of the desk."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    rule = NullableCharField(source="law", help_text="The rule of play it cites.")
    reason = NullableCharField()
    white_score = serializers.IntegerField()
    black_score = serializers.IntegerField()
    winner = SideField()
    at = serializers.DateTimeField()


class OutcomeOut(serializers.Serializer[Any]):
    """One way the next game can end."""

    winner = serializers.CharField(source="winner.value")
    kind = serializers.CharField()
    cube = serializers.IntegerField()
    points = serializers.IntegerField()


class PenaltyOut(serializers.Serializer[Any]):
    """Points the other side was given, after so many games."""

    side = serializers.CharField(help_text="Who was penalised.")
    points = serializers.IntegerField()
    after_game = serializers.IntegerField()
    at = serializers.DateTimeField()


class AdjournmentOut(serializers.Serializer[Any]):
    """A line of the register of postponed matches; clocks in seconds."""

    at = serializers.DateTimeField()
    resumes_at = serializers.DateTimeField(allow_null=True)
    resumed_at = serializers.DateTimeField(allow_null=True)
    white_clock = serializers.IntegerField(allow_null=True)
    black_clock = serializers.IntegerField(allow_null=True)
    position = NullableCharField()


class SheetOut(serializers.Serializer[Any]):
    """The whole score sheet of a match."""

    match = MatchOut()
    stage = serializers.CharField(help_text="Where the match stands in one word, its ending included.")
    crawford = serializers.CharField(source="score.crawford")
    games = GameOut(many=True)
    choices = OutcomeOut(many=True)
    penalties = PenaltyOut(many=True)
    adjournments = AdjournmentOut(many=True)
    reports = ReportOut(many=True)
    rulings = RulingOut(many=True)
