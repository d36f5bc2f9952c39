"""Teams: entry, roster and line-ups; the desk opens the line-ups, then the boards can be played."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import uuid4

from django.db import transaction
from django.db.models import F

from matches.actors import Actor, Identity
from matches.models import Player, User
from matches.names import fold_name
from matches.queries.people import get_canonical_player
from matches.services import players
from rules.errors import Refusal
from tournaments.journal import team_commands
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.entries import Entered, NewEntry
from tournaments.journal.state import EventState
from tournaments.journal.team_facts import TeamRoster
from tournaments.locks import lock_event
from tournaments.models import (
    Entry,
    Event,
    JournalEntry,
    Membership,
    Pairing,
    PendingLineUp,
    Takes,
    TeamMember,
)
from tournaments.permissions import may_captain, may_direct, must_be_directed_here, must_direct
from tournaments.play.entrants.queries.entries import members_of
from tournaments.play.entrants.queries.namesakes import MemberNames
from tournaments.play.entrants.services import double_entries
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import execute_command, one_command
from tournaments.play.events import event_state
from tournaments.play.teams import teams_text
from tournaments.play.teams.teams_text import TeamLine


@one_command()
@transaction.atomic
def enter_teams(*, event: Event, text: str, by: User, key: str, version: int | None = None) -> JournalEntry:
    """Enter the teams of a pasted list with their players; unknown names become club members.

    A team of that name that played at the club before is reused. Raises `takes_no_teams`, `team_wrong` with
    the line, `names_missing`, `name_shared`, `already_entered`, `sits_already`.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_line = journal.find_line(event, key)
    if existing_line is not None and existing_line.kind != "entered":
        raise journal.key_used_refusal(existing_line)
    if existing_line is not None:
        return existing_line
    _check_takes_teams(event)
    team_lines = teams_text.read(text)
    if not team_lines:
        raise Refusal("names_missing")
    for line in team_lines:
        _check_team_line(line)
    last_number = event.entries.order_by("-number").values_list("number", flat=True).first() or 0
    lines_by_number = {last_number + place: line for place, line in enumerate(team_lines, start=1)}
    teams = {number: _get_or_create_team(event, line.name) for number, line in lines_by_number.items()}
    kind, payload = make_command(
        Entered(tuple(NewEntry(number, team.code) for number, team in teams.items()))
    )
    entered_line = journal.append(
        event=event, kind=kind, payload=payload, by=by, key=key or uuid4().hex, version=version
    )
    member_names = MemberNames(event.tournament.club_id, members_of(event))
    for number, line in lines_by_number.items():
        roster = _build_roster(event, number, line.people, line.captain, member_names)
        kind, payload = team_commands.set_roster(roster.entry, roster.captain, roster.members)
        journal.append(event=event, kind=kind, payload=payload, by=by, key=f"{entered_line.key}-{number}")
    double_entries.check_unique_entrants(event)
    return entered_line


@transaction.atomic
def copy_rosters(*, event: Event, entries_to_copy: Sequence[Entry], by: User) -> None:
    """Give the teams of a new event, entered in this order, the rosters they have in another event."""
    must_direct(by, event)
    members = TeamMember.objects.filter(entry__in=entries_to_copy).select_related("player")
    members_by_team: defaultdict[int, list[TeamMember]] = defaultdict(list)
    for member in members.order_by("entry", F("position").asc(nulls_first=True)):
        members_by_team[member.entry_id].append(member)
    for number, team in enumerate(entries_to_copy, start=1):
        rows = members_by_team[team.pk]
        if rows:
            captain = next((row.player.code for row in rows if row.is_captain), "")
            codes = [row.player.code for row in rows if row.position is not None]
            kind, payload = team_commands.set_roster(number, captain, codes)
            journal.append(event=event, kind=kind, payload=payload, by=by, key=f"roster-{number}")


