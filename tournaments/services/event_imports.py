"""Import an event from its file, as a new event or as the continuation of an existing one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from matches.models import Player, User
from matches.services import desks, pairs, players
from rules.errors import Refusal
from rules.options import MatchLaws
from tournaments.exchange.event_file import EventFile, Guest, Signed, moment
from tournaments.formats.draw_seed import commitment
from tournaments.journal.facts import REPLAY, Row
from tournaments.journal.formations import meeting_of
from tournaments.journal.replay import fold
from tournaments.journal.undo import choices_of
from tournaments.models import Club, Event, JournalEntry, Membership, Role, Tournament
from tournaments.permissions import must_direct
from tournaments.queries import event_state, exports
from tournaments.services import draw_services, progress, tables
from tournaments.services.locks import lock_event
from tournaments.services.projection import EventProjection, OnProgress, ignore_progress
from tournaments.signals import event_imported


@transaction.atomic
def import_event(
    *, club: Club, file: EventFile, by: User, on_progress: OnProgress = ignore_progress
) -> Event:
    """A new event of the club with the journal, players and results of the file, and tables of its own.

    Its lines keep who signed them. Lots that were still secret stay so in the house they came from: the
    next draw here commits to new ones. Raises `event_here_already`, `player_elsewhere`, and what the journal
    refuses.
    """
    must_direct(by, club)
    existing_event = exports.find_imported_event(file.lines[0].key)
    if existing_event is not None:
        raise Refusal("event_here_already", event=existing_event.name)
    state = fold(file.rows)
    _import_players(club, file.players)
    event = _create_event(club, file, by)
    _write_lines(event, file.lines)
    EventProjection(event, state).bring_in_line(replays=(), reason=event.name, on_progress=on_progress)
    event_imported.send(sender=Event, event=event, data=file.event)
    tables.call_waiting(tournament=event.tournament)
    event.refresh_from_db()
    return event


@transaction.atomic
def import_continuation(*, event: Event, file: EventFile, by: User) -> Event:
    """Add what was written elsewhere to an event of this house; its journal must begin the file's.

    Raises `journals_differ` with the first line that differs, `nothing_new`, `player_elsewhere`,
    `match_begun` where somebody here plays what the file gives to others, and what the journal refuses.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_rows = event_state.get_journal_rows(event)
    _check_same_beginning(existing_rows, file)
    new_lines = file.lines[len(existing_rows) :]
    if not new_lines:
        raise Refusal("nothing_new", event=event.name)
    _import_players(event.tournament.club, file.players)
    projection = EventProjection(event, fold(file.rows))
    choices = _collect_choices(file.rows, new_lines)
    open_questions = [name for name in projection.questions if {name, meeting_of(name)}.isdisjoint(choices)]
    if open_questions:
        raise Refusal("match_begun", pairings=open_questions)
    _write_lines(event, new_lines)
    replays = [name for name, choice in choices.items() if choice == REPLAY]
    projection.bring_in_line(replays=replays, reason=event.name)
    tables.call_waiting(tournament=event.tournament)
    progress.publish_change(event)
    return event


def _check_same_beginning(existing_rows: Sequence[Row], file: EventFile) -> None:
    for existing_row, file_row in zip(existing_rows, file.rows, strict=False):
        if existing_row != file_row:
            raise Refusal("journals_differ", seq=existing_row.seq)
    if len(existing_rows) > len(file.rows):
        raise Refusal("journals_differ", seq=len(file.rows) + 1)


def _collect_choices(rows: Sequence[Row], new_lines: Iterable[Signed]) -> dict[str, str]:
    choices: dict[str, str] = {}
    for line in new_lines:
        choices |= choices_of(rows, line.row)
    return choices


