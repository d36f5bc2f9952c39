"""Serializers of what is sent to matches."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import SideField
from matches.models.match import LONGEST

DAY = 24 * 3600
AWARDS = ["walkover", "double_walkover", "retired", "forfeit"]
ENDINGS = ["played", *AWARDS]


class VersionIn(serializers.Serializer[Any]):
    """Anything decided on a picture of the match may say which: a newer match refuses it."""

    version = serializers.IntegerField(
        min_value=1, required=False, help_text="The version that was looked at."
    )


class ScoreIn(VersionIn):
    """A final score."""

    white_score = serializers.IntegerField(min_value=0, max_value=LONGEST)
    black_score = serializers.IntegerField(min_value=0, max_value=LONGEST)


class GameIn(VersionIn):
    """One game of the live score sheet."""

    winner = serializers.ChoiceField(choices=["white", "black"])
    kind = serializers.ChoiceField(choices=["single", "gammon", "backgammon", "drop"])
    cube = serializers.IntegerField(min_value=1, max_value=128, default=1)


class ReasonIn(VersionIn):
    """A decision that needs only its reason."""

    reason = serializers.CharField(max_length=500)


class CallIn(VersionIn):
    """The table a match is called to."""

    table = serializers.IntegerField(min_value=1, max_value=32767, help_text="Its number.")


class PenaltyIn(VersionIn):
    """Points for the opponent of `side`."""

    side = serializers.ChoiceField(choices=["white", "black"], help_text="Who is penalised.")
    points = serializers.IntegerField(min_value=1, max_value=LONGEST)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class PostponementIn(ReasonIn):
    """Why a match is put off, when it goes on, and how it stands; both clocks or neither."""

    resumes_at = serializers.DateTimeField(required=False)
    white_clock = serializers.IntegerField(min_value=0, max_value=DAY, required=False, help_text="Seconds.")
    black_clock = serializers.IntegerField(min_value=0, max_value=DAY, required=False, help_text="Seconds.")
    position = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Both clocks or neither."""
        if ("white_clock" in attrs) != ("black_clock" in attrs):
            raise serializers.ValidationError({"white_clock": "Both clocks, or neither."})
        return attrs


class AwardIn(VersionIn):
    """How a match ends that is not played out; `winner` is null only when neither side came."""

    ending = serializers.ChoiceField(choices=AWARDS)
    winner = SideField(default="")
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class RulingIn(ScoreIn):
    """The score that stands, and the rule that decides."""

    rule = serializers.CharField(
        source="law", max_length=60, help_text="The id of a rule of play, such as match.adjudication."
    )
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class CorrectionIn(ScoreIn):
    """Another result for a settled match."""

    winner = SideField(default="")
    ending = serializers.ChoiceField(choices=ENDINGS, default="played")
    reason = serializers.CharField(max_length=500)
