"""Decisions of an analysis as pages show them: candidates, blunders, and candidates on the board."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from matches.records.presenting.boards import OFFERS, BoardView, get_side_name, make_action_link
from rules.analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Grade, Kind
from rules.dice import Dice
from rules.notation import read_play
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from rules.verdict import Frame, GameVerdict, Verdict

# Marks as in chess notation, shown beside the colour and the label of a grade.
MARKS: dict[Grade, str] = {"sound": "", "error": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate: its equity, the loss against the best one, and whether it was played."""

    text: str
    equity: str
    lost: str
    is_played: bool
    link: str = ""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision as a page shows it."""

    number: int
    side: Side
    title: str
    grade: Grade
    mark: str
    label: str
    lost: str
    played: str
    best: str
    candidates: tuple[CandidateRow, ...]


def group_decisions_by_frame(analysis: GameAnalysis) -> dict[int, list[DecisionRow]]:
    """Return the decisions of a game, without forced ones, by the number of the frame they led to."""
    by_frame: dict[int, list[DecisionRow]] = {}
    for choice in analysis.choices:
        if choice.is_counted:
            by_frame.setdefault(choice.number, []).append(make_decision_row(choice))
    return by_frame


def get_worst_decision(decisions: Iterable[DecisionRow]) -> DecisionRow | None:
    """The worst of the decisions at one frame."""
    return max(decisions, key=lambda each: list(MARKS).index(each.grade), default=None)


def get_decisions_at(analysis: GameAnalysis, number: int) -> list[Choice]:
    """The decisions that led to a frame, without forced ones, in the order of `group_decisions_by_frame`."""
    return [choice for choice in analysis.choices if choice.is_counted and choice.number == number]


def find_blunders(games: Iterable[GameAnalysis]) -> list[tuple[int, int]]:
    """Return game and frame number of every blunder, in the order of play."""
    return sorted(
        {
            (game.number, choice.number)
            for game in games
            for choice in game.choices
            if choice.is_counted and choice.grade == "blunder"
        }
    )


def decisions_to_data(decisions: Iterable[DecisionRow]) -> list[list[object]]:
    """Return decisions as lists for the script: title, grade, mark and label, loss, candidates."""
    return [
        [
            each.title,
            each.grade,
            f"{each.mark} {each.label}".strip(),
            each.lost,
            [[row.text, row.equity, row.lost, int(row.is_played)] for row in each.candidates],
        ]
        for each in decisions
    ]


def format_equity(points: float) -> str:
    """Equity with its sign and three decimals, in the format of the language."""
    return ("+" if points > 0 else "−" if points < 0 else "") + number_format(abs(points), 3)


def make_decision_row(choice: Choice) -> DecisionRow:
    """A decision as a page shows it."""
    best = choice.candidates[0]
    if choice.kind == "cube":
        best = max(choice.candidates, key=lambda candidate: candidate.equity)
    return DecisionRow(
        number=choice.number,
        side=choice.side,
        title=str(KIND_NAMES[choice.kind]()),
        grade=choice.grade,
        mark=MARKS[choice.grade],
        label=str(GRADE_NAMES[choice.grade]()),
        lost=format_equity(-choice.lost),
        played=format_decision(choice.played),
        best=format_decision(choice.best),
        candidates=tuple(_make_candidate_row(each, best, choice) for each in get_listed_candidates(choice)),
    )


def get_listed_candidates(choice: Choice) -> list[Candidate]:
    """Return the best candidates, and the one that was played if it is not among them."""
    rest = choice.candidates[CANDIDATES:]
    return [*choice.candidates[:CANDIDATES], *(each for each in rest if each.text == choice.played)]


def _make_candidate_row(candidate: Candidate, best: Candidate, choice: Choice) -> CandidateRow:
    lost = max(best.equity - candidate.equity, 0.0)
    return CandidateRow(
        text=format_decision(candidate.text),
        equity=format_equity(candidate.equity),
        lost=format_equity(-lost) if lost else "",
        is_played=candidate.text == choice.played,
    )


def format_decision(text: str) -> str:
    """A play, or the name of a cube action."""
    return str(CUBE_ACTIONS[text]()) if text in CUBE_ACTIONS else text


KIND_NAMES: dict[Kind, Callable[[], str]] = {
    "checker": lambda: _("Checker play"),
    "cube": lambda: _("Cube decision"),
}
GRADE_NAMES: dict[Grade, Callable[[], str]] = {
    "sound": lambda: _("correct decision"),
    "error": lambda: _("error"),
    "blunder": lambda: _("blunder"),
}
CUBE_ACTIONS: dict[str, Callable[[], str]] = {
    "double": lambda: _("Double"),
    "no_double": lambda: _("No double"),
    "take": lambda: _("Take"),
    "drop": lambda: _("Drop"),
}


@dataclass(frozen=True, slots=True)
class BlunderRow:
    """A blunder of a match: its place, its player, and the decision."""

    game: int
    action: int
    player: str
    decision: DecisionRow
    link: str


def make_blunder_rows(verdict: Verdict, games: Iterable[GameAnalysis], view: BoardView) -> list[BlunderRow]:
    """The blunders of a match in the order of play, each with the address of its position."""
    return [
        BlunderRow(
            game=game.number,
            action=choice.number,
            player=get_side_name(choice.side, verdict.players),
            decision=make_decision_row(choice),
            link=make_action_link(game.number, choice.number, view),
        )
        for game in games
        for choice in sorted(game.choices, key=lambda each: each.number)
        if choice.is_counted and choice.grade == "blunder"
    ]


@dataclass(frozen=True, slots=True)
class Variation:
    """A candidate of a decision, and the frame it would have led to."""

    text: str
    frame: Frame


def find_variation(game: GameVerdict, number: int, analysis: GameAnalysis, name: str) -> Variation | None:
    """Return the variation at a frame that `name` denotes, or None.

    `name` is the index of the decision and that of the candidate, such as "0-2".
    """
    decision, _separator, candidate = name.partition("-")
    if not (number and len(name) < 6 and decision.isascii() and candidate.isascii()):
        return None
    if not (decision.isdecimal() and candidate.isdecimal()):
        return None
    choices = get_decisions_at(analysis, number)
    if int(decision) >= len(choices):
        return None
    choice = choices[int(decision)]
    candidates = get_listed_candidates(choice)
    if int(candidate) >= len(candidates):
        return None
    text = candidates[int(candidate)].text
    frame = make_variation_frame(game, number, choice, text)
    return Variation(text, frame) if frame else None


def make_variation_frame(game: GameVerdict, number: int, choice: Choice, text: str) -> Frame | None:
    """Return the frame a candidate leads to, instead of frame `number`; None for an illegal play."""
    actual, before = game.frames[number], game.frames[number - 1]
    if choice.kind == "cube":
        return _make_cube_frame(before, choice.side, text)
    if actual.dice is None:
        return None
    after = _get_position_after(before.position.with_turn(choice.side), actual.dice, text)
    return actual._replace(kind="roll", position=after, text=text, finding=None) if after else None


def _make_cube_frame(before: Frame, side: Side, text: str) -> Frame:
    """Return the frame after a cube action."""
    frame = before._replace(side=side, dice=None, finding=None)
    if text == "double":
        return frame._replace(kind="double", text=str(before.cube * 2))
    if text == "take":
        value = int(before.text) if before.kind in OFFERS else before.cube * 2
        return frame._replace(kind="take", text="", cube=value, cube_owner=side)
    return frame._replace(kind=text, text="")


def _get_position_after(before: Position, dice: Dice, text: str) -> Position | None:
    """Return the position after a play in the engine's notation; None if it is not legal."""
    play = read_play(text, dice)
    if play is None:
        return None
    checkers = list(before.of(before.turn))
    for step in play.steps:
        checkers[step.start] -= 1
        checkers[step.end] += 1
    results = [each.after for each in legal_plays(before, dice)]
    same = [after for after in results if after.of(before.turn) == tuple(checkers)]
    if len(same) < 2:
        return same[0] if same else None
    hits = text.count("*")
    return next((after for after in same if _count_hits(before, after) == hits), same[0])


def _count_hits(before: Position, after: Position) -> int:
    opponent = before.turn.other
    return after.bar(opponent) - before.bar(opponent)


def add_links(
    decisions: Sequence[DecisionRow], game: GameVerdict, number: int, view: BoardView
) -> Iterable[DecisionRow]:
    """Yield the decisions, with a link for each candidate that shows it on the board."""
    for place, decision in enumerate(decisions):
        candidates = tuple(
            replace(each, link=make_action_link(game.number, number, view, show=f"{place}-{index}"))
            for index, each in enumerate(decision.candidates)
        )
        yield replace(decision, candidates=candidates)
