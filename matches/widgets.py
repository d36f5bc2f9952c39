"""A form field for a position, entered as an identifier, as lists of points, or on a board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.widgets import Script
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from rules.diagram import listing, svg
from rules.diagram_layout import SLAB, STEP, TALLEST, TALLEST_ON_BAR, TRAY, View
from rules.errors import Unreadable
from rules.formats.identifiers import read_match_position
from rules.formats.match_position import MatchPosition
from rules.position import BAR, CHECKERS, OFF, Position
from rules.sides import SIDES, Side

MAX_IDENTIFIER = 2000
CUBE_VALUES = tuple(2**power for power in range(11))
PLACES = (*range(24, 0, -1), BAR)
POINT_PARTS = ("white", "black", "turn", "dice", "cube", "owner")
# The fields of an XGID after the dice, if unknown: score of both sides, rules, length, highest cube.
XGID_REST = "0:0:0:0:10"
_POINT = re.compile(r"(bar|\d{1,2})(?:\s*[x×*:]\s*(\d{1,2}))?\Z", re.IGNORECASE)
_DICE = re.compile(r"([1-6])\D?([1-6])\Z")
_OWNERS = {"": 0, Side.WHITE.value: 1, Side.BLACK.value: -1}


@dataclass(frozen=True, slots=True)
class PointEntry:
    """A position typed as lists of points: the submitted text of each part, not validated yet."""

    white: str = ""
    black: str = ""
    turn: str = ""
    dice: str = ""
    cube: str = ""
    owner: str = ""

    def to_xgid(self) -> str:
        """Return the XGID. Raises `ValidationError` for the part that cannot be read."""
        white, black = _read_points(self.white), _read_points(self.black)
        letters = ["-"] * (BAR + 1)
        for point, count in white.items():
            letters[point] = chr(64 + count)
        for point, count in black.items():
            if letters[BAR - point] != "-":
                text = _("Both sides have checkers on White's %(point)s point.") % {"point": BAR - point}
                raise forms.ValidationError(text)
            letters[BAR - point] = chr(96 + count)
        dice = _DICE.match(self.dice.strip())
        if self.dice.strip() and not dice:
            raise forms.ValidationError(_("Dice are two numbers from 1 to 6, such as 31."))
        roll = f"{dice[1]}{dice[2]}" if dice else "00"
        value = int(self.cube) if self.cube.isascii() and self.cube.isdigit() else 1
        if value not in CUBE_VALUES:
            raise forms.ValidationError(_("The cube cannot be at %(value)s.") % {"value": value})
        turn = -1 if self.turn == Side.BLACK.value else 1
        owner = _OWNERS.get(self.owner, 0)
        return f"XGID={''.join(letters)}:{value.bit_length() - 1}:{owner}:{turn}:{roll}:{XGID_REST}"


class PositionInput(forms.Textarea):
    """A text area for an identifier, with a board below on which the position can be set up.

    Without JavaScript the board only shows the position, and its points can be typed in separate fields;
    these replace the identifier. With `is_board_first`, the board is open and precedes the text area.
    """

    template_name = "matches/widgets/position.html"

    class Media:
        css = {"all": ("board.css", "board-input.css")}
        js = (Script("board-input.js", type="module"),)

    def __init__(self, attrs: dict[str, Any] | None = None, *, is_board_first: bool = False) -> None:
        self.is_board_first = is_board_first
        defaults = {"rows": 2, "maxlength": MAX_IDENTIFIER, "spellcheck": "false", "autocapitalize": "off"}
        super().__init__({"autocomplete": "off"} | defaults | (attrs or {}))

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the identifier as text, or a `PointEntry` where points were typed."""
        parts = {part: str(data.get(f"{name}-{part}", ""))[:MAX_IDENTIFIER] for part in POINT_PARTS}
        if parts["white"].strip() or parts["black"].strip():
            return PointEntry(**parts)
        return super().value_from_datadict(data, files, name)

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether neither an identifier nor points were sent."""
        return name not in data and not any(f"{name}-{part}" in data for part in POINT_PARTS)

    def format_value(self, value: Any) -> str | None:
        """Return the identifier as text; points that could not be read are shown in their own fields."""
        return None if isinstance(value, PointEntry) else super().format_value(value)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add the drawn board, its coordinates for the script, and the typed points."""
        context = super().get_context(name, value, attrs)
        id = context["widget"]["attrs"].get("id") or name
        standing = _read_standing(value)
        context["board"] = mark_safe(_draw_board(standing, f"{id}-board"))  # noqa: S308 - rules.diagram escapes
        context["geometry"] = make_board_geometry()
        context["is_board_first"] = self.is_board_first
        context["points"] = value if isinstance(value, PointEntry) else PointEntry()
        context["cube_values"] = CUBE_VALUES
        context["places"] = range(24, 0, -1)
        context["faces"] = range(1, 7)
        context["id"] = id
        return context


