"""Casual matches: two members of a club sit down outside every event, and the club's own desk rules."""

from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext_noop

from matches.actors import SYSTEM
from matches.identity import Identity
from matches.models import Match, Player
from matches.queries.people import is_person_in
from matches.services import lifecycle, live, odds
from rules.errors import Refusal
from tournaments.models import Casual, CasualMatch, Club
from tournaments.permissions import may_open_casual, must_be_open
from tournaments.queries import club_results as casual_queries
from tournaments.queries.ratings import strengths
from tournaments.services import club_log

TITLE = gettext_noop("Casual match")


@transaction.atomic
def open_match(
    *, club: Club, white: Player, black: Player, length: int, identity: Identity, key: str = ""
) -> CasualMatch:
    """Two members play a match to `length` points, begun at once; it is reported like any other.

    What it counts for is what the club says today. Opened by the club's desk, or by one of the two where
    members may (`not_your_casual`). A used key opens nothing again. Raises `not_a_member`, `plays_already`,
    `club_archived`, and what seats refuse.
    """
    must_be_open(club)
    if not may_open_casual(identity, club, (white, black)):
        raise Refusal("not_your_casual", club=club.name)
    Club.objects.select_for_update().get(pk=club.pk)
    existing_casual = (
        CasualMatch.objects.filter(club=club, key=key).select_related("match").first() if key else None
    )
    if existing_casual is not None:
        return existing_casual
    for player in (white, black):
        if not club.memberships.filter(is_person_in("player", player), left_at=None).exists():
            raise Refusal("not_a_member", player=player.name)
    open_casual = casual_queries.find_open_match(club, white, black)
    if open_casual is not None:
        raise Refusal("plays_already", match=open_casual.code)
    match = _start_match(club, white, black, length)
    casual_match = CasualMatch.objects.create(
        club=club,
        match=match,
        is_rated=club.casual != Casual.NOTHING,
        is_counted=club.casual == Casual.BOTH,
        by=identity.user,
        key=key or uuid4().hex,
    )
    club_log.note(club=club, kind="casual_opened", by=identity, about={"match": match.code})
    live.publish(topic=f"desk:{club.desk.code}", kind="casual", data={"match": match.code})
    return casual_match


def _start_match(club: Club, white: Player, black: Player, length: int) -> Match:
    match = lifecycle.create_match(
        desk=club.desk, white=white, black=black, length=length, title=TITLE, by=SYSTEM
    )
    lifecycle.call_match(match=match, by=SYSTEM)
    rated = strengths(club.pk, (white, black))
    if white.pk in rated and black.pk in rated:
        odds.store_ratings(ratings={match.pk: (rated[white.pk], rated[black.pk])})
    match.refresh_from_db()
    return lifecycle.start_match(match=match, by=SYSTEM)
