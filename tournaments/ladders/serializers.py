"""Serializers of ladders: members in their order, challenges, commands of the desk."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import PlayerSerializer
from tournaments.ladders import forms
from tournaments.play.api.form_serializers import form_serializer

LadderCreateSerializer = form_serializer(forms.NewLadderForm, "LadderCreate")
LadderRulesSerializer = form_serializer(forms.LadderForm, "LadderRules", without=("name",))


class LadderSummarySerializer(serializers.Serializer[Any]):
    """A ladder in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()


class ChallengeSerializer(serializers.Serializer[Any]):
    """A challenge with its match."""

    number = serializers.IntegerField(source="challenge.number")
    status = serializers.CharField(source="challenge.status")
    due = serializers.DateField(
        source="challenge.due", allow_null=True, help_text="The last day for the answer, or for the match."
    )
    challenger = PlayerSerializer()
    holder = PlayerSerializer()
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    may = serializers.ListField(
        child=serializers.CharField(), help_text="The answers the requesting player or director may give."
    )
    is_late = serializers.BooleanField()
    winner = PlayerSerializer(allow_null=True)


class LadderMemberSerializer(serializers.Serializer[Any]):
    """A place of a ladder and its member."""

    place = serializers.IntegerField()
    member = serializers.IntegerField(source="member.number")
    player = PlayerSerializer()
    moved = serializers.IntegerField()
    is_safe = serializers.BooleanField()
    is_own = serializers.BooleanField()
    challengers = serializers.SerializerMethodField(
        help_text="Numbers of the members for whom the requesting user may challenge this one."
    )

    def get_challengers(self, rung: Any) -> list[int]:
        """Return the numbers of the members for whom the reader may challenge this one."""
        return [member.number for member in rung.challengers]


class LadderSerializer(serializers.Serializer[Any]):
    """A ladder today, with the actions open to the requesting user."""

    slug = serializers.CharField(source="ladder.slug")
    name = serializers.CharField(source="ladder.name")
    version = serializers.IntegerField(source="ladder.version")
    rules = LadderRulesSerializer(source="state.rules")
    members = LadderMemberSerializer(source="rungs", many=True)
    open_challenges = ChallengeSerializer(source="open", many=True)
    latest_challenges = ChallengeSerializer(source="latest", many=True)
