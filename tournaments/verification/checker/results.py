"""Handlers of journal lines about results of matches and of boards, and of performance ratings."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import scores, teams
from tournaments.verification.checker.book import CheckedState, Payload
from tournaments.verification.checker.places import awaits_ratings, tie_breaks_of
from tournaments.verification.checker.scores import PLAYED_LENGTH
from tournaments.verification.checker.stages import format_of, owner
from tournaments.verification.checker.trees import ENTRY, CheckedPairing

REPLAY = "replay"
Pair = tuple[str, frozenset[int]]


def apply_settled_match(book: CheckedState, payload: Payload) -> None:
    """Set the one result of an open pairing."""
    name = str(payload["pairing"])
    if not _check_result(book, name, payload):
        return
    if book.notes.expect(name not in book.results, "I14", "settled_twice", pairing=name):
        decided = book.seating.fate(name).winner is not None
        book.notes.expect(not decided, "I6", "settled_though_decided", pairing=name)
        book.seating.settle(name, payload)


def apply_reopened_match(book: CheckedState, payload: Payload) -> None:
    """Withdraw a result."""
    name = str(payload["pairing"])
    if book.notes.expect(name in book.results, "I14", "reopened_unsettled", pairing=name):
        del book.results[name]
        carry_results(book, payload.get("choices", {}))


def apply_corrected_match(book: CheckedState, payload: Payload) -> None:
    """Replace a result; dependent results become what was chosen."""
    name = str(payload["pairing"])
    if not _check_result(book, name, payload):
        return
    book.notes.expect(name in book.results, "I14", "corrected_unsettled", pairing=name)
    before = book.results.get(name, {})
    carried_over = {key: before[key] for key in ("measure", PLAYED_LENGTH) if before.get(key)}
    book.results[name] = {**payload, **carried_over}
    carry_results(book, payload.get("choices", {}))


def carry_results(
    book: CheckedState, choices: Payload, promise: str = "I14", code: str = "result_lost_unchosen"
) -> None:
    """Transfer results after a change of earlier pairings, as the director chose for each."""
    book.given_up = {name for name, choice in choices.items() if choice == REPLAY}
    old_results, book.results = book.results, {}
    book.rebuild_seating()
    for name in book.seating.nodes:
        result: Payload | None = old_results.get(name)
        if result is None:
            continue
        fate = book.seating.fate(name)
        is_blind = book.seating.nodes[name].flight in book.blind
        if is_blind and choices.get(name) == REPLAY:
            # The players are unknown here, but the choice was to replay the match.
            continue
        if not is_blind and fate.white and {fate.white, fate.black} == {result["white"], result["black"]}:
            result = _turned(result, fate.white)
        elif not is_blind:
            choice = choices.get(name)
            book.notes.expect(choice is not None, promise, code, pairing=name)
            result = _rehomed(result, fate.white, fate.black, str(choice))
        if result is not None:
            book.seating.settle(name, result)
    _follow_line_ups(book, old_results)


def follow_players(book: CheckedState) -> None:
    """After changes of lines or boards, move results to where their two players meet now."""
    stage_of = {name: book.seating.stage_of(node.flight) for name, node in book.seating.nodes.items()}
    waiting: dict[Pair, list[str]] = {}
    _note_lengths(book)
    numbers = _numbers_of_meetings(book)
    for name, result in book.results.items():
        pair = frozenset((int(result["white"]), int(result["black"])))
        waiting.setdefault((stage_of[name], pair), []).append(name)
    book.given_up = set()
    old_results, book.results = book.results, {}
    book.rebuild_seating()
    meeting_counts: Counter[Pair] = Counter()
    certain = Counter(_certain_pair(book, node) for node in book.seating.nodes.values())
    for name, node in book.seating.nodes.items():
        fate = book.seating.fate(name)
        if node.flight in book.blind and name in old_results:
            _remove_name(waiting, name)
            book.seating.settle(name, old_results[name])
        elif fate.white and fate.black:
            key = (book.seating.stage_of(node.flight), frozenset((fate.white, fate.black)))
            old = _result_of_meeting(waiting.get(key, []), numbers, meeting_counts[key], certain[key])
            meeting_counts[key] += 1
            if old:
                waiting[key].remove(old)
                book.seating.settle(name, _turned(old_results[old], fate.white))
    for names in waiting.values():
        for name in names:
            book.notes.expect(False, "I14", "result_lost_unchosen", pairing=name)
    _follow_line_ups(book, old_results)


def _note_lengths(book: CheckedState) -> None:
    """Store with every result the length it was played to, as it may move to a round of another length."""
    nodes, squads = book.seating.nodes, book.squads
    for name, result in book.results.items():
        if name in nodes:
            book.results[name] = {PLAYED_LENGTH: book.length(nodes[name]), **result}
    for board, result in squads.results.items():
        meeting, number = teams.split(board)
        if meeting in nodes:
            length = squads.length(number) or book.length(nodes[meeting])
            squads.results[board] = {PLAYED_LENGTH: length, **result}


def _numbers_of_meetings(book: CheckedState) -> dict[str, int]:
    """Return the index of each node among the meetings of its two players in its stage, from 0."""
    meeting_counts: Counter[Pair] = Counter()
    numbers: dict[str, int] = {}
    for name, node in book.seating.nodes.items():
        fate = book.seating.fate(name)
        if fate.white and fate.black:
            pair = (book.seating.stage_of(node.flight), frozenset((fate.white, fate.black)))
            numbers[name] = meeting_counts[pair]
            meeting_counts[pair] += 1
    return numbers


def _certain_pair(book: CheckedState, node: CheckedPairing) -> Pair | None:
    """Return stage and players of a node whose seats are decided by no other node; else None."""
    if not all(feed.kind == ENTRY for feed in node.feeds):
        return None
    return book.seating.stage_of(node.flight), frozenset(int(str(feed.of)) for feed in node.feeds)


def _result_of_meeting(names: Sequence[str], numbers: Mapping[str, int], at: int, meetings: int) -> str:
    """Return the previous name of the result of this meeting of two, "" where it had none.

    If fewer meetings are left than results, the first of these is taken.
    """
    same = next((name for name in names if numbers.get(name) == at), "")
    is_short = len(names) > max(0, meetings - at - 1)
    return same or (names[0] if names and is_short else "")


def _follow_line_ups(book: CheckedState, decided: Collection[str]) -> None:
    """Move line-ups to where their two teams meet now; unless chosen, no played board is lost."""
    squads, seating = book.squads, book.seating
    pairs = {name: (lineup["white"], lineup["black"]) for name, lineup in squads.lineups.items()}
    homes = {name: name for name, pair in pairs.items() if _pair(book, name) == pair}
    for name in [name for name in pairs if name not in homes]:
        new_name = _meeting_place(book, name, pairs[name], homes.values())
        if new_name:
            homes[name] = new_name
    lineups = {
        new_name: _moved_line_up(squads.lineups[name], new_name, seating.fate(new_name).white or 0)
        for name, new_name in homes.items()
    }
    board_results = {}
    for board, result in squads.results.items():
        meeting, number = teams.split(board)
        if meeting in homes:
            board_results[f"{homes[meeting]}.{number}"] = _turned(result, lineups[homes[meeting]]["white"])
        else:
            lost = meeting in decided or meeting in book.given_up
            book.notes.expect(lost, "I14", "result_lost_unchosen", pairing=board)
    squads.lineups, squads.results = lineups, board_results


def _pair(book: CheckedState, name: str) -> tuple[int | None, int | None]:
    if name not in book.seating.nodes:
        return None, None
    fate = book.seating.fate(name)
    return fate.white, fate.black


def _meeting_place(book: CheckedState, old: str, pair: tuple[int, int], occupied: Collection[str]) -> str:
    nodes, stage_of = book.seating.nodes, book.seating.stage_of
    stage = stage_of(nodes[old].flight) if old in nodes else ""
    free = (name for name in nodes if name not in occupied and stage in {"", stage_of(nodes[name].flight)})
    return next((name for name in free if set(_pair(book, name)) == set(pair)), "")


def _moved_line_up(lineup: Payload, name: str, white: int) -> Payload:
    if lineup["white"] == white:
        return {**lineup, "pairing": name}
    turned = {"white": lineup["black"], "black": lineup["white"]}
    sides = {"white_players": lineup["black_players"], "black_players": lineup["white_players"]}
    return {"pairing": name, **turned, **sides}


def _remove_name(waiting: dict[tuple[str, frozenset[int]], list[str]], name: str) -> None:
    for names in waiting.values():
        if name in names:
            names.remove(name)


def _check_result(book: CheckedState, name: str, payload: Payload) -> bool:
    """Whether a result names a published pairing and its two entries, with a legal score."""
    notes = book.notes
    if not notes.expect(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return False
    node, fate = book.seating.nodes[name], book.seating.fate(name)
    if node.flight in book.blind:
        return True
    white, black = payload["white"], payload["black"]
    notes.expect(white != black, "I3", "met_himself", pairing=name, entry=white)
    notes.expect(book.is_shown(node.flight), "I14", "settled_unpublished", pairing=name)
    length = book.results.get(name, {}).get(PLAYED_LENGTH) or book.length(node)
    fault = scores.fault(payload, length)
    notes.expect(not fault, "I17", f"result_{fault or 'score'}_wrong", pairing=name)
    if fault in {"ending", "winner"}:
        return False
    right = (fate.white, fate.black) == (white, black) and white and black
    given_players, expected = [white, black], [fate.white, fate.black]
    return notes.expect(
        bool(right), "I18", "wrong_players", pairing=name, given=given_players, expected=expected
    )


def _rehomed(result: Payload, white: int | None, black: int | None, choice: str) -> Payload | None:
    if not white or not black or choice not in CHOICES:
        return None
    return {**result, "white": white, "black": black, **CHOICES[choice]}


def _turned(result: Payload, white: int) -> Payload:
    if result["white"] == white:
        return result
    return {
        **result,
        "white": result["black"],
        "black": result["white"],
        "white_score": result["black_score"],
        "black_score": result["white_score"],
        "winner": scores.SIDES.get(result["winner"], ""),
        **({"measure": _mirrored(result["measure"])} if "measure" in result else {}),
    }


def _mirrored(measure: Payload) -> Payload:
    to = scores.SIDES.get(measure["to"], measure["to"])
    return {"white": measure["black"], "black": measure["white"], "to": to}


CHOICES: dict[str, Payload] = {
    "rename": {},
    "void": {"winner": "", "ending": "void"},
    "rule:white": {"winner": "white", "ending": "ruled"},
    "rule:black": {"winner": "black", "ending": "ruled"},
}


def apply_formed(book: CheckedState, payload: Payload) -> None:
    """Set the kind of entry."""
    teams.apply_formed(book.squads, payload, book.notes, is_empty=not book.players)


def apply_manned(book: CheckedState, payload: Payload) -> None:
    """Set the roster of a team."""
    is_entered = int(payload["entry"]) in book.players
    teams.apply_manned(book.squads, payload, book.notes, is_entered=is_entered)


def apply_fielded(book: CheckedState, payload: Payload) -> None:
    """Set the line-up of an undecided meeting of two teams."""
    name, notes = str(payload["pairing"]), book.notes
    if not notes.expect(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return
    node, fate = book.seating.nodes[name], book.seating.fate(name)
    notes.expect(book.is_shown(node.flight), "I14", "settled_unpublished", pairing=name)
    notes.expect(fate.winner is None, "I6", "settled_though_decided", pairing=name)
    right = (fate.white, fate.black) == (payload["white"], payload["black"])
    notes.expect(right or node.flight in book.blind, "I18", "wrong_players", pairing=name)
    teams.apply_fielded(book.squads, payload, notes)
    _update_meeting(book, name, {})


def apply_settled(book: CheckedState, payload: Payload) -> None:
    """Set the result of a pairing or board."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        apply_settled_match(book, payload)
        return
    if _check_board_result(book, payload):
        book.notes.expect(name not in book.squads.results, "I14", "settled_twice", pairing=name)
        _put(book, name, payload, {})


