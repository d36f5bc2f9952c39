"""What every entry of a table did in each round: matches, walk-overs, byes, absences, and what they score.

Written from docs/formats.md, which the functions quote, and from nothing else. `tie_breaks` has the figures
that are computed from these records, `tables` the ranking.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.scores import ROUND_LENGTH
from tournaments.verification.checker.seats import Outcome, Seating
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.trees import CheckedPairing

# What a round was for an entry. "In tables a forfeit counts like a walk-over": nobody played it to its end.
MATCH, RULING, WALKOVER, NO_SHOW, VOID = "match", "ruling", "walkover", "double_walkover", "void"
BYE, FULL_BYE, HALF_BYE, ZERO_BYE, ABSENT = "pairing", "full", "half", "zero", "absent"
# Endings of results by what they make of the round.
KIND_BY_ENDING = {
    "walkover": WALKOVER,
    "forfeit": WALKOVER,
    "double_walkover": NO_SHOW,
    "void": VOID,
    "ruled": RULING,
}
MEETINGS = frozenset({MATCH, RULING, WALKOVER, NO_SHOW})
# Rounds that an entry missed by its own fault or request: "withdrawn, absent or a requested bye".
REQUESTED = frozenset({HALF_BYE, ZERO_BYE, ABSENT})
SCORING_DEFAULTS = {
    "win": "1",
    "loss": "0",
    "bye": "1",
    "half_bye": "1/2",
    "away": "0",
    "clear": "0",
    "close": "0",
    "within": "0",
    "pr_lower": "1",
    "pr_equal": "1/2",
    "pr_within": "0",
}
SIDES = ("white", "black")
NO_TIE_ORDER: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """One round of one entry.

    `points` are its own and the opponent's match points (boards of a team match), `length` is the length of
    the match. `rating` is its performance rating, `rating_points` its part of the point for the lower one.
    """

    round: int
    kind: str
    opponent: int = 0
    is_won: bool = False
    is_drawn: bool = False
    points: tuple[int, int] = (0, 0)
    length: int = 0
    ending: str = ""
    rating: Fraction | None = None
    rating_points: Fraction = Fraction(0)

    @property
    def is_lost(self) -> bool:
        """Whether the opponent won."""
        return self.kind in MEETINGS and not self.is_won and not self.is_drawn

    @property
    def was_missed(self) -> bool:
        """Whether the entry itself missed the round: absent, on request, or a walk-over lost."""
        return self.kind in REQUESTED or (self.kind in {WALKOVER, NO_SHOW} and self.is_lost)


@dataclass(slots=True)
class RoundTally:
    """The rounds of all entries of a flight, with its scoring.

    `rounds` is the number of rounds that have been paired. `matches` is the number of matches of each entry
    in a round robin, played or to come. `annulled` are entries whose matches do not count. `tie_order` is the
    random order by the draw seed. `survival`: entry -> rounds survived and lives left.
    """

    turns: dict[int, list[CheckedRound]]
    scoring: Mapping[str, Fraction]
    is_round_robin: bool = False
    rounds: int = 0
    annulled: tuple[int, ...] = ()
    tie_order: Mapping[int, int] = field(default_factory=dict)
    matches: Mapping[int, int] = field(default_factory=dict)
    survival: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The number of the last round with a result."""
        return max((turn.round for row in self.turns.values() for turn in row), default=0)

    @property
    def draw(self) -> Fraction:
        """What an unplayed round counts at most: "as a draw: half of a win and a loss together"."""
        return (self.scoring["win"] + self.scoring["loss"]) / 2

    @property
    def scores(self) -> dict[int, Fraction]:
        """The score of each entry: "the player's points from all rounds, byes included"."""
        return {entry: sum(map(self.score, row), Fraction(0)) for entry, row in self.turns.items()}

    def score(self, turn: CheckedRound) -> Fraction:
        """Return what a round scores.

        "A bye ... scores points"; "an absent player scores nothing; a requested bye is worth half a point".
        "A match conceded unplayed earns nothing" (docs/clubs.md); a shutout win and a narrow loss can have a
        bonus there.
        """
        byes = {BYE: "bye", FULL_BYE: "bye", HALF_BYE: "half_bye", ZERO_BYE: "away", ABSENT: "away"}
        if turn.kind in byes:
            return self.scoring[byes[turn.kind]]
        if turn.is_won:
            return self.scoring["win"] + self._bonus(turn)
        if turn.is_drawn:
            return self.scoring["draw"]
        if turn.kind in {WALKOVER, NO_SHOW}:
            return self.scoring["away"]
        return self.scoring["loss"] + self._bonus(turn)

    def _bonus(self, turn: CheckedRound) -> Fraction:
        """Return the bonus of a shutout win, or of a loss at most so many points short of the length."""
        own_points, opponent_points = turn.points
        if turn.ending != "played":
            return Fraction(0)
        if turn.is_won:
            return self.scoring["clear"] if not opponent_points else Fraction(0)
        is_close = opponent_points - own_points <= self.scoring["within"]
        return self.scoring["close"] if is_close else Fraction(0)


