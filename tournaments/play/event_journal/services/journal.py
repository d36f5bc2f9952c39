"""Journal of an event: commands executed and appended under lock, undone and redone."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext

from matches.actors import Actor, account_of, require_actor
from matches.models import Match, User
from matches.services import live
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.facts import RENAME, REPLAY, UNDONE, PairingResult, StoredRow
from tournaments.journal.field_follow_ups import FieldChoices, FollowUp
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.results import Corrected, Reopened, Settled
from tournaments.journal.stage_fields import has_own_draws
from tournaments.journal.state import EventState
from tournaments.journal.team_commands import result_at
from tournaments.journal.team_facts import meeting_of
from tournaments.journal.undo import choices_of, commands_of, fold_undone, lines_of, undo_rows, undo_rows_of
from tournaments.locks import lock_event
from tournaments.messages.names import get_stage_name
from tournaments.models import AnsweredName, Event, EventStatus, JournalEntry
from tournaments.models.event import PLANNED
from tournaments.permissions import must_be_active, must_direct
from tournaments.play.entrants.services import double_entries, entered_members
from tournaments.play.entrants.services.answered_names import withdraw_answers
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services.drawn_stages import find_follow_up
from tournaments.play.event_journal.services.pairing_matches import UndoEffects
from tournaments.play.event_journal.services.projection import EventProjection, is_being_written
from tournaments.play.events import event_state
from tournaments.play.schedule.services import calling
from tournaments.signals import entries_undone, journal_entry_added

# First line of the current command in each event it writes to; None outside a command.
_first_lines: ContextVar[dict[int, int] | None] = ContextVar("first_lines", default=None)


@contextmanager
def one_command() -> Iterator[None]:
    """Group all lines written inside into one command; a nested command is part of the outer one.

    Services that write several lines are decorated with `@one_command()`.
    """
    if _first_lines.get() is not None:
        yield
        return
    token = _first_lines.set({})
    try:
        yield
    finally:
        _first_lines.reset(token)


def command_number_of(event: Event, seq: int) -> int:
    """Return the command number of line `seq`, the next one of an event: that of its first line."""
    first_lines = _first_lines.get()
    if first_lines is None:
        return seq
    # After the rollback of a savepoint with the first line, a lower number can be the first one.
    first_lines[event.pk] = min(seq, first_lines.get(event.pk, seq))
    return first_lines[event.pk]


# Keys of `JournalEntry.effects`, the effects of a line outside the journal, for undo: matches detached from
# pairings, as (pairing, match); matches called, as (match, version at the call); the event's previous format.
DETACHED, CALLED, FORMAT = "let_go", "called", "format"
RESULT_KINDS = frozenset({"settled", "reopened", "corrected"})


@dataclass(frozen=True, slots=True)
class EventJournal:
    """The journal of a locked event, read and replayed once."""

    event: Event
    rows: Sequence[StoredRow]
    state: EventState


@transaction.atomic
def append(
    *,
    event: Event,
    kind: str,
    payload: Mapping[str, Any],
    by: Actor,
    key: str,
    reason: str = "",
    version: int | None = None,
    field_choices: FieldChoices | None = None,
) -> JournalEntry:
    """Append a line to the journal of an event and apply its consequences, as `write` does.

    The caller checks permissions. A key used before returns its line and changes nothing; for another line it
    raises `key_used_before`. `version` is the event version the command is based on, if the client sent one.
    Raises what the journal raises, and for a change of the players of a match in play, unless the payload
    decides about it: `choices_needed` for a result, `match_begun` for anything else. An error leaves no
    changes.
    """
    require_actor(by)
    event = lock_event(event)
    line = find_line(event, key)
    if line is not None:
        return require_same_line(line, kind, payload)
    check_version(event, version)
    return write(
        event_journal=open_journal(event),
        kind=kind,
        payload=payload,
        by=by,
        key=key,
        reason=reason,
        field_choices=field_choices,
    )


def find_line(event: Event, key: str) -> JournalEntry | None:
    """Return the line of an event with this key, if any."""
    return JournalEntry.objects.filter(event=event, key=key).order_by("seq").first() if key else None


def open_journal(event: Event) -> EventJournal:
    """Return the journal of a locked event with the state it replays to."""
    rows = event_state.get_journal_rows(event)
    return EventJournal(event, rows, fold(rows))


@one_command()
def write(
    *,
    event_journal: EventJournal,
    kind: str,
    payload: Mapping[str, Any],
    by: Actor,
    key: str,
    reason: str = "",
    field_choices: FieldChoices | None = None,
) -> JournalEntry:
    """Append the next line to the journal and apply it; the key is new. Return it.

    Stages that were drawn from results follow with lines of their own, in the same command; `field_choices`
    are those of the director about entries that have played there. Without them the result of a match is
    refused ("choices_needed") if there is something to choose, and by anything else they stay. A result may
    not be withdrawn from which a stage is drawn ("stage_field_open").

    Raises what `append` raises. `event_journal` is out of date afterwards.
    """
    row = StoredRow(event_journal.state.seq + 1, kind, payload)
    follow_up = FollowUp()
    if has_own_draws(event_journal.state):
        with add_player_to_refusals(event_journal.event):
            after = apply_row(event_journal.state, row)
        follow_up = find_follow_up(event_journal.event, row.kind, (event_journal.state, after), field_choices)
    line = write_rows(event_journal=event_journal, rows=[row], by=by, key=key, reason=reason)
    for number, command in enumerate(follow_up.commands, start=1):
        next_journal = open_journal(event_journal.event)
        write_rows(
            event_journal=next_journal,
            rows=[StoredRow(next_journal.state.seq + 1, *command)],
            by=by,
            key=f"{key[:60]}-field-{number}",
            reason=reason,
        )
    return line


@one_command()
def write_rows(
    *, event_journal: EventJournal, rows: Sequence[StoredRow], by: Actor, key: str, reason: str = ""
) -> JournalEntry:
    """Append the lines of one command to the journal and apply them together; return the first.

    Several lines are always undo lines. Raises what `append` raises, and what `must_be_active` does.
    `event_journal` is out of date afterwards.
    """
    require_actor(by)
    must_be_active(event_journal.event)
    event, previous_status, first = event_journal.event, event_journal.event.status, rows[0]
    is_undoing = first.kind == UNDONE
    with add_player_to_refusals(event):
        if is_undoing:
            after = fold_undone(event_journal.rows, rows, event_journal.state)
        else:
            after = apply_row(event_journal.state, first)
    effects = _get_undone_effects(event, rows)
    projection = EventProjection(event, after, _make_undo_effects(effects) if is_undoing else None)
    choices: dict[str, str] = {}
    for row in rows:
        choices |= choices_of(event_journal.rows, row)
    _check_choices(projection, choices, "choices_needed" if first.kind in RESULT_KINDS else "match_begun")
    entries = [
        _create_line(event, row, by, reason, key if row is first else f"{key[:70]}-{row.seq}") for row in rows
    ]
    replays = [pairing for pairing, choice in choices.items() if choice == REPLAY]
    previous_format = event.format
    if is_undoing:
        calling.cancel_unchanged_calls(called=[call for each in effects for call in each.get(CALLED, ())])
        event.format = next((each[FORMAT] for each in effects if FORMAT in each), event.format)
    elif first.kind == "planned":
        event.format = PLANNED
    called = _apply_projection(event, projection, replays, reason or _refer_to_line(first.seq))
    _save_effects(entries[0], projection, called, previous_format)
    journal_entry_added.send(sender=JournalEntry, entry=entries[0], previous_status=previous_status)
    return entries[0]


def _refer_to_line(number: int) -> str:
    """Return the reason of the decisions on matches that follow from a line of the journal."""
    return gettext("Line %(number)s of the activity log") % {"number": number}


def _get_undone_effects(event: Event, rows: Sequence[StoredRow]) -> list[dict[str, Any]]:
    """Return the effects of the lines that these lines undo, oldest first; empty for other lines."""
    undone_numbers = [row.undoes for row in rows if row.undoes is not None]
    lines = JournalEntry.objects.filter(event=event, seq__in=undone_numbers).order_by("seq")
    return list(lines.values_list("effects", flat=True)) if undone_numbers else []


def _make_undo_effects(effects: Sequence[Mapping[str, Any]]) -> UndoEffects:
    # If several lines of a command detached a match of a pairing, the first one is the original.
    match_keys = {label: match for each in reversed(effects) for label, match in each.get(DETACHED, ())}
    matches = Match.objects.select_related("white", "black").in_bulk(match_keys.values())
    return UndoEffects({label: matches[key] for label, key in match_keys.items() if key in matches})


def _save_effects(
    line: JournalEntry, projection: EventProjection, called: Collection[Match], previous_format: str
) -> None:
    effects: dict[str, Any] = {}
    if projection.detached_matches:
        effects[DETACHED] = projection.detached_matches
    if called:
        effects[CALLED] = [(match.pk, match.version) for match in called]
    if projection.event.format != previous_format:
        effects[FORMAT] = previous_format
    if effects:
        JournalEntry.objects.filter(pk=line.pk).update(effects=effects)


@contextmanager
def add_player_to_refusals(event: Event) -> Iterator[None]:
    """Add the player to a refusal about an entry, so that its message has a name."""
    try:
        yield
    except Refusal as refusal:
        number = refusal.facts.get("entry")
        entries = event.entries.select_related("player")
        entry = entries.filter(number=number).first() if isinstance(number, int) else None
        if entry is not None:
            refusal.facts.setdefault("player", entry.player.name)
        raise


def require_same_line(line: JournalEntry, kind: str, payload: Mapping[str, Any]) -> JournalEntry:
    """Return the line if it has this content. Raises `key_used_before` otherwise."""
    if (line.kind, line.payload) != (kind, dict(payload)):
        raise key_used_refusal(line)
    return line


def key_used_refusal(line: JournalEntry) -> Refusal:
    """Return the refusal for a key that is reused with another command."""
    return Refusal("key_used_before", seq=line.seq, kind=line.kind)


@transaction.atomic
def sync_match_result(*, match: Match, by: Actor, reason: str) -> None:
    """Write the outcome of a match to the journal of its event; idempotent.

    Does nothing for a casual match, or if the journal is up to date. If the match itself was voided, without
    a change of the pairing, a new match is seated.
    """
    require_actor(by)
    pairing = event_state.pairing_of(match)
    if pairing is None or pairing.white_entry is None or pairing.black_entry is None:
        return
    if is_being_written(pairing.event_id):
        return
    event_journal = open_journal(lock_event(pairing.event))
    event, current_result = event_journal.event, result_at(event_journal.state, pairing.label)
    new_result = event_state.result_of(match, pairing.white_entry.number, pairing.black_entry.number)
    if new_result == (current_result and current_result.without_measure):
        if match.status == Status.VOID.value:
            _apply_projection(event, EventProjection(event, event_journal.state), (), reason or event.name)
        return
    kind, payload = _result_change(pairing.label, current_result, new_result)
    key = f"match-{match.code}-{match.version}"
    line = find_line(event, key)
    if line is None:
        write(event_journal=event_journal, kind=kind, payload=payload, by=by, key=key, reason=reason)
    else:
        require_same_line(line, kind, payload)


def check_version(event: Event, version: int | None) -> None:
    """Raise if a command is based on an older version of the event; `None` is not checked."""
    if version is None or version == event.version:
        return
    last = JournalEntry.objects.filter(event=event).select_related("by").order_by("seq").last()
    raise Refusal(
        "event_changed_meanwhile",
        event=event.name,
        version=event.version,
        by=last.by.get_username() if last and last.by else "",
        at=last.at.isoformat() if last else "",
    )


def _apply_projection(
    event: Event, projection: EventProjection, replays: Collection[str], reason: str
) -> list[Match]:
    projection.update_tables(replays=replays, reason=reason)
    if event.tournament.is_draft and event.status in (EventStatus.PUBLISHED, EventStatus.FINISHED):
        raise Refusal("tournament_is_draft", name=event.tournament.name)
    called = calling.call_waiting(tournament=event.tournament)
    publish_change(event)
    return called


def publish_change(event: Event) -> None:
    """Notify the open pages of an event and of its club."""
    data = {"event": event.pk, "version": event.version}
    live.publish(topic=f"event:{event.pk}", kind="event", data=data)
    live.publish(topic=f"club:{event.tournament.club_id}", kind="event", data=data)


def _result_change(
    pairing: str, current_result: PairingResult | None, new_result: PairingResult | None
) -> JournalCommand:
    if new_result is None:
        return make_command(Reopened(pairing))
    if current_result is None:
        return make_command(Settled(pairing, new_result))
    return make_command(Corrected(pairing, new_result))


def _check_choices(projection: EventProjection, choices: Mapping[str, str], code: str) -> None:
    open_questions = [
        pairing
        for pairing in projection.questions
        if not _choice_for(choices, pairing)
        or (_choice_for(choices, pairing) == RENAME and not _is_seated(projection, pairing))
    ]
    if open_questions:
        raise Refusal(code, pairings=open_questions)


def _choice_for(choices: Mapping[str, str], pairing: str) -> str:
    """Return the choice for a pairing; a team board follows its meeting."""
    return choices.get(pairing) or choices.get(meeting_of(pairing), "")


def _is_seated(projection: EventProjection, pairing: str) -> bool:
    placement = projection.board.get(pairing)
    return placement is not None and placement.is_seated


def _create_line(event: Event, row: StoredRow, by: Actor, reason: str, key: str) -> JournalEntry:
    return JournalEntry.objects.create(
        event=event,
        seq=row.seq,
        kind=row.kind,
        payload=dict(row.payload),
        command=command_number_of(event, row.seq),
        undoes=row.undoes,
        by=account_of(by),
        reason=reason,
        key=key,
    )


Command = Callable[[EventState], JournalCommand]


@transaction.atomic
def execute_command(
    *, event: Event, by: User, command: Command, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Append what `command` computes from the event's state.

    Return the existing line if the key was used before for the same command. Raises `directors_only`,
    `key_used_before`, `event_changed_meanwhile`, what the command and the journal raise, and `match_begun` if
    a match in progress would change players.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = find_line(event, key)
    if line is not None:
        return require_same_command(line, command)
    check_version(event, version)
    event_journal = open_journal(event)
    with add_player_to_refusals(event):
        kind, payload = command(event_journal.state)
    return write(
        event_journal=event_journal, kind=kind, payload=payload, by=by, key=key or uuid4().hex, reason=reason
    )


def require_same_command(line: JournalEntry, command: Command) -> JournalEntry:
    """Return the line if `command` gives the same on the state before it. Raises `key_used_before`."""
    before = fold([row for row in event_state.get_journal_rows(line.event) if row.seq < line.seq])
    try:
        kind, payload = command(before)
    except Refusal as refusal:
        raise key_used_refusal(line) from refusal
    return require_same_line(line, kind, payload)


# Codes of refusals whose `seq` is not the number of a later line that blocks the undo.
NO_BLOCKING_LINE = frozenset({"undo_nothing", "key_used_before"})


@transaction.atomic
def undo(
    *,
    event: Event,
    by: User,
    command: int | None = None,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Undo a command, all its lines at once: the last live one, or that with the given number.

    Matches and boards follow. Return the first line written. Raises `undo_nothing` if there is no such
    command; `undo_blocked`, naming a later command that depends on it; `stage_field_open`, naming a stage
    that was drawn from its results; `match_begun` if a match in progress
    would change players (correct the result instead); `entry_paid` if a player who has paid would be removed;
    `sits_already` if a restored entry has a player who is in another one by now.
    """
    must_direct(by, event)
    return _reverse(event, command, by, key, reason, version, is_redo=False)


