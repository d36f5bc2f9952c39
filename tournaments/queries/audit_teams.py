"""What the journal tells of teams: what an event takes, who belongs to whom, who sits at which board."""

from collections.abc import Iterator

from rules.errors import Refusal
from tournaments.journal.formations import Manned, board_of
from tournaments.journal.lineups import everything, players_at, score_of
from tournaments.journal.state import EventState
from tournaments.models import Event, TeamMember


def disagreements(event: Event, state: EventState) -> Iterator[Refusal]:
    """Rows of teams that are not as the journal has them; no query beside the first where no teams play."""
    formed = state.teams.formed
    stored = Event.objects.values_list("takes", "boards").get(pk=event.pk)
    if stored != (formed.takes, formed.boards):
        yield Refusal("audit_takes", "", event=event.name, stored=stored[0], told=formed.takes)
    if not formed.is_of_teams:
        return
    yield from _members(event, state)
    for row in event.pairings.select_related("white_player", "black_player"):
        if row.label not in everything(state):
            continue
        held = (row.boards, row.white_won, row.black_won, _code(row.white_player), _code(row.black_player))
        if held != _told(state, row.label):
            yield Refusal("audit_pairing", event=event.name, pairing=row.label)


def _members(event: Event, state: EventState) -> Iterator[Refusal]:
    held: dict[int, set[tuple[str, int | None, bool]]] = {}
    for row in TeamMember.objects.filter(event=event).select_related("entry", "player"):
        held.setdefault(row.entry.number, set()).add((row.player.code, row.position, row.is_captain))
    for number in sorted({*held, *state.teams.rosters}):
        roster = state.teams.rosters.get(number)
        if held.get(number, set()) != (_people(roster) if roster else set()):
            yield Refusal("audit_team", event=event.name, entry=number)


def _people(roster: Manned) -> set[tuple[str, int | None, bool]]:
    places = {code: place for place, code in enumerate(roster.members, start=1)}
    return {(code, places.get(code), code == roster.captain) for code in roster.people}


def _told(state: EventState, label: str) -> tuple[object, ...]:
    if board_of(label):
        return (0, None, None, *(code or None for code in players_at(state, label)))
    score = score_of(state, label)
    won = (score.white, score.black) if score else (None, None)
    return (state.teams.formed.boards, *won, None, None)


def _code(player: object) -> str | None:
    return getattr(player, "code", None)
