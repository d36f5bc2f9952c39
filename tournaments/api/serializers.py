"""The shapes the API answers with; nothing here reads input or saves."""

from typing import Any

from rest_framework import serializers

Shape = serializers.Serializer[Any]


class PlayerShape(Shape):
    code = serializers.CharField()
    name = serializers.CharField()


class ClubShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()


class SeasonShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class RatingListShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.CharField()
    parameters = serializers.DictField(help_text="The constants that differ from those of the system.")


class ClubDetailShape(ClubShape):
    seasons = SeasonShape(many=True)
    rating_lists = RatingListShape(many=True)


class EveningShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()


class EventShape(Shape):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    main_length = serializers.IntegerField()
    consolation_length = serializers.IntegerField()
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with every change of the event.")


class WinnerShape(Shape):
    event = serializers.IntegerField(source="event_id")
    player = PlayerShape()


class EveningSummaryShape(Shape):
    evening = EveningShape(source="tournament")
    events = EventShape(many=True)
    players = serializers.IntegerField()
    winners = WinnerShape(many=True)


class EnteredEventShape(EventShape):
    entered = serializers.IntegerField(help_text="How many entries the event has.")


class EveningDetailShape(EveningShape):
    club = ClubShape()
    events = EnteredEventShape(many=True)


class EventDetailShape(EventShape):
    club = ClubShape(source="tournament.club")
    evening = EveningShape(source="tournament")
    lots_commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of the draw.")


class EntryShape(Shape):
    number = serializers.IntegerField()
    player = PlayerShape()
    seed = serializers.IntegerField(allow_null=True)
    status = serializers.CharField()
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)


class SeatShape(Shape):
    number = serializers.IntegerField()
    player = PlayerShape()


class MatchShape(Shape):
    code = serializers.CharField()
    status = serializers.CharField()
    length = serializers.IntegerField()
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    white_score = serializers.IntegerField()
    black_score = serializers.IntegerField()
    winner = serializers.CharField()
    ending = serializers.CharField()


class PairingShape(Shape):
    name = serializers.CharField(
        source="label", help_text='The name of the pairing in its event, for example "M1-3".'
    )
    flight = serializers.CharField()
    round = serializers.IntegerField()
    position = serializers.IntegerField()
    white = SeatShape(source="white_entry", allow_null=True)
    black = SeatShape(source="black_entry", allow_null=True)
    winner = serializers.IntegerField(
        source="winner_entry.number", allow_null=True, default=None, help_text="The number of an entry."
    )
    decided = serializers.CharField(help_text='"" while open, else "bye", "absence" or "result".')
    match = MatchShape(allow_null=True)


class ReasonShape(Shape):
    code = serializers.CharField(help_text="win, loss, attendance or bonus")
    amount = serializers.FloatField()
    opponent = PlayerShape(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    ending = serializers.CharField()
    flight = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class CellShape(Shape):
    total = serializers.FloatField()
    is_counted = serializers.BooleanField()
    reasons = ReasonShape(many=True)


class StandingsRowShape(Shape):
    place = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    player = PlayerShape()
    total = serializers.FloatField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    breaks = serializers.SerializerMethodField()
    cells = serializers.ListField(
        child=CellShape(allow_null=True), help_text="One for each evening, null where the player was away."
    )

    def get_breaks(self, row: Any) -> dict[str, int]:
        """The tie-break figures that were looked at, in their order."""
        return dict(row.breaks)


class StandingsShape(Shape):
    season = SeasonShape()
    rules = serializers.DictField(source="rules.to_data")
    evenings = EveningShape(many=True)
    rows = StandingsRowShape(many=True)


class RatingRowShape(Shape):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = PlayerShape()
    rating = serializers.FloatField()
    experience = serializers.IntegerField()
    matches = serializers.IntegerField()
    delta = serializers.FloatField(help_text="What the last match moved.")
    at = serializers.DateTimeField()
    is_provisional = serializers.BooleanField()


class RatingTableShape(Shape):
    rating_list = RatingListShape()
    rows = RatingRowShape(many=True)


class ExplanationShape(Shape):
    length = serializers.IntegerField()
    distance = serializers.FloatField(help_text="Own rating less the opponent's.")
    chance = serializers.FloatField(help_text="The chance the player had to win.")
    moved = serializers.FloatField(help_text="The chance that it would have gone the other way.")
    ramp = serializers.FloatField(help_text="K: how fast a newcomer's rating moves.")
    experience = serializers.IntegerField()
    delta = serializers.FloatField()


class RatingChangeShape(Shape):
    match = serializers.CharField(source="match.code")
    at = serializers.DateTimeField()
    opponent = PlayerShape()
    won = serializers.BooleanField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    explanation = ExplanationShape()


class CareerResultShape(Shape):
    match = serializers.CharField(source="match.code")
    evening = EveningShape(source="tournament")
    opponent = PlayerShape()
    length = serializers.IntegerField(source="match.length")
    own_score = serializers.IntegerField()
    other_score = serializers.IntegerField()
    has_won = serializers.BooleanField()
    ending = serializers.CharField(source="match.ending")
    settled_at = serializers.DateTimeField(source="match.settled_at")


class RivalShape(Shape):
    opponent = PlayerShape()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class CareerShape(Shape):
    player = PlayerShape()
    rating = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    form = serializers.ListField(child=serializers.BooleanField(), help_text="Last matches, newest last.")
    results = CareerResultShape(many=True)
    history = RatingChangeShape(many=True)
    rivals = RivalShape(many=True)
