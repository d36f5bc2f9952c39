"""Random seasons of a league: divisions with last days, play-offs, and the season that follows."""

import random
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from rules.errors import Refusal
from tournaments.formats import leagues
from tournaments.formats.leagues import Terms
from tournaments.formats.lots import commitment
from tournaments.formats.plan import Plan
from tournaments.journal import acting
from tournaments.journal.promotion import next_divisions, playoffs_due
from tournaments.standings.divisions import LEFT, spread
from tournaments.verification.simulator.trial import Trial

FEWEST, MOST = 3, 6
BEGINS = date(2026, 10, 1)
DAYS = 90
SCORINGS: tuple[dict[str, str], ...] = (
    {"win": "3", "loss": "1"},
    {"win": "1"},
    {"win": "3", "loss": "1", "close": "1/2", "within": "1"},
)


def season(rng: random.Random) -> Plan:
    """The divisions of a season, how many change places between them, and whether the next ones play off."""
    divisions = rng.randint(1, 4)
    moving = rng.choice((0, 1, 1, 2))
    falling = rng.choice((moving, moving, moving, 1))
    terms = Terms(
        divisions=tuple(f"Division {number}" for number in range(1, divisions + 1)),
        cycles=rng.choice((1, 1, 2)),
        up=moving,
        down=falling,
        playoff=rng.random() < 0.5,
        scoring=rng.choice(SCORINGS),
    )
    return leagues.plan_of(terms)


def begin(trial: Trial) -> None:
    """People come, are dealt to divisions, every round gets its last day, and the season begins."""
    divisions = leagues.divisions_of(trial.state.plan)
    sizes = [trial.rng.randint(FEWEST, MOST) for _ in divisions]
    trial.tell(*acting.enter(trial.state, [f"p{number}" for number in range(sum(sizes))]))
    numbers = list(trial.state.entries)
    for flight, size in zip(divisions, sizes, strict=True):
        _seat(trial, flight, [numbers.pop(0) for _ in range(size)])
    trial.tell_own(acting.publish(""))


def _seat(trial: Trial, flight: str, people: list[int]) -> None:
    """A division is drawn with its people, and its rounds share the time."""
    _draw(trial, flight, people)
    rounds = trial.state.graph.rounds(flight)
    days = spread(BEGINS, BEGINS + timedelta(days=DAYS), rounds)
    until = {str(number): day.isoformat() for number, day in enumerate(days, start=1)}
    taken = trial.tell("dated", {"flight": flight, "until": until})
    trial.must(taken, "I13", "own_act_refused", kind="dated")


def _draw(trial: Trial, flight: str, people: list[int]) -> bool:
    seed = f"{trial.rng.getrandbits(128):032x}"
    trial.tell("committed", {"commitment": commitment(seed)})
    return trial.tell_own(acting.draw(trial.state, seed, flight=flight, only=people))


def date_round(trial: Trial) -> bool:
    """A whole round has until another day."""
    flight = trial.rng.choice(leagues.divisions_of(trial.state.plan))
    number = trial.rng.randint(1, max(1, trial.state.graph.rounds(flight)))
    return trial.tell("dated", {"flight": flight, "until": {str(number): _day(trial)}})


def date_match(trial: Trial) -> bool:
    """One match has until another day."""
    names = list(trial.state.board)
    return bool(names) and trial.tell("dated", {"pairing": trial.rng.choice(names), "until": _day(trial)})


def _day(trial: Trial) -> str:
    return (BEGINS + timedelta(days=trial.rng.randrange(2 * DAYS))).isoformat()


def play_off(trial: Trial) -> bool:
    """The play-offs that are due are drawn of those whose place is open, and shown."""
    try:
        due = playoffs_due(trial.state)
    except Refusal:
        trial.refused += 1
        return False
    for number, both in due.items():
        flight = leagues.playoff(number)
        # Who has left or is away is not drawn.
        met = [trial.state.entries[entry] for entry in both]
        if any(entrant.gone(flight, "") or entrant.stays_out for entrant in met):
            return False
        _draw(trial, flight, list(both))
        trial.tell("dated", {"flight": flight, "until": {"1": _day(trial)}})
        trial.tell_own(acting.publish(flight))
    return bool(due)


def follow(trial: Trial) -> Trial | None:
    """The next season with the divisions this one ends in; None where too few stay for one of them.

    Everybody is placed once, who left nowhere, nobody moves by more than a division, and as many come down
    as go up wherever nobody left.
    """
    try:
        placed = next_divisions(trial.state)
    except Refusal:
        trial.refused += 1
        return None
    drawn = {
        entry for key in leagues.divisions_of(trial.state.plan) for entry in trial.state.stages[key].members
    }
    trial.must(sorted(one.entry for one in placed) == sorted(drawn), "I10", "placed_not_once")
    gone = {entry for entry in trial.state.withdrawn if entry in drawn}
    trial.must({one.entry for one in placed if one.cause == LEFT} == gone, "I10", "who_left_is_placed")
    moved = [abs(one.before - one.after) for one in placed if one.after]
    trial.must(max(moved, default=0) <= 1, "I10", "moved_too_far")
    people: dict[int, list[int]] = {}
    for one in placed:
        people.setdefault(one.after, []).append(one.entry)
    terms = leagues.terms_of(trial.state.plan)
    if not gone and terms is not None and terms.up == terms.down:
        held = [len(trial.state.stages[key].members) for key in leagues.divisions_of(trial.state.plan)]
        now = [len(people.get(number, ())) for number in range(1, len(held) + 1)]
        trial.must(held == now, "I10", "division_of_another_size", before=held, after=now)
    return _next(trial, people)


def _next(trial: Trial, people: Mapping[int, list[int]]) -> Trial | None:
    divisions = leagues.divisions_of(trial.state.plan)
    if any(len(people.get(number, ())) < FEWEST - 1 for number in range(1, len(divisions) + 1)):
        return None
    later = Trial(trial.rng)
    later.tell(*acting.lay_out(trial.state.plan))
    players = {
        number: [trial.state.entries[entry].player for entry in people[number]] for number in people if number
    }
    later.tell(*acting.enter(later.state, [name for number in sorted(players) for name in players[number]]))
    held = {entrant.player: entrant.number for entrant in later.state.entries.values()}
    for number, flight in enumerate(divisions, start=1):
        _seat(later, flight, [held[name] for name in players[number]])
    later.tell_own(acting.publish(""))
    return later


DEEDS: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "date_round": (3, date_round),
    "date_match": (3, date_match),
    "play_off": (6, play_off),
}
