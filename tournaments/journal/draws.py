"""Handlers of rows about plans, draws, lines and rounds."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import PRESETS, Plan, Stage
from tournaments.formats.plan_checks import can_be_replanned, check_plan
from tournaments.formats.random_order import compute_commitment, is_seed
from tournaments.journal import facts, teams
from tournaments.journal.correction import ResultRelocation, pairings_by_pair
from tournaments.journal.facts import UNMARKED, Ended
from tournaments.journal.mutable_state import MutableState, are_distinct, must
from tournaments.journal.seat_resolution import dependent_stages, source_stages
from tournaments.journal.standings import check_table, length_of
from tournaments.journal.state import DrawnStage, Placement


def plan(state: MutableState, fact: facts.Planned) -> None:
    """Set the stages of the event; published ones may change only in their future rounds."""
    check_plan(fact.plan)
    for stage in fact.plan.stages:
        check_table(stage)
    for key, drawing in list(state.stages.items()):
        if key not in state.stages:
            # It was removed together with a stage it depends on.
            continue
        if _can_keep_drawing(drawing, fact.plan):
            state.stages[key] = replace(drawing, stage=fact.plan[key])
            continue
        must(not drawing.is_published, "stage_published", stage=key)
        _remove_drawing(state, key)
    state.plan = fact.plan
    _draw_dependents(state)
    _rebuild(state)


def _can_keep_drawing(drawing: DrawnStage, new_plan: Plan) -> bool:
    key, paired = drawing.stage.key, len(drawing.rounds)
    if key not in new_plan or not can_be_replanned(drawing.stage, new_plan[key]):
        return False
    round_limit = format_of(drawing.stage).round_count(new_plan[key], len(drawing.members))
    must(not round_limit or paired <= round_limit, "rounds_paired", stage=key, paired=paired)
    return True


def commit(state: MutableState, fact: facts.Committed) -> None:
    """Set the commitment to the seed of the next draw."""
    state.commitment = fact.commitment


def draw(state: MutableState, fact: facts.Drawn) -> None:
    """Set the lines of a stage and draw its dependent stages; may be repeated until it is published."""
    if not state.plan.stages:
        must(fact.format in PRESETS, "event_format_unknown", format=fact.format)
        state.plan = PRESETS[fact.format]
    stage = state.plan[fact.flight] if fact.flight else state.plan.stages[0]
    must(fact.format in (stage.format, *PRESETS), "event_format_unknown", format=fact.format)
    previous_drawing = state.stages.get(stage.key)
    must(previous_drawing is None or not previous_drawing.is_published, "already_published")
    must(not source_stages(stage, state.plan), "stage_hangs", stage=stage.key)
    must(is_seed(fact.seed) and compute_commitment(fact.seed) == state.commitment, "lots_not_committed")
    _check_lines(state, stage, fact)
    if previous_drawing is not None:
        _remove_drawing(state, stage.key)
    state.stages[stage.key] = DrawnStage(stage, fact.seed, fact.seeds, fact.lines)
    _draw_dependents(state)
    _rebuild(state)


def _check_lines(state: MutableState, stage: Stage, fact: facts.Drawn) -> None:
    entries = [entry for entry in fact.lines if entry]
    for entry in entries:
        must(_is_active(state, entry, stage.key), "entry_unknown", entry=entry)
        must(not state.entries[entry].stays_out, "entry_stays_out", entry=entry)
    matches_draw = format_of(stage).is_drawn_by(stage, fact.lines, fact.seeds, fact.seed)
    must(matches_draw and are_distinct(entries), "draw_not_by_lots")


def publish(state: MutableState, fact: facts.Published) -> None:
    """Publish draws and their dependent stages, so that matches are created."""
    must(bool(state.stages), "not_drawn")
    waiting = {key for key, drawing in state.stages.items() if not drawing.is_published}
    if fact.flight:
        must(fact.flight in state.stages, "not_drawn", flight=fact.flight)
        waiting &= {fact.flight}
    must(bool(waiting), "already_published")
    _mark_published(state, waiting)
    state.refresh_stages(frozenset(waiting | _publish_dependents(state)))


def _mark_published(state: MutableState, keys: Iterable[str]) -> None:
    for key in keys:
        state.stages[key] = replace(state.stages[key], is_published=True)


def _publish_dependents(state: MutableState) -> set[str]:
    """Publish the stages that depend only on published ones."""
    published_keys: set[str] = set()
    for stage in state.plan.stages:
        drawing, feeding = state.stages.get(stage.key), source_stages(stage, state.plan)
        if drawing is None or drawing.is_published or not feeding:
            continue
        if all(state.stages[key].is_published for key in feeding):
            _mark_published(state, [stage.key])
            published_keys.add(stage.key)
    return published_keys


def reline(state: MutableState, fact: facts.Relined) -> None:
    """Change lines of a draw; results follow their players, and none may be lost."""
    drawing = state.stage(fact.flight)
    must(format_of(drawing.stage).is_static, "stage_of_rounds", flight=fact.flight)
    size = max(len(drawing.lines), *fact.lines)
    # If the row that enlarged the draw was undone, this one may name lines that do not exist. In a stage fed
    # by others `lines` has only manually set entries, so it may be short.
    is_fed = bool(source_stages(drawing.stage, state.plan))
    is_drawable = is_fed or size == len(drawing.lines) or format_of(drawing.stage).can_have_lines(size)
    must(is_drawable, "line_unknown", entry=fact.lines[max(fact.lines)], flight=fact.flight)
    new_lines = [*drawing.lines, *[0] * (size - len(drawing.lines))]
    for line, entry in fact.lines.items():
        must(not entry or _is_active(state, entry, drawing.stage.key), "entry_unknown", entry=entry)
        new_lines[line - 1] = entry
    if fact.cause == facts.REENTRY:
        for entry in filter(None, fact.lines.values()):
            must(not _is_awaited(state, entry), "entry_plays", entry=entry)
    if fact.cause in {facts.LATE, facts.REENTRY}:
        # A late entry takes no occupied line; if an earlier row was undone, its line may be one.
        must(set(drawing.lines) - {0} <= set(new_lines), "no_line_free", flight=drawing.stage.key)
    is_once = fact.cause == facts.REENTRY or are_distinct([entry for entry in new_lines if entry])
    must(is_once, "line_twice", flight=fact.flight)
    state.stages[drawing.stage.key] = replace(drawing, lines=tuple(new_lines))
    _take_off_waiting_list(state, fact.lines.values())
    _rebuild(state)


def _take_off_waiting_list(state: MutableState, entries: Iterable[int]) -> None:
    """Remove seated entries from the waiting list."""
    for entry in filter(None, entries):
        if state.entries[entry].stays_out:
            state.entries[entry] = replace(state.entries[entry], presence=UNMARKED)


def _is_awaited(state: MutableState, entry: int) -> bool:
    """Whether an entry still has a match to play anywhere in the event."""
    return any(entry in placed.seats and not placed.is_decided for placed in state.board.values())


def join(state: MutableState, fact: facts.Joined) -> None:
    """Add an entry to a stage of rounds, from the next round on."""
    drawing = state.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(_is_active(state, fact.entry, drawing.stage.key), "entry_unknown", entry=fact.entry)
    must(fact.entry not in drawing.members, "already_joined", entry=fact.entry, flight=fact.flight)
    state.stages[drawing.stage.key] = replace(drawing, joined=(*drawing.joined, fact.entry))
    _take_off_waiting_list(state, [fact.entry])


def pair(state: MutableState, fact: facts.Paired) -> None:
    """Set the boards of the next round, or replace the unplayed ones of the last round."""
    drawing = state.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(fact.round in {len(drawing.rounds), len(drawing.rounds) + 1}, "round_out_of_turn", round=fact.round)
    named_entries = fact.named_entries
    must(are_distinct(named_entries), "paired_twice", flight=fact.flight, round=fact.round)
    # A player who has withdrawn since the round was paired stays at the board, which is lost by absence.
    previously_named = {
        entry for paired in drawing.rounds[fact.round - 1 :] for entry in paired.named_entries
    }
    for entry in named_entries:
        is_here = entry in drawing.members and (
            _is_active(state, entry, drawing.stage.key) or entry in previously_named
        )
        must(is_here, "entry_unknown", entry=entry)
    _check_all_named(state, drawing, fact, named_entries)
    is_next = fact.round > len(drawing.rounds)
    rounds = (*drawing.rounds[: fact.round - 1], fact)
    state.stages[drawing.stage.key] = replace(drawing, rounds=rounds)
    if is_next:
        state.extend()
    else:
        _rebuild(state)


def _check_all_named(
    state: MutableState, drawing: DrawnStage, fact: facts.Paired, named_entries: Collection[int]
) -> None:
    """Refuse a round without some active entry, unless the format eliminates players from round to round."""
    if format_of(drawing.stage).ends_by_itself:
        return
    key = drawing.stage.key
    missing = [
        entry for entry in drawing.members if entry not in named_entries and _is_active(state, entry, key)
    ]
    must(not missing, "paired_without", flight=fact.flight, round=fact.round, entries=missing)


def lengthen(state: MutableState, fact: facts.Lengthened) -> None:
    """Change the match length of a round not yet played."""
    is_known_flight = fact.flight in state.plan or fact.flight in state.wiring.stage_of
    must(is_known_flight, "flight_unknown", flight=fact.flight)
    played = [
        name
        for name in (*state.results, *teams.meetings_with_results(state))
        if _is_in_round(state, name, fact)
    ]
    must(not played, "round_begun", flight=fact.flight, round=fact.round, pairings=played)
    state.lengths[fact.flight, fact.round] = fact.length


def set_deadline(state: MutableState, fact: facts.Dated) -> None:
    """Set the deadline of rounds of a flight, or of one match."""
    if fact.pairing:
        must(fact.pairing in state.board, "pairing_unknown", pairing=fact.pairing)
        state.dates[fact.pairing, 0] = fact.until[0]
        return
    is_known_flight = fact.flight in state.plan or fact.flight in state.wiring.stage_of
    must(is_known_flight, "flight_unknown", flight=fact.flight)
    state.dates |= {(fact.flight, number): day for number, day in fact.until.items()}


def _is_in_round(state: MutableState, name: str, fact: facts.Lengthened) -> bool:
    pairing = state.graph.by_id[name]
    flights = (pairing.flight, state.wiring.stage_of[pairing.flight])
    return pairing.round == fact.round and fact.flight in flights


def _is_active(state: MutableState, entry: int, stage: str) -> bool:
    entrant = state.entries.get(entry)
    return entrant is not None and not entrant.withdrawal_turn(stage, stage)


def _draw_dependents(state: MutableState) -> None:
    """Draw the stages that depend on drawn ones only; they are published if those are."""
    for stage in dependent_stages(state.plan, state.stages):
        feeding = source_stages(stage, state.plan)
        is_shown = all(state.stages[key].is_published for key in feeding)
        state.stages[stage.key] = DrawnStage(stage, is_published=is_shown)


def _remove_drawing(state: MutableState, key: str) -> None:
    """Remove a draw and its dependent draws."""
    del state.stages[key]
    for other, drawing in list(state.stages.items()):
        if other in state.stages and key in source_stages(drawing.stage, state.plan):
            _remove_drawing(state, other)


def _stage_by_pairing(state: MutableState) -> dict[str, str]:
    return {pairing.id: state.wiring.stage_of[pairing.flight] for pairing in state.graph.pairings}


def _rebuild(state: MutableState) -> None:
    """Rebuild graph and board after a change of lines or rounds.

    Results move with their two players to the pairing where these meet now; if they do not meet any more,
    the change is refused (`results_lost`).
    """
    _note_lengths(state)
    stages_before = _stage_by_pairing(state)
    before = pairings_by_pair((state.board[pairing.id] for pairing in state.graph.pairings), stages_before)
    state.rebuild()
    stages = _stage_by_pairing(state)
    certain_pairings = [
        Placement(pairing.id, pairing.white.entry, pairing.black.entry) for pairing in state.graph.pairings
    ]
    decided_names = set(state.results)
    relocated_results = ResultRelocation(
        state.results, stages, before, pairings_by_pair(certain_pairings, stages)
    )
    state.recompute_board(relocated_results.take)
    if relocated_results.left:
        raise Refusal("results_lost", pairings=sorted(relocated_results.left))
    teams.move_lineups(state, decided_names)


def _note_lengths(state: MutableState) -> None:
    """Store with every result the length it was played to, as it may move to a round of another length."""
    state.results = {
        name: replace(result, length=length_of(state, state.graph.by_id[name]))
        if result.length is None
        else result
        for name, result in state.results.items()
    }
    teams.note_lengths(state)


def end(state: MutableState, fact: Ended) -> None:
    """End a stage of rounds early, when all its boards are decided; its table becomes final."""
    drawing = state.stage(fact.flight)
    key = drawing.stage.key
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=key)
    waiting = [name for name in state.wiring.of_flight.get(key, ()) if not state.board[name].is_decided]
    must(not waiting, "round_open", flight=key, pairings=waiting)
    state.stages[key] = replace(drawing, is_ended=True)
    state.recompute_places(key)
