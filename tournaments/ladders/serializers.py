"""Ladders as the API shows them."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import PlayerOut

Shape = serializers.Serializer[Any]


class LadderLineOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()


class LaddersOut(Shape):
    ladders = LadderLineOut(many=True)


class DuelOut(Shape):
    number = serializers.IntegerField(source="held.number")
    challenger = PlayerOut()
    holder = PlayerOut()
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    may = serializers.ListField(child=serializers.CharField(), help_text="Answers the asker may give.")
    is_late = serializers.BooleanField()
    winner = PlayerOut(allow_null=True)


class RungOut(Shape):
    place = serializers.IntegerField()
    member = serializers.IntegerField(source="member.number")
    player = PlayerOut()
    moved = serializers.IntegerField()
    is_safe = serializers.BooleanField()
    is_own = serializers.BooleanField()
    challengers = serializers.ListField(
        child=serializers.IntegerField(), source="callers", help_text="Members the asker may call out for."
    )


class LadderOut(LadderLineOut):
    rules = serializers.DictField()
    rungs = RungOut(many=True)
    open = DuelOut(many=True)
    latest = DuelOut(many=True)