def read_scoring(stage: CheckedStage) -> dict[str, Fraction]:
    """Return the values of a win, a loss, a bye and so on in the table of a stage."""
    stated_scoring = {name: str(value) for name, value in stage.options.get("scoring", {}).items()}
    scoring = {name: Fraction(value) for name, value in {**SCORING_DEFAULTS, **stated_scoring}.items()}
    return {"draw": (scoring["win"] + scoring["loss"]) / 2, **scoring}


def tally(
    seating: Seating,
    stage: CheckedStage,
    flight: str,
    members: Sequence[int],
    rounds: Mapping[int, Mapping[str, Any]],
    lengths: Mapping[tuple[str, int], int],
    *,
    boards: int = 0,
    tie_order: Mapping[int, int] = NO_TIE_ORDER,
) -> RoundTally:
    """Return the records of a flight.

    `members` are the entries of the table, `rounds` the paired rounds of a stage of rounds, `lengths` the
    changed match lengths by flight and round. `boards` is the number of boards of a team match, 0 for others.
    """
    is_round_robin = format_of(stage).is_round_robin
    nodes = seating.flight(flight)
    outcomes = {node.name: seating.outcome(node.name) for node in nodes}
    annulled = find_annulled(seating, flight, outcomes) if is_round_robin else set()
    row_by_entry: dict[int, list[CheckedRound]] = {
        entry: [] for entry in list_entries(members, outcomes, rounds) if entry not in annulled
    }
    for entry, turn in _list_turns(seating, stage, flight, lengths, boards):
        if not {entry, turn.opponent} & annulled:
            row_by_entry[entry].append(turn)
    if not is_round_robin:
        _add_byes(row_by_entry, rounds, nodes, outcomes)
        _add_absences(row_by_entry, rounds, nodes, outcomes, seating.results)
    for row in row_by_entry.values():
        row.sort(key=lambda turn: turn.round)
    return RoundTally(
        row_by_entry,
        read_scoring(stage),
        is_round_robin,
        rounds=len(rounds) or max((node.round for node in nodes), default=0),
        annulled=tuple(sorted(annulled)),
        tie_order=tie_order,
        matches=_count_matches(row_by_entry, outcomes, seating.results) if is_round_robin else {},
    )


def _list_turns(
    seating: Seating,
    stage: CheckedStage,
    flight: str,
    lengths: Mapping[tuple[str, int], int],
    boards: int,
) -> Iterator[tuple[int, CheckedRound]]:
    """Yield every decided meeting of a flight twice: each of its entries with the record of that entry."""
    scoring = read_scoring(stage)
    for node in seating.flight(flight):
        outcome = seating.outcome(node.name)
        if outcome.winner is None:
            continue
        length = boards or _find_length(seating, stage, node, lengths)
        for turn in _read_meeting(node, outcome, seating.results.get(node.name), length, scoring):
            yield _other(outcome, turn.opponent), turn


