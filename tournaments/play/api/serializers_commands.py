"""Serializers of the commands that change an event: entries, plans, draws, rounds, draw changes, undo."""

from typing import Any

from rest_framework import serializers

from matches.names import LONGEST_PAIR
from tournaments.formats.round_robin import WITHDRAWAL_EFFECTS
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.models import PaymentMethod
from tournaments.play.api.serializers_events import MOST_STAGES, PlannedStageSerializer
from tournaments.play.draws.forms import APART

MOST_NUMBER = 99_999


class AcceptedPrizesSerializer(serializers.Serializer[Any]):
    """The answer to the question whether a command may change prizes that are already paid."""

    accepted_prizes = serializers.CharField(
        max_length=2000,
        required=False,
        allow_blank=True,
        default="",
        help_text="The code in the context of a refusal `paid_prizes_change`, to do it all the same.",
    )


class EntriesCreateSerializer(AcceptedPrizesSerializer):
    """Players to enter, in order."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PAIR + 300),
        min_length=1,
        max_length=LARGEST_DRAW,
        help_text='One entry each; "Anna Rossi / Bruno Bianchi" is a pair. Details such as club and '
        "rating can follow the name: "
        '"Anna Rossi; club: Roma; country: ITA; rating: 1712; family: Rossi". '
        '"price: member" names the price of a category, "paid: yes" or "paid: 15" what is paid.',
    )
    method = serializers.ChoiceField(
        choices=PaymentMethod.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text="How what the lines mark as paid was paid; without it no payment is recorded.",
    )
    paid_sum = serializers.IntegerField(
        min_value=0,
        required=False,
        allow_null=True,
        default=None,
        help_text="The sum of these payments that is expected, in the smallest coins.",
    )
    paid_on = serializers.DateField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The day of these payments where a line names none; paid in time, no late fee is due.",
    )
    waiting = serializers.BooleanField(
        required=False, default=False, help_text="Whether to put them on the waiting list instead."
    )
    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that the command is based on."
    )


class VersionSerializer(serializers.Serializer[Any]):
    """The version of the event a command is based on."""

    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that the command is based on."
    )


class PlanUpdateSerializer(VersionSerializer):
    """The stages of an event, in the format of GET."""

    stages = serializers.ListField(child=PlannedStageSerializer(), min_length=1, max_length=MOST_STAGES)


class FlightSerializer(VersionSerializer):
    """A stage of an event."""

    flight = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)


def _numbers(minimum: int = 1) -> serializers.ListField:
    number = serializers.IntegerField(min_value=minimum, max_value=MOST_NUMBER)
    return serializers.ListField(child=number, required=False, default=list, max_length=LARGEST_DRAW)


class SignUpsSerializer(serializers.Serializer[Any]):
    """The answer to the question whether a draw may leave out confirmed sign-ups that are not entered."""

    sign_ups = serializers.ChoiceField(
        choices=["", "without"],
        required=False,
        default="",
        help_text='"without": confirmed sign-ups that are not entered are left out; by default the draw is '
        "refused until they are entered.",
    )


class DrawSerializer(FlightSerializer, SignUpsSerializer):
    """A draw of a stage: of all its entries, or `only` of some; `seeds` strongest first."""

    seeds = _numbers()
    only = _numbers()
    seeding = serializers.ChoiceField(
        choices=["", "rating", "same"],
        required=False,
        default="",
        help_text='Instead of `seeds`: by "rating", or the "same" as in the current draw.',
    )
    count = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_DRAW,
        required=False,
        help_text="The number of entries to seed by rating.",
    )
    apart = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind for kind, _ in APART]),
        required=False,
        max_length=len(APART),
        help_text="Which entries to keep apart in the early rounds; by default as planned.",
    )
    blocks = serializers.BooleanField(
        required=False,
        help_text="Whether seeds 3 and 4, 5 to 8 … get their lines at random; use with `apart`.",
    )
    absent = serializers.ChoiceField(
        choices=["", "without"],
        required=False,
        default="",
        help_text='"without": entries that are not checked in are left out; by default the draw is refused '
        "until every entry is marked.",
    )


class RoundSerializer(VersionSerializer, SignUpsSerializer):
    """A round to pair: the next, the last one again, or late `arrivals` in the last one.

    `away` lists the absent entries, `asking` those that ask for a bye.
    """

    flight = serializers.CharField(max_length=20)
    mode = serializers.ChoiceField(choices=["next", "again", "late"], required=False, default="next")
    away = _numbers()
    asking = _numbers()
    arrivals = _numbers()
    boards = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=MOST_NUMBER), min_length=2, max_length=2
        ),
        required=False,
        default=list,
        max_length=LARGEST_DRAW,
        help_text="Manual boards: two entries each; 0 as the second is a bye.",
    )
    reason = serializers.CharField(
        max_length=300,
        required=False,
        default="",
        allow_blank=True,
        help_text="Why boards are set by hand, or why the round is paired again; for the activity log.",
    )


def make_withdrawal_results_field() -> serializers.ChoiceField:
    """Return the field of what becomes of the matches of a withdrawn entry in round robins."""
    return serializers.ChoiceField(
        choices=list(WITHDRAWAL_EFFECTS),
        required=False,
        help_text='"annulled": none of its matches counts; "forfeited": all count, the remaining ones as '
        "walk-overs. By default annulled with fewer than half of the matches played.",
    )


class ChangeSerializer(VersionSerializer, AcceptedPrizesSerializer):
    """A change of a draw: its kind, `act`, and the fields that this kind needs."""

    act = serializers.CharField(max_length=20)
    flight = serializers.CharField(max_length=20, required=False)
    into = serializers.CharField(max_length=20, required=False)
    entry = serializers.IntegerField(required=False)
    other = serializers.IntegerField(required=False)
    name = serializers.CharField(max_length=120, required=False)
    number = serializers.IntegerField(required=False)
    length = serializers.IntegerField(required=False)
    entries = _numbers()
    results = make_withdrawal_results_field()
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="For the activity log; not with `reinstate`, `length`, `split` and `merge`.",
    )


class UndoSerializer(VersionSerializer, AcceptedPrizesSerializer):
    """A command to undo or redo."""

    command = serializers.IntegerField(
        min_value=1,
        required=False,
        default=None,
        allow_null=True,
        help_text="The number of the command; by default the last one, or the last undone one.",
    )
