"""What standings are folded from: evenings, the matches settled there and the places reached."""

from dataclasses import dataclass

PLAYED = "played"
# Ends without a loser at the board: a win may count, a loss earns nothing and no points were played.
UNPLAYED = frozenset({"walkover", "forfeit"})


def folded_name(name: str) -> str:
    """The name of an event as rules name it: without case and stray blanks."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled match with a winner; `ending` is the match's own word ("played", "walkover", ...).

    `event` is the folded name of the event it belongs to, "" for none.
    """

    winner: int
    loser: int
    length: int
    winner_points: int
    loser_points: int
    ending: str = PLAYED
    event: str = ""


@dataclass(frozen=True, slots=True)
class Placing:
    """The places `first` to `last` a player reached, shared, in a flight of `field` entrants."""

    player: int
    flight: str
    first: int
    last: int
    field: int
    event: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """One night of a season: who came, what was settled, who reached which place, in which month (0: any).

    A day of casual matches is none of the club's nights (`is_night`): nobody earns anything for coming.
    """

    id: int
    players: frozenset[int]
    matches: tuple[Settled, ...] = ()
    placings: tuple[Placing, ...] = ()
    month: int = 0
    is_night: bool = True
