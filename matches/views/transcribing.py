"""What somebody who writes a match down sees: the board, what is asked of him now, the sheet of the game."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from matches.views.drawing import SHORT, Look, described, named
from matches.views.refusals import told
from rules.diagram import svg
from rules.dice import Dice
from rules.errors import Refusal
from rules.lines import read_line
from rules.plays import legal_plays
from rules.position import Position
from rules.recording import RecordedLine, Recording
from rules.sides import Side

PLAY_LAWS = ("move.", "bearoff.")


@dataclass(frozen=True, slots=True)
class Desk:
    """The draft as it stands.

    `phase` is "opening", "roll", "answer" or "over", `side` who must act ("" nobody yet),
    `position` the board with him to play; `offered` is the value of a double on the table, else 0.
    """

    version: int
    count: int
    number: int
    score: tuple[int, int]
    length: int
    is_crawford: bool
    phase: str
    side: str
    position: str
    cube: int
    owner: str
    offered: int
    may_double: bool
    words: str
    last: str
    entries: tuple[tuple[str, str], ...]
    results: tuple[tuple[int, str], ...]

    def as_data(self) -> dict[str, Any]:
        """The same for a script."""
        return {name: getattr(self, name) for name in self.__slots__}


def desk_of(recording: Recording, names: tuple[str, str], *, version: int) -> Desk:
    """The page of a recording."""
    game, actor = recording.game, recording.actor
    return Desk(
        version=version,
        count=len(recording.kept),
        number=recording.number,
        score=(recording.score.white, recording.score.black),
        length=recording.score.length,
        is_crawford=recording.score.is_crawford,
        phase=recording.phase,
        side=actor.value if actor else "",
        position=recording.position(actor).code(),
        cube=game.cube,
        owner=game.owner.value if game.owner else "",
        offered=game.offer,
        may_double=recording.may_double,
        words=_asked(recording, names),
        last=recording.kept[-1].text if recording.kept else "",
        entries=tuple(
            (kept.action.side.value, entry(kept)) for kept in recording.kept if kept.game == recording.number
        ),
        results=tuple((game.number, _result(game.winner, game.points, names)) for game in recording.games),
    )


def drawn(desk: Desk, names: tuple[str, str], look: Look) -> SafeString:
    """The board of a desk."""
    position = Position.from_code(desk.position)
    picture = svg(
        position,
        title=desk.words,
        description=described(position, names),
        ids="desk",
        cube=None if desk.is_crawford else desk.offered or desk.cube,
        cube_owner=Side(desk.owner) if desk.owner else None,
        offered_by=position.turn.other if desk.offered else None,
        score=desk.score,
        length=desk.length,
        to_move=Side(desk.side) if desk.side else None,
        below=look.below,
        home_on_left=look.left,
    )
    return mark_safe(picture)  # noqa: S308 - drawn by our own room from numbers; its texts are escaped there


def legal(position: Position, dice: Dice) -> list[tuple[str, str]]:
    """The lawful plays of a roll: notation, and the position each leads to."""
    return [(play.notation(), play.after.code()) for play in legal_plays(position, dice)]


def entry(kept: RecordedLine) -> str:
    """A line as the sheet shows it."""
    _side, rest = kept.text.split(" ", 1)
    word, _space, detail = rest.partition(" ")
    if word[0].isdigit():
        return f"{word[:2]}: {detail or '–'}{' !' if word.endswith('!') else ''}"
    if word == "double":
        return SHORT["double"]() % {"text": getattr(kept.action, "value", "")}
    return SHORT["concede" if word == "resign" else word]() % {"text": ""}


def unlawful(typed: str, refusal: Refusal) -> str:
    """The line that writes a refused play down as let stand; "" when something else was refused."""
    if not refusal.law.startswith(PLAY_LAWS):
        return ""
    line = read_line(typed)
    side = f"{line.side.value} " if line.side else ""
    return f"{side}{line.dice[0]}{line.dice[1]}! {line.play}" if line.play and not line.is_condoned else ""


def choices(typed: str, refusal: Refusal) -> list[tuple[str, str]]:
    """The lawful plays a refusal names, each with the line that writes it."""
    named_ones = refusal.facts.get("legal")
    if not isinstance(named_ones, tuple):
        return []
    line = read_line(typed)
    side = f"{line.side.value} " if line.side else ""
    return [(play, f"{side}{line.dice[0]}{line.dice[1]} {play}") for play in named_ones]


def as_data(refusal: Refusal) -> dict[str, Any]:
    """A refusal for a script, in the reader's words."""
    said = told(refusal)
    law = {"id": said.law.id, "title": said.law.title} if said.law else None
    legal_ones = refusal.facts.get("legal", ())
    return {"code": refusal.code, "sentence": said.sentence, "law": law, "legal": legal_ones}


def _asked(recording: Recording, names: tuple[str, str]) -> str:
    who = {"who": named(recording.actor, names)}
    if recording.phase == "over":
        score = {"a": recording.score.white, "b": recording.score.black}
        return _("%(who)s has won the match, %(a)s–%(b)s") % {
            "who": named(recording.score.winner, names),
            **score,
        }
    if recording.phase == "opening":
        return _("Who plays first?")
    if recording.phase == "answer":
        return _("%(who)s: take or drop?") % who
    return (_("%(who)s: roll or double") if recording.may_double else _("%(who)s: roll")) % who


def _result(winner: Side | None, points: int | None, names: tuple[str, str]) -> str:
    return _("%(who)s wins %(points)s") % {"who": named(winner, names), "points": points or 0}