def apply_corrected(book: CheckedState, payload: Payload) -> None:
    """Replace the result of a pairing or board."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        apply_corrected_match(book, payload)
        return
    if _check_board_result(book, payload):
        book.notes.expect(name in book.squads.results, "I14", "corrected_unsettled", pairing=name)
        before = book.squads.results.get(name, {})
        carried_over = {PLAYED_LENGTH: before[PLAYED_LENGTH]} if PLAYED_LENGTH in before else {}
        _put(book, name, {**payload, **carried_over}, payload.get("choices", {}))


def apply_reopened(book: CheckedState, payload: Payload) -> None:
    """Withdraw a result."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        apply_reopened_match(book, payload)
    elif book.notes.expect(name in book.squads.results, "I14", "reopened_unsettled", pairing=name):
        del book.squads.results[name]
        _update_meeting(book, teams.split(name)[0], {})


def check_shown_board(book: CheckedState, item: Mapping[str, Any]) -> None:
    """Check I10: an exported board agrees with its line-up and its result."""
    name, notes, squads = str(item["id"]), book.notes, book.squads
    meeting, number = teams.split(name)
    lineup = squads.lineups.get(meeting)
    is_board = lineup is not None and 1 <= number <= len(lineup["white_players"])
    if lineup is None or not notes.expect(is_board, "I4", "pairing_missing_or_invented", pairing=name):
        return
    given_seats, expected = [item["white"], item["black"]], [lineup["white"], lineup["black"]]
    notes.expect(
        given_seats == expected, "I4", "wrong_seats", pairing=name, given=given_seats, expected=expected
    )
    result = squads.results.get(name)
    seated = [bool(lineup[f"{side}_players"][number - 1]) for side in ("white", "black")]
    if result is None and all(seated):
        notes.expect(item["winner"] is None, "I10", "wrong_winner", pairing=name, given=item["winner"])
        return
    side = result["winner"] if result is not None else "white" if seated[0] else "black" if seated[1] else ""
    winner = lineup[side] if side else 0
    right = item["winner"] == winner
    notes.expect(right, "I10", "wrong_winner", pairing=name, given=item["winner"], expected=winner)


