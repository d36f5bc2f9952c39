"""Rating lists: the results they count in order, their ledger rows, previews of changes, predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from matches.models import Match, Player
from matches.names import NameKind
from matches.queries.people import canonical_key
from matches.states import Status
from tournaments.exchange.trf import ONE_POINT
from tournaments.known_ratings import all_current_changes, current_changes, latest_changes, parameters_of
from tournaments.lookups import make_counted_condition
from tournaments.models import (
    CasualMatch,
    Counted,
    Entry,
    Pairing,
    PastResult,
    RatingChange,
    RatingList,
    RatingListChange,
)
from tournaments.rating_systems.calibration import Calibration, calibrate
from tournaments.rating_systems.parameters import Parameters, PlayerRating
from tournaments.rating_systems.rating_changes import RATED_ENDINGS, RatedMatch, rate_results
from tournaments.registry import match_club_lookups

SIDES = ("white", "black")
PERSON, PAIR = NameKind.PERSON.value, NameKind.PAIR.value
PLAYER_KINDS = {
    Counted.SINGLES: [PERSON],
    Counted.PAIRS: [PAIR],
    Counted.MEMBERS: [PAIR],
    Counted.ALL: [PERSON, PAIR],
}
# In these lists doubles rate the two persons, not the pair.
BY_PERSON = (Counted.MEMBERS.value, Counted.ALL.value)
ORDER = ("at", "match", "-won", "player")
# Setting of an event imported from a Swiss report.
FROM_REPORT = "from_report"


class ResultPosition(NamedTuple):
    """Position in the order of results: time of settlement, then match key."""

    at: datetime
    match: int


class DatedResult(NamedTuple):
    """A result and its position in the order."""

    position: ResultPosition
    result: RatedMatch


def results_of(
    rating_list: RatingList, start: ResultPosition | None, limit: int | None = None
) -> list[DatedResult]:
    """Return the results a list counts in order, from `start` (None: the first), at most `limit`."""
    counts, ladders = rating_list.counts, rating_list.ladders
    return results_from(rating_list.club_id, start, counts, ladders=ladders, limit=limit)


def results_from(
    club_id: int,
    start: ResultPosition | None,
    counts: str = Counted.SINGLES.value,
    *,
    ladders: bool = False,
    limit: int | None = None,
) -> list[DatedResult]:
    """Return the results that a list of a club with these settings counts, in order from `start`."""
    matches = rated_matches(club_id, counts, ladders=ladders)
    if start is not None:
        matches = matches.filter(_at_or_after(start, "settled_at", "id"))
    by_person = counts in BY_PERSON
    rows = matches.order_by("settled_at", "id").values_list(
        *("id", "settled_at", canonical_key("white"), canonical_key("black"), "winner", "length", "ending"),
        *(
            (canonical_key(f"{side}__{seat}") for side in SIDES for seat in ("first", "second"))
            if by_person
            else ()
        ),
    )
    dated_results = (
        _dated_result(*row) for row in (rows[:limit] if limit else rows).iterator(chunk_size=2000)
    )
    return [
        dated_result
        for dated_result in dated_results
        if set(dated_result.result.winners).isdisjoint(dated_result.result.losers)
    ]


def rated_matches(
    club_id: int, counts: str = Counted.SINGLES.value, *, ladders: bool = False
) -> QuerySet[Match]:
    """Return every match of a club that its rating lists count.

    Matches of events, rated casual matches, imported ones, and with `ladders` those of ladders; `counts`
    selects singles or doubles. The one-point results of an imported Swiss report are not real scores, so no
    list counts them.
    """
    # By keys, as a missing setting is NULL in SQL, and so is its negation: it would exclude other events.
    report_results = Pairing.objects.filter(
        match__length=ONE_POINT, event__tournament__club=club_id, **{f"event__settings__{FROM_REPORT}": True}
    )
    of_club = Pairing.objects.filter(make_counted_condition("event"), event__tournament__club=club_id)
    played = of_club.filter(match__isnull=False).values("match")
    casual = CasualMatch.objects.filter(club=club_id, is_rated=True).values("match")
    imported = PastResult.objects.filter(evening__batch__club=club_id, evening__batch__undone_at=None)
    other_matches = [casual.order_by(), imported.order_by().values("match")]
    if ladders:
        other_matches += [
            Match.objects.filter(**{lookup: club_id}).order_by().values(match=F("pk"))
            for lookup in match_club_lookups
        ]
    kinds = PLAYER_KINDS[Counted(counts)]
    return Match.objects.filter(
        white__kind__in=kinds,
        black__kind__in=kinds,
        pk__in=played.order_by().union(*other_matches),
        status=Status.SETTLED.value,
        ending__in=RATED_ENDINGS,
    ).exclude(pk__in=report_results.order_by().values("match"))


def changes_from(
    rating_list: RatingList, start: ResultPosition | None, limit: int | None = None
) -> list[RatingChange]:
    """Return the current ledger rows of a list in order, winners first, from `start` on."""
    rows = current_changes(rating_list) if start is None else changes_at_or_after(rating_list, start)
    return list(rows.order_by(*ORDER)[:limit])


def player_ratings_before(
    rating_list: RatingList, start: ResultPosition | None, players: Iterable[int]
) -> dict[int, PlayerRating]:
    """Return the ratings of `players` (keys) just before `start` (None: before the first result).

    Players without results and without a starting rating are left out.
    """
    starting = starting_player_ratings(rating_list.starting_ratings, parameters_of(rating_list))
    if start is None:
        return starting
    player_ids = set(players)
    earlier = current_changes(rating_list).exclude(_at_or_after(start, "at", "match"))
    latest_ratings = {
        change.player_id: player_rating_after(change) for change in latest_changes(earlier, player_ids)
    }
    return {
        player: player_rating for player, player_rating in starting.items() if player in player_ids
    } | latest_ratings


def starting_player_ratings(ratings: Mapping[str, float], parameters: Parameters) -> dict[int, PlayerRating]:
    """Return the first rating of each player (by key), from the starting ratings by player code."""
    canonical_player = Coalesce("person__face", "pk")
    players = (
        Player.objects.filter(code__in=ratings).order_by("pk").values_list("code", canonical_player)
        if ratings
        else ()
    )
    return {player: replace(parameters.newcomer(), rating=float(ratings[code])) for code, player in players}


def changes_at_or_after(rating_list: RatingList, start: ResultPosition) -> QuerySet[RatingChange]:
    """Return the current ledger rows of a list from `start` on."""
    return current_changes(rating_list).filter(_at_or_after(start, "at", "match"))


def position_of_match(rating_list: RatingList, match_id: int) -> ResultPosition | None:
    """Return the position of a match in a list, present or stored, whichever is earlier; None without any."""
    settled_times = (
        rated_matches(rating_list.club_id, rating_list.counts, ladders=rating_list.ladders)
        .filter(pk=match_id)
        .values_list("settled_at", flat=True)
    )
    stored = current_changes(rating_list).filter(match=match_id).values_list("at", flat=True)
    times = [at for at in (settled_times.first(), stored.first()) if at is not None]
    return ResultPosition(min(times), match_id) if times else None


def lists_affected_by(match_id: int) -> QuerySet[RatingList]:
    """Return the rating lists of the club of a match, and those that have counted it."""
    # Each in a subquery of its own: a join would scan every pairing of the site.
    of_match_club = Q(club__in=Pairing.objects.filter(match=match_id).values("event__tournament__club"))
    of_match_club |= Q(club__in=CasualMatch.objects.filter(match=match_id, is_rated=True).values("club"))
    of_match_club |= Q(club__in=PastResult.objects.filter(match=match_id).values("evening__batch__club"))
    for lookup in match_club_lookups:
        of_match_club |= Q(ladders=True, club__in=Match.objects.filter(pk=match_id).values(lookup))
    counting_match = Q(pk__in=all_current_changes().filter(match=match_id).values("rating_list"))
    return RatingList.objects.filter(
        pk__in=RatingList.objects.filter(of_match_club | counting_match).values("pk")
    )


def lists_of_people(players: Iterable[int]) -> QuerySet[RatingList]:
    """Return the rating lists of the clubs in which any of these players (keys) has a match."""
    player_ids = list(players)
    matches = Match.objects.filter(Q(white__in=player_ids) | Q(black__in=player_ids))
    played = RatingList.objects.filter(club__tournaments__events__pairings__match__in=matches)
    casual = RatingList.objects.filter(
        club__in=CasualMatch.objects.filter(match__in=matches, is_rated=True).values("club")
    )
    imported = RatingList.objects.filter(club__past_imports__evenings__results__match__in=matches)
    other = [
        RatingList.objects.filter(
            ladders=True, club__in=matches.filter(**{f"{lookup}__isnull": False}).values(lookup)
        )
        for lookup in match_club_lookups
    ]
    any_of = Q()
    for rating_lists in (played, casual, imported, *other):
        any_of |= Q(pk__in=rating_lists.values("pk"))
    return RatingList.objects.filter(any_of).order_by("pk")


def player_rating_after(change: RatingChange) -> PlayerRating:
    """Return the rating of a player after a ledger row."""
    explanation = change.explanation
    return PlayerRating(
        change.after,
        change.experience + explanation["length"],
        explanation.get("deviation_after", 0.0),
        explanation.get("volatility_after", 0.0),
        explanation.get("day", 0),
    )


def _dated_result(
    match: int,
    at: datetime | None,
    white: int,
    black: int,
    winner: str,
    length: int,
    ending: str,
    *members: int,
) -> DatedResult:
    won, lost = (white, black) if winner == "white" else (black, white)
    # Players of two pairs: White's, then Black's; empty for singles.
    pairs = [tuple(sorted(pair)) if all(pair) else () for pair in (members[:2], members[2:])]
    winners, losers = pairs if winner == "white" else pairs[::-1]
    # A constraint ensures that settled matches have a time.
    settled_at = cast(datetime, at)
    day = settled_at.astimezone(UTC).toordinal()
    return DatedResult(
        ResultPosition(settled_at, match), RatedMatch(match, won, lost, length, ending, day, winners, losers)
    )


def _at_or_after(start: ResultPosition, at: str, match: str) -> Q:
    return Q(**{f"{at}__gt": start.at}) | Q(**{at: start.at, f"{match}__gte": start.match})


CHANGES_SHOWN = 20
PlaceAndRating = tuple[int, float]
# As in `RatingListChange.moves`: player, place before and after, rating before and after.
MoveData = list[Any]


@dataclass(frozen=True, slots=True)
class RatingListMove:
    """A player's place and rating before and after."""

    player: Player
    place: tuple[int | None, int | None]
    rating: tuple[float | None, float | None]

    @property
    def delta(self) -> float | None:
        """Return the rating difference; None for a player who was added or removed."""
        before, after = self.rating
        return None if before is None or after is None else after - before


