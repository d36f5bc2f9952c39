"""The stakes and pots of mini brackets, from the money file and the event file.

docs/money-file.md says how, under "Mini brackets". Amounts are whole numbers of the smallest coin.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import event_places
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.findings import FindingLog, Guarantee
from tournaments.verification.checker.stages import CheckedStage

FEES = 0
ROLLING = "rolling"
NO_BRACKET = ""
MAIN, MINI_PREFIX = "main", "mini_"


@dataclass(frozen=True, slots=True)
class BracketsOfPlayer:
    """The mini brackets that a player is in, and whether they wait for their first, or for another one."""

    keys: Sequence[str] = ()
    awaits_first: bool = False
    awaits_next: bool = False

    @property
    def fee_count(self) -> int:
        """How often the player has to pay the fee."""
        return len(self.keys) + int(self.awaits_first)


@dataclass(frozen=True, slots=True)
class CheckedBrackets:
    """The mini brackets of an event that have begun, with their players; whether another one may begin."""

    members: Mapping[str, set[str]] = field(default_factory=dict)
    is_open: bool = False
    waiting: frozenset[str] = frozenset()

    def get_brackets_of(self, player: str) -> BracketsOfPlayer:
        """Return the mini brackets of a player."""
        keys = [key for key, players in self.members.items() if player in players]
        return BracketsOfPlayer(keys, self.is_open and not keys, bool(keys) and player in self.waiting)


def find_brackets(state: CheckedState) -> CheckedBrackets | None:
    """Return the mini brackets of an event, None for another format."""
    stages = [stage for stage in state.plan if ROLLING in stage.options]
    if not stages:
        return None
    begun = [stage for stage in stages if state.is_shown(stage.key)]
    members = {stage.key: event_places.list_entries(state, stage) for stage in begun}
    is_open = len(begun) < len(stages)
    waiting: set[int] = set()
    if is_open and stages[-1].options[ROLLING].get("again"):
        playing = {entry for stage in begun for entry in _list_playing(state, stage, members[stage.key])}
        waiting = {
            entry
            for entry in state.players
            if entry not in playing and entry not in state.staying_out and ("", entry) not in state.withdrawn
        }
    players = {key: {state.players[entry] for entry in entries} for key, entries in members.items()}
    return CheckedBrackets(players, is_open, frozenset(state.players[entry] for entry in waiting))


def _list_playing(state: CheckedState, stage: CheckedStage, entries: set[int]) -> set[int]:
    """Return the entries that have not lost in a bracket with a match to come."""
    nodes = [node for node in state.seating.nodes.values() if node.flight == stage.key]
    outcomes = [state.seating.outcome(node.name) for node in nodes]
    if all(outcome.winner is not None for outcome in outcomes):
        return set()
    decided = [outcome for outcome in outcomes if outcome.winner is not None]
    return entries - {
        seat for outcome in decided for seat in (outcome.white, outcome.black) if seat != outcome.winner
    }


def fill_stakes(
    paid: int, keys: Sequence[str], *, fee: int, registration: int, late_fee: int
) -> tuple[dict[str, int], int]:
    """Return what of a payment lies in each bracket, and how much of it is registration.

    "A payment fills the brackets in the order in which they began."
    """
    stakes: Counter[str] = Counter()
    remaining, covered = paid, 0
    for key in keys:
        part = min(remaining, fee + late_fee)
        stakes[key] += part - min(part, registration)
        covered += min(part, registration)
        remaining, late_fee = remaining - part, 0
    stakes[NO_BRACKET] += remaining - min(remaining, registration)
    return dict(stakes), covered + min(remaining, registration)


def sum_stakes(rows: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return what lies in each bracket, "" for what lies in none."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update(row)
    return dict(sums)


def compute_bracket_pots(
    brackets: CheckedBrackets, stakes: Mapping[str, int], terms: Mapping[str, Any]
) -> dict[str, int]:
    """Return the pot of each mini bracket that has begun."""
    paid = {key: stakes.get(key, 0) for key in brackets.members}
    pots = {key: amount * int(terms["returned"]) // 100 for key, amount in paid.items()}
    if brackets.is_open or not pots:
        return pots
    added = int(terms["added"])
    weights = paid if any(paid.values()) else dict.fromkeys(paid, 1)
    parts = {key: added * weight // sum(weights.values()) for key, weight in weights.items()}
    parts[next(iter(parts))] += added - sum(parts.values())
    return {key: pot + parts[key] for key, pot in pots.items()}


def has_own_pots(terms: Mapping[str, Any]) -> bool:
    """Return whether the prize table pays no other places than those of mini brackets."""
    rows = () if terms["template"] else terms["parts"]
    return all(key == MAIN or key.startswith(MINI_PREFIX) for key in rows)


def check_bracket_pots(
    rows: Iterable[Mapping[str, Any]], stakes: Mapping[str, int], pots: Mapping[str, int], log: FindingLog
) -> None:
    """Check the stakes and the pot that are shown for each mini bracket."""
    listed = {one["bracket"]: (one["stakes"], one["pot"]) for one in rows}
    expected = {key: (stakes.get(key, 0), pot) for key, pot in pots.items()}
    for key in sorted({*listed, *expected}):
        facts = {"bracket": key, "given": listed.get(key), "expected": expected.get(key)}
        log.expect(
            listed.get(key) == expected.get(key), Guarantee.MONEY_ADDS_UP, "wrong_bracket_pot", **facts
        )
