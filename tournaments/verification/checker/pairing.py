"""Checks of paired rounds, by the published rules of Swiss rounds and of lives; who can be in a draw.

The guarantees they check are those of `findings.Guarantee`.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.verification.checker import draws, lives_rounds, swiss_rounds
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import LIVES_RULES, SWISS_RULES, format_of
from tournaments.verification.checker.random_orders import get_round_seed
from tournaments.verification.checker.round_boards import RoundBoards, list_boards_to_check, list_names
from tournaments.verification.checker.round_fields import WINNING_BYES
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, CheckedStage, get_stage_of_flight
from tournaments.verification.checker.trees import CheckedPairing, Reachability

DEFAULT_LIVES = 3
PLAYERS_OF_MATCH = 2


def lives_left(state: CheckedState, stage: CheckedStage, before: int = 0) -> dict[int, int]:
    """Return the lives of active entries, after all rounds or those before one; only positive ones."""
    lost = _count_lost_rounds(state, stage.key, before)
    lives = int(stage.options.get("lives", DEFAULT_LIVES))
    present = [entry for entry in state.members(stage.key) if state.is_here(entry, stage.key)]
    return {entry: lives - lost.get(entry, 0) for entry in present if lives > lost.get(entry, 0)}


def _required_players(alive: Mapping[int, int], places: int) -> set[int]:
    """Return the entries that must play: all, but those with one life may stop once all left are paid."""
    strong = {entry for entry, lives in alive.items() if lives > 1}
    return set(alive) if len(alive) > places or not strong else strong


def is_decided_by_lives(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether a stage of lives is over: one entry is left, or those left are paid and only one is strong.

    Three with equal records are left to a play-off.
    """
    alive = lives_left(state, stage)
    if len(alive) <= 1:
        return True
    is_strong = [lives > 1 for lives in alive.values()]
    is_of_three = len(alive) == 3 and len(set(alive.values())) == 1
    return len(alive) <= int(stage.options.get("places", 0)) and (is_of_three or sum(is_strong) == 1)


def _count_lost_rounds(state: CheckedState, flight: str, before: int) -> dict[int, int]:
    """Count by entry the rounds that cost a life, of all rounds or of those before one."""
    counts: dict[int, int] = {}
    for node in state.seating.flight(flight):
        if not before or node.round < before:
            for entry in state.seating.outcome(node.name).eliminated:
                counts[entry] = counts.get(entry, 0) + 1
    for number, paired in state.rounds.get(flight, {}).items():
        if not before or number < before:
            for bye in paired["byes"]:
                if bye["kind"] == "zero":
                    counts[bye["entry"]] = counts.get(bye["entry"], 0) + 1
    return counts


def count_byes(state: CheckedState, flight: str) -> dict[int, int]:
    """Count by entry the rounds won without playing: byes of the pairing and walk-overs."""
    counts: dict[int, int] = {}
    for node in state.seating.flight(flight):
        outcome = state.seating.outcome(node.name)
        if outcome.winner and not outcome.is_contested:
            counts[outcome.winner] = counts.get(outcome.winner, 0) + 1
    for paired in state.rounds.get(flight, {}).values():
        for bye in paired["byes"]:
            if bye["kind"] in WINNING_BYES:
                counts[bye["entry"]] = counts.get(bye["entry"], 0) + 1
    return counts


RoundCheck = Callable[[CheckedState, CheckedStage, Payload], None]