@dataclass(frozen=True, slots=True)
class AppliedListChange:
    """A logged change of a rating list, and its moves."""

    change: RatingListChange
    moved: tuple[RatingListMove, ...]


def settings_of(rating_list: RatingList) -> dict[str, Any]:
    """Return the settings of a list as arguments of the service `change_list`."""
    return {
        "name": rating_list.name,
        "system": rating_list.system,
        "parameters": dict(rating_list.parameters),
        "counts": rating_list.counts,
        "ladders": rating_list.ladders,
    }


def data_of(rating_list: RatingList) -> dict[str, Any]:
    """Return settings and starting ratings of a list for its log of changes."""
    return {**settings_of(rating_list), "starting_ratings": dict(rating_list.starting_ratings)}


def base_of(rating_list: RatingList) -> float:
    """Return the first rating of a player without a starting rating."""
    return parameters_of(rating_list).base


def get_rating_places(rating_list: RatingList) -> dict[int, PlaceAndRating]:
    """Return the current place and rating of every player. Two queries."""
    rows = current_changes(rating_list)
    players = rows.order_by().values_list("player", flat=True).distinct()
    latest_ratings = {
        change.player_id: player_rating_after(change) for change in latest_changes(rows, players)
    }
    return rank_players(latest_ratings, parameters_of(rating_list))