def _import_players(club: Club, guests: Sequence[Guest]) -> None:
    """Players of the file by their codes: new ones become members; the club must know the others."""
    players_by_code = {
        player.code: player for player in Player.objects.filter(code__in=[one.code for one in guests])
    }
    foreign_codes = set(players_by_code) - _get_club_codes(club, players_by_code)
    if foreign_codes:
        raise Refusal("player_elsewhere", name=players_by_code[min(foreign_codes)].name)
    for guest in sorted(guests, key=lambda one: bool(one.pair)):
        if guest.code not in players_by_code:
            players_by_code[guest.code] = _create_player(club, guest, players_by_code)


def _get_club_codes(club: Club, players_by_code: Mapping[str, Player]) -> set[str]:
    """The codes among these that belong to members of the club or to players of its events."""
    existing_players = Player.objects.filter(code__in=players_by_code)
    members = existing_players.filter(memberships__club=club).values_list("code", flat=True)
    entered = existing_players.filter(entries__event__tournament__club=club).values_list("code", flat=True)
    fielded = existing_players.filter(teams__event__tournament__club=club).values_list("code", flat=True)
    club_codes = {*members, *entered, *fielded}
    teams = {
        code: {member.code for member in one.members} for code, one in players_by_code.items() if one.members
    }
    return club_codes | {code for code, members in teams.items() if members <= club_codes}


def _create_player(club: Club, guest: Guest, players_by_code: Mapping[str, Player]) -> Player:
    if guest.pair:
        pair = pairs.get_or_create_pair(
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


def _create_event(club: Club, file: EventFile, by: User) -> Event:
    event_data, seed = file.event, draw_services.new_draw_seed()
    if event_data["format"] not in dict(Event._meta.get_field("format").choices or ()):
        raise Refusal("event_format_unknown", format=event_data["format"])
    return Event.objects.create(
        tournament=_create_tournament(club, file, by),
        name=players.normalise_name(event_data["name"]),
        slug=_build_slug(event_data["name"], set()),
        format=event_data["format"],
        main_length=event_data["length"],
        consolation_length=event_data["consolation_length"],
        settings=event_data["settings"],
        lots_seed=seed,
        lots_commitment=commitment(seed),
    )


def _create_tournament(club: Club, file: EventFile, by: User) -> Tournament:
    event_data = file.event
    directors = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    desk = desks.create_desk(
        name=event_data["tournament"],
        tables=event_data["tables"],
        officials={by, *directors},
        confirm_policy=event_data["policy"],
        laws=_parse_laws(event_data["laws"]),
    )
    used_slugs = set(club.tournaments.values_list("slug", flat=True))
    return Tournament.objects.create(
        club=club,
        desk=desk,
        name=players.normalise_name(event_data["tournament"]),
        slug=_build_slug(f"{event_data['tournament']} {event_data['starts_at'][:10]}", used_slugs),
        starts_at=moment(event_data["starts_at"]),
    )


def _parse_laws(laws_data: dict[str, Any]) -> MatchLaws:
    try:
        return MatchLaws.from_json(laws_data)
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal("event_file_damaged", place="laws") from error


def _build_slug(name: str, used_slugs: set[str]) -> str:
    base = slugify(name)[:50].strip("-") or "event"
    numbered = (base if place == 1 else f"{base}-{place}" for place in range(1, len(used_slugs) + 2))
    return next(slug for slug in numbered if slug not in used_slugs)


def _write_lines(event: Event, lines: Sequence[Signed]) -> None:
    journal_entries = JournalEntry.objects.bulk_create(
        JournalEntry(
            event=event,
            seq=line.row.seq,
            kind=line.row.kind,
            payload=dict(line.row.payload),
            command=line.row.command_number,
            undoes=line.row.payload["seq"] if line.row.kind == "undone" else None,
            signed=line.by,
            reason=line.reason,
            key=line.key,
        )
        for line in lines
    )
    for entry, line in zip(journal_entries, lines, strict=True):
        entry.at = line.at
    JournalEntry.objects.bulk_update(journal_entries, ["at"])
