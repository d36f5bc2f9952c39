"""Match history of a player: by opponent, year and length, alone and in pairs; head to head."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Count, Q, QuerySet
from django.utils.timezone import localdate

from matches.models import Game, Match, Player
from matches.names import get_sort_key
from matches.queries import people
from matches.queries.occasions import get_times_played
from matches.queries.people import (
    canonical_key,
    get_canonical_player,
    make_person_or_pair_in_any_q,
    make_person_q,
)
from matches.states import UNPLAYED_ENDINGS, Ending, Status


def get_matches_of_player(player: Player) -> QuerySet[Match]:
    """Every match of a person that was not voided, under any spelling, the newest first."""
    is_players_match = make_person_q("white", player) | make_person_q("black", player)
    rows = Match.objects.filter(is_players_match).exclude(status=Status.VOID.value)
    return rows.select_related("desk", "white", "black", "table").order_by("-settled_at", "-id")


def get_matches_with_player(player: Player) -> QuerySet[Match]:
    """Every match of a person that was not voided, alone or in a pair, the newest first."""
    rows = Match.objects.filter(make_person_or_pair_in_any_q(("white", "black"), player))
    matches = rows.exclude(status=Status.VOID.value).select_related("desk", "white", "black", "table")
    return matches.order_by("-settled_at", "-id")


def count_played(player: Player) -> int:
    """Count the matches a person has played to the end, alone or in a pair."""
    rows = get_matches_with_player(player)
    return rows.filter(status=Status.SETTLED.value, ending=Ending.PLAYED.value).count()


def count_other_meetings(match: Match) -> tuple[int, int]:
    """Count the other played matches White and Black of this one have won against each other."""
    return _count_wins(get_meetings(match.white, match.black).exclude(pk=match.pk), match.white)


def get_meetings(one: Player, other: Player) -> QuerySet[Match]:
    """The matches two persons have played to the end against each other, under any spelling."""
    same_sides = make_person_q("white", one) & make_person_q("black", other)
    swapped_sides = make_person_q("white", other) & make_person_q("black", one)
    return Match.objects.filter(
        same_sides | swapped_sides, status=Status.SETTLED.value, ending=Ending.PLAYED.value
    )


def _count_wins(rows: QuerySet[Match], one: Player) -> tuple[int, int]:
    as_white = make_person_q("white", one) & Q(winner="white")
    won = Count("pk", filter=as_white | (make_person_q("black", one) & Q(winner="black")))
    counts = rows.aggregate(all=Count("pk"), won=won)
    return counts["won"], counts["all"] - counts["won"]


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pair that a person plays in, the partner, and the matches the pair has won and lost."""

    pair: Player
    partner: Player
    won: int
    lost: int


def get_pair_records(player: Player) -> list[PairRecord]:
    """Return the pairs of a person by name, each once under all spellings. Three queries."""
    spellings = people.get_spellings(player)
    rows = people.get_pairs_with(spellings)
    won, lost = _tally_pairs(rows)
    records = [
        PairRecord(pair, _get_partner(pair, player), won[pair.pk], lost[pair.pk])
        for pair in rows
        if people.get_canonical_player(pair) == pair
    ]
    return sorted(records, key=lambda record: (get_sort_key(record.pair.name), record.pair.pk))


def get_pair_matches(player: Player) -> QuerySet[Match]:
    """Every match of a person's pairs that was not voided, the newest first."""
    rows = people.get_pairs_with(people.get_spellings(player))
    is_pair_match = Q(white__in=rows) | Q(black__in=rows)
    matches = Match.objects.filter(is_pair_match).exclude(status=Status.VOID.value)
    return matches.select_related("desk", "white", "black", "table").order_by("-settled_at", "-id")


def _get_partner(pair: Player, player: Player) -> Player:
    partners = [member for member in pair.members if not member.is_one_with(player)]
    return people.get_canonical_player(partners[0])


def _tally_pairs(pairs: Sequence[Player]) -> tuple[Counter[int], Counter[int]]:
    keys = [pair.pk for pair in pairs]
    rows = Match.objects.filter(Q(white__in=keys) | Q(black__in=keys), status=Status.SETTLED.value)
    settled = (
        rows.exclude(winner="")
        .exclude(ending__in=UNPLAYED_ENDINGS)
        .annotate(white_face=canonical_key("white"), black_face=canonical_key("black"))
    )
    sides = [
        (white, black) if winner == "white" else (black, white)
        for white, black, winner in settled.values_list("white_face", "black_face", "winner")
    ]
    return Counter(winner for winner, _ in sides), Counter(loser for _, loser in sides)


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The outcome of a settled match for one player; `opponent` is the key of the canonical player.

    `match` is its key, `year` the one in which it was played. A walk-over and a double no-show are neither
    won nor lost, since nobody played.
    """

    match: int
    opponent: int
    has_won: bool
    has_lost: bool
    year: int
    length: int


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent and the matches won and lost against them."""

    player: Player
    won: int
    lost: int


IS_KNOWN = "is_loser_score_known"


