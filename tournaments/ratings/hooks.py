"""What rating lists do when matches are deleted and players merged, and later on."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from matches.models import Match, Player
from matches.services import outbox
from matches.signals import spellings_changed
from tournaments.play.event_journal.services.pairing_matches import RATE
from tournaments.ratings.queries.rating_tables import RATE_CLUB
from tournaments.ratings.services import merged_players, ratings
from tournaments.signals import matches_deleting

outbox.DATABASE_HANDLERS[RATE] = ratings.deliver_match
outbox.DATABASE_HANDLERS[RATE_CLUB] = ratings.deliver_club
outbox.DATABASE_HANDLERS[merged_players.RATE] = merged_players.deliver
# Database work, but long: without an outer transaction, committed in batches.
outbox.EXTERNAL_HANDLERS[ratings.REBUILD] = ratings.deliver_rebuild


@receiver(matches_deleting, sender=Match)
def delete_ledger_rows(matches: Collection[int], **_: Any) -> None:
    """Delete the rows of matches in rating lists before the matches are deleted."""
    ratings.delete_ledger_rows(matches=matches)


@receiver(spellings_changed, sender=Player)
def rate_merged_players(players: frozenset[int], **_: Any) -> None:
    """Enqueue the ratings of merged or separated players."""
    merged_players.enqueue_ratings(players)