def check_round(state: CheckedState, flight: str, payload: Payload) -> None:
    """Check a round: I1, I3, I16, I18, and that its pairs and byes are the best by its rules (I2, I7).

    The round is checked against the event as it was when the round was written: what was undone later was
    in effect then.
    """
    log, number = state.log, payload["round"]
    for board in payload["boards"]:
        log.expect(
            board["white"] != board["black"],
            Guarantee.NO_MEETING_ONESELF,
            "met_himself",
            pairing=flight,
            entry=board["white"],
        )
    seated = list_names(payload)
    for entry in sorted(set(seated)):
        facts = {"flight": flight, "round": number, "entry": entry}
        log.expect(seated.count(entry) == 1, Guarantee.EACH_PLAYS_ONCE, "twice_in_a_round", **facts)
    if not state.repeats_draws:
        return
    state = state.as_written or state
    seed = get_round_seed(state.seeds.get(flight, ""), flight, number)
    log.expect(
        payload.get("seed") == seed, Guarantee.LINES_OF_SEED, "round_seed_wrong", flight=flight, round=number
    )
    _check_present(state, flight, number, seated)
    stage = get_stage_of_flight(flight, state.plan)
    check = ROUND_CHECKS.get(format_of(stage).round_rules) if stage is not None else None
    if stage is not None and check is not None:
        check(state, stage, payload)


def _check_present(state: CheckedState, flight: str, number: int, seated: Sequence[int]) -> None:
    """Check that paired entries are active members, and that no match of an earlier round is open.

    A round that is paired again may have entries that have withdrawn since, and reopened earlier matches.
    """
    members = set(state.members(flight))
    is_again = number in state.rounds.get(flight, {})
    before = set(list_names(state.rounds[flight][number])) if is_again else set()
    for entry in sorted(set(seated)):
        is_here = entry in members and (state.is_here(entry, flight) or entry in before)
        state.log.expect(is_here, Guarantee.KNOWN_OPPONENTS, "line_of_nobody", flight=flight, entry=entry)
    if is_again:
        return
    outcomes = [(node, state.seating.outcome(node.name)) for node in state.seating.flight(flight)]
    waiting = [node.name for node, outcome in outcomes if node.round < number and outcome.winner is None]
    facts = {"flight": flight, "round": number, "pairings": waiting}
    state.log.expect(not waiting, Guarantee.ROWS_IN_ORDER, "paired_too_early", **facts)


def _check_round_of_swiss(state: CheckedState, stage: CheckedStage, payload: Payload) -> None:
    """Check that active entries have a board or a bye, and what the rules of the round decide."""
    flight, seated = stage.key, set(list_names(payload))
    missing = [
        entry for entry in state.members(flight) if state.is_here(entry, flight) and entry not in seated
    ]
    facts = {"flight": flight, "round": payload["round"], "entries": missing}
    state.log.expect(not missing, Guarantee.EACH_PLAYS_ONCE, "left_out_of_a_round", **facts)
    boards = _list_boards(state, stage, payload)
    if boards is not None:
        swiss_rounds.check_swiss_round(state, stage, boards)


def _check_round_of_lives(state: CheckedState, stage: CheckedStage, payload: Payload) -> None:
    """Check I1 and I18 (all required entries with lives play), and the pairs and the bye."""
    number, flight = payload["round"], stage.key
    alive = lives_left(state, stage, number)
    if number not in state.rounds.get(flight, {}):
        _check_players_of_lives(state, stage, payload, alive)
    boards = _list_boards(state, stage, payload)
    if boards is None:
        return
    outsiders = boards.entries - set(alive)
    facts = {"flight": flight, "entry": min(outsiders, default=0)}
    if state.log.expect(not outsiders, Guarantee.KNOWN_OPPONENTS, "line_of_nobody", **facts):
        lives_rounds.check_lives_round(state, stage, boards, alive)


def _check_players_of_lives(
    state: CheckedState, stage: CheckedStage, payload: Payload, alive: Mapping[int, int]
) -> None:
    named_entries, facts = set(list_names(payload)), {"flight": stage.key, "round": payload["round"]}
    outsiders = named_entries - set(alive)
    state.log.expect(
        not outsiders, Guarantee.KNOWN_OPPONENTS, "line_of_nobody", **facts, entry=min(outsiders, default=0)
    )
    missing = sorted(_required_players(alive, int(stage.options.get("places", 0))) - named_entries)
    state.log.expect(not missing, Guarantee.EACH_PLAYS_ONCE, "left_out_of_a_round", **facts, entries=missing)
    state.log.expect(len(alive) > 1, Guarantee.ROWS_IN_ORDER, "round_out_of_turn", **facts)


