"""What the API of events takes in: shapes only, nothing is saved here."""

from typing import Any

from rest_framework import serializers

from matches.spellings import LONGEST_PAIR

MOST_NAMES = 512


class EntriesIn(serializers.Serializer[Any]):
    """Players to enter, in their order."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PAIR + 40),
        min_length=1,
        max_length=MOST_NAMES,
        help_text='One entry each; "Anna Rossi / Bruno Bianchi" is a pair.',
    )
    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that was looked at."
    )
