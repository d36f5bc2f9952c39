"""The replay of a transcript: each action with its board, the findings, and what an engine says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.messages import format_place, get_sentence
from matches.records.views.boards import (
    OFFERS,
    BoardView,
    action_link,
    board_geometry,
    describe_action,
    draw_board,
    format_action,
    position_identifier,
    side_name,
)
from matches.views.errors import LocalisedLaw, describe_law
from rules.analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Grade, Kind
from rules.dice import Dice
from rules.laws import LAWS
from rules.notation import read_play
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from rules.verdict import Finding, Frame, GameVerdict, Verdict

# The marks of chess notation, shown besides colour and label.
MARKS: dict[Grade, str] = {"sound": "", "error": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate: its equity, what it loses against the best, whether it was played."""

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
    word: str
    lost: str
    played: str
    best: str
    candidates: tuple[CandidateRow, ...]


def decisions_by_frame(analysis: GameAnalysis) -> dict[int, list[DecisionRow]]:
    """The decisions of a game by the frames they led to, without forced ones."""
    by_frame: dict[int, list[DecisionRow]] = {}
    for choice in analysis.choices:
        if choice.is_counted:
            by_frame.setdefault(choice.number, []).append(_decision_row(choice))
    return by_frame


def worst_decision(decisions: Iterable[DecisionRow]) -> DecisionRow | None:
    """The worst of the decisions at one frame."""
    return max(decisions, key=lambda each: list(MARKS).index(each.grade), default=None)


def decisions_at(analysis: GameAnalysis, number: int) -> list[Choice]:
    """The decisions that led to a frame, without forced ones, in the order of `decisions_by_frame`."""
    return [choice for choice in analysis.choices if choice.is_counted and choice.number == number]


def find_blunders(games: Iterable[GameAnalysis]) -> list[tuple[int, int]]:
    """Game and frame of every blunder, in the order of play."""
    return sorted(
        {
            (game.number, choice.number)
            for game in games
            for choice in game.choices
            if choice.is_counted and choice.grade == "blunder"
        }
    )


def as_data(decisions: Iterable[DecisionRow]) -> list[list[object]]:
    """Return the decisions for a script: title, grade, mark and label, loss, then each candidate."""
    return [
        [
            each.title,
            each.grade,
            f"{each.mark} {each.word}".strip(),
            each.lost,
            [[row.text, row.equity, row.lost, int(row.is_played)] for row in each.candidates],
        ]
        for each in decisions
    ]


def format_equity(points: float) -> str:
    """Equity with its sign and three decimals, in the format of the language."""
    return ("+" if points > 0 else "−" if points < 0 else "") + number_format(abs(points), 3)


def _decision_row(choice: Choice) -> DecisionRow:
    best = choice.candidates[0]
    if choice.kind == "cube":
        best = max(choice.candidates, key=lambda candidate: candidate.equity)
    return DecisionRow(
        number=choice.number,
        side=choice.side,
        title=str(KIND_NAMES[choice.kind]()),
        grade=choice.grade,
        mark=MARKS[choice.grade],
        word=str(GRADE_NAMES[choice.grade]()),
        lost=format_equity(-choice.lost),
        played=_decision_text(choice.played),
        best=_decision_text(choice.best),
        candidates=tuple(_candidate_row(each, best, choice) for each in listed_candidates(choice)),
    )


def listed_candidates(choice: Choice) -> list[Candidate]:
    """The best few, and the one that was played."""
    rest = choice.candidates[CANDIDATES:]
    return [*choice.candidates[:CANDIDATES], *(each for each in rest if each.text == choice.played)]


def _candidate_row(candidate: Candidate, best: Candidate, choice: Choice) -> CandidateRow:
    lost = max(best.equity - candidate.equity, 0.0)
    return CandidateRow(
        text=_decision_text(candidate.text),
        equity=format_equity(candidate.equity),
        lost=format_equity(-lost) if lost else "",
        is_played=candidate.text == choice.played,
    )


def _decision_text(text: str) -> str:
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


GROUND_ID = "g"
MAX_LEGAL = 12
CONDONED = "condoned_"
SEVERITY_ORDER = {"error": 0, "note": 1, "inferred": 2}


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as a sentence; `number` is its index in the verdict, `game` and `action` its place."""

    number: int
    severity: str
    where: str
    sentence: str
    law: LocalisedLaw | None
    played: str
    legal: tuple[str, ...]
    more: int
    game: int
    action: int
    link: str
    is_stop: bool


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action in the list of a game; `is_shown` marks the one on the board."""

    number: int
    side: str
    text: str
    link: str
    is_shown: bool
    severity: str
    is_condoned: bool
    decision: DecisionRow | None


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """The addresses around an action, empty where there is none."""

    first: str
    previous: str
    next: str
    last: str
    previous_game: str
    next_game: str
    fault: str
    blunder: str
    position: str
    flipped: str
    mirrored: str