@dataclass(frozen=True, slots=True)
class HeadToHeadSide:
    """One side of a head to head: matches won, points scored, and recorded games won."""

    player: Player
    matches: int
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The head to head of two persons; `sheets` of the `played` matches have recorded games.

    `without_points` of them have no points of the loser, so that none of theirs are counted.
    """

    one: HeadToHeadSide
    other: HeadToHeadSide
    played: int
    sheets: int
    without_points: int = 0


def get_outcomes(player: Player) -> list[PlayerOutcome]:
    """Every settled match of a person, the newest first. One query, and those of `match_occasions`."""
    rows = get_settled_matches(player).annotate(
        white_face=canonical_key("white"), black_face=canonical_key("black")
    )
    player_key = get_canonical_player(player).pk
    columns = ("pk", "settled_at", "white_face", "black_face", "winner", "ending", "length")
    values = list(rows.order_by("-settled_at", "-id").values_list(*columns))
    times = get_times_played({match: settled_at for match, settled_at, *_others in values})
    return [_build_outcome(player_key, match, localdate(times[match]), *row) for match, _at, *row in values]


def get_settled_matches(player: Player) -> QuerySet[Match]:
    """The settled matches of a person, the newest first."""
    return get_matches_of_player(player).filter(status=Status.SETTLED.value)


def filter_by_opponent(rows: QuerySet[Match], opponent: Player) -> QuerySet[Match]:
    """Keep those of a person's matches that were against `opponent`."""
    return rows.filter(make_person_q("white", opponent) | make_person_q("black", opponent))


def count_rivals(outcomes: Iterable[PlayerOutcome]) -> list[Rival]:
    """The opponents, the most frequent first. One query."""
    decided_outcomes = [outcome for outcome in outcomes if outcome.has_won or outcome.has_lost]
    meeting_counts = Counter(outcome.opponent for outcome in decided_outcomes)
    win_counts = Counter(outcome.opponent for outcome in decided_outcomes if outcome.has_won)
    players = Player.objects.in_bulk(meeting_counts)
    rows = [
        Rival(players[pk], win_counts[pk], count - win_counts[pk]) for pk, count in meeting_counts.items()
    ]
    return sorted(
        rows, key=lambda rival: (-rival.won - rival.lost, get_sort_key(rival.player.name), rival.player.pk)
    )


def get_years(outcomes: Iterable[PlayerOutcome]) -> list[int]:
    """The years in which a settled match was played, the latest first."""
    return sorted({outcome.year for outcome in outcomes}, reverse=True)


def compare_players(one: Player, other: Player) -> HeadToHead:
    """Return the head to head of two persons in played matches. Two queries."""
    rows = get_meetings(one, other).annotate(white_face=canonical_key("white"))
    matches = list(rows.values_list("pk", "white_face", "winner", "white_score", "black_score", IS_KNOWN))
    sides = {pk: "white" if white == get_canonical_player(one).pk else "black" for pk, white, *_ in matches}
    games = list(
        Game.objects.filter(match__in=sides, struck_at=None).values_list("match_id", "winner").order_by("pk")
    )
    points = [
        (white, black) if sides[pk] == "white" else (black, white)
        for pk, _, _, white, black, is_known in matches
        if is_known
    ]
    wins = sum(winner == sides[pk] for pk, _, winner, *_ in matches)
    games_won = sum(winner == sides[pk] for pk, winner in games)
    return HeadToHead(
        one=HeadToHeadSide(one, wins, sum(own_points for own_points, _ in points), games_won),
        other=HeadToHeadSide(
            other,
            len(matches) - wins,
            sum(rival_points for _, rival_points in points),
            len(games) - games_won,
        ),
        played=len(matches),
        sheets=len({pk for pk, _ in games}),
        without_points=len(matches) - len(points),
    )


def _build_outcome(
    player_key: int, match: int, day: date, white: int, black: int, winner: str, ending: str, length: int
) -> PlayerOutcome:
    is_white = white == player_key
    is_decided = bool(winner) and ending not in UNPLAYED_ENDINGS
    won = is_decided and winner == ("white" if is_white else "black")
    opponent = black if is_white else white
    return PlayerOutcome(match, opponent, won, is_decided and not won, day.year, length)


@dataclass(frozen=True, slots=True)
class LengthTally:
    """Matches of one length that were won or lost."""

    length: int
    won: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost

    @property
    def share(self) -> int:
        """The percentage won, rounded."""
        return round(100 * self.won / self.played)


def tally_by_length(outcomes: Iterable[PlayerOutcome]) -> list[LengthTally]:
    """The tally of every length, the shortest first; matches without a winner are not counted."""
    decided_outcomes = [outcome for outcome in outcomes if outcome.has_won or outcome.has_lost]
    match_counts = Counter(outcome.length for outcome in decided_outcomes)
    win_counts = Counter(outcome.length for outcome in decided_outcomes if outcome.has_won)
    return [
        LengthTally(length, win_counts[length], count - win_counts[length])
        for length, count in sorted(match_counts.items())
    ]


def get_longest_run(outcomes: Iterable[PlayerOutcome]) -> int:
    """The longest winning streak in matches."""
    decided_outcomes = [outcome for outcome in outcomes if outcome.has_won or outcome.has_lost]
    return max(
        (len(list(run)) for won, run in groupby(decided_outcomes, lambda each: each.has_won) if won),
        default=0,
    )