def list_entries(
    members: Sequence[int], outcomes: Mapping[str, Outcome], rounds: Mapping[int, Mapping[str, Any]]
) -> list[int]:
    """Return every entry of a table: those drawn or joined, and those who have a board or a bye."""
    seated = [seat for outcome in outcomes.values() for seat in (outcome.white, outcome.black) if seat]
    resting = [int(bye["entry"]) for paired in rounds.values() for bye in paired["byes"]]
    return list(dict.fromkeys([*members, *seated, *resting]))


def find_annulled(seating: Seating, flight: str, outcomes: Mapping[str, Outcome]) -> set[int]:
    """Return the entries of a round robin whose matches are annulled.

    "A player who leaves with fewer than half of their matches played is annulled; otherwise they forfeit the
    rest. The desk can choose otherwise when it withdraws them." Who has no match left to lose keeps all.
    """
    annulled = set()
    for entry in {seat for outcome in outcomes.values() for seat in (outcome.white, outcome.black) if seat}:
        loses_matches = any(
            outcome.decided == "absence" and entry in outcome.eliminated for outcome in outcomes.values()
        )
        if not seating.withdrawal_number(entry, flight) or not loses_matches:
            continue
        own_outcomes = [outcome for outcome in outcomes.values() if entry in (outcome.white, outcome.black)]
        played = sum(outcome.is_contested for outcome in own_outcomes)
        chosen_effect = seating.get_chosen_effect(entry, flight)
        if chosen_effect == "annulled" or (not chosen_effect and 2 * played < len(own_outcomes)):
            annulled.add(entry)
    return annulled


def _find_length(
    seating: Seating,
    stage: CheckedStage,
    node: CheckedPairing,
    lengths: Mapping[tuple[str, int], int],
) -> int:
    """Return the length of a match: that of its round when it was played, 0 for that of the event."""
    result = seating.results.get(node.name, {})
    if ROUND_LENGTH in result:
        return int(result[ROUND_LENGTH])
    for key in (node.flight, stage.key):
        if (key, node.round) in lengths:
            return lengths[key, node.round]
    return stage.length(node.round)


def _other(outcome: Outcome, opponent: int) -> int:
    """Return the entry of a pairing that is not this one."""
    return int((outcome.black if opponent == outcome.white else outcome.white) or 0)


def _read_meeting(
    node: CheckedPairing,
    outcome: Outcome,
    result: Mapping[str, Any] | None,
    length: int,
    scoring: Mapping[str, Fraction],
) -> list[CheckedRound]:
    """Return a decided pairing as a round of White and one of Black; none for a void match.

    "The points of a match, its length and its ratings count where it was played, to the end or until a player
    retired." A match of unknown length was played to the points of the player who had more.
    """
    seats = {"white": int(outcome.white or 0), "black": int(outcome.black or 0)}
    if not all(seats.values()) or (result is not None and result["ending"] == VOID):
        return []
    ending = str(result["ending"]) if result is not None else "walkover"
    points = {side: int(result[f"{side}_score"]) if result is not None else 0 for side in SIDES}
    kind = KIND_BY_ENDING.get(ending, MATCH)
    ratings, rating_points = read_ratings(result, scoring) if result is not None else ({}, {})
    turns = []
    for side, other in (SIDES, SIDES[::-1]):
        own_first = tuple(min(points[one], length) if length else points[one] for one in (side, other))
        is_match = kind == MATCH
        turns.append(
            CheckedRound(
                node.round,
                kind,
                seats[other],
                is_won=outcome.winner == seats[side],
                is_drawn=ending == "drawn",
                points=(own_first[0], own_first[1]) if is_match else (0, 0),
                length=(length or max(points.values())) if is_match else 0,
                ending=ending,
                rating=ratings.get(side) if is_match else None,
                rating_points=rating_points.get(side, Fraction(0)) if is_match else Fraction(0),
            )
        )
    return turns


