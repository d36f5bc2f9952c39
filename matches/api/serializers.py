"""Serializers of players and matches, and the fields that other serializers share."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from django.db.models import Manager
from rest_framework import serializers

from matches import registry
from matches.messages.stored_reasons import describe_stored_reason
from matches.models import Match
from matches.names import DISTINCTION_SEPARATOR, LONGEST_NAME
from matches.queries.matches import MatchSheet
from matches.registry import MatchPlace
from rules.match import LONGEST_MATCH


class StoredReasonField(serializers.CharField):
    """A reason: one that somebody has typed, or the text of one that the site has stored by its code."""

    def to_representation(self, value: Any) -> str:
        """The reason in the language of the request."""
        return describe_stored_reason(super().to_representation(value))


class NullableCharField(serializers.CharField):
    """A text; the empty text is null in responses, and null is accepted for it in requests."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_null": True, "allow_blank": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The text, or None for an empty one."""
        return super().to_representation(value) or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as the empty text."""
        return (True, "") if data is None else super().validate_empty_values(data)


class NullableNumberField(serializers.IntegerField):
    """A positive number; 0 is null in responses, and null is accepted for it in requests."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_null": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The number, or None for 0."""
        return super().to_representation(value) or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as 0."""
        return (True, 0) if data is None else super().validate_empty_values(data)


class SideField(serializers.ChoiceField):
    """A side of a match, "white" or "black"; null for neither, in responses and requests."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=["white", "black"], **{"allow_null": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The side, or None."""
        return value or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as no side."""
        return (True, "") if data is None else super().validate_empty_values(data)


def get_match_places(matches: Iterable[Match]) -> Mapping[int, MatchPlace]:
    """Return the places of matches in events, by primary key."""
    place_maps = registry.match_places([match.pk for match in matches])
    return dict(chain.from_iterable(places.items() for places in place_maps))


DAY = 24 * 3600
AWARDS = ["walkover", "double_walkover", "retired", "forfeit"]
ENDINGS = ["played", *AWARDS]


class NullableListField(serializers.ListField):
    """A list whose items may be null."""


class DistinctionField(NullableCharField):
    """What tells a player from another of that name; of a pair, those of its members: "London, Leeds"."""

    def to_representation(self, value: Any) -> Any:
        """The distinctions in one line, or None without one."""
        return super().to_representation(", ".join(filter(None, value.split(DISTINCTION_SEPARATOR))))


class PlayerSerializer(serializers.Serializer[Any]):
    """A player or pair: code and public name.

    Of players of one name in an event, the name ends with what tells them apart, in parentheses.
    """

    code = serializers.CharField()
    name = serializers.CharField()
    distinction = DistinctionField(
        help_text="What tells this player from another of that name: club, country or code."
    )


class PlaceMixin(serializers.Field[Any, Any, Any, Any]):
    """A field of the place of a match in an event; null for a match of none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_null": True, "read_only": True, **kwargs})

    def get_attribute(self, instance: Match) -> Any:
        """Return the value of the place of the match."""
        parent: Any = self.parent
        return getattr(parent.places.get(instance.pk), str(self.field_name), None)


class PlaceNumberField(PlaceMixin, serializers.IntegerField):
    """A number of the place of a match."""


class PlaceTextField(PlaceMixin, serializers.CharField):
    """A text of the place of a match."""


class MatchListSerializer(serializers.ListSerializer[Any]):
    """Matches, with their places in events read together; the context may have them as `match_places`."""

    def to_representation(self, data: Any) -> Any:
        """The matches; one query for all places."""
        rows = list(data.all() if isinstance(data, Manager) else data)
        child: Any = self.child
        places = self.context.get("match_places")
        child.places = get_match_places(rows) if places is None else places
        return super().to_representation(rows)


