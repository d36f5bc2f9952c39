"""Changes of a running event: changes of the draw, corrections of results, performance ratings."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.actors import Actor, require_actor
from matches.models import Match, Player, User
from matches.states import MatchResult
from rules.errors import Refusal
from tournaments.entries_text import NOTHING, Particulars
from tournaments.journal import commands, draw_changes, stage_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import LATE, UNMEASURED, Measure
from tournaments.journal.results import measured_payload, result_payload
from tournaments.journal.standings import counts_ratings
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.queries.event_state import pairing_of
from tournaments.queries.performance_ratings import measure_records
from tournaments.queries.previews import CorrectionPreview, preview_correction
from tournaments.services import draws, entries, journal, people
from tournaments.services.journal import Command, execute_command, one_command
from tournaments.services.locks import lock_event


@one_command()
@transaction.atomic
def enter_late(
    *,
    event: Event,
    player: Player,
    flight: str,
    by: User,
    about: Particulars = NOTHING,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Enter a player and add them to a drawn flight: on a bye, a new line, or from the next round.

    Raises `no_line_free`; then the player is not entered either.
    """
    must_direct(by, event)
    event = lock_event(event)
    # The command has two lines: the entry, under a key of its own, and its place in the flight.
    used_line, entry_key = journal.find_line(event, key), f"{key}-entry" if key else ""
    line = journal.find_line(event, entry_key)
    if line is None:
        if used_line is not None:
            raise journal.key_used_refusal(used_line)
        line = entries.enter_players(
            event=event, players=[player], about=[about], by=by, key=entry_key, version=version
        )
    entry_data = line.payload["entries"][0]
    if entry_data["player"] != player.code:
        raise journal.key_used_refusal(line)
    return add_to_flight(event=event, entry=entry_data["entry"], flight=flight, by=by, key=key)


