"""Checks of paired rounds, by the published rules of Swiss rounds and of lives; who can be in a draw.

The guarantees they check, such as "I7", are listed in `findings`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import tables
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.formats import LIVES_RULES, SWISS_RULES, format_of, round_count
from tournaments.verification.checker.matching import can_all_meet
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, CheckedStage, get_stage_of_flight
from tournaments.verification.checker.tables import tally

DEFAULT_LIVES, WINNING_BYES = 3, frozenset({"pairing", "full"})
Key = tuple[int, int]


def lives_left(state: CheckedState, stage: CheckedStage, before: int = 0) -> dict[int, int]:
    """Return the lives of active entries, after all rounds or those before one; only positive ones."""
    lost = _count_rounds(state, stage.key, before, is_lost=True)
    lives = int(stage.options.get("lives", DEFAULT_LIVES))
    present = [entry for entry in state.members(stage.key) if state.is_here(entry, stage.key)]
    return {entry: lives - lost.get(entry, 0) for entry in present if lives > lost.get(entry, 0)}


def check_lives_round(
    state: CheckedState,
    stage: CheckedStage,
    number: int,
    boards: Sequence[tuple[int, int]],
    byes: Mapping[int, str],
) -> None:
    """Check I1 and I18 (all required entries with lives play) and I7 (the bye)."""
    alive = lives_left(state, stage, number)
    players = [entry for board in boards for entry in board]
    named_entries = {*players, *byes}
    facts = {"flight": stage.key, "round": number}
    state.log.expect(
        named_entries <= set(alive),
        "I18",
        "line_of_nobody",
        **facts,
        entry=min(named_entries - set(alive) or {0}),
    )
    missing = sorted(_required_players(alive, int(stage.options.get("places", 0))) - named_entries)
    state.log.expect(not missing, "I1", "left_out_of_a_round", **facts, entries=missing)
    state.log.expect(len(alive) > 1, "I14", "round_out_of_turn", **facts)
    bye_entries = [entry for entry, kind in byes.items() if kind == "pairing"]
    state.log.expect(len(bye_entries) <= 1, "I7", "byes_too_many", flight=stage.key)
    for entry in bye_entries:
        _check_lives_bye(state, stage, number, entry, players, alive)


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


def _check_lives_bye(
    state: CheckedState,
    stage: CheckedStage,
    number: int,
    entry: int,
    players: Sequence[int],
    alive: Mapping[int, int],
) -> None:
    had = _count_rounds(state, stage.key, number, is_lost=False)
    forbidden = {frozenset(pair) for pair in stage.options.get("forbidden", ())}

    def key(one: int) -> Key:
        return (had.get(one, 0), alive.get(one, 0))

    better = [
        one for one in players if key(one) < key(entry) and _could_sit_out(one, entry, players, forbidden)
    ]
    code = "bye_twice" if any(key(one)[0] < key(entry)[0] for one in better) else "bye_not_lowest"
    state.log.expect(not better, "I7", code, flight=stage.key, round=number, entry=entry)


def _count_rounds(state: CheckedState, flight: str, before: int, *, is_lost: bool) -> dict[int, int]:
    """Count by entry the rounds that cost a life (`is_lost`), or those won without a match."""
    counts: dict[int, int] = {}
    for node in state.seating.flight(flight):
        outcome = state.seating.outcome(node.name)
        if not before or node.round < before:
            free = (outcome.winner,) if outcome.winner and not outcome.is_contested else ()
            for entry in outcome.eliminated if is_lost else free:
                counts[entry] = counts.get(entry, 0) + 1
    for number, paired in state.rounds.get(flight, {}).items():
        if not before or number < before:
            for bye in paired["byes"]:
                if _bye_counts(bye, is_lost=is_lost):
                    counts[bye["entry"]] = counts.get(bye["entry"], 0) + 1
    return counts


def _bye_counts(bye: Mapping[str, Any], *, is_lost: bool) -> bool:
    return bye["kind"] == "zero" if is_lost else bye["kind"] in WINNING_BYES


BAKU = "baku"


def pairing_points(state: CheckedState, stage: CheckedStage, number: int) -> dict[int, Fraction]:
    """Return the pairing score of each entry before round `number`, with virtual points."""
    rounds = {past: payload for past, payload in state.rounds.get(stage.key, {}).items() if past < number}
    pairing_options = {
        option: value
        for option, value in stage.options.items()
        if option != "scoring" or format_of(stage).pairs_by_own_scoring
    }
    members = state.members(stage.key)
    pairing_stage = replace(stage, options=pairing_options)
    table = tally(state.seating, pairing_stage, stage.key, members, rounds, state.lengths)
    turns = {one: [turn for turn in row if turn.round < number] for one, row in table.turns.items()}
    table = replace(table, turns=turns)
    if format_of(stage).counts_margin:
        return {one: tables.FIGURES["hundred"](table, one) for one in table.turns}
    extra = _virtual_points(stage, number, members)
    return {one: score + extra.get(one, 0) * table.scoring["win"] for one, score in table.scores.items()}


def _virtual_points(stage: CheckedStage, number: int, members: Sequence[int]) -> dict[int, Fraction]:
    """Return the virtual points of Baku acceleration: for the upper half of the field in the early rounds."""
    if stage.options.get("acceleration") != BAKU:
        return {}
    accelerated = (round_count(stage, len(members)) + 1) // 2
    if number > accelerated:
        return {}
    points = Fraction(1) if number <= (accelerated + 1) // 2 else Fraction(1, 2)
    return dict.fromkeys(members[: (len(members) + 3) // 4 * 2], points)


MANUAL_REASONS = frozenset({"paired_by_hand", "bye_by_hand", "paired_late", "bye_only_left"})

Boards = Sequence[tuple[int, int]]
Byes = Mapping[int, str]
RoundCheck = Callable[[CheckedState, CheckedStage, Payload, Boards, Byes], None]


def check_round(state: CheckedState, flight: str, payload: Payload) -> None:
    """Check I1, I3, I18 of any round; I2 and I7 of a Swiss round paired by the engine.

    If a row in effect at that time was undone later (`is_rewritten`), I18, I2 and I7 are not checked.
    """
    log, number = state.log, payload["round"]
    boards = [(int(board["white"]), int(board["black"])) for board in payload["boards"]]
    byes = {int(bye["entry"]): str(bye["kind"]) for bye in payload["byes"]}
    for white, black in boards:
        log.expect(white != black, "I3", "met_himself", pairing=flight, entry=white)
    seated = [entry for board in boards for entry in board] + [int(bye["entry"]) for bye in payload["byes"]]
    for entry in sorted(set(seated)):
        facts = {"flight": flight, "round": number, "entry": entry}
        log.expect(seated.count(entry) == 1, "I1", "twice_in_a_round", **facts)
    if state.is_rewritten:
        return
    is_again = number in state.rounds.get(flight, {})
    _check_present(state, flight, number, seated, is_again=is_again)
    stage = get_stage_of_flight(flight, state.plan)
    check = ROUND_CHECKS.get(format_of(stage).round_rules) if stage is not None else None
    if stage is not None and check is not None:
        check(state, stage, payload, boards, byes)


def _check_present(
    state: CheckedState, flight: str, number: int, seated: Sequence[int], *, is_again: bool
) -> None:
    """Check that paired entries are active members, and that no match of an earlier round is open.

    A round that is paired again may have entries that have withdrawn since, and reopened earlier matches.
    """
    members = set(state.members(flight))
    before = _named_entries(state.rounds[flight][number]) if is_again else set()
    for entry in sorted(set(seated)):
        is_here = entry in members and (state.is_here(entry, flight) or entry in before)
        state.log.expect(is_here, "I18", "line_of_nobody", flight=flight, entry=entry)
    if is_again:
        return
    outcomes = [(node, state.seating.outcome(node.name)) for node in state.seating.flight(flight)]
    waiting = [node.name for node, outcome in outcomes if node.round < number and outcome.winner is None]
    facts = {"flight": flight, "round": number, "pairings": waiting}
    state.log.expect(not waiting, "I14", "paired_too_early", **facts)


def _named_entries(payload: Payload) -> set[int]:
    """Return every entry with a board or a bye in a round."""
    seats = {int(board[side]) for board in payload["boards"] for side in ("white", "black")}
    return seats | {int(bye["entry"]) for bye in payload["byes"]}


def _check_swiss_pairs(
    state: CheckedState,
    stage: CheckedStage,
    payload: Payload,
    boards: Sequence[tuple[int, int]],
    byes: Mapping[int, str],
) -> None:
    log, number = state.log, payload["round"]
    met_pairs = _pairs_met(state, stage.key, number)
    forbidden = {frozenset(pair) for pair in stage.options.get("forbidden", ())}
    again = [board for board in boards if frozenset(board) in met_pairs]
    players = [entry for board in boards for entry in board]
    if again:
        avoidable = can_all_meet(players, met_pairs | forbidden)
        log.expect(not avoidable, "I2", "met_again", flight=stage.key, round=number, boards=again)
    broken = [board for board in boards if frozenset(board) in forbidden]
    log.expect(not broken, "I2", "forbidden_pair", flight=stage.key, round=number, boards=broken)
    bye_entries = [entry for entry, kind in byes.items() if kind == "pairing"]
    log.expect(len(bye_entries) <= 1, "I7", "byes_too_many", flight=stage.key)
    for entry in bye_entries:
        _check_swiss_bye(state, stage, number, entry, players, met_pairs | forbidden)


def _check_swiss_bye(
    state: CheckedState,
    stage: CheckedStage,
    number: int,
    entry: int,
    players: Sequence[int],
    barred: set[frozenset[int]],
) -> None:
    """Check I7: no avoidable second bye, and the bye for the lowest possible score."""
    log = state.log
    had = _entries_with_bye(state, stage.key, number)
    if entry in had:
        better = [one for one in players if one not in had and _could_sit_out(one, entry, players, barred)]
        log.expect(not better, "I7", "bye_twice", flight=stage.key, round=number, entry=entry)
        return
    scores = pairing_points(state, stage, number)
    lower = [one for one in players if one not in had and scores.get(one, 0) < scores.get(entry, 0)]
    better = [one for one in lower if _could_sit_out(one, entry, players, barred)]
    log.expect(not better, "I7", "bye_not_lowest", flight=stage.key, round=number, entry=entry)


def _could_sit_out(one: int, entry: int, players: Sequence[int], barred: Collection[frozenset[int]]) -> bool:
    """Whether the round could be paired with the bye of `entry` given to `one` instead."""
    return can_all_meet([entry, *(other for other in players if other != one)], barred)


def _pairs_met(state: CheckedState, flight: str, before: int) -> set[frozenset[int]]:
    """Return the pairs that have played in earlier rounds; walkovers do not count."""
    return {
        frozenset((outcome.white or 0, outcome.black or 0))
        for node in state.seating.flight(flight)
        for outcome in [state.seating.outcome(node.name)]
        if node.round < before and outcome.is_contested
    }


def _entries_with_bye(state: CheckedState, flight: str, before: int) -> set[int]:
    """Return the entries that have had a pairing bye, or won without playing."""
    rounds = state.rounds.get(flight, {})
    byes = {
        int(bye["entry"])
        for number, payload in rounds.items()
        if number < before
        for bye in payload["byes"]
        if bye["kind"] in WINNING_BYES
    }
    walked = {
        outcome.winner
        for node in state.seating.flight(flight)
        for outcome in [state.seating.outcome(node.name)]
        if node.round < before and outcome.winner and not outcome.is_contested
    }
    return byes | {int(one) for one in walked}


def _is_manual(payload: Payload) -> bool:
    items: list[Mapping[str, Any]] = [*payload["boards"], *payload["byes"]]
    return any(reason["code"] in MANUAL_REASONS for item in items for reason in item["reasons"])


def _check_round_of_swiss(
    state: CheckedState, stage: CheckedStage, payload: Payload, boards: Boards, byes: Byes
) -> None:
    """Check that active entries have a board or a bye; if the engine paired the round, its pairs and byes."""
    flight, seated = stage.key, _named_entries(payload)
    missing = [
        entry for entry in state.members(flight) if state.is_here(entry, flight) and entry not in seated
    ]
    facts = {"flight": flight, "round": payload["round"], "entries": missing}
    state.log.expect(not missing, "I1", "left_out_of_a_round", **facts)
    if not _is_manual(payload):
        _check_swiss_pairs(state, stage, payload, boards, byes)


def _check_round_of_lives(
    state: CheckedState, stage: CheckedStage, payload: Payload, boards: Boards, byes: Byes
) -> None:
    """Check the players and the bye of a round of lives, unless it is paired again or manually."""
    is_again = payload["round"] in state.rounds.get(stage.key, {})
    if not is_again and not _is_manual(payload):
        check_lives_round(state, stage, payload["round"], boards, byes)


# By `CheckedFormat.round_rules`; `check_round` has the checks of all formats.
ROUND_CHECKS: Mapping[str, RoundCheck] = {
    SWISS_RULES: _check_round_of_swiss,
    LIVES_RULES: _check_round_of_lives,
}


def eligible_entries(state: CheckedState, stage: CheckedStage) -> set[int] | None:
    """Return the entries eligible for the draw of a stage; None if its sources are untraceable."""
    flights = [flight for source in stage.sources for flight in _source_flights(state, source)]
    if set(stage.sources) & state.untraceable or any(flight in state.untraceable for flight in flights):
        return None
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
    by_round: dict[int, list[int]] = {}
    for node in state.seating.flight(flight):
        outcome = state.seating.outcome(node.name)
        if len(outcome.eliminated) == 1:
            by_round.setdefault(node.round, []).extend(outcome.eliminated if outcome.is_contested else ())
    round_numbers = sorted(by_round)[: stage.rounds or None]
    return [entry for number in round_numbers for entry in by_round[number]]
