"""Handlers of journal lines about stages: plans, draws, lines, rounds and match lengths."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.verification.checker import draws, pairing, results, stages
from tournaments.verification.checker.book import CheckedState, Payload
from tournaments.verification.checker.stages import ENTRIES, MAIN, CheckedStage, format_of

# Options that may be replanned during a stage of rounds.
TO_COME = frozenset({"rounds", "forbidden"})


def apply_planned(book: CheckedState, payload: Payload) -> None:
    """Set the stages of the event; draws of stages that are planned differently now are removed."""
    before = {stage.key: stage for stage in book.plan}
    book.plan = stages.read_stages(payload)
    unchanged_keys = {stage.key for stage in book.plan if _goes_on(before.get(stage.key), stage)}
    for key in [key for key in book.lines_by_stage if key not in unchanged_keys]:
        book.notes.expect(key not in book.published, "I14", "published_stage_replanned", flight=key)
        _forget(book, key)
    results.follow_players(book)


def _goes_on(before: CheckedStage | None, now: CheckedStage) -> bool:
    """Whether a stage is unchanged, or different only in rounds to come."""
    if before is None or format_of(before).draw is not None:
        return before == now
    old_options = {name: value for name, value in before.options.items() if name not in TO_COME}
    new_options = {name: value for name, value in now.options.items() if name not in TO_COME}
    return old_options == new_options and replace(before, options=now.options) == now


def apply_committed(book: CheckedState, payload: Payload) -> None:
    """Set the commitment to the seed of the next draw."""
    book.commitment = str(payload["commitment"])


def apply_drawn(book: CheckedState, payload: Payload) -> None:
    """Check the lines of a stage against the committed draw seed."""
    seed, lines = str(payload["seed"]), [int(number) for number in payload["lines"]]
    if not book.plan:
        book.plan = stages.preset(str(payload["format"]))
    flight = str(payload.get("flight", "")) or book.plan[0].key
    stage = next((one for one in book.plan if one.key == flight), CheckedStage(MAIN, "knockout"))
    book.notes.expect(
        draws.matches_commitment(seed, book.commitment), "I16", "seed_not_promised", flight=flight
    )
    book.notes.expect(flight not in book.published, "I8", "drawn_again_after_publishing", flight=flight)
    draws.check_lines(book.notes, stage, payload, lines, _playing(book, stage, lines))
    if stage.origin == ENTRIES and format_of(stage).is_knockout and not book.is_rewritten:
        draws.check_separation(book.notes, stage, lines, payload["seeds"], book.tags)
    _forget(book, flight)
    book.lines_by_stage[flight], book.seeds[flight] = lines, seed
    results.follow_players(book)


def _playing(book: CheckedState, stage: CheckedStage, lines: Sequence[int]) -> list[int]:
    """Return the entries that must be on the lines.

    In split or fed stages these are the drawn entries themselves, each of which must come from a feeding
    flight.
    """
    drawn_entries = sorted(entry for entry in lines if entry)
    possible_entries = pairing.candidates(book, stage)
    if possible_entries is None or book.is_rewritten:
        return drawn_entries
    if stage.origin == ENTRIES:
        possible_entries -= book.staying_out
        if "rolling" not in stage.options and sum(other.origin == ENTRIES for other in book.plan) == 1:
            return sorted(possible_entries)
    unexpected_entries = sorted(set(drawn_entries) - possible_entries)
    facts = {"flight": stage.key, "entry": min(unexpected_entries, default=0)}
    book.notes.expect(not unexpected_entries, "I18", "line_of_nobody", **facts)
    return drawn_entries


def apply_published(book: CheckedState, payload: Payload) -> None:
    """Publish draws with their dependent stages."""
    flight = str(payload.get("flight", ""))
    book.notes.expect(bool(book.lines_by_stage), "I14", "published_undrawn")
    book.published |= {flight} if flight else set(book.lines_by_stage)


def apply_relined(book: CheckedState, payload: Payload) -> None:
    """Change lines; results follow their players, and no entry is on a line twice."""
    flight = str(payload["flight"])
    lines = book.lines_by_stage.setdefault(flight, [])
    before = Counter(lines)
    for line, entry in payload["lines"].items():
        lines.extend([0] * (int(line) - len(lines)))
        lines[int(line) - 1] = int(entry)
        is_present = not entry or book.is_here(int(entry), flight)
        book.notes.expect(is_present, "I18", "line_of_nobody", flight=flight, entry=entry)
    if payload["cause"] == "reentry":
        book.returned += Counter(entry for entry in lines if entry) - before
    book.staying_out -= set(lines)
    line_entries = [entry for entry in lines if entry]
    once = payload["cause"] == "reentry" or len(set(line_entries)) == len(line_entries)
    book.notes.expect(once, "I1", "twice_on_the_lines", flight=flight)
    results.follow_players(book)


def apply_joined(book: CheckedState, payload: Payload) -> None:
    """Add an entry to a stage of rounds in progress."""
    flight, entry = str(payload["flight"]), int(payload["entry"])
    fresh = book.is_here(entry, flight) and entry not in book.members(flight) and flight not in book.ended
    book.notes.expect(fresh, "I1", "entered_twice", entry=entry)
    book.joined.setdefault(flight, []).append(entry)
    book.staying_out.discard(entry)


def apply_paired(book: CheckedState, payload: Payload) -> None:
    """Set the boards of a round."""
    flight, number = str(payload["flight"]), int(payload["round"])
    rounds = book.rounds.setdefault(flight, {})
    in_turn = number in {len(rounds), len(rounds) + 1} and number > 0 and flight not in book.ended
    book.notes.expect(in_turn, "I14", "round_out_of_turn", flight=flight, round=number)
    pairing.check_round(book, flight, payload)
    is_next = number not in rounds
    rounds[number] = payload
    if is_next:
        book.rebuild_seating()
    else:
        results.follow_players(book)


def apply_ended(book: CheckedState, payload: Payload) -> None:
    """End a published stage of rounds without open boards that had not ended."""
    flight = str(payload["flight"])
    stage = next((one for one in book.plan if one.key == flight), None)
    is_open = stage is not None and book.is_shown(flight) and flight not in book.ended
    goes_on = is_open and stage is not None and format_of(stage).draw is None
    facts = {"flight": flight, "round": len(book.rounds.get(flight, {}))}
    book.notes.expect(goes_on, "I14", "round_out_of_turn", **facts)
    fates = {node.name: book.seating.fate(node.name) for node in book.seating.flight(flight)}
    waiting = [name for name, fate in fates.items() if fate.winner is None]
    book.notes.expect(not waiting, "I14", "paired_too_early", **facts, pairings=waiting)
    book.ended.add(flight)


def apply_lengthened(book: CheckedState, payload: Payload) -> None:
    """Change the match length of a round not yet played."""
    flight, number = str(payload["flight"]), int(payload["round"])
    nodes = [book.seating.nodes[name] for name in book.results]
    of_round = [node for node in nodes if node.round == number]
    played = [node for node in of_round if flight in {node.flight, book.seating.stage_of(node.flight)}]
    book.notes.expect(not played, "I17", "lengthened_after_play", flight=flight, round=number)
    book.lengths[flight, number] = int(payload["length"])


def apply_dated(book: CheckedState, payload: Payload) -> None:
    """Set a deadline: it must name an existing round or match, and a valid day."""
    if "pairing" in payload:
        book.notes.expect(payload["pairing"] in book.seating.nodes, "I14", "line_unreadable", kind="dated")
        date.fromisoformat(payload["until"])
        return
    is_planned = stages.owner(str(payload["flight"]), book.plan) is not None
    book.notes.expect(is_planned, "I14", "line_unreadable", kind="dated")
    for number, until in payload["until"].items():
        date.fromisoformat(until)
        book.notes.expect(int(number) > 0, "I14", "line_unreadable", kind="dated")


def _forget(book: CheckedState, key: str) -> None:
    book.lines_by_stage.pop(key, None)
    book.rounds.pop(key, None)
    book.joined.pop(key, None)
    book.published.discard(key)
    book.ended.discard(key)
    for stage in book.plan:
        if key in stage.sources and draws.hangs(stage, book.plan):
            _forget(book, stage.key)