def _check_board_result(book: CheckedState, payload: Payload) -> bool:
    meeting = teams.split(str(payload["pairing"]))[0]
    node = book.seating.nodes.get(meeting)
    if node is None:
        return book.notes.expect(False, "I18", "pairing_unknown", pairing=str(payload["pairing"]))
    length = book.squads.results.get(str(payload["pairing"]), {}).get(PLAYED_LENGTH) or book.length(node)
    return teams.check_board_result(book.squads, payload, length, book.notes)


def _put(book: CheckedState, name: str, payload: Payload, choices: Payload) -> None:
    book.squads.results[name] = payload
    _update_meeting(book, teams.split(name)[0], choices)


def _update_meeting(book: CheckedState, meeting: str, choices: Payload) -> None:
    """Update the result of a meeting from its boards."""
    stage = owner(book.seating.nodes[meeting].flight, book.plan)
    result = teams.outcome(
        book.squads, meeting, can_be_drawn=stage is not None and format_of(stage).can_be_drawn
    )
    previous_result = book.results.get(meeting)
    if _is_same_result(result, previous_result) or (
        result is None and previous_result is not None and previous_result["ending"] in teams.RULED
    ):
        return
    if previous_result is None and result is not None:
        book.seating.settle(meeting, result)
        return
    if result is None:
        del book.results[meeting]
    else:
        book.results[meeting] = result
    carry_results(book, choices)


