"""Audit of team events: entry type, team members and board players."""

from collections.abc import Iterator

from rules.errors import Refusal
from tournaments.journal.formations import Manned, board_of
from tournaments.journal.lineups import all_placements, players_at, score_of
from tournaments.journal.state import EventState
from tournaments.models import Event, TeamMember


def find_team_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    """Yield each team row that differs from the journal. One query for events without teams."""
    formed = state.teams.formed
    stored = Event.objects.values_list("takes", "boards").get(pk=event.pk)
    if stored != (formed.takes, formed.boards):
        yield Refusal("audit_takes", "", event=event.name, stored=stored[0], told=formed.takes)
    if not formed.is_of_teams:
        return
    yield from _member_disagreements(event, state)
    for row in event.pairings.select_related("white_player", "black_player"):
        if row.label not in all_placements(state):
            continue
        stored_row = (
            row.boards,
            row.white_won,
            row.black_won,
            _code_of(row.white_player),
            _code_of(row.black_player),
        )
        if stored_row != _expected_board(state, row.label):
            yield Refusal("audit_pairing", event=event.name, pairing=row.label)


def _member_disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    stored_members: dict[int, set[tuple[str, int | None, bool]]] = {}
    for row in TeamMember.objects.filter(event=event).select_related("entry", "player"):
        stored_members.setdefault(row.entry.number, set()).add(
            (row.player.code, row.position, row.is_captain)
        )
    for number in sorted({*stored_members, *state.teams.rosters}):
        roster = state.teams.rosters.get(number)
        if stored_members.get(number, set()) != (_roster_members(roster) if roster else set()):
            yield Refusal("audit_team", event=event.name, entry=number)


def _roster_members(roster: Manned) -> set[tuple[str, int | None, bool]]:
    places = {code: place for place, code in enumerate(roster.members, start=1)}
    return {(code, places.get(code), code == roster.captain) for code in roster.people}


def _expected_board(state: EventState, label: str) -> tuple[object, ...]:
    if board_of(label):
        return (0, None, None, *(code or None for code in players_at(state, label)))
    score = score_of(state, label)
    won = (score.white, score.black) if score else (None, None)
    return (state.teams.formed.boards, *won, None, None)


def _code_of(player: object) -> str | None:
    return getattr(player, "code", None)
