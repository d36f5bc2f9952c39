"""Casual matches of a club."""

from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext_noop

from matches.actors import SYSTEM, Identity
from matches.models import Match, Player
from matches.queries.people import make_person_q
from matches.services import lifecycle, live
from rules.errors import Refusal
from tournaments.club_log import log_action
from tournaments.known_ratings import get_fibs_ratings
from tournaments.models import Casual, CasualMatch, Club
from tournaments.people.queries import casual_matches
from tournaments.permissions import may_open_casual, must_be_open

CASUAL_TITLE = gettext_noop("Casual match")


@transaction.atomic
def open_casual_match(
    *, club: Club, white: Player, black: Player, length: int, identity: Identity, key: str = ""
) -> CasualMatch:
    """Start a match of two members to `length` points; it is reported like any other.

    The club's current settings decide what it counts for. Allowed to the club's desk and, if the club
    permits, to one of the two (`not_your_casual`). A used key starts no other match. Raises `not_a_member`,
    `plays_already`, `club_archived`, and what `lifecycle.create_match` raises.
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
        if not club.memberships.filter(make_person_q("player", player), left_at=None).exists():
            raise Refusal("not_a_member", player=player.name)
    open_casual = casual_matches.find_open_match(club, white, black)
    if open_casual is not None:
        raise Refusal("plays_already", match=open_casual.code)
    match = _start_casual_match(club, white, black, length)
    casual_match = CasualMatch.objects.create(
        club=club,
        match=match,
        is_rated=club.casual != Casual.NOTHING,
        is_counted=club.casual == Casual.BOTH,
        by=identity.user,
        key=key or uuid4().hex,
    )
    log_action(club=club, kind="casual_opened", by=identity, about={"match": match.code})
    live.publish(topic=f"desk:{club.desk.code}", kind="casual", data={"match": match.code})
    return casual_match


def _start_casual_match(club: Club, white: Player, black: Player, length: int) -> Match:
    match = lifecycle.create_match(
        desk=club.desk, white=white, black=black, length=length, title=CASUAL_TITLE, by=SYSTEM
    )
    lifecycle.call_match(match=match, by=SYSTEM)
    rated = get_fibs_ratings(club.pk, (white, black))
    if white.pk in rated and black.pk in rated:
        lifecycle.store_ratings(ratings={match.pk: (rated[white.pk], rated[black.pk])})
    match.refresh_from_db()
    return lifecycle.start_match(match=match, by=SYSTEM)