def _list_boards(state: CheckedState, stage: CheckedStage, payload: Payload) -> RoundBoards | None:
    """Return the boards and the bye to check; None if the byes are too many or nothing is left to check."""
    before = state.rounds.get(stage.key, {}).get(payload["round"])
    withdrawn = [entry for entry in list_names(payload) if not state.is_here(entry, stage.key)]
    boards = list_boards_to_check(payload, before, withdrawn)
    is_right = state.log.expect(
        boards.byes <= 1, Guarantee.BYE_OF_LOWEST_SCORE, "byes_too_many", flight=stage.key
    )
    is_new = state.log.expect(
        not boards.moved,
        Guarantee.PLAYED_STAYS,
        "late_board_moved_somebody",
        flight=stage.key,
        round=payload["round"],
    )
    return boards if is_right and is_new and boards.partners else None


# By `CheckedFormat.round_rules`; `check_round` has the checks of all formats.
ROUND_CHECKS: Mapping[str, RoundCheck] = {
    SWISS_RULES: _check_round_of_swiss,
    LIVES_RULES: _check_round_of_lives,
}


def eligible_entries(state: CheckedState, stage: CheckedStage) -> set[int]:
    """Return the entries eligible for the draw of a stage."""
    flights = [flight for source in stage.sources for flight in _source_flights(state, source)]
    if stage.origin == ENTRIES:
        entries = set(state.players)
    elif stage.origin == LIVES:
        entries = {entry for source in _source_stages(state, stage) for entry in lives_left(state, source)}
    elif stage.origin == PLACES:
        entries = {entry for flight in flights for entry in _entries_by_place(state, stage, flight)}
    else:
        entries = {entry for flight in flights for entry in _eliminated_entries(state, stage, flight)}
    return {entry for entry in entries if state.is_here(entry, stage.key)}


def _source_stages(state: CheckedState, stage: CheckedStage) -> list[CheckedStage]:
    return [planned_stage for planned_stage in state.plan if planned_stage.key in stage.sources]


def _source_flights(state: CheckedState, source: str) -> list[str]:
    """Return the flights of a source stage: its groups, else itself."""
    flights = {node.flight for node in state.seating.nodes.values()}
    groups = [flight for flight in flights if flight.rpartition("_")[0] == source]
    return [source] if source in flights or not groups else groups


def _entries_by_place(state: CheckedState, stage: CheckedStage, flight: str) -> list[int]:
    order = state.place(flight, state.seating) or {}
    return [entry for place, entry in order.items() if stage.first <= place <= max(stage.first, stage.last)]


def _eliminated_entries(state: CheckedState, stage: CheckedStage, flight: str) -> list[int]:
    outcomes = [state.seating.outcome(node.name) for node in list_sending_nodes(state, stage, flight)]
    return [
        entry
        for each in outcomes
        if each.is_contested and len(each.eliminated) == 1
        for entry in each.eliminated
    ]


def list_sending_nodes(state: CheckedState, stage: CheckedStage, flight: str) -> list[CheckedPairing]:
    """Return the matches of a flight whose losers are sent to a stage.

    "Only rounds in which two players can meet count as first rounds."
    """
    reachability = Reachability(state.seating.nodes.values())
    matches = [node for node in state.seating.flight(flight) if reachability.seats(node) == PLAYERS_OF_MATCH]
    numbers = sorted({node.round for node in matches})
    sending_rounds = set(numbers[: draws.count_sending_rounds(stage.rounds, len(numbers))])
    return [node for node in matches if node.round in sending_rounds]