def preview_rating_moves(
    rating_list: RatingList,
    parameters: Parameters,
    counts: str,
    *,
    ladders: bool | None = None,
) -> tuple[RatingListMove, ...]:
    """Return the moves under other parameters, best first, without writing."""
    counts_ladders = rating_list.ladders if ladders is None else ladders
    dated_results = results_from(rating_list.club_id, None, counts, ladders=counts_ladders)
    checkpoint = starting_player_ratings(rating_list.starting_ratings, parameters)
    ledger = rate_results((dated.result for dated in dated_results), parameters, checkpoint)
    rated = {change.player for change in ledger.changes}
    after = {player: ledger.standings[player] for player in rated}
    return name_rating_moves(compare_places(get_rating_places(rating_list), rank_players(after, parameters)))


@dataclass(frozen=True, slots=True)
class StartingRating:
    """A player with a starting rating in a list, or with a rating `entered` in an event that could be one."""

    player: Player
    entered: int | None
    starting: float | None


def get_starting_ratings(rating_list: RatingList) -> tuple[StartingRating, ...]:
    """Return the players with a starting rating, and those who could get one, by name. Three queries.

    These were entered with a rating in a tournament that began before their first rated match.
    """
    first_rated = current_changes(rating_list).filter(player=OuterRef("shown")).order_by("at")
    entries = (
        Entry.objects.filter(event__tournament__club=rating_list.club_id, rating__gt=0)
        .filter(player__kind=NameKind.PERSON.value, player__anonymised_at=None)
        .annotate(shown=canonical_key("player"))
        .annotate(rated_at=Subquery(first_rated.values("at")[:1]))
        .filter(Q(rated_at=None) | Q(rated_at__gte=F("event__tournament__starts_at")))
        .order_by("-event__tournament__starts_at", "-pk")
    )
    entered = dict(entries.values_list("shown", "rating"))
    by_code = dict(rating_list.starting_ratings)
    players = Player.objects.filter(Q(pk__in=entered) | Q(code__in=by_code)).order_by("name", "pk")
    return tuple(
        StartingRating(player, entered.get(player.pk), by_code.get(player.code)) for player in players
    )


