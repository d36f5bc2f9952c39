"""A verdict as a reader steps through it: the game, the action, the board there, and what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from matches.views.drawing import OFFERS, Look, board, identifier, link, short, spots, words
from matches.views.judging import Judgement, as_data, blunders, judgements, worst
from matches.views.remarks import Remark, is_stop, remark
from rules.analysis import GameAnalysis
from rules.verdict import Finding, Frame, GameVerdict, Verdict

GROUND = "g"


@dataclass(frozen=True, slots=True)
class Line:
    """One action in the list of a game; `is_shown` marks the one on the board."""

    number: int
    side: str
    text: str
    link: str
    is_shown: bool
    severity: str
    is_condoned: bool
    judged: Judgement | None


@dataclass(frozen=True, slots=True)
class Ways:
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
    turned: str


@dataclass(frozen=True, slots=True)
class GameTab:
    """One game of the match, by its number and the score before it; `faults` counts what is wrong in it."""

    number: int
    score: tuple[int, int]
    is_crawford: bool
    faults: int
    link: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything the replay shows at one action; `number` 0 is the start of the game."""

    game: GameVerdict
    number: int
    last: int
    text: str
    board: SafeString
    lines: tuple[Line, ...]
    remark: Remark | None
    judged: tuple[Judgement, ...]
    blunders: list[tuple[int, int]]
    ways: Ways
    games: tuple[GameTab, ...]
    look: Look
    spots: dict[str, object]


@dataclass(frozen=True, slots=True)
class Moment:
    """One position of a game in the list of them all."""

    number: int
    text: str
    board: SafeString
    remark: Remark | None
    is_condoned: bool
    judged: tuple[Judgement, ...]
    position: str


def stage(verdict: Verdict, query: QueryDict, told: Sequence[GameAnalysis] = ()) -> Stage | None:
    """The replay at the asked game and action; at the first fault when none was asked; None without games.

    `told` is what an engine said of the games, if one did.
    """
    if not verdict.games:
        return None
    look, names = Look.asked(query), verdict.players
    number, action = _asked(verdict, query)
    game = game_of(verdict, number) or verdict.games[0]
    last = len(game.frames) - 1
    at = min(max(action, 0), last)
    frame = game.frames[at]
    judged = judgements(next((each for each in told if each.number == game.number), GameAnalysis(0)))
    places = blunders(told)
    return Stage(
        game=game,
        number=at,
        last=last,
        text=words(frame, names),
        board=board(frame, game, at, names=names, length=verdict.length, look=look),
        lines=_lines(verdict, game, at, look, judged),
        remark=_remark_at(verdict, game, at, look),
        judged=tuple(judged.get(at, ())),
        blunders=places,
        ways=_ways(verdict, game, at, look, places),
        games=tuple(_tab(verdict, each, look) for each in verdict.games),
        look=look,
        spots=spots(look),
    )


def moments(verdict: Verdict, game: GameVerdict, look: Look, told: GameAnalysis) -> list[Moment]:
    """Every position of a game, drawn, with what an engine said of the way to it."""
    names, length, judged = verdict.players, verdict.length, judgements(told)
    return [
        Moment(
            number=at,
            text=words(frame, names),
            board=board(frame, game, at, names=names, length=length, look=look, ids=f"m{at}", ground=GROUND),
            remark=_remark_at(verdict, game, at, look),
            is_condoned=frame.kind == "condone",
            judged=tuple(judged.get(at, ())),
            position=_position(frame, game, length),
        )
        for at, frame in enumerate(game.frames)
    ]


def game_of(verdict: Verdict, number: int) -> GameVerdict | None:
    """The game of this number."""
    return next((each for each in verdict.games if each.number == number), None)


def scenes(verdict: Verdict, game: GameVerdict, told: GameAnalysis) -> dict[str, Any]:
    """A game as a script steps through it: small enough to be fetched whole."""
    names = verdict.players
    judged = judgements(told)
    return {
        "game": game.number,
        "score": list(game.score_before),
        "length": verdict.length,
        "crawford": game.is_crawford,
        "frames": [
            _scene(frame, names, _finding_at(verdict, game, at)) for at, frame in enumerate(game.frames)
        ],
        "ids": [identifier(frame, game, verdict.length) for frame in game.frames],
        "said": {number: as_data(each) for number, each in judged.items()},
    }