class MatchSerializer(serializers.Serializer[Any]):
    """A match: players, score and state, and the event and round it is played in."""

    class Meta:
        list_serializer_class = MatchListSerializer

    # By primary key.
    places: Mapping[int, MatchPlace] = {}

    code = serializers.CharField()
    desk = serializers.CharField(source="desk.code")
    title = serializers.CharField(help_text="Event and round for people, in the language of the event.")
    event = PlaceNumberField(help_text="The event; null for a match of none.")
    flight = PlaceTextField(help_text='The flight of the event, for example "main".')
    round = PlaceNumberField(help_text="The round of the flight, from 1.")
    pairing = PlaceTextField(help_text='The name of the pairing in the event, for example "M1-3".')
    white = PlayerSerializer()
    black = PlayerSerializer()
    length = serializers.IntegerField()
    white_start = serializers.IntegerField(help_text="Points White began with.")
    black_start = serializers.IntegerField(help_text="Points Black began with.")
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    status = serializers.CharField()
    white_score = serializers.IntegerField(help_text="Points of White: so far, reported, or final.")
    black_score = serializers.IntegerField(help_text="Points of Black: so far, reported, or final.")
    is_loser_score_known = serializers.BooleanField(
        help_text="Whether the points of the loser are known; if not, they are 0 here and say nothing."
    )
    score_is_unconfirmed = serializers.BooleanField(
        help_text="Whether the score is a final score that was reported and waits for confirmation."
    )
    winner = SideField()
    ending = NullableCharField(help_text="How the match ended.")
    version = serializers.IntegerField()
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, instance: Match) -> dict[str, Any]:
        """The match with its place in an event."""
        if not isinstance(self.parent, MatchListSerializer):
            self.places = get_match_places([instance])
        return super().to_representation(instance)


class GameSerializer(serializers.Serializer[Any]):
    """A line of the score sheet."""

    number = serializers.IntegerField()
    winner = serializers.CharField()
    kind = serializers.CharField()
    cube = serializers.IntegerField()
    points = serializers.IntegerField()
    is_crawford = serializers.BooleanField()
    white_after = serializers.IntegerField()
    black_after = serializers.IntegerField()


class ReportSerializer(serializers.Serializer[Any]):
    """A report of the final score."""

    number = serializers.IntegerField()
    side = SideField(help_text="The side that reported, if it was proved.")
    channel = serializers.CharField()
    white_score = serializers.IntegerField()
    black_score = serializers.IntegerField()
    state = serializers.CharField()
    contradicts_sheet = serializers.BooleanField(
        help_text="Whether the match cannot end at this score after the games on its sheet."
    )
    at = serializers.DateTimeField()


class NullableStoredReasonField(NullableCharField):
    """A reason as `StoredReasonField`; the empty one is null in responses."""

    def to_representation(self, value: Any) -> Any:
        """The reason in the language of the request, None for an empty one."""
        return describe_stored_reason(value) or None


