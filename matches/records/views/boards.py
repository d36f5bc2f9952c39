"""The page of a single position (`position/`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.messages import get_label
from matches.records.forms import ShownPositionForm
from matches.records.presenting.boards import describe_position
from matches.views.errors import RefusalMessage, make_refusal_message
from rules.diagram import svg
from rules.dice import Dice, format_dice
from rules.equity import win_chance
from rules.errors import Unreadable
from rules.formats.gnuid import position_id, write_gnu_id
from rules.formats.identifiers import read_match_position
from rules.formats.match_position import MatchPosition
from rules.formats.ogid import write_ogid
from rules.formats.snowie import write_snowie
from rules.formats.xgid import write_xgid
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import SIDES

EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
_WRITERS = (
    ("XGID", write_xgid),
    ("OGID", write_ogid),
    ("GNU Backgammon", write_gnu_id),
    ("Snowie", write_snowie),
)


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A legal play and the link to the position it leads to."""

    play: str
    link: str


@dataclass(frozen=True, slots=True)
class PositionDetails:
    """The content of the page of a position."""

    standing: MatchPosition
    names: tuple[str, str]
    board: SafeString
    figures: tuple[tuple[str, str], ...]
    faults: tuple[RefusalMessage, ...]
    plays: tuple[PlayRow, ...]
    identifiers: tuple[tuple[str, str], ...]


@require_safe
def show_position(request: HttpRequest) -> HttpResponse:
    """Read an identifier and show its position; without one, show the form."""
    form = ShownPositionForm.from_query(request.GET)
    context: dict[str, object] = {"form": form, "example": f"?{urlencode({'id': EXAMPLE})}"}
    if not form.is_bound:
        return render(request, "records/position.html", context)
    if not form.is_valid():
        return render(request, "records/position.html", context, status=HTTPStatus.BAD_REQUEST)
    try:
        context["details"] = _make_details(
            _read_with_roll(form.cleaned_data["id"], form.cleaned_data["dice"])
        )
    except Unreadable as refusal:
        context["refusal"] = replace(make_refusal_message(refusal), note="")
        return render(request, "records/position.html", context, status=HTTPStatus.BAD_REQUEST)
    return render(request, "records/position.html", context)


def _read_with_roll(text: str, roll: str) -> MatchPosition:
    standing = read_match_position(text)
    if not roll:
        return standing
    if len(roll) != 2 or not set(roll) <= set("123456"):
        raise Unreadable("unreadable", line=1, column=1, expected="two dice")
    return replace(standing, dice=(int(roll[0]), int(roll[1])), is_doubled=False, raises=0)


def _make_details(standing: MatchPosition) -> PositionDetails:
    board = standing.position
    if board is None:
        raise Unreadable("unreadable", line=1, column=1, expected="a GNU position ID of 14 characters")
    white, black = (
        name or str(get_label(side.value)) for name, side in zip(standing.players, SIDES, strict=True)
    )
    names = (white, black)
    return PositionDetails(
        standing=standing,
        names=names,
        board=_draw_board(standing, board, names),
        figures=tuple(_list_figures(standing, board, names)),
        faults=tuple(replace(make_refusal_message(fault), note="") for fault in standing.faults()),
        plays=tuple(_list_plays(board, standing.dice)),
        identifiers=tuple(_list_identifiers(standing, board)),
    )


def _draw_board(standing: MatchPosition, board: Position, names: tuple[str, str]) -> SafeString:
    offer = standing.cube * 2 if standing.is_doubled else standing.cube
    diagram = svg(
        board,
        title=_("%(who)s to play") % {"who": names[standing.turn.index]},
        description=describe_position(board, names),
        dice=standing.dice,
        cube=None if standing.is_crawford else offer,
        cube_owner=standing.cube_owner,
        offered_by=standing.decider.other if standing.is_doubled else None,
        score=(standing.white, standing.black),
        length=standing.length or None,
        to_move=standing.turn,
    )
    return mark_safe(diagram)  # noqa: S308 - rules.diagram escapes its texts


def _list_figures(
    standing: MatchPosition, board: Position, names: tuple[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the labels and values shown beside the board."""
    roll = f" {format_dice(standing.dice)}" if standing.dice else ""
    yield _("On roll"), f"{names[standing.turn.index]}{roll}"
    for side, name in zip(SIDES, names, strict=True):
        yield _("Pip count of %(who)s") % {"who": name}, str(board.pips(side))
    if standing.cube > 1 or standing.cube_owner:
        owner = names[standing.cube_owner.index] if standing.cube_owner else _("in the centre")
        yield _("Cube"), f"{standing.cube}, {owner}"
    if standing.length:
        yield _("Score"), f"{standing.white}–{standing.black} / {standing.length}"
    chance = _get_match_chance(standing)
    if chance is not None:
        facts = {"white": names[0], "a": f"{chance:.1%}", "black": names[1], "b": f"{1 - chance:.1%}"}
        yield _("Match"), _("%(white)s %(a)s, %(black)s %(b)s from the score alone") % facts


def _get_match_chance(standing: MatchPosition) -> float | None:
    """White's chance of the match at this score; None without an open match."""
    score = standing.score
    is_open = standing.length and max(score.white, score.black) < standing.length
    return win_chance(score.length, score.white, score.black, score.crawford) if is_open else None


def _list_plays(board: Position, dice: Dice | None) -> Iterator[PlayRow]:
    if dice is None or board.winner:
        return
    for play in legal_plays(board, dice):
        after = MatchPosition(play.after, turn=play.after.turn)
        yield PlayRow(play.notation(), f"?{urlencode({'id': write_xgid(after)})}")


def _list_identifiers(standing: MatchPosition, board: Position) -> Iterator[tuple[str, str]]:
    """Yield the position in every short notation; the board alone where a value does not fit."""
    for name, write in _WRITERS:
        try:
            yield name, write(standing)
        except Unreadable:
            yield name, position_id(board)
