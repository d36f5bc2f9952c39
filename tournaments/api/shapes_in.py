"""What the API of events takes in: shapes only, nothing is saved here."""

from typing import Any

from rest_framework import serializers

from matches.spellings import LONGEST_PAIR
from tournaments.forms.desk import APART

MOST_NAMES = 512
MOST_STAGES, MOST_NUMBER = 64, 99_999


class EntriesIn(serializers.Serializer[Any]):
    """Players to enter, in their order."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PAIR + 300),
        min_length=1,
        max_length=MOST_NAMES,
        help_text='One entry each; "Anna Rossi / Bruno Bianchi" is a pair. Club, country, rating and '
        "family may stand beside the name: "
        '"Anna Rossi; club: Roma; country: ITA; rating: 1712; family: Rossi".',
    )
    waiting = serializers.BooleanField(
        required=False, default=False, help_text="Put them on the waiting list instead."
    )
    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that was looked at."
    )


class Acting(serializers.Serializer[Any]):
    """What every deed on an event may say."""

    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that was looked at."
    )


class PlanIn(Acting):
    """The stages of an event, as GET of the same address answers them."""

    stages = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=MOST_STAGES)


class OfFlight(Acting):
    """A stage of an event."""

    flight = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)


def _numbers(least: int = 1) -> serializers.ListField:
    number = serializers.IntegerField(min_value=least, max_value=MOST_NUMBER)
    return serializers.ListField(child=number, required=False, default=list, max_length=MOST_NAMES)


class DrawIn(OfFlight):
    """A draw: of those who belong to a stage, or of `only` these; `seeds` strongest first."""

    seeds = _numbers()
    only = _numbers()
    seeding = serializers.ChoiceField(
        choices=["", "rating", "same"],
        required=False,
        default="",
        help_text='Seeds by "rating", or the "same" as the draw that stands, instead of `seeds`.',
    )
    count = serializers.IntegerField(
        min_value=1, max_value=MOST_NAMES, required=False, help_text="How many are seeded by rating."
    )
    apart = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind for kind, _ in APART]),
        required=False,
        max_length=len(APART),
        help_text="Whom to keep apart in the early rounds; left out, as is planned.",
    )
    blocks = serializers.BooleanField(
        required=False, help_text="Seeds 3 and 4, 5 to 8 … draw their places by lot; with `apart`."
    )
    absent = serializers.ChoiceField(
        choices=["", "without"],
        required=False,
        default="",
        help_text='"without": who is not here is left out; else a draw waits until all are noted.',
    )


class RoundIn(Acting):
    """A round to pair: the next one, the last one again, or the last one with `arrivals`."""

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
        max_length=MOST_NAMES,
        help_text="Boards by hand: two entries each; 0 as the second is a bye.",
    )


class ChangeIn(Acting):
    """A change of a draw: `act` names it, and what it needs stands beside it."""

    act = serializers.CharField(max_length=20)
    flight = serializers.CharField(max_length=20, required=False)
    into = serializers.CharField(max_length=20, required=False)
    entry = serializers.IntegerField(required=False)
    other = serializers.IntegerField(required=False)
    name = serializers.CharField(max_length=120, required=False)
    number = serializers.IntegerField(required=False)
    length = serializers.IntegerField(required=False)
    entries = _numbers()


class CommandIn(Acting):
    """A command to undo or redo."""

    command = serializers.IntegerField(
        min_value=1,
        required=False,
        default=None,
        allow_null=True,
        help_text="Its number; without one the last command is undone, or the last undone one redone.",
    )