@transaction.atomic
def redo(
    *,
    event: Event,
    by: User,
    command: int | None = None,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Redo the last undone command, all its lines at once, or that with the given number.

    A new command clears the redo history. Return the first line written. Raises `redo_nothing`, and what
    `undo` raises.
    """
    must_direct(by, event)
    return _reverse(event, command, by, key, reason, version, is_redo=True)


def _reverse(
    event: Event, command: int | None, by: User, key: str, reason: str, version: int | None, *, is_redo: bool
) -> JournalEntry:
    """Undo or redo a command of a locked event; a repeated key returns the line it wrote."""
    event = lock_event(event)
    earlier = find_line(event, key)
    if earlier is not None:
        return _require_same_request(event, earlier, command, is_redo=is_redo)
    check_version(event, version)
    event_journal = open_journal(event)
    commands = commands_of(event_journal.rows)
    numbers = commands.undone if is_redo else commands.live
    number = command if command is not None else next(reversed(numbers), 0)
    if number not in numbers:
        raise Refusal("redo_nothing" if is_redo else "undo_nothing", event=event.name)
    lines = (undo_rows_of if is_redo else lines_of)(event_journal.rows, number)
    try:
        return _write_reversal(event_journal, lines, by, key, reason)
    except Refusal as refusal:
        raise _explain_refusal(refusal, event_journal, number) from refusal


@one_command()
def _write_reversal(
    event_journal: EventJournal, lines: Sequence[int], by: User, key: str, reason: str
) -> JournalEntry:
    event, players_before = event_journal.event, _players_by_entry(event_journal.event)
    rows = undo_rows(event_journal.rows, lines)
    line = write_rows(event_journal=event_journal, rows=rows, by=by, key=key or uuid4().hex, reason=reason)
    double_entries.check_unique_entrants(event)
    players_now = _players_by_entry(event)
    removed_numbers = players_before.keys() - players_now.keys()
    if removed_numbers:
        players = frozenset(players_before[number] for number in removed_numbers)
        entries_undone.send(sender=Event, event=event, players=players, by=by)
        withdraw_answers(answers=AnsweredName.objects.filter(event=event, entered_line__in=lines))
        entered_members.remove_members_made_by(event=event, lines=lines, keys=players)
    restored_numbers = players_now.keys() - players_before.keys()
    if restored_numbers:
        keys = [players_now[number] for number in restored_numbers]
        entered_members.restore_members(event=event, keys=keys)
    return line


def _players_by_entry(event: Event) -> dict[int, int]:
    return dict(event.entries.values_list("number", "player"))


def _require_same_request(
    event: Event, line: JournalEntry, command: int | None, *, is_redo: bool
) -> JournalEntry:
    """Return the line an earlier request with this key wrote.

    Raises `key_used_before` for another command.
    """
    # A redo is an undo line of an undo line: follow them to the line of the command itself.
    target = line
    undo_count = 0
    while target.undoes is not None:
        target, undo_count = event.journal.get(seq=target.undoes), undo_count + 1
    is_other = command is not None and target.command != command
    if not undo_count or (undo_count % 2 == 0) != is_redo or is_other:
        raise key_used_refusal(line)
    return line


def _explain_refusal(refusal: Refusal, event_journal: EventJournal, command: int) -> Refusal:
    """Turn a refusal about a later line into one that names its command."""
    if "seq" not in refusal.facts or refusal.code in NO_BLOCKING_LINE:
        return refusal
    blocking = next((row for row in event_journal.rows if row.seq == refusal.facts["seq"]), None)
    if blocking is None:
        return refusal
    if refusal.code == "stage_field_open":
        stage = get_stage_name(event_journal.state.plan[str(refusal.facts["stage"])])
        return Refusal(refusal.code, command=command, blocking=blocking.command_number, stage=stage)
    later = journal.describe_command(event_journal.event, blocking.command_number)
    return Refusal(
        "undo_blocked", command=command, blocking=blocking.command_number, kind=blocking.kind, later=later
    )
