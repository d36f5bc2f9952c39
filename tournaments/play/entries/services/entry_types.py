"""Entry types: whether an event takes players, pairs or teams, and when that may change."""

from collections.abc import Iterable, Mapping

from matches.models import Player, User
from matches.names import NameKind
from rules.errors import Refusal
from tournaments.journal import team_commands
from tournaments.journal.team_facts import EntryType
from tournaments.models import Event, JournalEntry, Takes
from tournaments.play.event_journal.services.journal import execute_command

PERSON, PAIR, TEAM = (kind.value for kind in NameKind)
ACCEPTED_KINDS: Mapping[str, tuple[str, ...]] = {
    Takes.ANYBODY.value: (PERSON, PAIR),
    Takes.PLAYERS.value: (PERSON,),
    Takes.PAIRS.value: (PAIR,),
    Takes.TEAMS.value: (TEAM,),
}


def check_entrant_kinds(event: Event, entrants: Iterable[Player]) -> None:
    """Raise `takes_players`, `takes_pairs` or `takes_teams` for entrants of the wrong kind."""
    for player in entrants:
        check_entrant_kind(event, player.name, player.kind)


def check_entrant_kind(event: Event, name: str, kind: str) -> None:
    """Raise `takes_players`, `takes_pairs` or `takes_teams` for an entrant of the wrong kind."""
    if kind not in ACCEPTED_KINDS.get(event.takes, ()):
        raise wrong_kind_refusal(event, name)


def wrong_kind_refusal(event: Event, name: str) -> Refusal:
    """Return the refusal `takes_players`, `takes_pairs` or `takes_teams` for an entrant."""
    context = {"event": event.name, "player": name}
    if event.takes == Takes.TEAMS.value:
        return Refusal("takes_teams", **context)
    return Refusal("takes_pairs" if event.takes == Takes.PAIRS.value else "takes_players", **context)


def set_entry_type(
    *, event: Event, entry_type: EntryType, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Set whether an event takes players, pairs or teams, while it has no entries. Raises `entries_there`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda _: team_commands.set_entry_type(entry_type),
        key=key,
        version=version,
    )
