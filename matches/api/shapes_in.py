"""What the API takes in: shapes only, nothing is saved here."""

from typing import Any

from rest_framework import serializers

from matches.models.match import LONGEST


class VersionIn(serializers.Serializer[Any]):
    """Anything decided on a picture of the match may say which: a newer match refuses it."""

    version = serializers.IntegerField(
        min_value=1, required=False, help_text="The version that was looked at."
    )


class ScoreIn(VersionIn):
    """A final score."""

    white_score = serializers.IntegerField(min_value=0, max_value=LONGEST)
    black_score = serializers.IntegerField(min_value=0, max_value=LONGEST)


class ConfirmIn(VersionIn):
    """The report that is confirmed."""

    report = serializers.IntegerField(min_value=1, max_value=32767, help_text="Its number.")


class DisputeIn(ScoreIn):
    """Another score than the one reported."""

    report = serializers.IntegerField(min_value=1, max_value=32767, help_text="The number of the report.")


class GameIn(VersionIn):
    """One game of the live score sheet."""

    winner = serializers.ChoiceField(choices=["white", "black"])
    kind = serializers.ChoiceField(choices=["single", "gammon", "backgammon", "drop"])
    cube = serializers.IntegerField(min_value=1, max_value=128, default=1)


class RecordIn(serializers.Serializer[Any]):
    """A recorded match as it is: the bytes of a file."""

    file = serializers.FileField(help_text="At most 1 MB, in any format the house reads.")
