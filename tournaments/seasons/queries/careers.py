"""Careers of a club's players: results, rating history, form and rivals."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from django.db.models import Count, Q

from matches.models import Match, Player
from matches.names import get_sort_key
from matches.queries.people import canonical_key, get_canonical_player, make_person_q
from matches.states import Ending, Status
from tournaments import known_ratings
from tournaments.lookups import sort_by_name
from tournaments.models import Club, Counted, RatingChange, RatingList, Tournament
from tournaments.play.events.played_days import get_day_played
from tournaments.ratings.queries import ratings
from tournaments.registry import match_club_lookups
from tournaments.seasons.queries.season_results import CASUAL, PAST, TournamentColumn, at_noon

FORM_MATCHES = 20
# Fewest matches against an opponent who is named as favourite or nemesis.
MINIMUM_MATCHES = 3


@dataclass(frozen=True, slots=True)
class CareerResult:
    """One settled match of the player; `change` is None if unrated.

    The score of the loser is None where it is not known.
    `is_played`: to its end. A match is contested unless a player did not come.
    """

    match: Match
    opponent: Player
    own_score: int | None
    other_score: int | None
    has_won: bool
    is_played: bool
    is_contested: bool
    tournament: Tournament | TournamentColumn
    change: RatingChange | None

    @property
    def is_past(self) -> bool:
        """Return whether the result was imported from an earlier year."""
        return isinstance(self.tournament, TournamentColumn) and self.tournament.kind == PAST


@dataclass(frozen=True, slots=True)
class CareerRival:
    """Wins and losses against one opponent, over played matches."""

    opponent: Player
    won: int
    lost: int

    @property
    def played(self) -> int:
        """Return the number of matches."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """Return the share of matches won, from 0 to 1."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class LengthRecord:
    """Matches of one length: played, won, and the expected wins of the `rated` ones."""

    length: int
    played: int
    won: int
    rated: int
    expected: float


@dataclass(frozen=True, slots=True)
class Month:
    """A month, by its first day, and the number of days played."""

    month: date
    days: int


