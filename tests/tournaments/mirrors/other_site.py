"""What another site sends about an evening, which is played in a transaction that is rolled back."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import transaction

from matches.actors import Identity
from matches.models import User
from matches.services import lifecycle, scoring
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, play_out, settle
from tournaments.mirrors.copy_messages import decompress_message
from tournaments.mirrors.models import Publication, PublishedEvent
from tournaments.mirrors.services import publications, sending
from tournaments.models import Event

ADDRESS, SECRET = "http://127.0.0.1:9/clubs/riverside/", "crawford_secret"
Body = dict[str, Any]


@dataclass
class OtherSite:
    """The site that directs an evening, inside the transaction."""

    event: Event
    publication: Publication
    row: PublishedEvent

    @property
    def by(self) -> User:
        """The director there."""
        return director_of(self.event.tournament.club)

    def message(self) -> Body:
        """What is sent now, with the whole file."""
        self.event.refresh_from_db()
        sent = sending.build_message(self.publication, self.row, self.event, [self.row.key])
        body: Body = json.loads(decompress_message(sent.body))
        return body

    def start(self, label: str, *, white: int = 0) -> None:
        """Start a match; White wins so many single games."""
        match = match_at(self.event, label)
        lifecycle.start_match(match=match, by=self.by)
        for number in range(white):
            match.refresh_from_db()
            scoring.score_game(
                match=match,
                winner="white",
                kind="single",
                cube=1,
                key=f"{label}-{number}",
                identity=Identity(user=self.by),
            )

    def settle(self, label: str, winner: str = "white") -> None:
        """Give a match its result."""
        settle(match_at(self.event, label), winner, loser_score=2)

    def finish(self) -> None:
        """Settle all matches."""
        play_out(self.event)


def play_elsewhere(evening: Callable[[OtherSite], list[Body]], **night: Any) -> tuple[str, str, list[Body]]:
    """Return the keys of a tournament and its event on another site, and what it sends in a evening."""
    with transaction.atomic():
        club = a_club("The laptop", by=User.objects.create_user("laptopdirector"))
        event = a_night(club, **night)
        publication = publications.publish_to(
            tournament=event.tournament, address=ADDRESS, token=SECRET, by=director_of(club)
        )
        row = PublishedEvent.objects.create(publication=publication, event=event)
        sent = evening(OtherSite(event, publication, row))
        transaction.set_rollback(True)
    cache.clear()
    return publication.key, row.key, sent
