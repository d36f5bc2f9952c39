"""Play an evening through the generated client.

`python -m tests.proofs.client_evening ADDRESS TOKEN CLUB`
"""

import sys
from datetime import UTC, datetime
from typing import TypeVar

from crawford_client import AuthenticatedClient
from crawford_client.api.entries import events_entries_create
from crawford_client.api.events import events_draws_create, events_publish_create, events_undo_create
from crawford_client.api.matches import matches_retrieve
from crawford_client.api.pairings import events_pairings_list
from crawford_client.api.reports import matches_reports_create
from crawford_client.api.tournaments import clubs_tournaments_create
from crawford_client.models import (
    Command,
    Entries,
    EntriesCreate,
    JournalEntry,
    PaginatedPairingList,
    PolicyEnum,
    Problem,
    Report,
    Score,
    ScoreSheet,
    StartedTournament,
    TournamentCreate,
)

Wanted = TypeVar("Wanted")
FOUR = ["Ada Byron", "Bea Potter", "Cy Twombly", "Di Arbus"]


def must(kind: type[Wanted], value: object) -> Wanted:
    """The answer, when it is of this kind. Raises SystemExit with what was answered instead."""
    if not isinstance(value, kind):
        raise SystemExit(f"expected {kind.__name__}, was given {value}")
    return value


def main(address: str, token: str, club: str) -> None:
    """Start, enter, draw, publish, report twice under one key, and get a refusal of a stale version."""
    site = AuthenticatedClient(base_url=address, token=token)
    tournament = TournamentCreate(
        name="By a program",
        starts_at=datetime.now(UTC),
        tables=2,
        policy=PolicyEnum.DESK,
        length=[5],
    )
    event = must(StartedTournament, clubs_tournaments_create.sync(club, client=site, body=tournament)).event
    entered = must(Entries, events_entries_create.sync(event.id, client=site, body=EntriesCreate(names=FOUR)))
    result = must(JournalEntry, events_draws_create.sync(event.id, client=site))
    must(JournalEntry, events_publish_create.sync(event.id, client=site))
    rows = must(PaginatedPairingList, events_pairings_list.sync(event.id, client=site)).results
    match = next(row.match for row in rows if row.match)
    score = Score(white_score=5, black_score=2)
    items = [
        must(
            Report,
            matches_reports_create.sync(match.code, client=site, body=score, idempotency_key="final"),
        )
        for _ in range(2)
    ]
    sheet = must(ScoreSheet, matches_retrieve.sync(match.code, client=site))
    late = events_undo_create.sync(
        event.id, client=site, body=Command(command=result.command), if_match=f'"{result.version}"'
    )
    value = must(Problem, late)
    facts = [len(entered.entries), items[0] == items[1], sheet.match.winner, value.status, value.code]
    sys.stdout.write(" ".join(map(str, facts)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