@dataclass(frozen=True, slots=True)
class GameTab:
    """A game of the match, by its number and the score before it; `faults` counts its faults."""

    number: int
    score: tuple[int, int]
    is_crawford: bool
    faults: int
    link: str


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything the replay shows at one action; `number` 0 is the start of the game."""

    game: GameVerdict
    number: int
    last: int
    text: str
    board: SafeString
    identifier: str
    variation: str
    here: str
    actions: tuple[ActionRow, ...]
    finding: FindingRow | None
    decisions: tuple[DecisionRow, ...]
    blunders: list[tuple[int, int]]
    links: ReplayLinks
    games: tuple[GameTab, ...]
    view: BoardView
    geometry: dict[str, object]


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A position in the list of all positions of a game."""

    number: int
    text: str
    board: SafeString
    finding: FindingRow | None
    is_condoned: bool
    decisions: tuple[DecisionRow, ...]
    link: str


@dataclass(frozen=True, slots=True)
class BlunderRow:
    """A blunder of a match: where it is, whose it is, and the decision."""

    game: int
    action: int
    player: str
    decision: DecisionRow
    link: str


def blunder_rows(verdict: Verdict, games: Iterable[GameAnalysis], view: BoardView) -> list[BlunderRow]:
    """The blunders of a match in the order of play, each with the address of its position."""
    return [
        BlunderRow(
            game=game.number,
            action=choice.number,
            player=side_name(choice.side, verdict.players),
            decision=_decision_row(choice),
            link=action_link(game.number, choice.number, view),
        )
        for game in games
        for choice in sorted(game.choices, key=lambda each: each.number)
        if choice.is_counted and choice.grade == "blunder"
    ]


def replay_at(
    verdict: Verdict,
    query: QueryDict,
    analyses: Sequence[GameAnalysis] = (),
    *,
    positions: str = "",
    place: tuple[int, int] | None = None,
) -> Replay | None:
    """The replay at a game and action: `place`, else those of a query, else the first fault.

    None without games. `positions` is the path of the pages of its positions; `show` in the query names a
    candidate of a decision that the board shows in place of what was played.
    """
    if not verdict.games:
        return None
    view = BoardView.from_query(query, positions)
    game_number, action = place or _requested_action(verdict, query)
    game = game_of(verdict, game_number) or verdict.games[0]
    last = len(game.frames) - 1
    number = min(max(action, 0), last)
    own_analysis = next((each for each in analyses if each.number == game.number), GameAnalysis(0))
    decisions = decisions_by_frame(own_analysis)
    blunders = find_blunders(analyses)
    variation = find_variation(game, number, own_analysis, query.get("show", ""))
    frame = variation.frame if variation else game.frames[number]
    return Replay(
        game=game,
        number=number,
        last=last,
        text=describe_action(frame, verdict.players),
        board=draw_board(frame, game, number, names=verdict.players, length=verdict.length, view=view),
        identifier=position_identifier(frame, game, verdict.length),
        variation=_decision_text(variation.text) if variation else "",
        here=action_link(game.number, number, view),
        actions=_action_rows(verdict, game, number, view, decisions),
        finding=_finding_row_at(verdict, game, number, view),
        decisions=tuple(_with_links(decisions.get(number, ()), game, number, view)),
        blunders=blunders,
        links=_links(verdict, game, number, view, blunders),
        games=tuple(_game_tab(verdict, each, view) for each in verdict.games),
        view=view,
        geometry=board_geometry(view),
    )


@dataclass(frozen=True, slots=True)
class Variation:
    """A candidate of a decision and the frame it would have led to."""

    text: str
    frame: Frame


def find_variation(game: GameVerdict, number: int, analysis: GameAnalysis, name: str) -> Variation | None:
    """The variation that `name` ("0-2": decision and candidate, from 0) denotes at a frame; None for none."""
    decision, _separator, candidate = name.partition("-")
    if not (number and len(name) < 6 and decision.isascii() and candidate.isascii()):
        return None
    if not (decision.isdecimal() and candidate.isdecimal()):
        return None
    choices = decisions_at(analysis, number)
    if int(decision) >= len(choices):
        return None
    choice = choices[int(decision)]
    candidates = listed_candidates(choice)
    if int(candidate) >= len(candidates):
        return None
    text = candidates[int(candidate)].text
    frame = variation_frame(game, number, choice, text)
    return Variation(text, frame) if frame else None


