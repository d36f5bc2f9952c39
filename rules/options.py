"""The optional rules of a match or a money session, as frozen values chosen before play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

DeadCube = Literal["allow", "note", "refuse"]
IllegalPlays = Literal["refuse", "condone"]


@dataclass(frozen=True, slots=True)
class MatchLaws:
    """The rules in force in a match; the defaults are those of ordinary tournament play.

    `dead_cube` says what happens to a double that cannot help the doubler: allowed, noted or refused.
    `beavers` allows a beaver but no raccoon. `holland` forbids doubling in the first two turns of each game
    after the Crawford game. `illegal_plays` says what a recorded illegal play is once the opponent has rolled
    or doubled after it: a fault still ("refuse"), or an accepted play with a note ("condone").
    """

    crawford: bool = True
    dead_cube: DeadCube = "note"
    holland: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: bool = False
    illegal_plays: IllegalPlays = "refuse"

    def to_json(self) -> dict[str, Any]:
        """The rules as plain data, to be stored beside a match."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchLaws:
        """Rebuild rules from stored data; keys of an older or newer version are left out."""
        return cls(**_known(cls, data))


@dataclass(frozen=True, slots=True)
class MoneyLaws:
    """The rules of money play.

    `stake` is the value of a point, a whole number of any unit (say, cents). With `jacoby` a gammon or
    backgammon counts only after a double. `animals` is the number of immediate raises of one double: 0 none,
    1 a beaver, 2 a raccoon after it, 3 an otter, and so on. `automatic_doubles` is how many equal opening
    throws double the cube in one game. `cube_limit` is the highest cube agreed, 0 for none. `settlements`
    allows settling a game at a price.
    """

    stake: int = 1
    jacoby: bool = True
    animals: int = 2
    automatic_doubles: int = 1
    cube_limit: int = 0
    settlements: bool = True

    def to_json(self) -> dict[str, Any]:
        """The rules as plain data, to be stored beside a session."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MoneyLaws:
        """Rebuild rules from stored data; unknown keys are left out."""
        return cls(**_known(cls, data))


Laws = MatchLaws | MoneyLaws
UNLIMITED = 12


def for_points(laws: MatchLaws) -> MoneyLaws:
    """The rules of money play where only match rules are given: nothing is limited.

    Twelve raises or automatic doubles bring the cube to its highest value.
    """
    return MoneyLaws(jacoby=laws.jacoby, animals=UNLIMITED, automatic_doubles=UNLIMITED)


@dataclass(frozen=True, slots=True)
class ChouetteLaws:
    """The rules of a chouette; the defaults are those of the rule texts this library follows.

    `money`: the rules of every cube in it, and the stake of a player who names none.
    `cubes`: "several", one for each member of the team, or "single", one for all of them.
    `consultation`: the team may consult "free", "never", "after_cube": once any cube has been turned, or
    "after_own_cube": each member once their own cube has been turned.
    `lone_taker`: what becomes of the only member who takes a double offered to the whole team: they play on
    ("free"), "must_drop" too when `lone_taker_from` or more play, "must_beaver" or drop, or must accept an
    extra cube from every dropper who offers one ("accepts_extras"). `lone_taker_below`: what becomes of them
    where they "must_drop" but fewer play. `extra_is_paid`: who offers an extra cube pays for it what the game
    was worth before the double.
    `box_keeps`: the box stays until the captain beats it, also one who took over from a captain who dropped
    ("beats_acting_captain"); until the captain of the start of a game beats it ("beats_captain"; with a
    single cube the same as the first); or as long as it wins the game against the last one playing
    ("not_lose_overall"). With `box_breaks_even` a box whose game costs it points passes on in any case.
    `captain_first`: the box doubles no member without the captain at the same level, and, doubled by all at
    once, takes the captain and enough cubes to break even, or none.
    `partner_from`: from how many players the box may have a partner (0 never); `partner_compulsory_from`:
    from how many it must (0 never). `partner_after_loss`: after a lost box the partner "keeps_place" in the
    queue or becomes "captain".
    `most_players`: how many may sit in one queue (0 any number); one more makes two tables of it.
    `newcomers`: players who joined during a game stand ahead of those whom its end sends to the end of the
    queue ("before_losers"), or behind them ("last").
    """

    money: MoneyLaws = MoneyLaws()
    cubes: Literal["several", "single"] = "several"
    consultation: Literal["free", "never", "after_cube", "after_own_cube"] = "after_cube"
    lone_taker: Literal["free", "must_drop", "must_beaver", "accepts_extras"] = "must_drop"
    lone_taker_from: int = 5
    lone_taker_below: Literal["free", "must_beaver", "accepts_extras"] = "free"
    extra_is_paid: bool = True
    box_keeps: Literal["beats_acting_captain", "beats_captain", "not_lose_overall"] = "beats_acting_captain"
    box_breaks_even: bool = False
    captain_first: bool = False
    partner_from: int = 8
    partner_compulsory_from: int = 0
    partner_after_loss: Literal["keeps_place", "captain"] = "keeps_place"
    most_players: int = 0
    newcomers: Literal["before_losers", "last"] = "before_losers"

    def to_json(self) -> dict[str, Any]:
        """The rules as plain data, to be stored beside a chouette."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ChouetteLaws:
        """Rebuild rules from stored data; unknown keys are left out."""
        fields = _known(cls, data)
        return cls(**{**fields, "money": MoneyLaws.from_json(fields.get("money", {}))})


@dataclass(frozen=True, slots=True)
class ConductLaws:
    """How irregularities are ruled; the defaults are those of the rule texts this library follows.

    `illegal_plays`: the opponent may "condone_or_correct" an illegal play before their turn, or it must be
    corrected until then ("correct"), as most federations now have it.
    `premature_rolls`: a roll before the opponent has ended their turn is "void", or it "stands".
    `waives_premature`: such a roll is accepted when the play was forced or contact is over.
    `setup_turns`: how many rolls may be made before a wrong set-up can no longer be corrected.
    `dice_half`: both dice must lie on the half to the thrower's "right", or on "either" half of the board.
    """

    illegal_plays: Literal["condone_or_correct", "correct"] = "condone_or_correct"
    premature_rolls: Literal["void", "stands"] = "void"
    waives_premature: bool = True
    setup_turns: int = 4
    dice_half: Literal["right", "either"] = "right"

    def to_json(self) -> dict[str, Any]:
        """The laws as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ConductLaws:
        """Rebuild rules from stored data; unknown keys are left out."""
        return cls(**_known(cls, data))


CHOUETTES: Mapping[str, ChouetteLaws] = MappingProxyType(
    {
        "text": ChouetteLaws(),
        "single_cube": ChouetteLaws(cubes="single"),
        "los_angeles": ChouetteLaws(
            consultation="never",
            lone_taker="accepts_extras",
            box_keeps="not_lose_overall",
            box_breaks_even=True,
            captain_first=True,
            partner_from=6,
            partner_compulsory_from=7,
            partner_after_loss="captain",
            most_players=7,
        ),
    }
)
CONDUCTS: Mapping[str, ConductLaws] = MappingProxyType(
    {
        "text": ConductLaws(),
        "lawful_moves": ConductLaws(
            illegal_plays="correct", premature_rolls="stands", waives_premature=False
        ),
    }
)


def _known(cls: type[Any], data: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(cls)}
    return {key: value for key, value in data.items() if key in names}