def _scene(frame: Frame, names: tuple[str, str], finding: int | None) -> list[Any]:
    """Position, kind, side, dice, cube, owner, sentence, entry of the sheet, finding, and what is offered."""
    return [
        frame.position.code(),
        frame.kind,
        frame.side.value if frame.side else "",
        list(frame.dice) if frame.dice else [],
        frame.cube,
        frame.cube_owner.value if frame.cube_owner else "",
        words(frame, names),
        short(frame),
        -1 if finding is None else finding,
        *([int(frame.text)] if frame.kind in OFFERS else ()),
    ]


def _asked(verdict: Verdict, query: QueryDict) -> tuple[int, int]:
    game, action = query.get("game", ""), query.get("action", "")
    if game.isdecimal() and len(game) < 4:
        return int(game), int(action) if action.isdecimal() and len(action) < 6 else 0
    fault = next(iter(_faults(verdict)), None)
    return (fault.game, fault.action + 1) if fault else (verdict.games[0].number, 0)


def _faults(verdict: Verdict) -> list[Finding]:
    """What is wrong, in the order of play."""
    found = [each for each in verdict.findings if each.severity == "error" and each.game]
    return sorted(found, key=lambda each: (each.game, each.action))


def _stops(verdict: Verdict) -> list[tuple[int, int]]:
    """Where a reader wants to look, in the order of play."""
    return sorted({(each.game, each.action + 1) for each in verdict.findings if is_stop(each)})


def _ways(verdict: Verdict, game: GameVerdict, at: int, look: Look, blundered: list[tuple[int, int]]) -> Ways:
    last = len(game.frames) - 1
    earlier = [each for each in verdict.games if each.number < game.number]
    later = [each for each in verdict.games if each.number > game.number]
    before = link(earlier[-1].number, len(earlier[-1].frames) - 1, look) if earlier else ""
    after = link(later[0].number, 0, look) if later else ""
    return Ways(
        first=link(game.number, 0, look) if at else "",
        previous=link(game.number, at - 1, look) if at else before,
        next=link(game.number, at + 1, look) if at < last else after,
        last=link(game.number, last, look) if at < last else "",
        previous_game=link(earlier[-1].number, 0, look) if earlier else "",
        next_game=after,
        fault=_next_of(_stops(verdict), (game.number, at), look),
        blunder=_next_of(blundered, (game.number, at), look),
        position=_position(game.frames[at], game, verdict.length),
        flipped=link(game.number, at, look.flipped),
        turned=link(game.number, at, look.turned),
    )


def _next_of(places: list[tuple[int, int]], here: tuple[int, int], look: Look) -> str:
    """The place after this moment, the first one again after the last."""
    later = [place for place in places if place > here]
    return link(*(later or places)[0], look) if places else ""


def _position(frame: Frame, game: GameVerdict, length: int) -> str:
    return f"{reverse('position')}?{urlencode({'id': identifier(frame, game, length)})}"


def _tab(verdict: Verdict, game: GameVerdict, look: Look) -> GameTab:
    faults = sum(each.severity == "error" and each.game == game.number for each in verdict.findings)
    return GameTab(game.number, game.score_before, game.is_crawford, faults, link(game.number, 0, look))


def _lines(
    verdict: Verdict, game: GameVerdict, at: int, look: Look, judged: dict[int, list[Judgement]]
) -> tuple[Line, ...]:
    return tuple(
        Line(
            number=number,
            side=frame.side.value if frame.side else "",
            text=short(frame),
            link=link(game.number, number, look),
            is_shown=number == at,
            severity="" if frame.finding is None else verdict.findings[frame.finding].severity,
            is_condoned=frame.kind == "condone",
            judged=worst(judged.get(number, ())),
        )
        for number, frame in enumerate(game.frames)
        if number
    )


def _remark_at(verdict: Verdict, game: GameVerdict, at: int, look: Look) -> Remark | None:
    number = _finding_at(verdict, game, at)
    if number is None:
        return None
    return remark(number, verdict.findings[number], verdict.players, look)


def _finding_at(verdict: Verdict, game: GameVerdict, at: int) -> int | None:
    """What is said of an action; at the start, what is wrong with the game as a whole."""
    if at or game.frames[at].finding is not None:
        return game.frames[at].finding
    of_game = (
        number
        for number, each in enumerate(verdict.findings)
        if each.game == game.number and each.action < 0 and is_stop(each)
    )
    return next(of_game, None)
