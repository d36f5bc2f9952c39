"""Handlers of journal lines about entries: entry, withdrawal, reinstatement, substitution, details.

The guarantees they check are those of `findings.Guarantee`.
"""

from tournaments.verification.checker import draws, results, stage_fields
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.findings import Guarantee


def apply_entered(state: CheckedState, payload: Payload) -> None:
    """Add entries; a player cannot have two numbers."""
    for item in payload["entries"]:
        number, player = int(item["entry"]), str(item["player"])
        is_known = number in state.players or player in state.players.values()
        state.log.expect(not is_known, Guarantee.EACH_PLAYS_ONCE, "entered_twice", entry=number)
        state.players[number], state.tags[number] = player, draws.entry_tags(item)


def apply_withdrawn(state: CheckedState, payload: Payload) -> None:
    """Withdraw an active entry; results must not change."""
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    is_playing = entry in state.players and (flight, entry) not in state.withdrawn
    state.log.expect(is_playing, Guarantee.ROWS_IN_ORDER, "withdrawal_of_nobody", entry=entry)
    before = dict(state.results)
    state.turn += 1
    state.withdrawn[flight, entry] = state.turn
    state.chosen_effects[flight, entry] = str(payload.get("results", ""))
    state.rebuild_seating()
    state.log.expect(
        before == state.results, Guarantee.PLAYED_STAYS, "withdrawal_changed_the_past", entry=entry
    )


def apply_reinstated(state: CheckedState, payload: Payload) -> None:
    """Reinstate a withdrawn entry; matches lost by absence stay lost if play has gone on after them.

    In a stage drawn from results the entry has its line again, also if a correction has sent somebody else.
    """
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    withdrawals = [key for key in state.withdrawn if key[1] == entry and (not flight or key[0] == flight)]
    state.log.expect(bool(withdrawals), Guarantee.ROWS_IN_ORDER, "reinstated_nobody", entry=entry)
    outcomes = {name: state.seating.outcome(name) for name in state.seating.nodes}
    forfeits = [
        name
        for name, outcome in outcomes.items()
        if outcome.decided == "absence" and outcome.eliminated == (entry,)
    ]
    final_forfeits = {name: entry for name in forfeits if _has_play_after(state, name)}
    for key in withdrawals:
        del state.withdrawn[key]
        del state.chosen_effects[key]
    state.conceded |= final_forfeits
    stage_fields.keep_lines(state, entry)
    results.reassign_results(state, {}, Guarantee.NO_ADVANTAGE, "reinstating_changed_the_past")


def apply_substituted(state: CheckedState, payload: Payload) -> None:
    """Replace the player of an entry that has played nothing."""
    entry, player = int(payload["entry"]), str(payload["player"])
    free = entry in state.players and player not in state.players.values()
    state.log.expect(free, Guarantee.EACH_PLAYS_ONCE, "entered_twice", entry=entry)
    played = [name for name, result in state.results.items() if entry in (result["white"], result["black"])]
    state.log.expect(not played, Guarantee.PLAYED_STAYS, "substituted_after_play", entry=entry)
    state.players[entry], state.tags[entry] = player, draws.entry_tags({})


def _has_play_after(state: CheckedState, name: str) -> bool:
    node = state.seating.nodes[name]
    later = any(number > node.round for number in state.rounds.get(node.flight, {}))
    return later or any(further in state.results for further in state.seating.dependents_of(name))


def apply_described(state: CheckedState, payload: Payload) -> None:
    """Replace details of entries: each must be in the event, and listed once."""
    numbers = [int(item["entry"]) for item in payload["entries"]]
    are_known = set(numbers) <= set(state.players) and len(set(numbers)) == len(numbers) > 0
    state.log.expect(are_known, Guarantee.ROWS_IN_ORDER, "described_nobody", entries=numbers)
    state.tags |= {int(item["entry"]): draws.entry_tags(item) for item in payload["entries"]}


def apply_presence_marked(state: CheckedState, payload: Payload) -> None:
    """Set the presence of entries; an entry in a draw must not be on the waiting list."""
    numbers, presence = {int(entry) for entry in payload["entries"]}, payload["presence"]
    state.log.expect(
        bool(numbers) and numbers <= set(state.players), Guarantee.ROWS_IN_ORDER, "presence_of_nobody"
    )
    drawn_entries = {entry for key in state.lines_by_stage for entry in state.members(key)}
    both = sorted(numbers & drawn_entries)
    state.log.expect(
        presence != "waiting" or not both, Guarantee.EACH_PLAYS_ONCE, "waits_in_a_draw", entries=both
    )
    state.waiting = state.waiting | numbers if presence == "waiting" else state.waiting - numbers
    stays_out = presence in {"away", "waiting"}
    state.staying_out = state.staying_out | numbers if stays_out else state.staying_out - numbers