def variation_frame(game: GameVerdict, number: int, choice: Choice, text: str) -> Frame | None:
    """The frame a candidate leads to in place of frame `number`; None for a play that is not legal there."""
    actual, before = game.frames[number], game.frames[number - 1]
    if choice.kind == "cube":
        return _cube_variation(before, choice.side, text)
    if actual.dice is None:
        return None
    after = _position_after(before.position.with_turn(choice.side), actual.dice, text)
    return actual._replace(kind="roll", position=after, text=text, finding=None) if after else None


def _cube_variation(before: Frame, side: Side, text: str) -> Frame:
    """The board of a cube action: the cube offered, taken, or as it was."""
    frame = before._replace(side=side, dice=None, finding=None)
    if text == "double":
        return frame._replace(kind="double", text=str(before.cube * 2))
    if text == "take":
        value = int(before.text) if before.kind in OFFERS else before.cube * 2
        return frame._replace(kind="take", text="", cube=value, cube_owner=side)
    return frame._replace(kind=text, text="")


def _position_after(before: Position, dice: Dice, text: str) -> Position | None:
    """The position after a play as an engine writes it."""
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
    return next((after for after in same if _hits(before, after) == hits), same[0])


def _hits(before: Position, after: Position) -> int:
    opponent = before.turn.other
    return after.bar(opponent) - before.bar(opponent)


def _with_links(
    decisions: Sequence[DecisionRow], game: GameVerdict, number: int, view: BoardView
) -> Iterable[DecisionRow]:
    """The decisions, each candidate with the address that shows it on the board."""
    for at, decision in enumerate(decisions):
        candidates = tuple(
            replace(each, link=action_link(game.number, number, view, show=f"{at}-{index}"))
            for index, each in enumerate(decision.candidates)
        )
        yield replace(decision, candidates=candidates)


def positions_of(
    verdict: Verdict, game: GameVerdict, view: BoardView, analysis: GameAnalysis
) -> list[GamePosition]:
    """Every position of a game, drawn, with the decisions that led to it."""
    names, length, decisions = verdict.players, verdict.length, decisions_by_frame(analysis)
    return [
        GamePosition(
            number=number,
            text=describe_action(frame, names),
            board=draw_board(
                frame, game, number, names=names, length=length, view=view, ids=f"m{number}", ground=GROUND_ID
            ),
            finding=_finding_row_at(verdict, game, number, view),
            is_condoned=frame.kind == "condone",
            decisions=tuple(decisions.get(number, ())),
            link=_position_link(frame, game, length),
        )
        for number, frame in enumerate(game.frames)
    ]


def game_of(verdict: Verdict, number: int) -> GameVerdict | None:
    """The game with this number."""
    return next((game for game in verdict.games if game.number == number), None)


def game_as_data(verdict: Verdict, game: GameVerdict, analysis: GameAnalysis) -> dict[str, Any]:
    """A game for the script that steps through it."""
    return {
        "game": game.number,
        "score": list(game.score_before),
        "length": verdict.length,
        "crawford": game.is_crawford,
        "frames": [
            _frame_as_data(frame, verdict.players, _finding_at(verdict, game, number))
            for number, frame in enumerate(game.frames)
        ],
        "ids": [position_identifier(frame, game, verdict.length) for frame in game.frames],
        "decisions": {number: as_data(rows) for number, rows in decisions_by_frame(analysis).items()},
    }


def finding_rows(verdict: Verdict, view: BoardView) -> tuple[FindingRow, ...]:
    """Return every finding as a sentence, faults first."""
    ranked = sorted(enumerate(verdict.findings), key=lambda each: SEVERITY_ORDER[each[1].severity])
    return tuple(_finding_row(number, finding, verdict.players, view) for number, finding in ranked)


def _finding_row(number: int, finding: Finding, names: tuple[str, str], view: BoardView) -> FindingRow:
    where = format_place(finding.game, finding.action, "")
    law = LAWS.get(finding.law)
    return FindingRow(
        number=number,
        severity=finding.severity,
        where=f"{where}, {side_name(finding.side, names)}" if finding.side else where,
        sentence=get_sentence(finding.code, finding.facts),
        law=describe_law(law) if law else None,
        played=finding.played,
        legal=finding.legal[:MAX_LEGAL],
        more=max(len(finding.legal) - MAX_LEGAL, 0),
        game=finding.game,
        action=finding.action + 1,
        link=action_link(finding.game, finding.action + 1, view) if finding.game else "",
        is_stop=_is_stop(finding),
    )


