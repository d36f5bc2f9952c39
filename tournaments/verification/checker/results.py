"""Handlers of journal lines about results, teams and performance ratings.

The guarantees they check are those of `findings.Guarantee`.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import scores, teams
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.places import awaits_ratings, tie_breaks_of
from tournaments.verification.checker.scores import PLAYED_LENGTH, ROUND_LENGTH
from tournaments.verification.checker.stages import get_stage_of_flight
from tournaments.verification.checker.trees import ENTRY, CheckedPairing

REPLAY = "replay"
Pair = tuple[str, frozenset[int]]


def _settle_pairing(state: CheckedState, payload: Payload) -> None:
    """Set the result of an open pairing."""
    name = str(payload["pairing"])
    if not _check_result(state, name, payload):
        return
    if state.log.expect(name not in state.results, Guarantee.ROWS_IN_ORDER, "settled_twice", pairing=name):
        decided = state.seating.outcome(name).winner is not None
        state.log.expect(not decided, Guarantee.BYES_LOSE, "settled_though_decided", pairing=name)
        state.seating.settle(name, payload)


def _reopen_pairing(state: CheckedState, payload: Payload) -> None:
    """Withdraw the result of a pairing."""
    name = str(payload["pairing"])
    if state.log.expect(name in state.results, Guarantee.ROWS_IN_ORDER, "reopened_unsettled", pairing=name):
        del state.results[name]
        reassign_results(state, payload.get("choices", {}))


def _correct_pairing(state: CheckedState, payload: Payload) -> None:
    """Replace the result of a pairing; `choices` decide on dependent results."""
    name = str(payload["pairing"])
    if not _check_result(state, name, payload):
        return
    state.log.expect(name in state.results, Guarantee.ROWS_IN_ORDER, "corrected_unsettled", pairing=name)
    before = state.results.get(name, {})
    carried_over = {key: before[key] for key in ("measure", PLAYED_LENGTH, ROUND_LENGTH) if key in before}
    state.results[name] = {**payload, **carried_over}
    reassign_results(state, payload.get("choices", {}))


def reassign_results(
    state: CheckedState,
    choices: Payload,
    guarantee: Guarantee = Guarantee.ROWS_IN_ORDER,
    code: str = "result_lost_unchosen",
) -> None:
    """Recompute all pairings, and apply the director's choices to results whose players changed.

    A change without a choice is a finding with this guarantee and code.
    """
    state.replayed = {name for name, choice in choices.items() if choice == REPLAY}
    old_results, state.results = state.results, {}
    state.rebuild_seating()
    for name in state.seating.nodes:
        result: Payload | None = old_results.get(name)
        if result is None:
            continue
        outcome = state.seating.outcome(name)
        if outcome.white and {outcome.white, outcome.black} == {result["white"], result["black"]}:
            result = _with_white(result, outcome.white)
        else:
            choice = choices.get(name)
            state.log.expect(choice is not None, guarantee, code, pairing=name)
            result = _reassigned(result, outcome.white, outcome.black, str(choice))
        if result is not None:
            state.seating.settle(name, result)
    _move_line_ups(state, old_results)


def move_results(state: CheckedState) -> None:
    """Move results to the pairings where their two players meet now, after a change of lines or boards."""
    stage_of = {name: state.seating.stage_of(node.flight) for name, node in state.seating.nodes.items()}
    waiting: dict[Pair, list[str]] = {}
    _store_lengths(state)
    numbers = _numbers_of_meetings(state)
    for name, result in state.results.items():
        pair = frozenset((int(result["white"]), int(result["black"])))
        waiting.setdefault((stage_of[name], pair), []).append(name)
    state.replayed = set()
    old_results, state.results = state.results, {}
    state.rebuild_seating()
    meeting_counts: Counter[Pair] = Counter()
    certain = Counter(_certain_pair(state, node) for node in state.seating.nodes.values())
    for name, node in state.seating.nodes.items():
        outcome = state.seating.outcome(name)
        if outcome.white and outcome.black:
            key = (state.seating.stage_of(node.flight), frozenset((outcome.white, outcome.black)))
            old = _result_of_meeting(waiting.get(key, []), numbers, meeting_counts[key], certain[key])
            meeting_counts[key] += 1
            if old:
                waiting[key].remove(old)
                state.seating.settle(name, _with_white(old_results[old], outcome.white))
    for names in waiting.values():
        for name in names:
            state.log.expect(False, Guarantee.ROWS_IN_ORDER, "result_lost_unchosen", pairing=name)
    _move_line_ups(state, old_results)


def _store_lengths(state: CheckedState) -> None:
    """Store the played length in every result, as it may move to a round of another length."""
    nodes, team_data = state.seating.nodes, state.team_data
    for name, result in state.results.items():
        if name in nodes:
            node = nodes[name]
            lengths = {PLAYED_LENGTH: state.length(node), ROUND_LENGTH: state.round_length(node)}
            state.results[name] = {**lengths, **result}
    for board, result in team_data.results.items():
        meeting, number = teams.split_board_name(board)
        if meeting in nodes:
            length = team_data.length(number) or state.length(nodes[meeting])
            team_data.results[board] = {PLAYED_LENGTH: length, **result}


def _numbers_of_meetings(state: CheckedState) -> dict[str, int]:
    """Return the index of each pairing among the meetings of its two players in its stage, from 0."""
    meeting_counts: Counter[Pair] = Counter()
    numbers: dict[str, int] = {}
    for name, node in state.seating.nodes.items():
        outcome = state.seating.outcome(name)
        if outcome.white and outcome.black:
            pair = (state.seating.stage_of(node.flight), frozenset((outcome.white, outcome.black)))
            numbers[name] = meeting_counts[pair]
            meeting_counts[pair] += 1
    return numbers


def _certain_pair(state: CheckedState, node: CheckedPairing) -> Pair | None:
    """Return the stage and players of a pairing that depends on no other; else None."""
    if not all(feed.kind == ENTRY for feed in node.feeds):
        return None
    return state.seating.stage_of(node.flight), frozenset(int(str(feed.of)) for feed in node.feeds)


def _result_of_meeting(names: Sequence[str], numbers: Mapping[str, int], at: int, meetings: int) -> str:
    """Return the old pairing whose result belongs to meeting `at` of two players, "" for none.

    That is the one with the same index; if fewer meetings are left than results, the first.
    """
    same = next((name for name in names if numbers.get(name) == at), "")
    is_short = len(names) > max(0, meetings - at - 1)
    return same or (names[0] if names and is_short else "")


def _move_line_ups(state: CheckedState, decided: Collection[str]) -> None:
    """Move line-ups to the pairings where their two teams meet now; lost board results are findings."""
    team_data, seating = state.team_data, state.seating
    pairs = {name: (lineup["white"], lineup["black"]) for name, lineup in team_data.lineups.items()}
    new_meetings = {name: name for name, pair in pairs.items() if _pair(state, name) == pair}
    for name in [name for name in pairs if name not in new_meetings]:
        new_name = _find_new_meeting(state, name, pairs[name], new_meetings.values())
        if new_name:
            new_meetings[name] = new_name
    lineups = {
        new_name: _line_up_at(team_data.lineups[name], new_name, seating.outcome(new_name).white or 0)
        for name, new_name in new_meetings.items()
    }
    board_results = {}
    for board, result in team_data.results.items():
        meeting, number = teams.split_board_name(board)
        if meeting in new_meetings:
            board_results[f"{new_meetings[meeting]}.{number}"] = _with_white(
                result, lineups[new_meetings[meeting]]["white"]
            )
        else:
            lost = meeting in decided or meeting in state.replayed
            state.log.expect(lost, Guarantee.ROWS_IN_ORDER, "result_lost_unchosen", pairing=board)
    team_data.lineups, team_data.results = lineups, board_results


def _pair(state: CheckedState, name: str) -> tuple[int | None, int | None]:
    if name not in state.seating.nodes:
        return None, None
    outcome = state.seating.outcome(name)
    return outcome.white, outcome.black


def _find_new_meeting(state: CheckedState, old: str, pair: tuple[int, int], occupied: Collection[str]) -> str:
    nodes, stage_of = state.seating.nodes, state.seating.stage_of
    stage = stage_of(nodes[old].flight) if old in nodes else ""
    free = (name for name in nodes if name not in occupied and stage in {"", stage_of(nodes[name].flight)})
    return next((name for name in free if set(_pair(state, name)) == set(pair)), "")


def _line_up_at(lineup: Payload, name: str, white: int) -> Payload:
    if lineup["white"] == white:
        return {**lineup, "pairing": name}
    sides_swapped = {"white": lineup["black"], "black": lineup["white"]}
    sides = {"white_players": lineup["black_players"], "black_players": lineup["white_players"]}
    return {"pairing": name, **sides_swapped, **sides}


def _check_result(state: CheckedState, name: str, payload: Payload) -> bool:
    """Check pairing, entries and score of a result. Return whether it can be applied."""
    log = state.log
    if not log.expect(
        name in state.seating.nodes, Guarantee.KNOWN_OPPONENTS, "pairing_unknown", pairing=name
    ):
        return False
    node, outcome = state.seating.nodes[name], state.seating.outcome(name)
    white, black = payload["white"], payload["black"]
    log.expect(white != black, Guarantee.NO_MEETING_ONESELF, "met_himself", pairing=name, entry=white)
    log.expect(state.is_shown(node.flight), Guarantee.ROWS_IN_ORDER, "settled_unpublished", pairing=name)
    length = state.results.get(name, {}).get(PLAYED_LENGTH) or state.length(node)
    fault = scores.fault(payload, length)
    log.expect(not fault, Guarantee.LEGAL_VALUES, f"result_{fault or 'score'}_wrong", pairing=name)
    if fault in {"ending", "winner"}:
        return False
    right = (outcome.white, outcome.black) == (white, black) and white and black
    given_players, expected = [white, black], [outcome.white, outcome.black]
    return log.expect(
        bool(right),
        Guarantee.KNOWN_OPPONENTS,
        "wrong_players",
        pairing=name,
        given=given_players,
        expected=expected,
    )


def _reassigned(result: Payload, white: int | None, black: int | None, choice: str) -> Payload | None:
    if not white or not black or choice not in CHOICES:
        return None
    return {**result, "white": white, "black": black, **CHOICES[choice]}


def _with_white(result: Payload, white: int) -> Payload:
    if result["white"] == white:
        return result
    return {
        **result,
        "white": result["black"],
        "black": result["white"],
        "white_score": result["black_score"],
        "black_score": result["white_score"],
        "winner": scores.SIDES.get(result["winner"], ""),
        **({"measure": _with_sides_swapped(result["measure"])} if "measure" in result else {}),
    }


def _with_sides_swapped(measure: Payload) -> Payload:
    side = scores.SIDES.get(measure["to"], measure["to"])
    return {"white": measure["black"], "black": measure["white"], "to": side}


CHOICES: dict[str, Payload] = {
    "rename": {},
    "void": {"winner": "", "ending": "void"},
    "rule:white": {"winner": "white", "ending": "ruled"},
    "rule:black": {"winner": "black", "ending": "ruled"},
}


def apply_formed(state: CheckedState, payload: Payload) -> None:
    """Set the entry type."""
    teams.apply_formed(state.team_data, payload, state.log, is_empty=not state.players)


def apply_manned(state: CheckedState, payload: Payload) -> None:
    """Set the roster of a team."""
    is_entered = int(payload["entry"]) in state.players
    teams.apply_manned(state.team_data, payload, state.log, is_entered=is_entered)


def apply_fielded(state: CheckedState, payload: Payload) -> None:
    """Set the line-up of an undecided meeting of two teams."""
    name, log = str(payload["pairing"]), state.log
    if not log.expect(
        name in state.seating.nodes, Guarantee.KNOWN_OPPONENTS, "pairing_unknown", pairing=name
    ):
        return
    node, outcome = state.seating.nodes[name], state.seating.outcome(name)
    log.expect(state.is_shown(node.flight), Guarantee.ROWS_IN_ORDER, "settled_unpublished", pairing=name)
    log.expect(outcome.winner is None, Guarantee.BYES_LOSE, "settled_though_decided", pairing=name)
    right = (outcome.white, outcome.black) == (payload["white"], payload["black"])
    log.expect(right, Guarantee.KNOWN_OPPONENTS, "wrong_players", pairing=name)
    teams.apply_fielded(state.team_data, payload, log)
    _update_meeting(state, name, {})


def apply_settled(state: CheckedState, payload: Payload) -> None:
    """Set the result of a pairing or board."""
    name = str(payload["pairing"])
    if not teams.split_board_name(name)[1]:
        _settle_pairing(state, payload)
        return
    if _check_board_result(state, payload):
        state.log.expect(
            name not in state.team_data.results, Guarantee.ROWS_IN_ORDER, "settled_twice", pairing=name
        )
        _store_board_result(state, name, payload, {})


def apply_corrected(state: CheckedState, payload: Payload) -> None:
    """Replace the result of a pairing or board."""
    name = str(payload["pairing"])
    if not teams.split_board_name(name)[1]:
        _correct_pairing(state, payload)
        return
    if _check_board_result(state, payload):
        state.log.expect(
            name in state.team_data.results, Guarantee.ROWS_IN_ORDER, "corrected_unsettled", pairing=name
        )
        before = state.team_data.results.get(name, {})
        carried_over = {PLAYED_LENGTH: before[PLAYED_LENGTH]} if PLAYED_LENGTH in before else {}
        _store_board_result(state, name, {**payload, **carried_over}, payload.get("choices", {}))


def apply_reopened(state: CheckedState, payload: Payload) -> None:
    """Withdraw a result."""
    name = str(payload["pairing"])
    if not teams.split_board_name(name)[1]:
        _reopen_pairing(state, payload)
    elif state.log.expect(
        name in state.team_data.results, Guarantee.ROWS_IN_ORDER, "reopened_unsettled", pairing=name
    ):
        del state.team_data.results[name]
        _update_meeting(state, teams.split_board_name(name)[0], {})


def check_shown_board(state: CheckedState, item: Mapping[str, Any]) -> None:
    """Check I4 and I10: an exported board agrees with its line-up and its result."""
    name, log, team_data = str(item["id"]), state.log, state.team_data
    meeting, number = teams.split_board_name(name)
    lineup = team_data.lineups.get(meeting)
    is_board = lineup is not None and 1 <= number <= len(lineup["white_players"])
    if lineup is None or not log.expect(
        is_board, Guarantee.ONE_SOURCE_OF_A_SEAT, "pairing_missing_or_invented", pairing=name
    ):
        return
    given_seats, expected = [item["white"], item["black"]], [lineup["white"], lineup["black"]]
    log.expect(
        given_seats == expected,
        Guarantee.ONE_SOURCE_OF_A_SEAT,
        "wrong_seats",
        pairing=name,
        given=given_seats,
        expected=expected,
    )
    result = team_data.results.get(name)
    seated = [bool(lineup[f"{side}_players"][number - 1]) for side in ("white", "black")]
    if result is None and all(seated):
        log.expect(
            item["winner"] is None,
            Guarantee.WINNER_OF_RESULT,
            "wrong_winner",
            pairing=name,
            given=item["winner"],
        )
        return
    side = result["winner"] if result is not None else "white" if seated[0] else "black" if seated[1] else ""
    winner = lineup[side] if side else 0
    right = item["winner"] == winner
    log.expect(
        right, Guarantee.WINNER_OF_RESULT, "wrong_winner", pairing=name, given=item["winner"], expected=winner
    )


def _check_board_result(state: CheckedState, payload: Payload) -> bool:
    meeting = teams.split_board_name(str(payload["pairing"]))[0]
    node = state.seating.nodes.get(meeting)
    if node is None:
        return state.log.expect(
            False, Guarantee.KNOWN_OPPONENTS, "pairing_unknown", pairing=str(payload["pairing"])
        )
    length = state.team_data.results.get(str(payload["pairing"]), {}).get(PLAYED_LENGTH) or state.length(node)
    return teams.check_board_result(state.team_data, payload, length, state.log)


def _store_board_result(state: CheckedState, name: str, payload: Payload, choices: Payload) -> None:
    state.team_data.results[name] = payload
    _update_meeting(state, teams.split_board_name(name)[0], choices)


def _update_meeting(state: CheckedState, meeting: str, choices: Payload) -> None:
    """Update the result of a meeting from its boards."""
    stage = get_stage_of_flight(state.seating.nodes[meeting].flight, state.plan)
    result = teams.meeting_result(
        state.team_data, meeting, can_be_drawn=stage is not None and format_of(stage).can_be_drawn
    )
    previous_result = state.results.get(meeting)
    if _is_same_result(result, previous_result) or (
        result is None and previous_result is not None and previous_result["ending"] in teams.RULED
    ):
        return
    if previous_result is None and result is not None and state.seating.outcome(meeting).winner is None:
        state.seating.settle(meeting, result)
        return
    if result is None:
        del state.results[meeting]
    else:
        state.results[meeting] = result
    reassign_results(state, choices)


def _is_same_result(current: Payload | None, previous: Payload | None) -> bool:
    if current is None or previous is None:
        return current is previous
    return all(
        current[name] == previous[name]
        for name in ("white", "black", "winner", "white_score", "black_score", "ending")
    )


RATING = re.compile(r"[0-9]{1,8}\.[0-9]{3}", re.ASCII)
RULINGS = frozenset({"", "figures", "white", "black", "half", "nobody"})
RATING_TIE_BREAKS = frozenset({"pr_points", "performance"})


def apply_measured(state: CheckedState, payload: Payload) -> None:
    """Set the performance ratings of a match in a table that counts them."""
    name, log = str(payload["pairing"]), state.log
    if not log.expect(
        name in state.seating.nodes, Guarantee.KNOWN_OPPONENTS, "pairing_unknown", pairing=name
    ):
        return
    flight = state.seating.nodes[name].flight
    stage = get_stage_of_flight(flight, state.plan)
    counts = stage is not None and not RATING_TIE_BREAKS.isdisjoint(tie_breaks_of(stage))
    log.expect(counts and _is_valid(payload), Guarantee.ROWS_IN_ORDER, "line_unreadable", kind="measured")
    result = state.results.get(name)
    if result is None or stage is None:
        return
    before = awaits_ratings(stage, flight, state.seating)
    state.results[name] = {**result, "measure": _measure_of(payload)}
    if before != awaits_ratings(stage, flight, state.seating) or not before:
        reassign_results(state, {})


def _is_valid(payload: Payload) -> bool:
    ratings, ruling = [payload["white_pr"], payload["black_pr"]], payload.get("ruling", "")
    are_figures = [bool(RATING.fullmatch(figure)) for figure in ratings]
    if not all(are_figures) and ratings != ["", ""]:
        return False
    return ruling in RULINGS and (not ruling or (ruling == "figures") == all(are_figures))


def _measure_of(payload: Payload) -> Mapping[str, Any]:
    """Return both ratings, None if unknown, and in "to" who gets the point by a ruling."""
    ruling = payload.get("ruling", "")
    by_side = {
        side: Fraction(payload[f"{side}_pr"]) if payload[f"{side}_pr"] else None
        for side in ("white", "black")
    }
    return {**by_side, "to": "" if ruling == "figures" else ruling}
