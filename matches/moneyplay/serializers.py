"""Serializers of sessions: money play and chouettes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MONEY


class OpenSessionSerializer(serializers.Serializer[Any]):
    """A session to open; rules that are left out have the default of the kind."""

    kind = serializers.ChoiceField(choices=[MONEY, CHOUETTE])
    laws = serializers.DictField(
        default=dict, help_text="Rules, in the form of `laws` of an existing session."
    )
    title = serializers.CharField(max_length=120, default="", allow_blank=True)
    desk = serializers.CharField(max_length=8, default="", allow_blank=True, help_text="The code of a desk.")


class SeatNameSerializer(serializers.Serializer[Any]):
    """The name of a seat."""

    name = serializers.CharField(max_length=120)


class TableEventSerializer(serializers.Serializer[Any]):
    """One event of a table, as in `docs/money-play.md`."""

    event = serializers.DictField(help_text='Its kind and its fields: {"kind": "Took", "by": "Cy", …}.')
    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the session the event is based on."
    )
    game = serializers.IntegerField(
        min_value=1,
        required=False,
        help_text="The number of the game it is meant for. A result names its game or a version.",
    )


class SessionVersionSerializer(serializers.Serializer[Any]):
    """The version of the session the action is based on."""

    version = serializers.IntegerField(min_value=0, required=False)


class TakeSeatSerializer(serializers.Serializer[Any]):
    """A name for a seat, and its stake; 0 for that of the table."""

    name = serializers.CharField(max_length=120)
    stake = serializers.IntegerField(min_value=0, max_value=HIGHEST_STAKE, default=0)


class SessionEntrySerializer(serializers.Serializer[Any]):
    """An entry of the journal."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    who = serializers.CharField(help_text="The player whose action it is; empty for the whole table.")
    by = serializers.CharField(help_text="The name of the author.")
    events = serializers.ListField(child=serializers.DictField(), source="payload.events", default=list)
    undoes = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class SessionSeatSerializer(serializers.Serializer[Any]):
    """A seat and its balance, in the currency of the stakes."""

    name = serializers.CharField()
    player = serializers.CharField(source="player.code", allow_null=True, default=None)
    stake = serializers.IntegerField()
    balance = serializers.IntegerField()


class SessionSerializer(serializers.Serializer[Any]):
    """A session in a list."""

    code = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.CharField()
    desk = serializers.CharField(source="desk.code", allow_null=True, default=None)
    status = serializers.CharField()
    version = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class SessionStateSerializer(SessionSerializer):
    """The state of a session, computed from its journal; balances sum to zero."""

    laws = serializers.DictField()
    line = serializers.ListField(
        child=serializers.CharField(), help_text="The players present, in queue order."
    )
    game = serializers.IntegerField(
        help_text="The number of the current game, between two games that of the next one."
    )
    box = serializers.CharField()
    captain = serializers.CharField()
    awaited = serializers.ListField(child=serializers.CharField())
    leaving = serializers.ListField(
        child=serializers.CharField(), help_text="The players who leave when the game is over."
    )
    seats = SessionSeatSerializer(many=True)
    choices = serializers.ListField(child=serializers.DictField(), help_text="Every possible next event.")
    journal = SessionEntrySerializer(many=True)


class SessionInvitationSerializer(serializers.Serializer[Any]):
    """The join code of a session; it is shown only once and replaces the earlier one."""

    code = serializers.CharField(source="session.code")
    token = serializers.CharField()


class SettlementPaymentSerializer(serializers.Serializer[Any]):
    """A payment of one player to another; `points` is the amount, in the currency of the stakes."""

    payer = serializers.CharField()
    payee = serializers.CharField()
    points = serializers.IntegerField()


class SettlementSerializer(serializers.Serializer[Any]):
    """Balances, which sum to zero, and the payments that settle them."""

    balances = serializers.DictField(child=serializers.IntegerField())
    payments = SettlementPaymentSerializer(many=True)


class PeriodSerializer(serializers.Serializer[Any]):
    """The period and the desk of a history; each may be left out."""

    first = serializers.DateField(required=False)
    last = serializers.DateField(required=False)
    desk = serializers.CharField(max_length=8, required=False, help_text="The code of a desk.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        if attrs.get("first") and attrs.get("last") and attrs["last"] < attrs["first"]:
            raise serializers.ValidationError({"last": [_("The last day is before the first.")]})
        return attrs


class RoleTallySerializer(serializers.Serializer[Any]):
    """Games in one role: won are those with a positive amount."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    amount = serializers.IntegerField()


class RolesSerializer(serializers.Serializer[Any]):
    """Games by role; "alone" are those of two players."""

    box = RoleTallySerializer()
    captain = RoleTallySerializer()
    crew = RoleTallySerializer()
    partner = RoleTallySerializer()
    alone = RoleTallySerializer()


class PlayerTallySerializer(serializers.Serializer[Any]):
    """A player of a history, with the balance in the currency of the stakes."""

    name = serializers.CharField()
    player = serializers.CharField(source="player.code", allow_null=True, default=None)
    is_own = serializers.BooleanField()
    sessions = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    balance = serializers.IntegerField()
    roles = RolesSerializer()


class SessionLineSerializer(serializers.Serializer[Any]):
    """A session of a history, with your balance."""

    session = serializers.CharField(source="session.code")
    kind = serializers.CharField(source="session.kind")
    title = serializers.CharField(source="session.title")
    opened_at = serializers.DateTimeField(source="session.opened_at")
    players = serializers.ListField(child=serializers.CharField())
    games = serializers.IntegerField()
    balance = serializers.IntegerField(allow_null=True)


class SessionHistorySerializer(serializers.Serializer[Any]):
    """The sessions of a period that you can see."""

    own_balance = serializers.IntegerField()
    is_cut = serializers.BooleanField(
        help_text="Whether the period has more sessions, of which only the latest are included."
    )
    players = PlayerTallySerializer(many=True)
    sessions = SessionLineSerializer(many=True, source="lines")
