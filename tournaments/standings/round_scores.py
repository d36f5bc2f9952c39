"""The rounds of a flight for each entry (its appearances), with their scores: the input of tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

PLAYED = "played"
AT_THE_BOARD = frozenset({PLAYED, "retired"})
DRAWN = "drawn"
HALF, NEITHER = "half", "nobody"
ABSENT_BOTH, VOID = "double_walkover", "void"


class ByeKind(StrEnum):
    """Why an entry sat out a round: a pairing bye, a requested bye, or absence."""

    PAIRING = "pairing"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


class RoundKind(StrEnum):
    """The kind of a round for one entry."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    WALKOVER_WON = "walkover_won"
    WALKOVER_LOST = "walkover_lost"
    RULED_WON = "ruled_won"
    RULED_LOST = "ruled_lost"
    BYE = "bye"
    HALF_BYE = "half_bye"
    AWAY = "away"


PLAYED_KINDS = frozenset({RoundKind.WON, RoundKind.LOST, RoundKind.DRAWN})
RULED_KINDS = frozenset({RoundKind.RULED_WON, RoundKind.RULED_LOST})
# Rounds an entry missed by its own choice: a requested bye, or absence (FIDE C.07, article 16).
CHOSEN = frozenset({RoundKind.HALF_BYE, RoundKind.AWAY, RoundKind.WALKOVER_LOST})
WINNING = frozenset({RoundKind.WON, RoundKind.WALKOVER_WON, RoundKind.RULED_WON})
LOSING = frozenset({RoundKind.LOST, RoundKind.WALKOVER_LOST, RoundKind.RULED_LOST})


@dataclass(frozen=True, slots=True)
class Meeting:
    """A decided pairing of two entries; `winner` is 0 if neither won. Points are as reported.

    `white_pr` and `black_pr` are the performance ratings in this match, None if unknown. `pr_to` says who
    gets the point for the lower one by a ruling: "white", "black", "half" or "nobody"; "" without a ruling.
    """

    round: int
    white: int
    black: int
    winner: int
    white_points: int
    black_points: int
    length: int
    ending: str = "played"
    white_pr: Fraction | None = None
    black_pr: Fraction | None = None
    pr_to: str = ""

    @property
    def is_measured(self) -> bool:
        """Whether it is known who gets the point for the lower performance rating."""
        return bool(self.pr_to) or (self.white_pr is not None and self.black_pr is not None)

    def pr_ruled_for(self, entry: int, scoring: "Scoring") -> Fraction | None:
        """Return what a ruling gives the entry of the point for the lower rating; None without a ruling."""
        fixed_points = {"": None, HALF: scoring.pr_equal, NEITHER: Fraction(0)}
        if self.pr_to in fixed_points:
            return fixed_points[self.pr_to]
        return scoring.pr_lower * ((entry == self.white) == (self.pr_to == "white"))

    def prs_of(self, entry: int) -> tuple[Fraction | None, Fraction | None]:
        """Return the performance ratings of the entry and of its opponent in this match."""
        prs = (self.white_pr, self.black_pr)
        return prs if entry == self.white else prs[::-1]

    def points_of(self, entry: int) -> tuple[int, int]:
        """Return points for and against, those of the winner limited to the length."""
        points_for, points_against = self.white_points, self.black_points
        if entry == self.black:
            points_for, points_against = points_against, points_for
        return min(points_for, self.length), min(points_against, self.length)

    def opponent_of(self, entry: int) -> int:
        """Return the other entry."""
        return self.black if entry == self.white else self.white


