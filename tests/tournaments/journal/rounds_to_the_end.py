"""Play formats of rounds to the end with random results, and check the final ranking with the checker."""

import random
from collections.abc import Iterator

from rules.errors import Refusal
from tests.tournaments.event_simulation import LENGTH, Event, random_payload
from tests.tournaments.formats.playouts import spans
from tests.tournaments.journal.test_stages import planned
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats import FORMATS
from tournaments.formats.graph import SWISS
from tournaments.formats.plan import ENTRIES, LIVES, PLACES, ROLLING, Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.swiss.pairing_methods import METHODS, SLIDE
from tournaments.journal import commands, pairing_commands, rolling_queue
from tournaments.journal.event_end import is_finished
from tournaments.journal.flight_places import spans_of
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.openings import random_seed


def _rounds(form: str, **options: object) -> Plan:
    return Plan((Stage(SWISS, form, options=options),))


# Every format of rounds as it is without options, and what single formats can do besides.
PLANS = {
    **{form.name: _rounds(form.name) for form in FORMATS.values() if not form.is_static},
    **{f"swiss {method}": _rounds("swiss", method=method) for method in METHODS if method != SLIDE},
    "accelerated": _rounds("swiss", acceleration="baku", rounds=5),
    "score swiss by hundreds": _rounds("score_swiss", criteria=["hundred", "wins"]),
    "two lives": _rounds("lives", lives=2),
    "paid lives": Plan(
        (
            Stage("lives", "lives", options={"lives": 3, "places": 3}),
            Stage("playoff", "contingent", Feed(LIVES, "lives")),
        )
    ),
    "best eight": Plan(
        (
            Stage("swiss", "swiss", options={"rounds": 3}),
            Stage("main", "knockout", Feed(PLACES, "swiss", first=1, last=8), {"placed": 0}),
        )
    ),
    "mini": Plan((Stage("mini_1", "knockout", options={ROLLING: {"size": 8, "hours": [], "again": False}}),)),
}
MOST_ROUNDS = 200
# The number of opponents needed to pair all rounds.
LEAST = {"accelerated": 6, "best eight": 4}


def faults(name: str, entrants: int, seed: int) -> list[str]:
    """Describe the faults of one event of that plan, played to its end."""
    if entrants < LEAST.get(name, 2):
        return []
    rng = random.Random(f"{name}-{entrants}-{seed}")
    event = planned(PLANS[name], entrants, rng)
    for _ in range(MOST_ROUNDS):
        while event.playable:
            for placed in event.playable:
                event.append(
                    "settled", random_payload(placed, rng, length=event.state.length(placed.id) or LENGTH)
                )
        if not _goes_on(event, rng):
            break
    return [f"{name} of {entrants}: {fault}" for fault in _wrong(event, entrants)]


def _goes_on(event: Event, rng: random.Random) -> bool:
    """Pair or draw the next round, stage or knockout; return whether there was one."""
    for key in event.state.stages:
        try:
            event.do(pairing_commands.pair(event.state, key))
        except Refusal as refusal:
            if refusal.code not in {"rounds_over", "stage_of_lines", "play_off_of_three"}:
                raise
        else:
            return True
    for stage in event.state.plan.stages:
        if stage.key not in event.state.stages:
            return _draw(event, rng, stage.key)
    if rolling_queue.is_rolling(event.state.plan) and len(rolling_queue.pool(event.state).waiting) > 1:
        event.do(commands.set_plan(rolling_queue.plan_with_next(event.state)))
        return _draw(event, rng, event.state.plan.stages[-1].key)
    return False


def _draw(event: Event, rng: random.Random, key: str) -> bool:
    seed = random_seed(rng)
    event.append("committed", {"commitment": compute_commitment(seed)})
    try:
        event.do(commands.draw(event.state, seed, flight=key))
    except Refusal as refusal:
        if refusal.code not in {"play_off_of_three", "field_size"}:
            raise
        return False
    event.do(commands.publish(key))
    return True


def _wrong(event: Event, entrants: int) -> Iterator[str]:
    state = event.state
    drawn_stages = [stage for stage in state.plan.stages if stage.key in state.stages]
    waits = {stage.key for stage in state.plan.stages} - {stage.key for stage in drawn_stages}
    if not is_finished(state, state.board) and waits - {"playoff"}:
        yield "not finished"
    ranked: set[int] = set()
    for stage in drawn_stages:
        span_by_entry = spans_of(state, stage.key, state.board)
        ranked |= set(span_by_entry)
        stage_places = spans(span_by_entry)
        if stage_places != list(range(1, len(span_by_entry) + 1)):
            yield f"places of {stage.key}: {stage_places}"
        if (
            stage.feed.origin == ENTRIES
            and span_by_entry
            and set(span_by_entry) != set(state.stages[stage.key].members)
        ):
            yield f"without a place in {stage.key}"
    if len(ranked) < entrants - (entrants % 8 == 1 and ROLLING in drawn_stages[0].options):
        yield f"{entrants - len(ranked)} without a place"
    rows = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in event.rows]
    for finding in check_file(canonical(build_document({"length": LENGTH}, rows, export_projection(state)))):
        yield f"{finding.guarantee} {finding.code} {finding.facts}"