@dataclass(frozen=True, slots=True)
class Career:
    """A player's record in a club. `results` are newest first, `history` oldest first."""

    player: Player
    results: tuple[CareerResult, ...]
    history: tuple[RatingChange, ...]
    rivals: tuple[CareerRival, ...]

    @property
    def form(self) -> tuple[bool, ...]:
        """Return wins (true) and losses of the last played matches, newest last."""
        played = [result.has_won for result in self.results if result.is_played]
        return tuple(reversed(played[:FORM_MATCHES]))

    @property
    def recent(self) -> tuple[CareerResult, ...]:
        """Return the last played matches, newest last."""
        return tuple(reversed([result for result in self.results if result.is_played][:FORM_MATCHES]))

    @property
    def lengths(self) -> tuple[LengthRecord, ...]:
        """Return the played matches by length, shortest first."""
        results_by_length: defaultdict[int, list[CareerResult]] = defaultdict(list)
        for result in self.results:
            if result.is_played:
                results_by_length[result.match.length].append(result)
        return tuple(
            _length_record(length, results_by_length[length]) for length in sorted(results_by_length)
        )

    @property
    def months(self) -> tuple["Month", ...]:
        """Return every month from the first to the last played one, including empty ones."""
        days = {get_day_played(result.match) for result in self.results if result.match.settled_at}
        counts = Counter(_month_number(day) for day in days)
        span = range(min(counts, default=0), max(counts, default=-1) + 1)
        return tuple(Month(date(number // 12, number % 12 + 1, 1), counts[number]) for number in span)

    def nemesis(self, minimum_matches: int = MINIMUM_MATCHES) -> CareerRival | None:
        """Return the strongest opponent met often enough, None if no one leads."""
        stronger_rivals = [
            rival for rival in self._rivals_met_often(minimum_matches) if rival.won < rival.lost
        ]
        return min(stronger_rivals, key=lambda rival: (rival.share, -rival.played), default=None)

    def favourite(self, minimum_matches: int = MINIMUM_MATCHES) -> CareerRival | None:
        """Return the weakest opponent met often enough, None if the player leads no one."""
        weaker_rivals = [rival for rival in self._rivals_met_often(minimum_matches) if rival.won > rival.lost]
        return min(weaker_rivals, key=lambda rival: (-rival.share, -rival.played), default=None)

    def _rivals_met_often(self, minimum_matches: int) -> list[CareerRival]:
        return [rival for rival in self.rivals if rival.played >= minimum_matches]

    @property
    def won(self) -> int:
        """Return the number of matches won; a walk-over is none."""
        return sum(result.has_won and result.is_contested for result in self.results)

    @property
    def lost(self) -> int:
        """Return the number of matches lost; a walk-over is none."""
        return sum(not result.has_won and result.is_contested for result in self.results)

    @property
    def rating(self) -> float | None:
        """Return the current rating; None before the first rated match."""
        return self.history[-1].after if self.history else None


def get_career(club: Club, player: Player, rating_list: RatingList | None) -> Career:
    """Return a player's career in a club, rated by one of its lists. Two queries."""
    history = _get_rating_changes(rating_list, player)
    changes = {change.match_id: change for change in history}
    results = tuple(
        _career_result(match, player, changes.get(match.pk)) for match in _get_matches(club, player)
    )
    return Career(player, results, history, _rivals(results))


def get_clubs_with_ratings(player: Player) -> list[tuple[Club, float | None]]:
    """Return the clubs in which a person has a settled match, by name, with the rating in its first list.

    Three queries at most.
    """
    played_clubs = sort_by_name(Club.objects.filter(pk__in=_clubs_played_in(player)))
    if not played_clubs:
        return []
    first_lists: dict[int, RatingList] = {}
    for rating_list in RatingList.objects.filter(club__in=played_clubs).order_by("pk"):
        first_lists.setdefault(rating_list.club_id, rating_list)
    rows = known_ratings.all_current_changes().filter(
        rating_list__in=first_lists.values(), player=get_canonical_player(player)
    )
    latest_ratings = {row.rating_list_id: row.after for row in rows.order_by("at", "match")}
    return [
        (club, latest_ratings.get(first_lists[club.pk].pk) if club.pk in first_lists else None)
        for club in played_clubs
    ]


def _clubs_played_in(player: Player) -> set[int]:
    is_player = make_person_q("white", player) | make_person_q("black", player)
    rows = Match.objects.filter(is_player, status=Status.SETTLED.value)
    # A query for each kind of match: a single join would search every match for every club.
    club_queries = (
        rows.values_list("pairing__event__tournament__club"),
        rows.values_list("past__evening__batch__club"),
        *(rows.values_list(lookup) for lookup in match_club_lookups),
        rows.filter(casual__is_rated=True).values_list("casual__club"),
    )
    unordered = [query.order_by() for query in club_queries]
    # Without an order of its own the union has that of the model, whose columns it does not select.
    clubs = unordered[0].union(*unordered[1:]).order_by()
    return {club for (club,) in clubs if club is not None}


def _get_rating_changes(rating_list: RatingList | None, player: Player) -> tuple[RatingChange, ...]:
    if rating_list is None:
        return ()
    rows = known_ratings.current_changes(rating_list).filter(player=get_canonical_player(player))
    return tuple(rows.select_related("opponent", "match__pairing__event__tournament").order_by("at", "match"))


def _get_matches(club: Club, player: Player) -> Iterable[Match]:
    """Return a player's settled matches in a club: events, casual, ladders and earlier years."""
    is_player = make_person_q("white", player) | make_person_q("black", player)
    is_in_club = Q(pairing__event__tournament__club=club) | Q(casual__club=club, casual__is_rated=True)
    for lookup in match_club_lookups:
        is_in_club |= Q(**{lookup: club})
    is_imported = Q(past__evening__batch__club=club, past__evening__batch__undone_at=None)
    rows = Match.objects.filter(is_player, is_in_club | is_imported, status=Status.SETTLED.value)
    matches = rows.exclude(ending=Ending.DOUBLE_WALKOVER.value).select_related(
        "white__person__face", "black__person__face", "pairing__event__tournament", "past__evening"
    )
    return matches.order_by("-settled_at", "-id")


def _career_result(match: Match, player: Player, change: RatingChange | None) -> CareerResult:
    is_white = match.white.is_one_with(player)
    scores: tuple[int | None, int | None] = (match.white_score, match.black_score)
    if not match.is_loser_score_known:
        scores = (scores[0], None) if match.winner == "white" else (None, scores[1])
    own_score, other_score = scores if is_white else scores[::-1]
    return CareerResult(
        match=match,
        opponent=match.black if is_white else match.white,
        own_score=own_score,
        other_score=other_score,
        has_won=match.winner == ("white" if is_white else "black"),
        is_played=match.ending == Ending.PLAYED.value,
        is_contested=match.is_contested,
        tournament=_tournament_of(match),
        change=change,
    )


def _month_number(day: date) -> int:
    """Return the month as a running number."""
    return day.year * 12 + day.month - 1


def _tournament_of(match: Match) -> Tournament | TournamentColumn:
    if hasattr(match, "pairing"):
        return match.pairing.event.tournament
    if hasattr(match, "past"):
        past_evening = match.past.evening
        return TournamentColumn(PAST, past_evening.name, "", at_noon(past_evening.played_on))
    return TournamentColumn(CASUAL, "", "", cast(datetime, match.settled_at))


def _length_record(length: int, results: Sequence[CareerResult]) -> LengthRecord:
    win_chances = [result.change.explanation["chance"] for result in results if result.change is not None]
    won = sum(result.has_won for result in results)
    return LengthRecord(length, len(results), won, len(win_chances), sum(win_chances))


def _rivals(results: Sequence[CareerResult]) -> tuple[CareerRival, ...]:
    """Return the opponents by number of meetings, then by name."""
    played = [result for result in results if result.is_played]
    players = {
        get_canonical_player(result.opponent).pk: get_canonical_player(result.opponent) for result in played
    }
    match_counts = Counter(get_canonical_player(result.opponent).pk for result in played)
    win_counts = Counter(get_canonical_player(result.opponent).pk for result in played if result.has_won)
    rivals = [CareerRival(players[pk], win_counts[pk], match_counts[pk] - win_counts[pk]) for pk in players]
    return tuple(
        sorted(
            rivals, key=lambda rival: (-match_counts[rival.opponent.pk], get_sort_key(rival.opponent.name))
        )
    )


@dataclass(frozen=True, slots=True)
class CareerRow:
    """Totals of one player, and most frequent opponent, favourite and nemesis; None without one."""

    player: Player
    won: int
    lost: int
    most_met: CareerRival | None
    favourite: CareerRival | None
    nemesis: CareerRival | None


def get_career_rows(club: Club, minimum_matches: int = MINIMUM_MATCHES) -> list[CareerRow]:
    """Return a row for each player of a club, by name. Two queries.

    Only opponents with at least `minimum_matches` are compared.
    """
    records_by_player = _count_results(club)
    players = Player.objects.in_bulk(list(records_by_player))
    sorted_players = sorted(
        (player for player in records_by_player if player in players),
        key=lambda player_id: get_sort_key(players[player_id].name),
    )
    return [
        _career_row(players[player], records_by_player[player], players, minimum_matches)
        for player in sorted_players
    ]


def _count_results(club: Club) -> Mapping[int, Mapping[int, tuple[int, int]]]:
    """Return the wins and losses of each player (by key) against each opponent."""
    matches = ratings.rated_matches(club.pk, Counted.SINGLES.value).order_by()
    rows = matches.values_list(canonical_key("white"), canonical_key("black"), "winner").annotate(
        times=Count("pk")
    )
    records_by_player: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for white, black, winner, times in rows:
        for one, other, side in ((white, black, "white"), (black, white, "black")):
            won, lost = records_by_player[one].get(other, (0, 0))
            records_by_player[one][other] = (won + times, lost) if winner == side else (won, lost + times)
    return records_by_player


def _career_row(
    player: Player,
    results_by_opponent: Mapping[int, tuple[int, int]],
    players: Mapping[int, Player],
    minimum_matches: int,
) -> CareerRow:
    records = [
        CareerRival(players[rival], *counts)
        for rival, counts in results_by_opponent.items()
        if rival in players
    ]
    frequent_opponents = [record for record in records if record.played >= minimum_matches]
    return CareerRow(
        player,
        sum(record.won for record in records),
        sum(record.lost for record in records),
        _best(frequent_opponents, lambda record: (record.played, record.share)),
        _best(
            [record for record in frequent_opponents if record.won > record.lost],
            lambda record: (record.share, record.played),
        ),
        _best(
            [record for record in frequent_opponents if record.won < record.lost],
            lambda record: (1 - record.share, record.played),
        ),
    )


def _best(
    records: Iterable[CareerRival], by: Callable[[CareerRival], tuple[float, float]]
) -> CareerRival | None:
    """Return the record with the highest value of `by`; among equals the first by name."""
    order = sorted(records, key=lambda record: get_sort_key(record.opponent.name))
    return max(order, key=by, default=None)
