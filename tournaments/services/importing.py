"""An event comes into the house from its file: as a new one, or as the continuation of one that is here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from matches.models import Player, User
from matches.services import desks, pairs, players
from rules.errors import Refusal
from rules.options import MatchLaws
from tournaments.exchange.event_file import EventFile, Guest, Signed, moment
from tournaments.formats.lots import commitment
from tournaments.journal.facts import REPLAY, Row
from tournaments.journal.fold import fold
from tournaments.journal.formations import meeting_of
from tournaments.journal.undo import choices_of
from tournaments.models import Club, Event, JournalEntry, Membership, Role, Tournament
from tournaments.permissions import must_direct
from tournaments.queries import event_files, facts
from tournaments.services import drawing, progress, tables
from tournaments.services.locks import locked
from tournaments.services.projection import OnProgress, Picture, ignore_progress
from tournaments.signals import event_imported


@transaction.atomic
def take_over(*, club: Club, file: EventFile, by: User, on_progress: OnProgress = ignore_progress) -> Event:
    """A new event of the club with the journal, players and results of the file, and tables of its own.

    Its lines keep who signed them. Lots that were still secret stay so in the house they came from: the
    next draw here commits to new ones. Raises `event_here_already`, `player_elsewhere`, and what the journal
    refuses.
    """
    must_direct(by, club)
    known = event_files.here_already(file.lines[0].key)
    if known is not None:
        raise Refusal("event_here_already", event=known.name)
    state = fold(file.rows)
    _bring_players(club, file.players)
    event = _event(club, file, by)
    _write(event, file.lines)
    Picture(event, state).bring_in_line(replays=(), reason=event.name, on_progress=on_progress)
    event_imported.send(sender=Event, event=event, data=file.event)
    tables.call_waiting(tournament=event.tournament)
    event.refresh_from_db()
    return event


@transaction.atomic
def continue_with(*, event: Event, file: EventFile, by: User) -> Event:
    """Add what was written elsewhere to an event of this house; its journal must begin the file's.

    Raises `journals_differ` with the first line that differs, `nothing_new`, `player_elsewhere`,
    `match_begun` where somebody here plays what the file gives to others, and what the journal refuses.
    """
    must_direct(by, event)
    event = locked(event)
    before = facts.rows(event)
    _must_begin_with(before, file)
    fresh = file.lines[len(before) :]
    if not fresh:
        raise Refusal("nothing_new", event=event.name)
    _bring_players(event.tournament.club, file.players)
    picture = Picture(event, fold(file.rows))
    choices = _choices(file.rows, fresh)
    open_questions = [name for name in picture.questions if {name, meeting_of(name)}.isdisjoint(choices)]
    if open_questions:
        raise Refusal("match_begun", pairings=open_questions)
    _write(event, fresh)
    replays = [name for name, choice in choices.items() if choice == REPLAY]
    picture.bring_in_line(replays=replays, reason=event.name)
    tables.call_waiting(tournament=event.tournament)
    progress.publish_change(event)
    return event


def _must_begin_with(before: Sequence[Row], file: EventFile) -> None:
    for mine, theirs in zip(before, file.rows, strict=False):
        if mine != theirs:
            raise Refusal("journals_differ", seq=mine.seq)
    if len(before) > len(file.rows):
        raise Refusal("journals_differ", seq=len(file.rows) + 1)


def _choices(rows: Sequence[Row], fresh: Iterable[Signed]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for line in fresh:
        chosen |= choices_of(rows, line.row)
    return chosen


def _bring_players(club: Club, guests: Sequence[Guest]) -> None:
    """Players of the file by their codes: new ones become members; the club must know the others."""
    known = {player.code: player for player in Player.objects.filter(code__in=[one.code for one in guests])}
    strangers = set(known) - _known_to(club, known)
    if strangers:
        raise Refusal("player_elsewhere", name=known[min(strangers)].name)
    for guest in sorted(guests, key=lambda one: bool(one.pair)):
        if guest.code not in known:
            known[guest.code] = _register(club, guest, known)


def _known_to(club: Club, known: Mapping[str, Player]) -> set[str]:
    """The codes among these that belong to members of the club or to players of its events."""
    found = Player.objects.filter(code__in=known)
    members = found.filter(memberships__club=club).values_list("code", flat=True)
    entered = found.filter(entries__event__tournament__club=club).values_list("code", flat=True)
    fielded = found.filter(teams__event__tournament__club=club).values_list("code", flat=True)
    here = {*members, *entered, *fielded}
    teams = {code: {member.code for member in one.members} for code, one in known.items() if one.members}
    return here | {code for code, members in teams.items() if members <= here}


def _register(club: Club, guest: Guest, known: Mapping[str, Player]) -> Player:
    if guest.pair:
        pair = pairs.of(one=known[guest.pair[0]], other=known[guest.pair[1]])
        Player.objects.filter(pk=pair.pk).update(code=guest.code)
        pair.refresh_from_db()
        return pair
    register = players.register_team if guest.is_team else players.register
    player = register(name=guest.name)
    Player.objects.filter(pk=player.pk).update(code=guest.code)
    player.refresh_from_db()
    if not guest.is_team:
        Membership.objects.create(club=club, player=player)
    return player


def _event(club: Club, file: EventFile, by: User) -> Event:
    told, lots = file.event, drawing.new_lots()
    if told["format"] not in dict(Event._meta.get_field("format").choices or ()):
        raise Refusal("event_format_unknown", format=told["format"])
    return Event.objects.create(
        tournament=_tournament(club, file, by),
        name=players.tidy_name(told["name"]),
        slug=_slug(told["name"], set()),
        format=told["format"],
        main_length=told["length"],
        consolation_length=told["consolation_length"],
        settings=told["settings"],
        lots_seed=lots,
        lots_commitment=commitment(lots),
    )


def _tournament(club: Club, file: EventFile, by: User) -> Tournament:
    told = file.event
    directors = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    desk = desks.open_desk(
        name=told["tournament"],
        tables=told["tables"],
        officials={by, *directors},
        confirm_policy=told["policy"],
        laws=_laws(told["laws"]),
    )
    taken = set(club.tournaments.values_list("slug", flat=True))
    return Tournament.objects.create(
        club=club,
        desk=desk,
        name=players.tidy_name(told["tournament"]),
        slug=_slug(f"{told['tournament']} {told['starts_at'][:10]}", taken),
        starts_at=moment(told["starts_at"]),
    )


def _laws(told: dict[str, Any]) -> MatchLaws:
    try:
        return MatchLaws.from_json(told)
    except (KeyError, TypeError, ValueError) as fault:
        raise Refusal("event_file_damaged", place="laws") from fault


def _slug(name: str, taken: set[str]) -> str:
    base = slugify(name)[:50].strip("-") or "event"
    numbered = (base if place == 1 else f"{base}-{place}" for place in range(1, len(taken) + 2))
    return next(slug for slug in numbered if slug not in taken)


def _write(event: Event, lines: Sequence[Signed]) -> None:
    written = JournalEntry.objects.bulk_create(
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
    for entry, line in zip(written, lines, strict=True):
        entry.at = line.at
    JournalEntry.objects.bulk_update(written, ["at"])
