"""The shapes the API answers with; nothing here reads input or saves."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import Gaps, PlayerOut
from tournaments.api.table_pages import PageOut

Shape = serializers.Serializer[Any]


class ClubOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()


class SeasonOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class RatingListOut(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.CharField()
    parameters = serializers.DictField(help_text="The constants that differ from those of the system.")
    counts = serializers.CharField(help_text="singles, pairs, members or all")
    ladders = serializers.BooleanField(help_text="Whether matches of ladders count.")


class ClubDetailOut(ClubOut):
    seasons = SeasonOut(many=True)
    rating_lists = RatingListOut(many=True)


class EveningOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()


class EventOut(Shape):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    main_length = serializers.IntegerField()
    consolation_length = serializers.IntegerField()
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with every change of the event.")
    takes = serializers.CharField(help_text='"players", "pairs" or "teams"; "" for players and pairs.')
    boards = serializers.IntegerField(help_text="Boards of a meeting of teams, 1 where no teams play.")


class WinnerOut(Shape):
    event = serializers.IntegerField(source="event_id")
    player = PlayerOut()


class EveningSummaryOut(Shape):
    evening = EveningOut(source="tournament")
    events = EventOut(many=True)
    players = serializers.IntegerField()
    winners = WinnerOut(many=True)


class EnteredEventOut(EventOut):
    entered = serializers.IntegerField(help_text="How many entries the event has.")


class EveningDetailOut(EveningOut):
    club = ClubOut()
    events = EnteredEventOut(many=True)


class EventDetailOut(EventOut):
    club = ClubOut(source="tournament.club")
    evening = EveningOut(source="tournament")
    lots_commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of the draw.")


class EntryOut(Shape):
    number = serializers.IntegerField()
    player = PlayerOut()
    members = PlayerOut(many=True, source="player.members", help_text="The two of a pair, else nobody.")
    club = serializers.CharField(help_text='"" where none was given.')
    country = serializers.CharField(help_text='A code of the IOC, also ENG, SCO, WAL or NIR; or "".')
    rating = serializers.IntegerField(help_text="0 where there is none.")
    seed = serializers.SerializerMethodField(help_text="null too while the draw is not public.")
    status = serializers.CharField()
    presence = serializers.CharField(help_text='"" not said, "here", "away", or "waiting" for a place.')
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)

    def get_seed(self, entry: Any) -> int | None:
        """The seed; seeds belong to the draw, so nobody sees them before it (`hides_seeds`)."""
        seed: int | None = None if self.context.get("hides_seeds") else entry.seed
        return seed


class TableFigureOut(Shape):
    criterion = serializers.CharField(help_text='A criterion of the table, for example "score".')
    value = serializers.CharField(help_text='Exactly, as a fraction: "3" or "7/2".')


class StandingsLineOut(Shape):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerOut(source="entry.player")
    place_from = serializers.IntegerField(help_text="The best place of those it shares.")
    place_to = serializers.IntegerField(help_text="The worst place of those it shares.")
    figures = TableFigureOut(many=True, help_text="In the order in which they decide; empty in a bracket.")


class FlightStandingsOut(Shape):
    flight = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    is_final = serializers.BooleanField()
    rows = StandingsLineOut(
        many=True, help_text="In a bracket who is out or has won, in a table everybody as it stands."
    )


class EventStandingsOut(Shape):
    """Who stands where in an event: its own places, and those of each published flight."""

    version = serializers.IntegerField(source="event.version")
    is_final = serializers.BooleanField()
    places = StandingsLineOut(many=True, help_text="The places of the event reached so far.")
    flights = FlightStandingsOut(many=True)


class EnteredOut(Shape):
    entries = EntryOut(many=True)


class SeatOut(Shape):
    number = serializers.IntegerField()
    player = PlayerOut()


class PairedMatchOut(Shape):
    code = serializers.CharField()
    status = serializers.CharField()
    length = serializers.IntegerField()
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    white_score = serializers.IntegerField(help_text="Points of White: so far, reported, or final.")
    black_score = serializers.IntegerField(help_text="Points of Black: so far, reported, or final.")
    score_is_unconfirmed = serializers.BooleanField(
        help_text="Whether the score is a final score that was reported and waits for confirmation."
    )
    winner = serializers.CharField()
    ending = serializers.CharField()


class PairingOut(Shape):
    name = serializers.CharField(
        source="label", help_text='The name of the pairing in its event, for example "M1-3".'
    )
    flight = serializers.CharField()
    round = serializers.IntegerField()
    position = serializers.IntegerField()
    white = SeatOut(source="white_entry", allow_null=True)
    black = SeatOut(source="black_entry", allow_null=True)
    winner = serializers.IntegerField(
        source="winner_entry.number", allow_null=True, default=None, help_text="The number of an entry."
    )
    decided = serializers.CharField(help_text='"" while open, else "bye", "absence" or "result".')
    match = PairedMatchOut(allow_null=True)
    boards = serializers.IntegerField(help_text="Boards of a meeting of teams, 0 for any other pairing.")
    white_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the team on White.")
    black_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the team on Black.")


class ReasonOut(Shape):
    code = serializers.CharField(help_text="win, loss, attendance or bonus")
    amount = serializers.FloatField()
    opponent = PlayerOut(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    ending = serializers.CharField()
    flight = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class CellOut(Shape):
    total = serializers.FloatField()
    is_counted = serializers.BooleanField()
    reasons = ReasonOut(many=True)


class StandingsRowOut(Shape):
    place = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    player = PlayerOut()
    total = serializers.FloatField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    breaks = serializers.SerializerMethodField()
    cells = Gaps(
        child=CellOut(allow_null=True), help_text="One for each evening, null where the player was away."
    )

    def get_breaks(self, row: Any) -> dict[str, int]:
        """The tie-break figures that were looked at, in their order."""
        return dict(row.breaks)


class StandingsOut(PageOut):
    """A page of the table of a season."""

    season = SeasonOut()
    rules = serializers.DictField(source="rules.to_data")
    evenings = EveningOut(many=True)
    rows = StandingsRowOut(many=True)


class RatingRowOut(Shape):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = PlayerOut()
    rating = serializers.FloatField()
    experience = serializers.IntegerField()
    matches = serializers.IntegerField()
    delta = serializers.FloatField(help_text="What the last match moved.")
    at = serializers.DateTimeField()
    is_provisional = serializers.BooleanField()


class RatingTableOut(PageOut):
    """A page of a rating list."""

    rating_list = RatingListOut()
    rows = RatingRowOut(many=True)


class ExplanationOut(Shape):
    length = serializers.IntegerField()
    distance = serializers.FloatField(help_text="Own rating less the opponent's.")
    chance = serializers.FloatField(help_text="The chance the player had to win.")
    moved = serializers.FloatField(help_text="The chance that it would have gone the other way.")
    ramp = serializers.FloatField(help_text="K: how fast a newcomer's rating moves.")
    experience = serializers.IntegerField()
    delta = serializers.FloatField()


class RatingChangeOut(Shape):
    match = serializers.CharField(source="match.code")
    at = serializers.DateTimeField()
    opponent = PlayerOut()
    won = serializers.BooleanField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    explanation = ExplanationOut()


class CareerResultOut(Shape):
    match = serializers.CharField(source="match.code")
    evening = EveningOut(source="tournament")
    opponent = PlayerOut()
    length = serializers.IntegerField(source="match.length")
    own_score = serializers.IntegerField()
    other_score = serializers.IntegerField()
    has_won = serializers.BooleanField()
    ending = serializers.CharField(source="match.ending")
    settled_at = serializers.DateTimeField(source="match.settled_at")


class RivalOut(Shape):
    opponent = PlayerOut()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class OfLengthOut(Shape):
    length = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    rated = serializers.IntegerField(help_text="How many of them a rating had foreseen.")
    expected = serializers.FloatField(help_text="How many of these it promised to be won.")


class MonthOut(Shape):
    month = serializers.DateField(help_text="Its first day.")
    days = serializers.IntegerField(help_text="On how many days he played.")


class CareerOut(Shape):
    player = PlayerOut()
    rating = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    lengths = OfLengthOut(many=True, help_text="Matches played by their length, the shortest first.")
    months = MonthOut(many=True, help_text="The months in which he played, the first one first.")
    form = serializers.ListField(child=serializers.BooleanField(), help_text="Last matches, newest last.")
    results = CareerResultOut(many=True)
    history = RatingChangeOut(many=True)
    rivals = RivalOut(many=True)


class PlanOut(Shape):
    version = serializers.IntegerField(help_text="The version of the event.")
    stages = serializers.ListField(child=serializers.DictField())


class LineOut(Shape):
    seq = serializers.IntegerField(help_text="The line of the journal that tells the deed.")
    command = serializers.IntegerField(help_text="The command the line belongs to; it can be undone.")
    kind = serializers.CharField()
    payload = serializers.DictField()
    version = serializers.IntegerField(source="event.version", help_text="The version of the event after it.")


class RoundOut(Shape):
    flight = serializers.CharField()
    round = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.DictField(), help_text="white, black and the reasons.")
    byes = serializers.ListField(child=serializers.DictField(), help_text="entry, kind and the reasons.")


class SeatChangeOut(Shape):
    pairing = serializers.CharField(source="label")
    title = serializers.CharField()
    before = serializers.ListField(child=serializers.CharField(), allow_null=True)
    after = serializers.ListField(child=serializers.CharField(), allow_null=True)
    loses_result = serializers.BooleanField()


class UndoPreviewOut(Shape):
    command = serializers.IntegerField(source="command.number", help_text="Its number, to undo just it.")
    said = serializers.CharField(source="command.words", help_text="The command in words.")
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="Its lines in the journal.")
    pairings = SeatChangeOut(many=True, help_text="Every pairing that would stand otherwise.")


class PartOut(Shape):
    name = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class ForeseenOut(Shape):
    pairings = SeatChangeOut(many=True, help_text="Every pairing that would stand otherwise.")
    flights = PartOut(many=True, help_text="Where flights are split or merged: who would play in which.")