@transaction.atomic
def set_roster(
    *, entry: Entry, names: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Replace the roster of a team: players in board order, reserves last, the captain marked.

    Raises `team_wrong`, `name_shared`, `member_lined_up` for a player in a line-up, `team_member_twice`,
    `sits_already`.
    """
    must_direct(by, entry.event)
    event = lock_event(entry.event)
    _check_takes_teams(event)
    members, captain = teams_text.people_of(names)
    fault = teams_text.fault_of(members)
    if fault is not None:
        raise Refusal("team_wrong", "", team=entry.player.name, fault=fault[0].value, names=list(fault[1]))
    member_names = MemberNames(event.tournament.club_id, members_of(event))
    roster = _build_roster(event, entry.number, members, captain, member_names)
    kind, payload = team_commands.set_roster(roster.entry, roster.captain, roster.members)
    line = journal.append(
        event=event, kind=kind, payload=payload, by=by, key=key or uuid4().hex, version=version
    )
    double_entries.check_unique_entrants(event)
    return line


@transaction.atomic
def submit_line_up(*, pairing: Pairing, entry: Entry, codes: Sequence[str], identity: Identity) -> bool:
    """Submit a team's line-up, as its captain or at the desk.

    It is secret and may be replaced until both teams have submitted theirs; then both are opened. Return
    whether they were. Raises `not_the_captain`, `lined_up_already`, and what the
    journal raises.
    """
    by_desk = may_direct(identity.user, pairing.event)
    if not by_desk and not may_captain(identity, entry):
        raise Refusal("not_the_captain", team=entry.player.name)
    must_be_directed_here(pairing.event)
    event = lock_event(pairing.event)
    pairing = Pairing.objects.get(pk=pairing.pk)
    if entry.pk not in (pairing.white_entry_id, pairing.black_entry_id):
        raise Refusal("wrong_players", pairing=pairing.label)
    state = event_state.get_event_state(event)
    if pairing.label in state.teams.lineups:
        raise Refusal("lined_up_already", pairing=pairing.label)
    team_commands.check_lineup(state, pairing.label, entry.number, codes)
    PendingLineUp.objects.update_or_create(
        pairing=pairing,
        entry=entry,
        defaults={"players": list(codes), "by": identity.user, "submitter": _submitter_name(identity)},
    )
    if pairing.pending_line_ups.count() < 2:
        return False
    _open_meeting(event, pairing, identity, f"line-up-{pairing.pk}-{event.version}")
    return True


@transaction.atomic
def open_line_ups(*, pairing: Pairing, by: User, key: str = "") -> JournalEntry:
    """Open a meeting with the submitted line-ups; a team without one plays in board order."""
    must_direct(by, pairing.event)
    event = lock_event(pairing.event)
    existing_line = journal.find_line(event, key)
    if existing_line is not None and (existing_line.kind, existing_line.payload.get("pairing")) != (
        "fielded",
        pairing.label,
    ):
        raise journal.key_used_refusal(existing_line)
    return (
        existing_line if existing_line is not None else _open_meeting(event, pairing, by, key or uuid4().hex)
    )


def change_line_ups(
    *,
    pairing: Pairing,
    sides: Mapping[int, Sequence[str]],
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change the line-up at unplayed boards of an open meeting, or that of its play-off.

    `sides` are codes by entry number. Raises `not_lined_up`, `board_has_result`, `match_begun`,
    `not_of_the_team`.
    """

    def change_line_up(state: EventState) -> JournalCommand:
        if pairing.label not in state.teams.lineups:
            raise Refusal("not_lined_up", pairing=pairing.label)
        return team_commands.line_up(state, pairing.label, sides)

    return execute_command(
        event=pairing.event,
        by=by,
        command=change_line_up,
        key=key,
        reason=reason,
        version=version,
    )


def seat_play_off(
    *,
    pairing: Pairing,
    white: str,
    black: str,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Set the two players of a play-off board, by code. Raises `boards_wrong` if none is due."""

    def line_up_play_off(state: EventState) -> JournalCommand:
        lineup = state.teams.lineups.get(pairing.label)
        if lineup is None:
            raise Refusal("boards_wrong", pairing=pairing.label, boards=state.teams.entry_type.boards)
        boards = state.teams.entry_type.boards
        sides = {
            lineup.white: (*lineup.white_players[:boards], white),
            lineup.black: (*lineup.black_players[:boards], black),
        }
        return team_commands.line_up(state, pairing.label, sides)

    return execute_command(event=pairing.event, by=by, command=line_up_play_off, key=key, version=version)


def _open_meeting(event: Event, pairing: Pairing, by: Actor, key: str) -> JournalEntry:
    """Write the submitted line-ups to the journal, which seats the boards."""
    state = event_state.get_event_state(event)
    sides = {line.entry.number: line.players for line in pairing.pending_line_ups.select_related("entry")}
    kind, payload = team_commands.line_up(state, pairing.label, sides)
    return journal.append(event=event, kind=kind, payload=payload, by=by, key=key)


def _submitter_name(identity: Identity) -> str:
    player = identity.badge_player or getattr(identity.user, "player", None)
    return player.name[:150] if player is not None else identity.user.get_username() if identity.user else ""


def _check_takes_teams(event: Event) -> None:
    if event.takes != Takes.TEAMS.value:
        raise Refusal("takes_no_teams", event=event.name)


def _check_team_line(line: TeamLine) -> None:
    if line.fault is not None:
        raise Refusal("team_wrong", "", team=line.name, fault=line.fault.value, names=list(line.names))


def _get_or_create_team(event: Event, name: str) -> Player:
    """Return the club's team of that name, or create it."""
    teams_of_club = Player.objects.filter(
        kind="team", entries__event__tournament__club=event.tournament.club_id
    )
    for team in teams_of_club.distinct().order_by("-pk"):
        if fold_name(team.name) == fold_name(name):
            return team
    return players.register_team(name=name)


def _build_roster(
    event: Event, number: int, names: Sequence[str], captain: str, member_names: MemberNames
) -> TeamRoster:
    """Return the roster of a team by player codes; unknown names become club members.

    Raises `name_shared` for a name of several members.
    """
    keys = {name: member_names.get(name) for name in names}
    players_by_key = Player.objects.select_related("person__face").in_bulk(
        [key for key in keys.values() if key is not None]
    )
    codes: dict[str, str] = {}
    for name, key in keys.items():
        if key is None:
            player = players.register_player(name=name)
            Membership.objects.create(club=event.tournament.club, player=player)
            member_names.add(player.pk, name)
        else:
            player = players_by_key[key]
        codes[name] = get_canonical_player(player).code
    if len(set(codes.values())) < len(codes):
        raise Refusal(
            "team_wrong",
            "",
            team=str(number),
            fault=teams_text.TeamLineFault.PLAYER_TWICE.value,
            names=list(codes),
        )
    return TeamRoster(number, codes.get(captain, ""), tuple(codes.values()))