class RulingSerializer(serializers.Serializer[Any]):
    """A decision of the desk."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    rule = NullableCharField(source="law", help_text="The id of the rule of play it cites.")
    reason = NullableStoredReasonField()
    white_score = serializers.IntegerField()
    black_score = serializers.IntegerField()
    winner = SideField()
    at = serializers.DateTimeField()


class GameOutcomeSerializer(serializers.Serializer[Any]):
    """One way the next game can end."""

    winner = serializers.CharField(source="winner.value")
    kind = serializers.CharField()
    cube = serializers.IntegerField()
    points = serializers.IntegerField()


class PenaltySerializer(serializers.Serializer[Any]):
    """A penalty: points given to the other side, after a number of games."""

    side = serializers.CharField(help_text="The penalised side.")
    points = serializers.IntegerField()
    after_game = serializers.IntegerField()
    at = serializers.DateTimeField()


class AdjournmentSerializer(serializers.Serializer[Any]):
    """A postponement of a match; clocks in seconds."""

    at = serializers.DateTimeField()
    resumes_at = serializers.DateTimeField(allow_null=True)
    resumed_at = serializers.DateTimeField(allow_null=True)
    white_clock = serializers.IntegerField(allow_null=True)
    black_clock = serializers.IntegerField(allow_null=True)
    position = NullableCharField()


class ScoreSheetSerializer(serializers.Serializer[Any]):
    """The score sheet of a match."""

    stage = serializers.CharField(help_text="The status of the match; once it is settled, how it ended.")
    crawford = serializers.CharField(source="score.crawford")
    games = GameSerializer(many=True)
    choices = GameOutcomeSerializer(many=True)
    penalties = PenaltySerializer(many=True)
    adjournments = AdjournmentSerializer(many=True)
    reports = ReportSerializer(many=True)
    rulings = RulingSerializer(many=True)


class MatchDetailSerializer(MatchSerializer, ScoreSheetSerializer):
    """A match with its whole score sheet; the instance is the sheet."""

    def to_representation(self, instance: MatchSheet) -> dict[str, Any]:  # type: ignore[override]
        """The fields of the match, then those of its sheet."""
        match, sheet = MatchSerializer(instance.match).data, ScoreSheetSerializer(instance).data
        return {**match, **sheet}


class MatchVersionSerializer(serializers.Serializer[Any]):
    """The version of the match that a request is based on; refused if the match has changed."""

    version = serializers.IntegerField(
        min_value=1, required=False, help_text="The version of the match the request is based on."
    )


class ScoreSerializer(MatchVersionSerializer):
    """A final score."""

    white_score = serializers.IntegerField(min_value=0, max_value=LONGEST_MATCH)
    black_score = serializers.IntegerField(min_value=0, max_value=LONGEST_MATCH)


class GameCreateSerializer(MatchVersionSerializer):
    """One game of the live score sheet."""

    winner = serializers.ChoiceField(choices=["white", "black"])
    kind = serializers.ChoiceField(choices=["single", "gammon", "backgammon", "drop"])
    cube = serializers.IntegerField(min_value=1, max_value=128, default=1)


class MatchReasonSerializer(MatchVersionSerializer):
    """A decision that needs only its reason."""

    reason = serializers.CharField(max_length=500)


class CallSerializer(MatchVersionSerializer):
    """The table a match is called to."""

    table = serializers.IntegerField(min_value=1, max_value=32767, help_text="The number of the table.")


class PenaltyCreateSerializer(MatchVersionSerializer):
    """Points for the opponent of `side`."""

    side = serializers.ChoiceField(choices=["white", "black"], help_text="The side that is penalised.")
    points = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class PostponementSerializer(MatchReasonSerializer):
    """A postponement: reason, time of resumption, clocks (both or neither) and position."""

    resumes_at = serializers.DateTimeField(required=False)
    white_clock = serializers.IntegerField(min_value=0, max_value=DAY, required=False, help_text="Seconds.")
    black_clock = serializers.IntegerField(min_value=0, max_value=DAY, required=False, help_text="Seconds.")
    position = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require both clocks or neither."""
        if ("white_clock" in attrs) != ("black_clock" in attrs):
            raise serializers.ValidationError({"white_clock": "Both clocks, or neither."})
        return attrs


class AwardSerializer(MatchVersionSerializer):
    """The award of a match that is not played out; `winner` is null only for a double walkover."""

    ending = serializers.ChoiceField(choices=AWARDS)
    winner = SideField(default="")
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class RulingCreateSerializer(ScoreSerializer):
    """The score of a ruling, and the rule it cites."""

    rule = serializers.CharField(
        source="law", max_length=60, help_text="The id of a rule of play, such as match.adjudication."
    )
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class MatchCorrectionSerializer(ScoreSerializer):
    """Another result for a settled match."""

    winner = SideField(default="")
    ending = serializers.ChoiceField(choices=ENDINGS, default="played")
    reason = serializers.CharField(max_length=500)


class DisplayNameSerializer(serializers.Serializer[Any]):
    """The public name."""

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
    """The corrected name."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class PlayerSpellingsSerializer(serializers.Serializer[Any]):
    """The spellings of one person."""

    player = PlayerSerializer()
    spellings = PlayerSerializer(many=True)