def rank_players(
    player_ratings: Mapping[int, PlayerRating], parameters: Parameters
) -> dict[int, PlaceAndRating]:
    """Return place and rating of each player: highest first, provisional ratings after the others.

    Players with equal ratings share the better place.
    """
    levels = {
        player: (parameters.is_provisional(player_rating), -player_rating.rating)
        for player, player_rating in player_ratings.items()
    }
    order = sorted(levels, key=lambda player: (levels[player], player))
    first: dict[tuple[bool, float], int] = {}
    for place, player in enumerate(order, start=1):
        first.setdefault(levels[player], place)
    return {player: (first[levels[player]], player_ratings[player].rating) for player in order}


def compare_places(
    before: Mapping[int, PlaceAndRating], after: Mapping[int, PlaceAndRating]
) -> list[MoveData]:
    """Return the players whose place or rating differs, in the order of `after`, removed ones last."""
    order = [*after, *(player for player in before if player not in after)]
    unlisted = (None, None)
    return [
        [player, *_interleave(before.get(player, unlisted), after.get(player, unlisted))]
        for player in order
        if before.get(player) != after.get(player)
    ]


def name_rating_moves(move_data: Iterable[MoveData]) -> tuple[RatingListMove, ...]:
    """Return moves with their players. One query."""
    move_rows = list(move_data)
    players = Player.objects.in_bulk([move[0] for move in move_rows])
    return tuple(_make_move(move, players) for move in move_rows if move[0] in players)


def changes_of(rating_list: RatingList, *, limit: int = CHANGES_SHOWN) -> list[AppliedListChange]:
    """Return the changes of a list, latest first. Two queries."""
    rows = list(RatingListChange.objects.filter(rating_list=rating_list)[:limit])
    players = Player.objects.in_bulk({move[0] for row in rows for move in row.moves})
    return [
        AppliedListChange(row, tuple(_make_move(move, players) for move in row.moves if move[0] in players))
        for row in rows
    ]


def _interleave(before: Sequence[Any], after: Sequence[Any]) -> tuple[Any, ...]:
    return before[0], after[0], before[1], after[1]


def _make_move(move: MoveData, players: Mapping[int, Player]) -> RatingListMove:
    return RatingListMove(players[move[0]], (move[1], move[2]), (move[3], move[4]))


def get_calibration(rating_list: RatingList) -> Calibration:
    """Return how well the predictions of a list agree with its results. One query."""
    winners = current_changes(rating_list).filter(won=True).order_by()
    return calibrate(map(float, winners.values_list(KT("explanation__chance"), flat=True)))
