"""Copies of tournaments that another site directs: received, taken over, deleted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match, Player, Table, User
from matches.services import copied_states, desks, merging, outbox, players
from matches.services.copied_states import CopiedState
from matches.services.players import normalise_name
from matches.states import BEFORE_THE_END, Status
from rules.errors import Refusal
from tournaments import club_log
from tournaments.exchange import event_file
from tournaments.exchange.event_file import EventFile, parse_time
from tournaments.importing.queries.exports import find_imported_event
from tournaments.importing.services import imports, member_lists
from tournaments.importing.services.imported_tournaments import create_tournament, update_imported_page
from tournaments.locks import lock_club, lock_tournament
from tournaments.mirrors import queries
from tournaments.mirrors.copy_messages import FORMAT_VERSION, LivePart, read_live_part
from tournaments.mirrors.models import CopiedEvent, CopiedPlayer, CopiedTournament
from tournaments.mirrors.services import copied_settings
from tournaments.models import Club, ClubLogEntry, Event, EventStatus, Membership, Pairing, Token, Tournament
from tournaments.permissions import must_direct, writing_copy
from tournaments.play.event_journal.services.journal import publish_change
from tournaments.play.event_journal.services.pairing_matches import RATE
from tournaments.play.events import event_state
from tournaments.play.schedule.services import calling
from tournaments.play.tournaments.services import tournament_settings

# What one club may have received, without what it has taken over.
MAX_EVENTS, MAX_MEGABYTES = 100, 50
OPEN_STATUSES = [status.value for status in BEFORE_THE_END]


@dataclass(frozen=True, slots=True)
class EventCopy:
    """What another site sends about an event: the event file unless it is unchanged, and the live part.

    `tournament` and `event` are the keys of both there, `origin` and `club` the names of the site and of the
    club that directs it, `time_zone` is that of its hall, `events` are the keys of all its published events,
    `lines` is the length of the journal. `is_replacement`: the copy here is to be replaced by the file.
    """

    tournament: str
    event: str
    origin: str
    club: str
    time_zone: str
    file: EventFile | None
    size: int
    live: LivePart
    lines: int
    events: tuple[str, ...]
    is_replacement: bool = False


@dataclass(frozen=True, slots=True)
class CopyReceipt:
    """The answer to a message: how many lines of the journal are here, and when it arrived."""

    event: Event
    lines: int
    heard_at: datetime


def read_copy(*, tournament: str, event: str, data: Mapping[str, Any]) -> EventCopy:
    """Read what another site sends. Raises `copy_version_unknown`, `event_file_damaged`, `copy_damaged`."""
    version, file = data["version"], data["file"]
    if version != FORMAT_VERSION:
        raise Refusal("copy_version_unknown", version=version, known=FORMAT_VERSION)
    if isinstance(file, Mapping) and file.get("crawford") != event_file.FORMAT_VERSION:
        raise Refusal(
            "copy_version_unknown", version=str(file.get("crawford"))[:40], known=event_file.FORMAT_VERSION
        )
    file_bytes = event_file.to_canonical_bytes(file) if file is not None else b""
    return EventCopy(
        tournament=tournament,
        event=event,
        origin=" ".join(data["origin"].split()) or "Crawford",
        club=" ".join(data["club"].split()),
        time_zone=data["time_zone"],
        file=event_file.read(file_bytes) if file is not None else None,
        size=len(file_bytes),
        live=read_live_part(data["live"]),
        lines=data["lines"],
        events=tuple(data["events"]),
        is_replacement=data["replaces"],
    )


@transaction.atomic
def receive_event(*, club: Club, token: Token, message: EventCopy) -> CopyReceipt:
    """Create or update the copy of an event, by what its site sends with a token of the club.

    The journal here must be the beginning of the one that is sent; an older file changes nothing. Raises
    `copy_unknown` without a file for a new copy, `copy_taken_over`, `copies_full`, `copies_too_large`,
    `journals_differ`, and what the import of an event file raises.
    """
    by = token.user
    must_direct(by, club)
    lock_club(club)
    copy = _find_or_create_copy(club, token, message)
    tournament = copy.tournament
    now = timezone.now()
    with writing_copy(tournament.pk):
        lock_tournament(tournament.pk)
        _delete_removed_events(copy, message, by)
        event, is_outdated = _update_event(copy, message, by)
        if is_outdated:
            return CopyReceipt(event, queries.count_lines(event), copy.heard_at)
        _apply_live_part(event, message.live, now)
        if tournament.desk.time_zone != message.time_zone:
            desks.set_time_zone(desk=tournament.desk, time_zone=message.time_zone, by=SYSTEM)
    CopiedTournament.objects.filter(pk=copy.pk).update(
        heard_at=now, token=token, origin=message.origin, directed_by=message.club
    )
    publish_change(event)
    return CopyReceipt(event, queries.count_lines(event), now)


@transaction.atomic
def take_over(*, copy: CopiedTournament, by: User) -> Tournament:
    """Direct a tournament here from now on: what its site sends is refused, and results count.

    Running scores begin anew, as the games are not here. Raises `copy_taken_over`.
    """
    must_direct(by, copy.club)
    lock_club(copy.club)
    copy = _lock_copy(copy)
    tournament = copy.tournament
    with writing_copy(tournament.pk):
        events = lock_tournament(tournament.pk)
        open_matches = Match.objects.filter(desk=tournament.desk, status__in=OPEN_STATUSES)
        copied_states.copy_states(states={match.pk: _forget_score(match) for match in open_matches})
    Tournament.objects.filter(pk=tournament.pk).update(is_directed_elsewhere=False)
    CopiedTournament.objects.filter(pk=copy.pk).update(taken_over_at=timezone.now(), taken_over_by=by)
    CopiedPlayer.objects.filter(copy=copy).delete()
    for event in events.values():
        _enqueue_ratings(event)
    tournament.refresh_from_db()
    club_log.log_change(tournament, "copy_taken_over", by, origin=copy.directed_by or copy.origin)
    calling.call_waiting(tournament=tournament)
    tournament_settings.publish_changes(tournament, events)
    return tournament


@transaction.atomic
def delete_copy(*, copy: CopiedTournament, by: User) -> None:
    """Delete a copy with its events and matches, and the players whom only this copy brought.

    Raises `copy_taken_over`, and what the deletion of a tournament raises.
    """
    must_direct(by, copy.club)
    lock_club(copy.club)
    copy = _lock_copy(copy)
    tournament = copy.tournament
    with writing_copy(tournament.pk):
        _stop_matches(tournament)
        codes = _take_players(copy)
        name = tournament.name
        tournament_settings.delete_tournament(tournament=tournament, by=by)
    _delete_players(copy.club, codes, by)
    club_log.log_action(club=copy.club, kind="copy_deleted", by=by, about={"name": name})


def _lock_copy(copy: CopiedTournament) -> CopiedTournament:
    rows = CopiedTournament.objects.select_related("club", "tournament__club", "tournament__desk")
    locked_copy = rows.select_for_update(of=("self",)).filter(pk=copy.pk).first()
    if locked_copy is None:
        raise Refusal("copy_unknown")
    if locked_copy.taken_over_at is not None:
        raise Refusal("copy_taken_over", name=locked_copy.tournament.name)
    return locked_copy


def _find_or_create_copy(club: Club, token: Token, message: EventCopy) -> CopiedTournament:
    existing_row = CopiedTournament.objects.filter(club=club, key=message.tournament).first()
    if existing_row is not None:
        return _lock_copy(existing_row)
    if message.file is None:
        raise Refusal("copy_unknown")
    _require_new_event(message.file)
    tournament = create_tournament(club=club, file=message.file, by=token.user, is_directed_elsewhere=True)
    copy = CopiedTournament.objects.create(
        club=club,
        tournament=tournament,
        key=message.tournament,
        origin=message.origin,
        directed_by=message.club,
        token=token,
    )
    club_log.log_change(tournament, "copy_received", token.user, origin=copy.directed_by or copy.origin)
    return copy


def _require_new_event(file: EventFile) -> None:
    existing_row = find_imported_event(file.lines[0].key)
    if existing_row is not None:
        raise Refusal("event_here_already", event=existing_row.name)


def _delete_removed_events(copy: CopiedTournament, message: EventCopy, by: User) -> None:
    """Delete the copies of events that the other site has deleted, or publishes no more."""
    removed_events = CopiedEvent.objects.filter(copy=copy).exclude(key__in=[*message.events, message.event])
    for copied_event in removed_events.select_related("event").order_by("pk"):
        tournament_settings.delete_event(event=_stop_event(copied_event.event), by=by)


def _update_event(copy: CopiedTournament, message: EventCopy, by: User) -> tuple[Event, bool]:
    """Create or update an event; return it, and whether what was sent is older than what is here."""
    copied_event = CopiedEvent.objects.filter(copy=copy, key=message.event).select_related("event").first()
    if message.file is None:
        lines = queries.count_lines(copied_event.event) if copied_event is not None else 0
        if copied_event is None or lines < message.lines:
            raise Refusal("copy_unknown")
        return _reload(copied_event.event), lines > message.lines
    _check_quota(copy.club, message, copied_event)
    if copied_event is not None and message.is_replacement:
        tournament_settings.delete_event(event=_stop_event(copied_event.event), by=by)
        club_log.log_change(copy.tournament, "copy_replaced", by, origin=copy.directed_by or copy.origin)
        copied_event = None
    new_codes = queries.find_new_codes([guest.code for guest in message.file.players])
    if copied_event is None:
        _require_new_event(message.file)
        event = imports.import_event(club=copy.club, file=message.file, by=by, tournament=copy.tournament)
        CopiedEvent.objects.create(copy=copy, event=event, key=message.event, size=message.size)
    else:
        event = _reload(copied_event.event)
        if not _append_lines(event, message.file, by):
            return event, True
        CopiedEvent.objects.filter(pk=copied_event.pk).update(size=message.size)
    _note_players(copy, new_codes)
    _update_names(copy, message.file)
    _update_tournament(event, message.file, by)
    return _reload(event), False


def _reload(event: Event) -> Event:
    return Event.objects.select_related("tournament__club", "tournament__desk").get(pk=event.pk)


def _check_quota(club: Club, message: EventCopy, copied_event: CopiedEvent | None) -> None:
    count, size = queries.measure_copies(club)
    if copied_event is None and count >= MAX_EVENTS:
        raise Refusal("copies_full", most=MAX_EVENTS)
    if size + message.size - (copied_event.size if copied_event else 0) > MAX_MEGABYTES * 1_000_000:
        raise Refusal("copies_too_large", megabytes=MAX_MEGABYTES)


def _append_lines(event: Event, file: EventFile, by: User) -> bool:
    """Append the new lines of a file; return whether the file is as new as the journal here.

    An older file, whose journal is the beginning of the one here, is not. Raises `journals_differ`.
    """
    rows = event_state.get_journal_rows(event)
    is_beginning = all(one == other for one, other in zip(file.rows, rows, strict=False))
    if is_beginning and len(file.rows) < len(rows):
        return False
    _update_settings(event, file)
    if is_beginning and len(file.rows) == len(rows):
        return True
    was_finished = event.status == EventStatus.FINISHED
    try:
        imports.import_continuation(event=event, file=file, by=by)
    except Refusal as refusal:
        if refusal.code != "match_begun":
            raise
        # The other site has decided about its matches, and here nobody plays.
        imports.import_continuation(event=_stop_event(event), file=file, by=by)
    event.refresh_from_db()
    if event.status == EventStatus.FINISHED and not was_finished:
        _enqueue_ratings(event)
    return True


def _enqueue_ratings(event: Event) -> None:
    """Rate the results of an event, which count from now on."""
    settled_matches = Match.objects.filter(pairing__event=event, status=Status.SETTLED.value).order_by(
        "settled_at", "pk"
    )
    for match in settled_matches.values_list("pk", flat=True):
        outbox.post_message(kind=RATE, payload={"match": match})


def _note_players(copy: CopiedTournament, codes: set[str]) -> None:
    """Store which players exist only by this copy."""
    new_players = Player.objects.filter(code__in=codes, first=None)
    CopiedPlayer.objects.bulk_create(CopiedPlayer(copy=copy, player=player) for player in new_players)


def _update_names(copy: CopiedTournament, file: EventFile) -> None:
    """Give the players of this copy the names that they have on the other site now.

    A player who has an account here, or was anonymised, keeps the name.
    """
    names = {guest.code: normalise_name(guest.name) for guest in file.players if not guest.pair}
    player_keys = copy.players.values("player")
    brought_players = Player.objects.filter(pk__in=player_keys, code__in=names, user=None, anonymised_at=None)
    for player in brought_players.order_by("pk"):
        if player.full_name == names[player.code]:
            continue
        if player.is_team:
            Player.objects.filter(pk=player.pk).update(name=names[player.code], full_name=names[player.code])
        else:
            merging.correct_name(player=player, name=names[player.code], by=SYSTEM)


def _update_settings(event: Event, file: EventFile) -> None:
    """Take over the settings of an event that are not in its journal."""
    data = file.event
    imports.check_event_format(data)
    values = {
        "name": normalise_name(data["name"]),
        "format": data["format"],
        "main_length": data["length"],
        "consolation_length": data["consolation_length"],
        "settings": data["settings"],
    }
    if any(getattr(event, name) != value for name, value in values.items()):
        for name, value in values.items():
            setattr(event, name, value)
        event.save(update_fields=list(values))


def _update_tournament(event: Event, file: EventFile, by: User) -> None:
    """Take over the name, the start, the texts of the public page and the number of tables."""
    data, tournament = file.event, event.tournament
    name, starts_at = normalise_name(data["tournament"]), parse_time(data["starts_at"])
    if (tournament.name, tournament.starts_at) != (name, starts_at):
        Tournament.objects.filter(pk=tournament.pk).update(name=name, starts_at=starts_at)
        desks.rename_desk(desk=tournament.desk, name=name, by=SYSTEM)
    missing_tables = data["tables"] - tournament.desk.tables.count()
    if missing_tables > 0:
        desks.add_tables(desk=tournament.desk, count=missing_tables, by=SYSTEM)
    update_imported_page(tournament=tournament, page_data=data.get(event_file.PAGE, {}), by=by)
    copied_settings.update_desk(tournament.desk, data)
    copied_settings.update_breaks(event, data.get(event_file.BREAKS, []), by)


def _apply_live_part(event: Event, live: LivePart, now: datetime) -> None:
    """Give the open matches of an event the states that they have on the other site now."""
    tables = {table.number: table for table in event.tournament.desk.tables.all()}
    for number, table in tables.items():
        label = live.tables.get(number, "")
        if table.label != label:
            Table.objects.filter(pk=table.pk).update(label=label)
    rows = Pairing.objects.filter(event=event, match__status__in=OPEN_STATUSES).values_list("label", "match")
    matches = {label: match for label, match in rows if match is not None}
    _leave_tables(event, live, set(matches))
    copied_states.copy_states(
        states={match: _make_state(live, label, tables, now) for label, match in matches.items()}
    )


def _leave_tables(event: Event, live: LivePart, own_labels: set[str]) -> None:
    """Free the tables at which matches of this event are now from those of other events of the tournament.

    What is played there comes with the message of its own event, a moment later.
    """
    numbers = [match.table for label, match in live.matches.items() if match.table and label in own_labels]
    others = Match.objects.filter(
        desk=event.tournament.desk_id, table__number__in=numbers, status__in=OPEN_STATUSES
    ).exclude(pairing__event=event)
    copied_states.copy_states(states={match.pk: CopiedState() for match in others})


def _make_state(live: LivePart, label: str, tables: Mapping[int, Table], now: datetime) -> CopiedState:
    match = live.matches.get(label)
    if match is None:
        return CopiedState()
    called_at, started_at = (
        None if seconds is None else now - timedelta(seconds=seconds)
        for seconds in (match.called_seconds, match.started_seconds)
    )
    table = tables.get(match.table)
    return CopiedState(
        Status(match.status), table, match.white_score, match.black_score, called_at, started_at
    )


def _forget_score(match: Match) -> CopiedState:
    """Return the state of a match of which no games and no reports are here: still at its table, at 0-0."""
    is_started = match.status in (Status.RUNNING.value, Status.REPORTED.value, Status.DISPUTED.value)
    if is_started:
        return CopiedState(Status.RUNNING, match.table, 0, 0, match.called_at, match.started_at)
    if match.status == Status.CALLED.value and match.table is not None:
        return CopiedState(Status.CALLED, match.table, 0, 0, match.called_at, None)
    return CopiedState()


def _stop_matches(tournament: Tournament) -> None:
    """Reset the open matches of a tournament, so that it can be deleted."""
    rows = Match.objects.filter(desk=tournament.desk, status__in=OPEN_STATUSES)
    copied_states.copy_states(states={match.pk: CopiedState() for match in rows})


def _stop_event(event: Event) -> Event:
    """Reset the open matches of an event, so that it can be deleted."""
    rows = Match.objects.filter(pairing__event=event, status__in=OPEN_STATUSES)
    copied_states.copy_states(states={match.pk: CopiedState() for match in rows})
    return _reload(event)


def _take_players(copy: CopiedTournament) -> list[int]:
    """Return the keys of the players whom this copy brought, no longer marked as such."""
    keys = list(copy.players.values_list("player", flat=True))
    copy.players.all().delete()
    return keys


def _delete_players(club: Club, keys: list[int], by: User) -> None:
    """Withdraw the members whom a deleted copy brought, with the players who exist only by it."""
    lists = Membership.objects.filter(club=club, player__in=keys, left_at=None).exclude(list_import=None)
    for log_entry in ClubLogEntry.objects.filter(pk__in=lists.values("list_import")).order_by("pk"):
        member_lists.undo_member_list(log_entry=log_entry, by=by)
    players.delete_unused_players(keys=keys)
