"""Serializers of players: the name that is shown, the name as it is written, spellings of one person."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers_matches import PlayerSerializer
from matches.spellings import LONGEST_NAME


class DisplayNameSerializer(serializers.Serializer[Any]):
    """The name everybody reads."""

    shown = serializers.ChoiceField(choices=["full", "initial", "code"])
    code_name = serializers.CharField(max_length=40, required=False, default="", allow_blank=True)


class ForgetSerializer(serializers.Serializer[Any]):
    """The full name, as a confirmation."""

    confirmation = serializers.CharField(max_length=200)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class ReasonSerializer(serializers.Serializer[Any]):
    """A decision that needs a reason."""

    reason = serializers.CharField(max_length=500)


class JoinSpellingSerializer(ReasonSerializer):
    """Another spelling of the same person."""

    player = serializers.CharField(max_length=16, help_text="The code of the other spelling.")


class NameSerializer(serializers.Serializer[Any]):
    """A name as it should be written."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class PlayerSpellingsSerializer(serializers.Serializer[Any]):
    """The spellings of one person."""

    player = PlayerSerializer()
    spellings = PlayerSerializer(many=True)