def is_measured(result: Mapping[str, Any]) -> bool:
    """Whether it is known who gets the point for the lower rating: by both ratings, or by a ruling."""
    measure = result.get("measure")
    return measure is not None and bool(
        measure["to"] or (measure["white"] is not None and measure["black"] is not None)
    )


def read_ratings(
    result: Mapping[str, Any], scoring: Mapping[str, Fraction]
) -> tuple[dict[str, Fraction | None], dict[str, Fraction]]:
    """Return the performance rating of each side, and its part of the point for the lower one.

    "One [point] to the player with the lower performance rating. Equal PRs, or PRs no further apart than the
    margin you set, give both players half that point (or the whole, or none)." "You can rule where a PR
    cannot be had."
    """
    measure = result.get("measure")
    if measure is None:
        return {}, {}
    ratings = {side: measure[side] for side in SIDES}
    nothing, whole, shared = Fraction(0), scoring["pr_lower"], scoring["pr_equal"]
    if measure["to"]:
        by_ruling = {"half": shared, "nobody": nothing}
        to = measure["to"]
        return ratings, {side: by_ruling.get(to, whole if to == side else nothing) for side in SIDES}
    white, black = measure["white"], measure["black"]
    if white is None or black is None:
        return ratings, {}
    if abs(white - black) <= scoring["pr_within"]:
        return ratings, dict.fromkeys(SIDES, shared)
    return ratings, {
        "white": whole if white < black else nothing,
        "black": whole if black < white else nothing,
    }


def has_begun(
    number: int,
    nodes: Sequence[CheckedPairing],
    outcomes: Mapping[str, Outcome],
) -> bool:
    """Whether a round counts in the table: as soon as a match of it or of a later one has a result.

    A round without matches counts at once.
    """
    decided = [node.round for node in nodes if outcomes[node.name].winner is not None]
    return number <= max(decided, default=0) or all(node.round != number for node in nodes)


def _add_byes(
    row_by_entry: dict[int, list[CheckedRound]],
    rounds: Mapping[int, Mapping[str, Any]],
    nodes: Sequence[CheckedPairing],
    outcomes: Mapping[str, Outcome],
) -> None:
    """Add the byes of the rounds that have begun."""
    for number, paired in rounds.items():
        if has_begun(number, nodes, outcomes):
            for bye in paired["byes"]:
                row_by_entry[int(bye["entry"])].append(CheckedRound(number, str(bye["kind"])))


def _add_absences(
    row_by_entry: dict[int, list[CheckedRound]],
    rounds: Mapping[int, Mapping[str, Any]],
    nodes: Sequence[CheckedPairing],
    outcomes: Mapping[str, Outcome],
    results: Mapping[str, Mapping[str, Any]],
) -> None:
    """Add a round without points for every round that began without the entry.

    "A player who returns keeps their score, and gets nothing for the rounds in between." The round of a void
    match is one without a match.
    """
    for number in rounds:
        if not has_begun(number, nodes, outcomes):
            continue
        of_round = [outcomes[node.name] for node in nodes if node.round == number]
        seated: Collection[int] = {
            seat for outcome in of_round for seat in (outcome.white, outcome.black) if seat
        }
        voided = {
            seat
            for node in nodes
            if node.round == number and results.get(node.name, {}).get("ending") == VOID
            for seat in (outcomes[node.name].white, outcomes[node.name].black)
        }
        for entry, row in row_by_entry.items():
            if (entry not in seated or entry in voided) and all(turn.round != number for turn in row):
                row.append(CheckedRound(number, ABSENT))


def _count_matches(
    row_by_entry: Mapping[int, list[CheckedRound]],
    outcomes: Mapping[str, Outcome],
    results: Mapping[str, Mapping[str, Any]],
) -> dict[int, int]:
    """Return the matches of each entry, without void ones and those against entries that are annulled."""
    counts = dict.fromkeys(row_by_entry, 0)
    for name, outcome in outcomes.items():
        if results.get(name, {}).get("ending") == VOID:
            continue
        if outcome.white in counts and outcome.black in counts:
            for seat in (outcome.white, outcome.black):
                counts[seat] += 1
    return counts