@transaction.atomic
def add_to_flight(
    *, event: Event, entry: int, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Add an entry to a drawn flight without affecting matches in progress.

    In a flight fed by others it takes a line to which no entry advances. Raises `already_joined`,
    `no_line_free`, `entry_plays`.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return _require_same_join(line, entry, flight)
    pairs_in_play = event_state.pairs_in_play(event)
    return _execute(
        event, by, lambda state: draw_changes.add_late(state, entry, flight, pairs_in_play), key, version
    )


def _require_same_join(line: JournalEntry, entry: int, flight: str) -> JournalEntry:
    """Return the line if it added this entry to this flight, else raise.

    It is not recomputed: which matches had begun at that time is unknown.
    """
    payload = line.payload
    is_late = line.kind == "joined" and payload["entry"] == entry
    is_late |= line.kind == "relined" and payload["cause"] == LATE and entry in payload["lines"].values()
    if not is_late or payload["flight"] != flight:
        raise journal.key_used_refusal(line)
    return line


def re_enter(
    *, event: Event, entry: int, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Let an eliminated entry start again in a knockout.

    Raises `entry_plays`, `entry_not_eliminated`, `no_line_free`.
    """
    return _execute(event, by, lambda state: draw_changes.re_enter(state, entry, flight), key, version)


def swap(
    *, event: Event, flight: str, one: int, other: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Exchange the lines of two entries. Raises `line_unknown`, `results_lost`, `match_begun`."""
    return _execute(event, by, lambda state: draw_changes.swap(state, flight, one, other), key, version)


def step_in(
    *,
    event: Event,
    flight: str,
    absent: int,
    alternate: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Put an alternate on the line of an absent entry. Raises as `swap`."""
    return _execute(
        event, by, lambda state: draw_changes.use_alternate(state, flight, absent, alternate), key, version
    )


def move_seed(
    *,
    event: Event,
    flight: str,
    entry: int,
    number: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Swap an entry with the one on the line of seed `number`. Raises as `swap`."""
    return _execute(
        event, by, lambda state: draw_changes.move_seed(state, flight, entry, number), key, version
    )


@transaction.atomic
def substitute(
    *, event: Event, entry: int, player: Player, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Replace the player of an entry that has not played yet. Raises `entry_has_played`."""
    people.check_entrant_kinds(event, [player])
    line = _execute(event, by, lambda _: commands.substitute(entry, player.code), key, version)
    people.check_unique_entrants(event)
    return line


def withdraw_from(
    *,
    event: Event,
    entry: int,
    by: User,
    flight: str = "",
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Withdraw an entry from a flight, or from the event if no flight is named."""
    return execute_command(
        event=event,
        by=by,
        command=lambda _: commands.withdraw(entry, flight),
        key=key,
        reason=reason,
        version=version,
    )


def reinstate(
    *, event: Event, entry: int, by: User, flight: str = "", key: str = "", version: int | None = None
) -> JournalEntry:
    """Reinstate an entry; forfeited matches stay so once others have played on.

    Raises `entry_not_withdrawn`.
    """
    return _execute(event, by, lambda _: commands.reinstate(entry, flight), key, version)


def split(
    *, event: Event, flight: str, twin: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Plan a second stage beside an unpublished one; each is then drawn with its own entries."""
    return _execute(event, by, lambda state: stage_changes.split(state, flight, twin), key, version)


def merge(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Drop one of two entry stages; the other is then drawn with all entries. Raises `stage_published`."""
    return _execute(event, by, lambda state: stage_changes.merge(state, flight, into), key, version)


@one_command()
@transaction.atomic
def split_and_draw(
    *,
    event: Event,
    flight: str,
    others: Collection[int],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Split an unpublished stage and draw both: `others` in the new one, the rest in this.

    Raises `stage_not_parted`, `already_published`, `entry_unknown`, `field_size` if either is too small.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    journal.check_version(event, version)
    state = event_state.get_event_state(event)
    twin = stage_changes.twin_key(state, flight)
    remaining_entries = stage_changes.remaining_entries(state, flight, others)
    execute_command(event=event, by=by, command=lambda state: stage_changes.split(state, flight, twin))
    event.refresh_from_db(fields=["version"])
    draws.draw(event=event, by=by, flight=flight, only=remaining_entries, version=event.version)
    return draws.draw(event=event, by=by, flight=twin, only=others, key=key)


@one_command()
@transaction.atomic
def merge_and_draw(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Drop a stage and draw the other with all entries. Raises `stage_not_parted`, `stage_published`."""
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    merge(event=event, flight=flight, into=into, by=by, version=version)
    event.refresh_from_db(fields=["version"])
    return draws.draw(event=event, by=by, flight=into, key=key, version=event.version)


def require_draw_line(line: JournalEntry) -> JournalEntry:
    """Return the line of a key if it is a draw. Raises `key_used_before`."""
    if line.kind != "drawn":
        raise journal.key_used_refusal(line)
    return line


def _execute(event: Event, by: User, command: Command, key: str, version: int | None) -> JournalEntry:
    return execute_command(event=event, by=by, command=command, key=key, version=version)


@transaction.atomic
def correct_result(
    *,
    match: Match,
    result: MatchResult,
    choices: Mapping[str, str],
    by: User,
    reason: str,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Replace the result of a settled match of an event, with the effect shown by the preview.

    `choices` has, for each begun pairing of the preview, one of its allowed choices. Raises `choices_needed`
    if one is missing or impossible, `reason_missing`.
    """
    pairing = pairing_of(match)
    if pairing is None:
        raise Refusal("not_in_event", match=match.code)
    must_direct(by, pairing.event)
    if not reason.strip():
        raise Refusal("reason_missing")
    event = lock_event(pairing.event)
    preview = preview_correction(match=match, result=result, choices=choices)
    new_result = result_payload(pairing.label, preview.after)
    line = journal.find_line(event, key)
    if line is not None:
        return _require_same_correction(line, new_result, choices)
    payload = {**new_result, "choices": _require_choices(preview, choices)}
    return journal.append(
        event=event,
        kind="corrected",
        payload=payload,
        by=by,
        key=key or uuid4().hex,
        reason=reason,
        version=version,
    )


def _require_same_correction(
    line: JournalEntry, result_data: Mapping[str, Any], choices: Mapping[str, str]
) -> JournalEntry:
    """Return the line if it is this correction with the relevant choices."""
    recorded_choices = line.payload.get("choices", {})
    relevant_choices = {label: choices.get(label) for label in recorded_choices}
    return journal.require_same_line(line, "corrected", {**result_data, "choices": relevant_choices})


def _require_choices(correction_preview: CorrectionPreview, choices: Mapping[str, str]) -> dict[str, str]:
    """Return the relevant choices. Raises `choices_needed` if one is missing or impossible."""
    open_questions = [
        label for label, choice in correction_preview.choices.items() if choices.get(label) != choice
    ]
    if open_questions:
        raise Refusal("choices_needed", pairings=open_questions)
    return correction_preview.choices


# Refusals of new performance ratings because later play depends on the old ones, which then stay.
MEASURE_TOO_LATE = frozenset({"choices_needed", "match_begun"})


@transaction.atomic
def sync_measure(*, match: Match, by: Actor) -> None:
    """Append the performance ratings of a match if the table of its stage counts them; idempotent.

    A measure says how a match counts in the table of its stage: by the performance ratings (PR) of its
    players, or by a ruling. Does nothing while a rating or the result is missing, after a ruling by the
    director, and if later play depends on the previous value. Ratings read from an analysed file count once
    the director confirms them.
    """
    require_actor(by)
    new_measure = measure_records(match, includes_files=False)
    pairing = event_state.pairing_of(match) if new_measure != UNMEASURED else None
    if pairing is None or pairing.board:
        return
    event = lock_event(pairing.event)
    state = event_state.get_event_state(event)
    current_measure = _get_measure(state, pairing.label)
    if (
        current_measure is None
        or current_measure == new_measure
        or current_measure.ruling
        or not _is_counted(state, pairing.label)
    ):
        return
    try:
        with transaction.atomic():
            _append_measure(event, pairing.label, new_measure, by)
    except Refusal as refusal:
        if refusal.code not in MEASURE_TOO_LATE:
            raise


@transaction.atomic
def set_match_measure(
    *,
    event: Event,
    pairing: str,
    measure: Measure,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Set at the desk how a match counts: by entered PRs, or by ruling.

    An empty measure restores that of the transcripts. Raises `not_settled`, `ratings_not_counted`, and
    `choices_needed` or `match_begun` if later play depends on it.
    """

    def set_measure(state: EventState) -> JournalCommand:
        if pairing not in state.results:
            raise Refusal("not_settled", pairing=pairing)
        new_measure = measure if measure != UNMEASURED else _measure_from_records(event, pairing)
        return JournalCommand("measured", measured_payload(pairing, new_measure))

    return execute_command(event=event, by=by, command=set_measure, key=key, version=version)


def _is_counted(state: EventState, pairing: str) -> bool:
    drawn_pairing = state.graph.by_id.get(pairing)
    return drawn_pairing is not None and counts_ratings(
        state.stages[state.stage_of(drawn_pairing.flight)].stage
    )


def _get_measure(state: EventState, pairing: str) -> Measure | None:
    result = state.results.get(pairing)
    return result.measure if result is not None else None


def _append_measure(event: Event, pairing: str, new_measure: Measure, by: Actor) -> None:
    event_journal = journal.open_journal(event)
    payload = measured_payload(pairing, new_measure)
    journal.write(event_journal=event_journal, kind="measured", payload=payload, by=by, key=uuid4().hex)


def _measure_from_records(event: Event, pairing: str) -> Measure:
    row = event.pairings.select_related("match").filter(label=pairing).first()
    return measure_records(row.match) if row is not None and row.match is not None else UNMEASURED
