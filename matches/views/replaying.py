"""A verdict as a reader steps through it: the game, the action, the board there, and what is wrong."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from matches.phrases import place, sentence
from matches.views.refusals import SpokenLaw, spoken
from rules.diagram import listing, svg
from rules.laws import LAWS
from rules.notation import read_play
from rules.plays import Hop, Hops
from rules.sides import Side
from rules.verdict import Finding, Frame, GameVerdict, Verdict

LEGAL_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding in words, with the place it leads to."""

    severity: str
    where: str
    sentence: str
    law: SpokenLaw | None
    played: str
    legal: tuple[str, ...]
    more: int
    link: str


@dataclass(frozen=True, slots=True)
class Line:
    """One action in the list of a game; `is_shown` marks the one on the board."""

    number: int
    side: str
    text: str
    link: str
    is_shown: bool
    severity: str


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
    first_link: str
    previous_link: str
    next_link: str
    last_link: str
    games: tuple[tuple[GameVerdict, str], ...]


def stage(verdict: Verdict, names: tuple[str, str], query: QueryDict) -> Stage | None:
    """The replay at the asked game and action; at the first fault when none was asked; None without games."""
    if not verdict.games:
        return None
    number, action = _asked(verdict, query)
    game = next((each for each in verdict.games if each.number == number), verdict.games[0])
    last = len(game.frames) - 1
    at = min(max(action, 0), last)
    frame = game.frames[at]
    return Stage(
        game=game,
        number=at,
        last=last,
        text=words(frame, names),
        board=board(verdict, game, at, names),
        lines=_lines(verdict, game, at, names),
        remark=_remark_at(verdict, frame),
        first_link=link(game.number, 0) if at else "",
        previous_link=_before(verdict, game, at),
        next_link=_after(verdict, game, at),
        last_link=link(game.number, last) if at < last else "",
        games=tuple((each, link(each.number, 0)) for each in verdict.games),
    )


def link(game: int, action: int) -> str:
    """The address of an action on the page of its record."""
    return f"?{urlencode({'game': game, 'action': action})}#board"


def remarks(verdict: Verdict) -> tuple[Remark, ...]:
    """Every finding in words, faults first."""
    order = {"error": 0, "note": 1, "inferred": 2}
    ranked = sorted(verdict.findings, key=lambda finding: order[finding.severity])
    return tuple(remark(finding, verdict.players) for finding in ranked)


def remark(finding: Finding, names: tuple[str, str]) -> Remark:
    """One finding in words."""
    where = place(finding.game, finding.action, "")
    law = LAWS.get(finding.law)
    return Remark(
        severity=finding.severity,
        where=f"{where}, {_name(finding.side, names)}" if finding.side else where,
        sentence=sentence(finding.code, finding.facts),
        law=spoken(law) if law else None,
        played=finding.played,
        legal=finding.legal[:LEGAL_SHOWN],
        more=max(len(finding.legal) - LEGAL_SHOWN, 0),
        link=link(finding.game, finding.action + 1) if finding.game else "",
    )


def board(verdict: Verdict, game: GameVerdict, at: int, names: tuple[str, str]) -> SafeString:
    """The picture of an action. Names enter it escaped by `rules.diagram`."""
    frame = game.frames[at]
    drawn = svg(
        frame.position,
        title=_("Game %(game)s, action %(action)s: %(text)s")
        % {"game": game.number, "action": at, "text": words(frame, names)},
        description=listing(frame.position),
        dice=frame.dice,
        cube=None if game.is_crawford else frame.cube,
        cube_owner=frame.cube_owner,
        score=game.score_before,
        length=verdict.length or None,
        to_move=frame.side or frame.position.turn,
        play=_hops(frame),
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by our own room from numbers; its texts are escaped there


def words(frame: Frame, names: tuple[str, str]) -> str:
    """An action in a sentence: who did what."""
    facts = {
        "who": _name(frame.side, names),
        "dice": "-".join(map(str, frame.dice)) if frame.dice else "",
        "text": frame.text or _("cannot move"),
    }
    return str(SPOKEN[frame.kind]()) % facts


SPOKEN = {
    "start": lambda: _("The start of the game"),
    "roll": lambda: _("%(who)s rolls %(dice)s: %(text)s"),
    "double": lambda: _("%(who)s doubles to %(text)s"),
    "beaver": lambda: _("%(who)s beavers to %(text)s"),
    "take": lambda: _("%(who)s takes"),
    "drop": lambda: _("%(who)s drops"),
    "concede": lambda: _("%(who)s resigns"),
    "place": lambda: _("A position is set up"),
}


def _asked(verdict: Verdict, query: QueryDict) -> tuple[int, int]:
    game, action = query.get("game", ""), query.get("action", "")
    if game.isdecimal() and len(game) < 4:
        return int(game), int(action) if action.isdecimal() and len(action) < 6 else 0
    fault = next((each for each in verdict.findings if each.severity == "error" and each.game), None)
    return (fault.game, fault.action + 1) if fault else (verdict.games[0].number, 0)


def _before(verdict: Verdict, game: GameVerdict, at: int) -> str:
    if at:
        return link(game.number, at - 1)
    earlier = [each for each in verdict.games if each.number < game.number]
    return link(earlier[-1].number, len(earlier[-1].frames) - 1) if earlier else ""


def _after(verdict: Verdict, game: GameVerdict, at: int) -> str:
    if at < len(game.frames) - 1:
        return link(game.number, at + 1)
    later = [each for each in verdict.games if each.number > game.number]
    return link(later[0].number, 0) if later else ""


def _lines(verdict: Verdict, game: GameVerdict, at: int, names: tuple[str, str]) -> tuple[Line, ...]:
    return tuple(
        Line(
            number=number,
            side=frame.side.value if frame.side else "",
            text=_short(frame, names),
            link=link(game.number, number),
            is_shown=number == at,
            severity="" if frame.finding is None else verdict.findings[frame.finding].severity,
        )
        for number, frame in enumerate(game.frames)
        if number
    )


def _short(frame: Frame, names: tuple[str, str]) -> str:
    if frame.kind == "roll" and frame.dice:
        return f"{frame.dice[0]}{frame.dice[1]}: {frame.text or '–'}"
    return words(frame, names)


def _remark_at(verdict: Verdict, frame: Frame) -> Remark | None:
    return None if frame.finding is None else remark(verdict.findings[frame.finding], verdict.players)


def _hops(frame: Frame) -> Hops:
    if frame.kind != "roll" or not frame.dice or 0 in frame.dice:
        return ()
    written = read_play(frame.text, frame.dice)
    return tuple(Hop(step.start, step.end) for step in written.steps) if written else ()


def _name(side: Side | None, names: tuple[str, str]) -> str:
    if side is None:
        return ""
    return names[0] if side is Side.WHITE else names[1]