class PositionField(forms.CharField):
    """A position as an identifier; points that were typed become an XGID."""

    widget = PositionInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_IDENTIFIER} | kwargs)

    def to_python(self, value: Any) -> str:
        """Return the identifier. Raises `ValidationError` for points that cannot be read."""
        return value.to_xgid() if isinstance(value, PointEntry) else str(super().to_python(value) or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another position was sent."""
        return isinstance(data, PointEntry) or super().has_changed(initial, data)


def make_board_geometry(view: View | None = None) -> dict[str, object]:
    """Return the coordinates by which scripts place checkers, dice and cube.

    For each side and place (0 off, 25 bar): the centre of the first checker, the step to the next one, and
    how many fit before they are stacked.
    """
    view = view or View()
    return {
        "stacks": {side.value: [_stack(view, side, place) for place in range(BAR + 1)] for side in SIDES},
        "dice": {side.value: [list(view.die(side, number, 2)) for number in range(2)] for side in SIDES},
        "cube": {"": list(view.cube(None))} | {side.value: list(view.cube(side)) for side in SIDES},
        "offer": {side.value: list(view.offered_cube(side)) for side in SIDES},
        "turn": {side.value: list(view.turn_mark(side)) for side in SIDES},
        "below": view.below.value,
    }


def _stack(view: View, side: Side, place: int) -> list[int]:
    if place == OFF:
        first, second = view.off_slab(side, 0), view.off_slab(side, 1)
        return [first.x + (TRAY - 12) // 2, first.y + (SLAB - 2) // 2, second.y - first.y, 15]
    if place == BAR:
        first, second, limit = view.on_bar(side, 0), view.on_bar(side, 1), TALLEST_ON_BAR
    else:
        first, second, limit = view.on_point(side, place, 0), view.on_point(side, place, 1), TALLEST
    return [first.x, first.y, STEP if second.y > first.y else -STEP, limit]


def _read_points(points: str) -> dict[int, int]:
    """Return the checkers by place of a list such as "24x2 13x5 bar"; the others are off."""
    counts: dict[int, int] = {}
    for part in points.replace(",", " ").split():
        entry = _POINT.match(part)
        place = BAR if entry and entry[1].lower() == "bar" else int(entry[1]) if entry else 0
        count = int(entry[2] or 1) if entry else 0
        if place not in PLACES or place in counts or not 0 < count <= CHECKERS:
            text = _("“%(text)s” is not a point such as 24, 13x5 or bar.") % {"text": part}
            raise forms.ValidationError(text)
        counts[place] = count
    return counts


def _read_standing(value: Any) -> MatchPosition:
    """Return the position of an identifier; the starting position where there is none."""
    try:
        standing = read_match_position(value) if isinstance(value, str) and value.strip() else None
    except Unreadable:
        standing = None
    has_board = standing is not None and standing.position is not None and not standing.position.faults()
    return standing if standing is not None and has_board else MatchPosition(Position.start())


def _draw_board(standing: MatchPosition, ids: str) -> str:
    position = standing.position or Position.start()
    return svg(
        position,
        title=_("Position"),
        description=listing(position),
        ids=ids,
        dice=standing.dice,
        cube=standing.cube * 2 if standing.is_doubled else standing.cube,
        cube_owner=standing.cube_owner,
        offered_by=standing.decider.other if standing.is_doubled else None,
        to_move=standing.turn,
    )