@dataclass(frozen=True, slots=True)
class MeetingBye:
    """An entry that sat out a round."""

    round: int
    entry: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a round by its kind, and bonuses for a narrow loss and a win to nil.

    If performance ratings count, the lower one of a match is worth `pr_lower`; each side gets `pr_equal` if
    they differ by at most `pr_within`.
    """

    win: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    draw: Fraction = Fraction(1, 2)
    bye: Fraction = Fraction(1)
    half_bye: Fraction = Fraction(1, 2)
    away: Fraction = Fraction(0)
    close: Fraction = Fraction(0)
    within: Fraction = Fraction(0)
    clear: Fraction = Fraction(0)
    pr_lower: Fraction = Fraction(1)
    pr_equal: Fraction = Fraction(1, 2)
    pr_within: Fraction = Fraction(0)

    def bonus(self, points: tuple[int, int], length: int) -> Fraction:
        """Return the bonus of a completed match: `clear` for a win to nil, `close` for a narrow loss.

        A loss is narrow with at most `within` points missing. `points` are for and against.
        """
        points_for, points_against = points
        if points_for >= length:
            return self.clear if points_against == 0 else Fraction(0)
        return self.close if length - points_for <= self.within else Fraction(0)

    def of(self, kind: RoundKind) -> Fraction:
        """Return the score of one round."""
        if kind is RoundKind.DRAWN:
            return self.draw
        if kind in WINNING:
            return self.win
        if kind in {RoundKind.LOST, RoundKind.RULED_LOST}:
            return self.loss
        return {RoundKind.BYE: self.bye, RoundKind.HALF_BYE: self.half_bye}.get(kind, self.away)


@dataclass(frozen=True, slots=True)
class Appearance:
    """One round of one entry: its kind, opponent (0 for none), score, match points, performance ratings."""

    round: int
    kind: RoundKind
    opponent: int
    score: Fraction
    points_for: int = 0
    points_against: int = 0
    length: int = 0
    pr: Fraction | None = None
    opponent_pr: Fraction | None = None
    pr_ruled: Fraction | None = None

    @property
    def is_played(self) -> bool:
        """Whether it was played at the board."""
        return self.kind in PLAYED_KINDS

    @property
    def has_opponent(self) -> bool:
        """Whether the opponent's score counts in tie-breaks: of a match played, or decided by a ruling."""
        return self.is_played or self.kind in RULED_KINDS

    @property
    def is_chosen(self) -> bool:
        """Whether the entry missed the round by choice."""
        return self.kind in CHOSEN


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a flight, from which its table is computed.

    `tie_order`: entry -> its position in the random order. `playoffs` are matches played only to break ties.
    `matches`: entry -> how many matches it has in all, played or not, where fewer than the rounds.
    `open_matches`: round and entry of each match in progress; such a round is no absence.
    In a round robin (`is_round_robin`) unplayed rounds have no dummy opponents. `lives`: the lives of each
    entry at the start, 0 if losses do not eliminate; `gone` are entries that have left.
    """

    entries: tuple[int, ...]
    meetings: tuple[Meeting, ...] = ()
    byes: tuple[MeetingBye, ...] = ()
    rounds: int = 0
    scoring: Scoring = field(default_factory=Scoring)
    is_round_robin: bool = False
    tie_order: Mapping[int, int] = field(default_factory=dict)
    playoffs: tuple[Meeting, ...] = ()
    matches: Mapping[int, int] = field(default_factory=dict)
    lives: int = 0
    gone: frozenset[int] = frozenset()
    open_matches: frozenset[tuple[int, int]] = frozenset()


def appearances(results: Results) -> dict[int, tuple[Appearance, ...]]:
    """Return the rounds of each entry in order.

    Except in a round robin, rounds in which an entry has neither a board nor a bye are absences. A match in
    progress is none.
    """
    rounds_by_entry: dict[int, dict[int, list[Appearance]]] = {entry: {} for entry in results.entries}
    for meeting in results.meetings:
        for entry in (meeting.white, meeting.black):
            if entry in rounds_by_entry and meeting.ending != VOID:
                _add_appearance(rounds_by_entry[entry], _meeting_appearance(meeting, entry, results.scoring))
    for bye in results.byes:
        if bye.entry in rounds_by_entry:
            _add_appearance(rounds_by_entry[bye.entry], _bye_appearance(bye, results.scoring))
    last = max((number for rounds in rounds_by_entry.values() for number in rounds), default=0)
    numbers = () if results.is_round_robin else range(1, last + 1)
    return {
        entry: _with_absences(
            rounds,
            [number for number in numbers if (number, entry) not in results.open_matches],
            results.scoring,
        )
        for entry, rounds in rounds_by_entry.items()
    }


def _add_appearance(rounds: dict[int, list[Appearance]], appearance: Appearance) -> None:
    rounds.setdefault(appearance.round, []).append(appearance)


def _with_absences(
    rounds: Mapping[int, Sequence[Appearance]], numbers: Sequence[int], scoring: Scoring
) -> tuple[Appearance, ...]:
    away = {number: [Appearance(number, RoundKind.AWAY, 0, scoring.away)] for number in numbers}
    all_rounds: dict[int, Sequence[Appearance]] = {**away, **rounds}
    return tuple(one for number in sorted(all_rounds) for one in all_rounds[number])


def _meeting_appearance(meeting: Meeting, entry: int, scoring: Scoring) -> Appearance:
    kind, opponent = _meeting_kind(meeting, entry), meeting.opponent_of(entry)
    if kind not in PLAYED_KINDS:
        return Appearance(meeting.round, kind, opponent, scoring.of(kind))
    points = meeting.points_of(entry)
    bonus = scoring.bonus(points, meeting.length) if meeting.ending == PLAYED else Fraction(0)
    return Appearance(
        meeting.round,
        kind,
        opponent,
        scoring.of(kind) + bonus,
        *points,
        meeting.length,
        *meeting.prs_of(entry),
        meeting.pr_ruled_for(entry, scoring),
    )


def _meeting_kind(meeting: Meeting, entry: int) -> RoundKind:
    has_won = meeting.winner == entry
    if meeting.ending == DRAWN:
        return RoundKind.DRAWN
    if meeting.ending in AT_THE_BOARD:
        return RoundKind.WON if has_won else RoundKind.LOST
    if meeting.ending == "ruled":
        return RoundKind.RULED_WON if has_won else RoundKind.RULED_LOST
    return RoundKind.WALKOVER_WON if has_won else RoundKind.WALKOVER_LOST


def score_bye(kind: ByeKind, scoring: Scoring) -> Fraction:
    """Return the score of a bye of this kind."""
    return scoring.of(_bye_round_kind(kind))


def _bye_round_kind(kind: ByeKind) -> RoundKind:
    return {ByeKind.HALF: RoundKind.HALF_BYE, ByeKind.ZERO: RoundKind.AWAY}.get(kind, RoundKind.BYE)


def _bye_appearance(bye: MeetingBye, scoring: Scoring) -> Appearance:
    kind = _bye_round_kind(bye.kind)
    return Appearance(bye.round, kind, 0, scoring.of(kind))


@dataclass(frozen=True, slots=True)
class FigurePart:
    """The part of a tie-break value that comes from one round against an opponent (0 for none).

    `code` is a value of `RoundKind`; "dummy" for an unplayed round, "dummy_walkover" after a walk-over; "cut"
    for a part that is left out; "rest" for a round without a match, "open" for a match in progress;
    "not_all_met" as the reason why a value decides nothing; "again_won" and so on (amount 0) for matches
    among entries that are still tied; or starts with "pr_", and `prs` are the performance ratings of entry
    and opponent. `opponent_score` is the score of the opponent in the table where another one counts here
    (`FlightResults.adjusted`), else None.
    """

    code: str
    amount: Fraction
    round: int = 0
    opponent: int = 0
    prs: tuple[Fraction, ...] = ()
    opponent_score: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """The value of a tie-break for one entry, and the parts it is computed from.

    `again` are the values among the entries that were still tied and compared once more, in order.
    `is_decisive`: the value orders the tied entries; else its only part says why not.
    """

    name: str
    amount: Fraction
    parts: tuple[FigurePart, ...] = ()
    again: tuple[Fraction, ...] = ()
    is_decisive: bool = True


@dataclass(frozen=True, slots=True)
class FlightResults:
    """The results of a flight with the rounds and scores of each entry.

    `adjusted` are the scores as they count for the Buchholz scores of opponents. `lost_lives`: the rounds in
    which each entry lost its lives, at most as many as it had.
    """

    results: Results
    rounds: Mapping[int, tuple[Appearance, ...]] = field(init=False)
    lost_lives: Mapping[int, tuple[int, ...]] = field(init=False)
    scores: Mapping[int, Fraction] = field(init=False)
    adjusted: Mapping[int, Fraction] = field(init=False)

    def __post_init__(self) -> None:
        rounds = appearances(self.results)
        object.__setattr__(self, "rounds", rounds)
        object.__setattr__(
            self, "scores", {entry: _total(entry_rounds) for entry, entry_rounds in rounds.items()}
        )
        adjusted = {entry: self._adjusted_score(entry_rounds) for entry, entry_rounds in rounds.items()}
        object.__setattr__(self, "adjusted", adjusted)
        object.__setattr__(self, "lost_lives", _find_lost_lives(self.results))

    @property
    def draw(self) -> Fraction:
        """The points of a draw: the mean of a win and a loss."""
        return (self.results.scoring.win + self.results.scoring.loss) / 2

    @property
    def last_round(self) -> int:
        """The number of the last round with a result."""
        return max(
            (entry_rounds[-1].round for entry_rounds in self.rounds.values() if entry_rounds), default=0
        )

    @property
    def round_count(self) -> int:
        """The number of rounds: the announced or, if more, the played ones."""
        return max(self.results.rounds, self.last_round)

    def possible_score(self, entry: int) -> Fraction:
        """Return the score of an entry that wins all its matches: a rest round is none of them."""
        return self.results.matches.get(entry, self.round_count) * self.results.scoring.win

    def dummy(self, entry: int, unplayed: Appearance) -> Fraction:
        """Return the score of the dummy opponent of an unplayed round (FIDE C.07, article 16).

         It is the score of the entry itself: after a walk-over at most that of the scheduled opponent,
        else at most that of a player with draws in all rounds.
        """
        if self.has_absent_opponent(unplayed):
            return min(self.scores[entry], self.adjusted[unplayed.opponent])
        return min(self.scores[entry], self.round_count * self.draw)

    def has_absent_opponent(self, unplayed: Appearance) -> bool:
        """Return whether an unplayed round was a walk-over between two entries of the table."""
        is_walkover = unplayed.kind in {RoundKind.WALKOVER_WON, RoundKind.WALKOVER_LOST}
        return is_walkover and unplayed.opponent in self.adjusted

    def _adjusted_score(self, entry_rounds: tuple[Appearance, ...]) -> Fraction:
        """Return the score that opponents count: byes requested at the end are draws (C.07, article 16)."""
        if self.results.is_round_robin:
            return _total(entry_rounds)
        total, only_chosen = Fraction(0), True
        for appearance in reversed(entry_rounds):
            only_chosen = only_chosen and appearance.kind in CHOSEN
            is_requested_bye = appearance.kind in {RoundKind.HALF_BYE, RoundKind.AWAY}
            total += self.draw if is_requested_bye and only_chosen else appearance.score
        return total


def _total(entry_rounds: tuple[Appearance, ...]) -> Fraction:
    return sum((appearance.score for appearance in entry_rounds), Fraction(0))


def _find_lost_lives(results: Results) -> dict[int, tuple[int, ...]]:
    """Return the rounds in which entries lost a life: a match that they did not win, or an absence."""
    losses: dict[int, list[int]] = {entry: [] for entry in results.entries}
    for meeting in results.meetings:
        for entry in {meeting.white, meeting.black} - {meeting.winner}:
            if entry in losses and meeting.ending != DRAWN:
                losses[entry].append(meeting.round)
    for bye in results.byes:
        if bye.entry in losses and bye.kind is ByeKind.ZERO:
            losses[bye.entry].append(bye.round)
    return {entry: tuple(sorted(rounds)[: results.lives]) for entry, rounds in losses.items()}