def _is_same_result(current: Payload | None, previous: Payload | None) -> bool:
    if current is None or previous is None:
        return current is previous
    return all(
        current[name] == previous[name]
        for name in ("white", "black", "winner", "white_score", "black_score", "ending")
    )


FIGURE = re.compile(r"[0-9]{1,8}\.[0-9]{3}", re.ASCII)
RULINGS = frozenset({"", "figures", "white", "black", "half", "nobody"})
COUNTING = frozenset({"pr_points", "performance"})


def apply_measured(book: CheckedState, payload: Payload) -> None:
    """Set the performance ratings of an existing match, in a table that counts them."""
    name, notes = str(payload["pairing"]), book.notes
    if not notes.expect(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return
    flight = book.seating.nodes[name].flight
    stage = owner(flight, book.plan)
    counts = stage is not None and not COUNTING.isdisjoint(tie_breaks_of(stage))
    notes.expect(counts and _is_valid(payload), "I14", "line_unreadable", kind="measured")
    result = book.results.get(name)
    if result is None or stage is None:
        return
    before = awaits_ratings(stage, flight, book.seating)
    book.results[name] = {**result, "measure": _measure_of(payload)}
    if before != awaits_ratings(stage, flight, book.seating) or not before:
        carry_results(book, {})


def _is_valid(payload: Payload) -> bool:
    ratings, ruling = [payload["white_pr"], payload["black_pr"]], payload.get("ruling", "")
    are_figures = [bool(FIGURE.fullmatch(figure)) for figure in ratings]
    if not all(are_figures) and ratings != ["", ""]:
        return False
    return ruling in RULINGS and (not ruling or (ruling == "figures") == all(are_figures))


def _measure_of(payload: Payload) -> Mapping[str, Any]:
    """Return both ratings, None where unknown, and the recipient of the point by ruling."""
    ruling = payload.get("ruling", "")
    by_side = {
        side: Fraction(payload[f"{side}_pr"]) if payload[f"{side}_pr"] else None
        for side in ("white", "black")
    }
    return {**by_side, "to": "" if ruling == "figures" else ruling}
