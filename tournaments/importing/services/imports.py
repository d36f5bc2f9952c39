"""Imports of event files and Swiss reports, and the tasks that import long files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.models import Player, User
from matches.models.codes import new_code
from matches.services import live, outbox, players
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.options import MatchLaws
from tournaments.exchange import trf
from tournaments.exchange.event_file import (
    BREAKS,
    PAGE,
    EventFile,
    FilePlayer,
    SignedLine,
    format_time,
    parse_time,
)
from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.list_results import NewResults, select_results
from tournaments.exchange.lists.names_by_row import name_rows
from tournaments.exchange.lists.reading import RESULTS as RESULT_LIST
from tournaments.exchange.past_results import NOTHING_IN_COMMON, WholeTable
from tournaments.exchange.trf import TrfReport
from tournaments.formats.random_order import SEED_DIGITS, compute_commitment
from tournaments.importing.queries import exports
from tournaments.importing.queries.bracketed_names import drop_seeds
from tournaments.importing.queries.file_signatures import get_file_signature
from tournaments.importing.queries.imports import count_report_results, get_member_codes, progress_key
from tournaments.importing.queries.known_results import select_new_results
from tournaments.importing.queries.matched_names import match_names
from tournaments.importing.services import history_import
from tournaments.importing.services.imported_tournaments import create_tournament
from tournaments.importing.services.member_lists import list_memberships
from tournaments.journal.facts import REPLAY, StoredRow
from tournaments.journal.replay import fold
from tournaments.journal.team_facts import meeting_of
from tournaments.journal.undo import choices_of
from tournaments.locks import lock_event
from tournaments.models import (
    Break,
    Club,
    Event,
    FileImport,
    JournalEntry,
    Membership,
    PastImport,
    Tournament,
)
from tournaments.models.event import PLANNED
from tournaments.models.imports import DONE, FAILED, MAX_FILE_NAME, REPORT, RESULTS, WAITING
from tournaments.permissions import must_be_active, must_direct, must_manage
from tournaments.play.draws import services as draws
from tournaments.play.draws.services import new_draw_seed
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.projection import EventProjection, OnProgress, ignore_progress
from tournaments.play.events import event_state
from tournaments.play.schedule.services import calling
from tournaments.ratings.queries.ratings import FROM_REPORT
from tournaments.seasons.queries.season_results import at_noon
from tournaments.signals import event_imported
from tournaments.slugs import make_free_slug


@transaction.atomic
def import_event(
    *,
    club: Club,
    file: EventFile,
    by: User,
    on_progress: OnProgress = ignore_progress,
    tournament: Tournament | None = None,
) -> Event:
    """Create an event of the club from a file, with its journal, players, results and own tables.

    It becomes an event of `tournament`, by default of a new one. Journal lines keep their authors. Unrevealed
    seeds are not exported: the next draw commits to a new one.
    Raises `event_file_changed`, `event_here_already`, `player_elsewhere`, and what the journal raises.
    """
    must_direct(by, club)
    _require_unchanged(file)
    existing_event = exports.find_imported_event(file.lines[0].key)
    if existing_event is not None:
        raise Refusal("event_here_already", event=existing_event.name)
    state = fold(file.rows)
    _import_players(club, file.players, by)
    event = _create_event(tournament or create_tournament(club=club, file=file, by=by), file, by)
    _write_lines(event, file.lines)
    EventProjection(event, state).update_tables(replays=(), reason=event.name, on_progress=on_progress)
    event_imported.send(sender=Event, event=event, data=file.event)
    calling.call_waiting(tournament=event.tournament)
    event.refresh_from_db()
    return event


@transaction.atomic
def import_continuation(*, event: Event, file: EventFile, by: User) -> Event:
    """Append lines written elsewhere to an event of this site; its journal must be a prefix of the file's.

    Raises `event_file_changed`, `journals_differ` with the first differing line, `nothing_new`,
    `player_elsewhere`, `match_begun` if a match in play here is given to others by the file, and what the
    journal raises.
    """
    must_direct(by, event)
    _require_unchanged(file)
    event = lock_event(event)
    must_be_active(event)
    existing_rows = event_state.get_journal_rows(event)
    _check_same_beginning(existing_rows, file)
    new_lines = file.lines[len(existing_rows) :]
    if not new_lines:
        raise Refusal("nothing_new", event=event.name)
    _import_players(event.tournament.club, file.players, by)
    projection = EventProjection(event, fold(file.rows))
    choices = _collect_choices(file.rows, new_lines)
    open_questions = [name for name in projection.questions if {name, meeting_of(name)}.isdisjoint(choices)]
    if open_questions:
        raise Refusal("match_begun", pairings=open_questions)
    _write_lines(event, new_lines)
    replays = [name for name, choice in choices.items() if choice == REPLAY]
    projection.update_tables(replays=replays, reason=event.name)
    calling.call_waiting(tournament=event.tournament)
    journal.publish_change(event)
    return event


def _require_unchanged(file: EventFile) -> None:
    """Raise `event_file_changed` for a signed file that is not as it was signed."""
    if file.signature is not None and get_file_signature(file).is_changed:
        raise Refusal("event_file_changed")


def _check_same_beginning(existing_rows: Sequence[StoredRow], file: EventFile) -> None:
    for existing_row, file_row in zip(existing_rows, file.rows, strict=False):
        if existing_row != file_row:
            raise Refusal("journals_differ", seq=existing_row.seq)
    if len(existing_rows) > len(file.rows):
        raise Refusal("journals_differ", seq=len(file.rows) + 1)


def _collect_choices(rows: Sequence[StoredRow], new_lines: Iterable[SignedLine]) -> dict[str, str]:
    choices: dict[str, str] = {}
    for line in new_lines:
        choices |= choices_of(rows, line.row)
    return choices


def _import_players(club: Club, guests: Sequence[FilePlayer], by: User) -> None:
    """Create the players of a file whose code is new, as members; existing ones must be known to the club.

    The new members can be withdrawn together, once the event is deleted.
    """
    players_by_code = {
        player.code: player for player in Player.objects.filter(code__in=[one.code for one in guests])
    }
    foreign_codes = set(players_by_code) - _get_club_codes(club, players_by_code)
    if foreign_codes:
        raise Refusal("player_elsewhere", name=players_by_code[min(foreign_codes)].name)
    new_players: list[Player] = []
    for guest in sorted(guests, key=lambda one: bool(one.pair)):
        if guest.code not in players_by_code:
            players_by_code[guest.code] = _create_player(club, guest, players_by_code)
            new_players.append(players_by_code[guest.code])
    if new_players:
        new_memberships = Membership.objects.filter(club=club, player__in=new_players)
        list_memberships(club=club, memberships=new_memberships, by=by)


def _get_club_codes(club: Club, players_by_code: Mapping[str, Player]) -> set[str]:
    """Return which of these codes belong to members of the club or players of its events."""
    existing_players = Player.objects.filter(code__in=players_by_code)
    members = existing_players.filter(memberships__club=club).values_list("code", flat=True)
    entered = existing_players.filter(entries__event__tournament__club=club).values_list("code", flat=True)
    on_teams = existing_players.filter(teams__event__tournament__club=club).values_list("code", flat=True)
    club_codes = {*members, *entered, *on_teams}
    # A pair is of the club if both its players are.
    pairs = {
        code: {member.code for member in one.members} for code, one in players_by_code.items() if one.members
    }
    return club_codes | {code for code, members in pairs.items() if members <= club_codes}


def _create_player(club: Club, guest: FilePlayer, players_by_code: Mapping[str, Player]) -> Player:
    if guest.pair:
        pair = players.get_or_create_pair(
            one=players_by_code[guest.pair[0]], other=players_by_code[guest.pair[1]]
        )
        Player.objects.filter(pk=pair.pk).update(code=guest.code)
        pair.refresh_from_db()
        return pair
    register = players.register_team if guest.is_team else players.register_player
    player = register(name=guest.name)
    Player.objects.filter(pk=player.pk).update(code=guest.code)
    player.refresh_from_db()
    if not guest.is_team:
        Membership.objects.create(club=club, player=player)
    return player


def check_event_format(event_data: Mapping[str, Any]) -> None:
    """Raise `event_format_unknown` for a format that this version does not have."""
    if event_data["format"] not in dict(Event._meta.get_field("format").choices or ()):
        raise Refusal("event_format_unknown", format=event_data["format"])


def _create_event(tournament: Tournament, file: EventFile, by: User) -> Event:
    event_data, seed = file.event, draws.new_draw_seed()
    check_event_format(event_data)
    event = Event.objects.create(
        tournament=tournament,
        name=players.normalise_name(event_data["name"]),
        slug=make_free_slug(event_data["name"], set(tournament.events.values_list("slug", flat=True))),
        format=event_data["format"],
        main_length=event_data["length"],
        consolation_length=event_data["consolation_length"],
        settings=event_data["settings"],
        starts_at=_parse_start(event_data),
        draw_seed=seed,
        draw_commitment=compute_commitment(seed),
    )
    _create_breaks(event, event_data.get(BREAKS, []), by)
    return event


def _create_breaks(event: Event, breaks_data: Sequence[Mapping[str, Any]], by: User) -> None:
    for break_data in breaks_data:
        Break.objects.create(
            tournament=event.tournament,
            event=event if break_data["is_of_event"] else None,
            begins_at=parse_time(break_data["begins_at"]),
            ends_at=parse_time(break_data["ends_at"]),
            reason=break_data["reason"],
            by=by,
        )


def _parse_start(event_data: Mapping[str, Any]) -> datetime | None:
    start = event_data.get(PAGE, {}).get("event_starts_at", "")
    return parse_time(start) if start else None


def _write_lines(event: Event, lines: Sequence[SignedLine]) -> None:
    journal_entries = JournalEntry.objects.bulk_create(
        JournalEntry(
            event=event,
            seq=line.row.seq,
            kind=line.row.kind,
            payload=dict(line.row.payload),
            command=line.row.command_number,
            undoes=line.row.undoes,
            signed=line.by,
            reason=line.reason,
            key=line.key,
        )
        for line in lines
    )
    for entry, line in zip(journal_entries, lines, strict=True):
        entry.at = line.at
    JournalEntry.objects.bulk_update(journal_entries, ["at"])


REPORT_TABLES, UNNAMED_REPORT = 16, "Swiss"


@transaction.atomic
def import_report(
    *, club: Club, report: TrfReport, length: int, by: User, on_progress: OnProgress = ignore_progress
) -> Event:
    """Create an event with entries, rounds and results of a report; later rounds are to `length` points.

    Members are matched by name, others become members. The event and its results have the day of
    the report. Raises `trf_draw`, `trf_unreadable`, and what the
    journal raises. `on_progress` is called with the number of matches written and the total.
    """
    must_direct(by, club)
    trf.check_report(report)
    names = [trf.get_name(entrant) for entrant in report.entrants]
    codes = [code or new_code() for code in get_member_codes(club, report)]
    report_options = trf.ReportImportOptions(length, new_draw_seed()[:SEED_DIGITS], codes)
    return import_event(
        club=club,
        file=_build_event_file(report, report_options, names, by, length),
        by=by,
        on_progress=on_progress,
    )


def _build_event_file(
    report: TrfReport, report_options: trf.ReportImportOptions, names: list[str], by: User, length: int
) -> EventFile:
    # The keys of the lines must be new to the site: an event is recognised by its first one.
    day, import_id = trf.get_day(report), uuid4().hex
    is_past = day is not None and day < timezone.localdate()
    played_at = at_noon(day) if day is not None and is_past else timezone.now()
    name = normalise_name(report.name[:120]) if report.name.strip() else UNNAMED_REPORT
    event: Mapping[str, object] = {
        "name": name,
        "tournament": name,
        "format": PLANNED,
        "length": length,
        "consolation_length": length,
        "starts_at": format_time(played_at),
        "policy": Policy.BOTH.value,
        "tables": REPORT_TABLES,
        "settings": {FROM_REPORT: True},
        "laws": MatchLaws().to_json(),
    }
    lines = tuple(
        SignedLine(row, played_at, by.get_username(), "", f"report-{import_id}-{row.seq}")
        for row in trf.build_journal_rows(report, report_options)
    )
    guests = tuple(FilePlayer(code, name) for code, name in zip(report_options.codes, names, strict=True))
    return EventFile(event, guests, lines)


# Kind of the outbox message of a task.
KIND = "import_file"
# If a worker is killed, another one retries; a file that kills every worker is abandoned.
MAX_ATTEMPTS = 3
# Progress is cached: the task is one transaction, so rows would be invisible to others.
PROGRESS_SECONDS = 3600
# The columns of a finished task that refer to what it created.
Outcome = Mapping[str, Event | PastImport]


@dataclass(frozen=True, slots=True)
class ImportedList:
    """A list of earlier results: the packed file, the answers to its questions, and what all rows share."""

    text: str
    answers: Mapping[str, str]
    common: WholeTable = NOTHING_IN_COMMON

    def read(self, club: Club, today: date) -> NewResults:
        """Read the list and select what it brings. Raises what `unpack_file` and `read_list` do."""
        file = files.unpack_file(self.text, self.answers)
        reading = reader.read_list(file, RESULT_LIST, self.answers, today)
        new_results = select_results(reading, self.answers, self.common, today)
        results = drop_seeds(club, new_results.results)
        return new_results._replace(results=name_rows(results, self.answers))


@transaction.atomic
def enqueue_report_import(*, club: Club, text: str, length: int, by: User) -> FileImport:
    """Enqueue the import of a Swiss report. Raises what `trf.read` and `trf.check_report` do."""
    must_direct(by, club)
    report = trf.read(text.encode())
    trf.check_report(report)
    rows = count_report_results(report)
    name = report.name or UNNAMED_REPORT
    return _create_task(club, REPORT, name, {"text": text, "length": length}, rows, by)


@transaction.atomic
def enqueue_results_import(
    *,
    club: Club,
    name: str,
    results_list: ImportedList,
    choices: Mapping[int, str],
    by: User,
    distinctions: Mapping[int, str] | None = None,
    with_known: bool = False,
) -> FileImport:
    """Enqueue the import of results of earlier years from a list, without those already here.

    Raises `past_unready` for a list with open questions, and what `match_names` and `select_new_results` do.
    """
    must_manage(by, club)
    today = timezone.localdate()
    results, *_rest = new_results = results_list.read(club, today)
    if not new_results.is_ready:
        raise Refusal("past_unready", faults=len(results.faults))
    matched_names = match_names(club=club, names=results.names, choices=choices)
    if not with_known:
        results = select_new_results(club, name, results, matched_names.persons)
    common = results_list.common
    arguments = {
        "text": results_list.text,
        "answers": dict(results_list.answers),
        "day": common.day.isoformat() if common.day else "",
        "tournament": common.tournament,
        "length": common.length,
        "today": today.isoformat(),
        "choices": {str(number): choice for number, choice in choices.items()},
        "distinctions": {str(number): text for number, text in (distinctions or {}).items()},
        "with_known": with_known,
    }
    return _create_task(club, RESULTS, name, arguments, results.row_count, by)


def deliver(payload: dict[str, Any]) -> None:
    """Import a file unless it is done. Outbox handler outside a transaction; idempotent."""
    task = FileImport.objects.select_related("club", "by").filter(pk=payload["import"], state=WAITING).first()
    if task is None:
        return
    FileImport.objects.filter(pk=task.pk).update(attempts=F("attempts") + 1)
    if task.attempts >= MAX_ATTEMPTS:
        _finish(task, FAILED, problem={"code": "import_broke_off", "facts": {}})
        return
    try:
        _process_import(task)
    except Refusal as refusal:
        facts = {name: value for name, value in refusal.facts.items() if isinstance(value, str | int)}
        _finish(task, FAILED, problem={"code": refusal.code, "facts": facts})


def _create_task(
    club: Club, kind: str, name: str, arguments: Mapping[str, Any], rows: int, by: User
) -> FileImport:
    task = FileImport.objects.create(
        club=club,
        kind=kind,
        name=name.strip()[:MAX_FILE_NAME] or kind,
        arguments=dict(arguments),
        rows=rows,
        by=by,
    )
    outbox.post_message(kind=KIND, payload={"import": task.pk})
    return task


def _process_import(task: FileImport) -> None:
    """Prepare without a lock, then write everything and the outcome in one transaction."""
    if task.by is None:
        raise Refusal("directors_only", name=task.club.name)
    write_outcome = WRITERS[task.kind](task, task.by)
    with transaction.atomic():
        # A concurrent worker waits here and then sees the outcome.
        locked_task = FileImport.objects.select_for_update().get(pk=task.pk)
        if locked_task.is_over:
            return
        _finish(locked_task, DONE, **write_outcome())


def _report_writer(task: FileImport, by: User) -> Callable[[], Outcome]:
    """Return the function that writes the event of a Swiss report."""
    report = trf.read(task.arguments["text"].encode())

    def write() -> Outcome:
        event = import_report(
            club=task.club,
            report=report,
            length=task.arguments["length"],
            by=by,
            on_progress=lambda completed, total: _store_progress(task, completed, total),
        )
        return {"event": event}

    return write


def _results_writer(task: FileImport, by: User) -> Callable[[], Outcome]:
    """Compute an import of earlier results, and return the function that writes it."""
    arguments = task.arguments
    day = arguments["day"]
    common = WholeTable(
        date.fromisoformat(day) if day else None, arguments["tournament"], arguments["length"]
    )
    results_list = ImportedList(arguments["text"], arguments["answers"], common)
    results = results_list.read(task.club, date.fromisoformat(arguments["today"])).results
    _store_progress(task, 1, 3)
    prepared_import = history_import.prepare_import(
        club=task.club,
        name=task.name,
        results=results,
        choices={int(number): choice for number, choice in arguments["choices"].items()},
        distinctions={int(number): text for number, text in arguments.get("distinctions", {}).items()},
        with_known=arguments.get("with_known", False),
        by=by,
    )
    _store_progress(task, 2, 3)
    return lambda: {
        "batch": history_import.write_import(club=task.club, prepared_import=prepared_import, by=by)
    }


WRITERS: Mapping[str, Callable[[FileImport, User], Callable[[], Outcome]]] = {
    REPORT: _report_writer,
    RESULTS: _results_writer,
}


def _store_progress(task: FileImport, completed: int, total: int) -> None:
    cache.set(progress_key(task), 100 * completed // max(total, 1), PROGRESS_SECONDS)


def _finish(task: FileImport, state: str, **outcome: Any) -> None:
    FileImport.objects.filter(pk=task.pk, state=WAITING).update(
        state=state, arguments={}, over_at=timezone.now(), **outcome
    )
    live.publish(topic=f"club:{task.club_id}", kind="imports")
