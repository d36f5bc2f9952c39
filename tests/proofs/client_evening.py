"""Play a tournament through the generated API client.

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
    EntriesCreate,
    EntryList,
    JournalEntry,
    MatchDetail,
    PaginatedPairingList,
    PolicyEnum,
    Problem,
    Report,
    Score,
    TournamentCreate,
    TournamentDetail,
    Undo,
)

Answer = TypeVar("Answer")
FOUR = ["Ada Byron", "Bea Potter", "Cy Twombly", "Di Arbus"]


def must(kind: type[Answer], answer: object) -> Answer:
    """Return `answer` if it is of this type; raise SystemExit with the answer otherwise."""
    if not isinstance(answer, kind):
        raise SystemExit(f"expected {kind.__name__}, was given {answer}")
    return answer


def main(address: str, token: str, club: str) -> None:
    """Create a tournament, enter players, draw, publish, report twice with one key, undo with an old
    version."""
    site = AuthenticatedClient(base_url=address, token=token)
    tournament = TournamentCreate(
        name="By a program",
        starts_at=datetime.now(UTC),
        tables=2,
        policy=PolicyEnum.DESK,
        length=[5],
    )
    created = must(TournamentDetail, clubs_tournaments_create.sync(club, client=site, body=tournament))
    event = created.events[0]
    entries = must(
        EntryList, events_entries_create.sync(event.id, client=site, body=EntriesCreate(names=FOUR))
    )
    draw = must(JournalEntry, events_draws_create.sync(event.id, client=site))
    must(JournalEntry, events_publish_create.sync(event.id, client=site))
    pairings = must(PaginatedPairingList, events_pairings_list.sync(event.id, client=site)).results
    match = next(pairing.match for pairing in pairings if pairing.match)
    score = Score(white_score=5, black_score=2)
    reports = [
        must(
            Report,
            matches_reports_create.sync(match.code, client=site, body=score, idempotency_key="final"),
        )
        for _ in range(2)
    ]
    sheet = must(MatchDetail, matches_retrieve.sync(match.code, client=site))
    undo_answer = events_undo_create.sync(
        event.id, client=site, body=Undo(command=draw.command), if_match=f'"{draw.version}"'
    )
    problem = must(Problem, undo_answer)
    printed = [
        len(entries.entries),
        reports[0] == reports[1],
        sheet.match.winner,
        problem.status,
        problem.code,
    ]
    sys.stdout.write(" ".join(map(str, printed)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
