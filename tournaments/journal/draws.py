"""Handlers of rows about plans, draws, lines and rounds."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import PRESETS, Plan, Stage
from tournaments.formats.planning import can_be_replanned, check_plan
from tournaments.formats.seeding import commitment, is_seed
from tournaments.journal import facts, teams
from tournaments.journal.book import Book, is_each_once, must
from tournaments.journal.correction import ResultRelocation, pairings_by_pair
from tournaments.journal.facts import UNSAID, Ended
from tournaments.journal.seat_resolution import dependent_stages, source_stages
from tournaments.journal.standings import check_table, length_of
from tournaments.journal.state import DrawnStage, Placement


def plan(book: Book, fact: facts.Planned) -> None:
    """Set the stages of the event; published ones may only change in rounds to come."""
    check_plan(fact.plan)
    for stage in fact.plan.stages:
        check_table(stage)
    for key, drawing in list(book.stages.items()):
        if key not in book.stages:
            # It depended on a stage that was removed.
            continue
        if _can_keep_drawing(drawing, fact.plan):
            book.stages[key] = replace(drawing, stage=fact.plan[key])
            continue
        must(not drawing.is_published, "stage_published", stage=key)
        _remove_drawing(book, key)
    book.plan = fact.plan
    _draw_dependents(book)
    _rebuild(book)


def _can_keep_drawing(drawing: DrawnStage, new_plan: Plan) -> bool:
    key, paired = drawing.stage.key, len(drawing.rounds)
    if key not in new_plan or not can_be_replanned(drawing.stage, new_plan[key]):
        return False
    round_limit = format_of(drawing.stage).round_count(new_plan[key], len(drawing.members))
    must(not round_limit or paired <= round_limit, "rounds_paired", stage=key, paired=paired)
    return True


def commit(book: Book, fact: facts.Committed) -> None:
    """Set the commitment to the seed of the next draw."""
    book.commitment = fact.commitment


def draw(book: Book, fact: facts.Drawn) -> None:
    """Set the lines of a stage and draw its dependent stages; allowed again until published."""
    if not book.plan.stages:
        must(fact.format in PRESETS, "event_format_unknown", format=fact.format)
        book.plan = PRESETS[fact.format]
    stage = book.plan[fact.flight] if fact.flight else book.plan.stages[0]
    must(fact.format in (stage.format, *PRESETS), "event_format_unknown", format=fact.format)
    previous_drawing = book.stages.get(stage.key)
    must(previous_drawing is None or not previous_drawing.is_published, "already_published")
    must(not source_stages(stage, book.plan), "stage_hangs", stage=stage.key)
    must(is_seed(fact.seed) and commitment(fact.seed) == book.commitment, "lots_not_committed")
    _check_lines(book, stage, fact)
    if previous_drawing is not None:
        _remove_drawing(book, stage.key)
    book.stages[stage.key] = DrawnStage(stage, fact.seed, fact.seeds, fact.lines)
    _draw_dependents(book)
    _rebuild(book)


def _check_lines(book: Book, stage: Stage, fact: facts.Drawn) -> None:
    entries = [entry for entry in fact.lines if entry]
    for entry in entries:
        must(_plays(book, entry, stage.key), "entry_unknown", entry=entry)
        must(not book.entries[entry].stays_out, "entry_stays_out", entry=entry)
    matches_draw = format_of(stage).is_drawn_by(stage, fact.lines, fact.seeds, fact.seed)
    must(matches_draw and is_each_once(entries), "draw_not_by_lots")


def publish(book: Book, fact: facts.Published) -> None:
    """Publish draws with their dependent stages; their matches can be played."""
    must(bool(book.stages), "not_drawn")
    waiting = {key for key, drawing in book.stages.items() if not drawing.is_published}
    if fact.flight:
        must(fact.flight in book.stages, "not_drawn", flight=fact.flight)
        waiting &= {fact.flight}
    must(bool(waiting), "already_published")
    _mark_published(book, waiting)
    book.refresh_stages(frozenset(waiting | _publish_dependents(book)))


def _mark_published(book: Book, keys: Iterable[str]) -> None:
    for key in keys:
        book.stages[key] = replace(book.stages[key], is_published=True)


def _publish_dependents(book: Book) -> set[str]:
    """Publish the stages that depend only on published ones."""
    published_keys: set[str] = set()
    for stage in book.plan.stages:
        drawing, feeding = book.stages.get(stage.key), source_stages(stage, book.plan)
        if drawing is None or drawing.is_published or not feeding:
            continue
        if all(book.stages[key].is_published for key in feeding):
            _mark_published(book, [stage.key])
            published_keys.add(stage.key)
    return published_keys


def reline(book: Book, fact: facts.Relined) -> None:
    """Change lines of a draw; results follow their players, and none may be lost."""
    drawing = book.stage(fact.flight)
    must(format_of(drawing.stage).is_static, "stage_of_rounds", flight=fact.flight)
    size = max(len(drawing.lines), *fact.lines)
    # Without the row that enlarged the draw, later rows may name lines it does not have. In a stage fed by
    # other stages the lines come from there, and the draw holds only those set manually.
    is_fed = bool(source_stages(drawing.stage, book.plan))
    is_drawable = is_fed or size == len(drawing.lines) or format_of(drawing.stage).can_have_lines(size)
    must(is_drawable, "line_unknown", entry=fact.lines[max(fact.lines)], flight=fact.flight)
    new_lines = [*drawing.lines, *[0] * (size - len(drawing.lines))]
    for line, entry in fact.lines.items():
        must(not entry or _plays(book, entry, drawing.stage.key), "entry_unknown", entry=entry)
        new_lines[line - 1] = entry
    if fact.cause == facts.REENTRY:
        for entry in filter(None, fact.lines.values()):
            must(not _is_awaited(book, entry), "entry_plays", entry=entry)
    if fact.cause in {facts.LATE, facts.REENTRY}:
        # A late entry takes no occupied line; if an earlier row was undone, its line may be one.
        must(set(drawing.lines) - {0} <= set(new_lines), "no_line_free", flight=drawing.stage.key)
    is_once = fact.cause == facts.REENTRY or is_each_once([entry for entry in new_lines if entry])
    must(is_once, "line_twice", flight=fact.flight)
    book.stages[drawing.stage.key] = replace(drawing, lines=tuple(new_lines))
    _seat(book, fact.lines.values())
    _rebuild(book)


def _seat(book: Book, entries: Iterable[int]) -> None:
    """Remove seated entries from the waiting list."""
    for entry in filter(None, entries):
        if book.entries[entry].stays_out:
            book.entries[entry] = replace(book.entries[entry], presence=UNSAID)


def _is_awaited(book: Book, entry: int) -> bool:
    """Whether an entry still has a match to play anywhere in the event."""
    return any(entry in placed.seats and not placed.is_decided for placed in book.board.values())


def join(book: Book, fact: facts.Joined) -> None:
    """Add an entry to a stage of rounds, from the next round on."""
    drawing = book.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(_plays(book, fact.entry, drawing.stage.key), "entry_unknown", entry=fact.entry)
    must(fact.entry not in drawing.members, "already_joined", entry=fact.entry, flight=fact.flight)
    book.stages[drawing.stage.key] = replace(drawing, joined=(*drawing.joined, fact.entry))
    _seat(book, [fact.entry])


def pair(book: Book, fact: facts.Paired) -> None:
    """Set the boards of the next round, or replace unplayed ones of the last."""
    drawing = book.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(fact.round in {len(drawing.rounds), len(drawing.rounds) + 1}, "round_out_of_turn", round=fact.round)
    named_entries = fact.named
    must(is_each_once(named_entries), "paired_twice", flight=fact.flight, round=fact.round)
    # A player of this board who has left since stays named: the board was forfeited and is unchanged.
    previously_named = {entry for paired in drawing.rounds[fact.round - 1 :] for entry in paired.named}
    for entry in named_entries:
        is_here = entry in drawing.members and (
            _plays(book, entry, drawing.stage.key) or entry in previously_named
        )
        must(is_here, "entry_unknown", entry=entry)
    _check_all_named(book, drawing, fact, named_entries)
    is_next = fact.round > len(drawing.rounds)
    rounds = (*drawing.rounds[: fact.round - 1], fact)
    book.stages[drawing.stage.key] = replace(drawing, rounds=rounds)
    if is_next:
        book.extend()
    else:
        _rebuild(book)


def _check_all_named(
    book: Book, drawing: DrawnStage, fact: facts.Paired, named_entries: Collection[int]
) -> None:
    """Check that all active entries have a board or a bye, unless players may drop out of the format."""
    if format_of(drawing.stage).ends_by_itself:
        return
    key = drawing.stage.key
    missing = [entry for entry in drawing.members if entry not in named_entries and _plays(book, entry, key)]
    must(not missing, "paired_without", flight=fact.flight, round=fact.round, entries=missing)


def lengthen(book: Book, fact: facts.Lengthened) -> None:
    """Change the match length of a round not yet played."""
    is_known_flight = fact.flight in book.plan or fact.flight in book.wiring.stage_of
    must(is_known_flight, "flight_unknown", flight=fact.flight)
    played = [name for name in (*book.results, *teams.played(book)) if _is_in_round(book, name, fact)]
    must(not played, "round_begun", flight=fact.flight, round=fact.round, pairings=played)
    book.lengths[fact.flight, fact.round] = fact.length


def date(book: Book, fact: facts.Dated) -> None:
    """Set the deadline of rounds of a flight, or of one match."""
    if fact.pairing:
        must(fact.pairing in book.board, "pairing_unknown", pairing=fact.pairing)
        book.dates[fact.pairing, 0] = fact.until[0]
        return
    is_known_flight = fact.flight in book.plan or fact.flight in book.wiring.stage_of
    must(is_known_flight, "flight_unknown", flight=fact.flight)
    book.dates |= {(fact.flight, number): day for number, day in fact.until.items()}


def _is_in_round(book: Book, name: str, fact: facts.Lengthened) -> bool:
    pairing = book.graph.by_id[name]
    flights = (pairing.flight, book.wiring.stage_of[pairing.flight])
    return pairing.round == fact.round and fact.flight in flights


def _plays(book: Book, entry: int, stage: str) -> bool:
    entrant = book.entries.get(entry)
    return entrant is not None and not entrant.gone(stage, stage)


def _draw_dependents(book: Book) -> None:
    """Draw stages that depend on drawn ones; publish them where those are published."""
    for stage in dependent_stages(book.plan, book.stages):
        feeding = source_stages(stage, book.plan)
        is_shown = all(book.stages[key].is_published for key in feeding)
        book.stages[stage.key] = DrawnStage(stage, is_published=is_shown)


def _remove_drawing(book: Book, key: str) -> None:
    """Remove a draw and its dependent draws."""
    del book.stages[key]
    for other, drawing in list(book.stages.items()):
        if other in book.stages and key in source_stages(drawing.stage, book.plan):
            _remove_drawing(book, other)


def _stages_of(book: Book) -> dict[str, str]:
    return {pairing.id: book.wiring.stage_of[pairing.flight] for pairing in book.graph.pairings}


def _rebuild(book: Book) -> None:
    """Rebuild the state; every result follows its players, or the action is refused."""
    _note_lengths(book)
    stages_before = _stages_of(book)
    before = pairings_by_pair((book.board[pairing.id] for pairing in book.graph.pairings), stages_before)
    book.rebuild()
    stages = _stages_of(book)
    certain_pairings = [
        Placement(pairing.id, pairing.white.entry, pairing.black.entry) for pairing in book.graph.pairings
    ]
    decided_names = set(book.results)
    relocated_results = ResultRelocation(
        book.results, stages, before, pairings_by_pair(certain_pairings, stages)
    )
    book.recompute_board(relocated_results.take)
    if relocated_results.left:
        raise Refusal("results_lost", pairings=sorted(relocated_results.left))
    teams.move_lineups(book, decided_names)


def _note_lengths(book: Book) -> None:
    """Store with every result the length it was played to, as it may move to a round of another length."""
    book.results = {
        name: replace(result, length=length_of(book, book.graph.by_id[name]))
        if result.length is None
        else result
        for name, result in book.results.items()
    }
    teams.note_lengths(book)


def end(book: Book, fact: Ended) -> None:
    """End a stage of rounds whose boards all have results; the table gives the places."""
    drawing = book.stage(fact.flight)
    key = drawing.stage.key
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=key)
    waiting = [name for name in book.wiring.of_flight.get(key, ()) if not book.board[name].is_decided]
    must(not waiting, "round_open", flight=key, pairings=waiting)
    book.stages[key] = replace(drawing, is_ended=True)
    book.recompute_places(key)