def _is_stop(finding: Finding) -> bool:
    """Whether "next fault" stops here: at a fault in a game, or at an accepted illegal play."""
    return bool(finding.game) and (finding.severity == "error" or finding.code.startswith(CONDONED))


def _frame_as_data(frame: Frame, names: tuple[str, str], finding: int | None) -> list[Any]:
    """Position, kind, side, dice, cube, owner, sentence, entry of the list, finding, and what is offered."""
    return [
        frame.position.code(),
        frame.kind,
        frame.side.value if frame.side else "",
        list(frame.dice) if frame.dice else [],
        frame.cube,
        frame.cube_owner.value if frame.cube_owner else "",
        describe_action(frame, names),
        format_action(frame),
        -1 if finding is None else finding,
        *([int(frame.text)] if frame.kind in OFFERS else ()),
    ]


def _requested_action(verdict: Verdict, query: QueryDict) -> tuple[int, int]:
    game, action = query.get("game", ""), query.get("action", "")
    if game.isdecimal() and len(game) < 4:
        return int(game), int(action) if action.isdecimal() and len(action) < 6 else 0
    faults = [each for each in verdict.findings if each.severity == "error" and each.game]
    first = min(faults, key=lambda each: (each.game, each.action), default=None)
    return (first.game, first.action + 1) if first else (verdict.games[0].number, 0)


def _links(
    verdict: Verdict, game: GameVerdict, number: int, view: BoardView, blunders: list[tuple[int, int]]
) -> ReplayLinks:
    last = len(game.frames) - 1
    earlier = [each for each in verdict.games if each.number < game.number]
    later = [each for each in verdict.games if each.number > game.number]
    end_before = action_link(earlier[-1].number, len(earlier[-1].frames) - 1, view) if earlier else ""
    next_start = action_link(later[0].number, 0, view) if later else ""
    stops = sorted({(each.game, each.action + 1) for each in verdict.findings if _is_stop(each)})
    current = (game.number, number)
    return ReplayLinks(
        first=action_link(game.number, 0, view) if number else "",
        previous=action_link(game.number, number - 1, view) if number else end_before,
        next=action_link(game.number, number + 1, view) if number < last else next_start,
        last=action_link(game.number, last, view) if number < last else "",
        previous_game=action_link(earlier[-1].number, 0, view) if earlier else "",
        next_game=next_start,
        fault=_link_to_next(stops, current, view),
        blunder=_link_to_next(blunders, current, view),
        position=_position_link(game.frames[number], game, verdict.length),
        flipped=action_link(*current, view.flipped),
        mirrored=action_link(*current, view.mirrored),
    )


def _link_to_next(places: list[tuple[int, int]], current: tuple[int, int], view: BoardView) -> str:
    """The next of these places, the first one again after the last."""
    later = [place for place in places if place > current]
    return action_link(*(later or places)[0], view) if places else ""


def _position_link(frame: Frame, game: GameVerdict, length: int) -> str:
    return f"{reverse('position')}?{urlencode({'id': position_identifier(frame, game, length)})}"


def _game_tab(verdict: Verdict, game: GameVerdict, view: BoardView) -> GameTab:
    faults = sum(each.severity == "error" and each.game == game.number for each in verdict.findings)
    link = action_link(game.number, 0, view)
    return GameTab(game.number, game.score_before, game.is_crawford, faults, link)


def _action_rows(
    verdict: Verdict,
    game: GameVerdict,
    shown_number: int,
    view: BoardView,
    decisions: Mapping[int, Sequence[DecisionRow]],
) -> tuple[ActionRow, ...]:
    return tuple(
        ActionRow(
            number=number,
            side=frame.side.value if frame.side else "",
            text=format_action(frame),
            link=action_link(game.number, number, view),
            is_shown=number == shown_number,
            severity="" if frame.finding is None else verdict.findings[frame.finding].severity,
            is_condoned=frame.kind == "condone",
            decision=worst_decision(decisions.get(number, ())),
        )
        for number, frame in enumerate(game.frames)
        if number
    )


def _finding_row_at(verdict: Verdict, game: GameVerdict, number: int, view: BoardView) -> FindingRow | None:
    index = _finding_at(verdict, game, number)
    if index is None:
        return None
    return _finding_row(index, verdict.findings[index], verdict.players, view)


def _finding_at(verdict: Verdict, game: GameVerdict, number: int) -> int | None:
    """The index of the finding at an action; at the start, of the first fault of the game as a whole."""
    if number or game.frames[number].finding is not None:
        return game.frames[number].finding
    of_game = (
        index
        for index, finding in enumerate(verdict.findings)
        if finding.game == game.number and finding.action < 0 and _is_stop(finding)
    )
    return next(of_game, None)
