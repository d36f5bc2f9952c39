"""Check-in by the players: its page is opened and closed, and players check in there."""

import secrets
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from matches.messages.stored_reasons import SELF_CHECK_IN
from matches.models import User
from matches.services import badges
from rules.errors import Refusal
from tournaments import club_log
from tournaments.journal.facts import HERE
from tournaments.locks import lock_tournament
from tournaments.models import CheckInPage, Event
from tournaments.permissions import must_be_active, must_direct
from tournaments.play.entries.queries import check_in
from tournaments.play.entries.queries.check_in import CheckInPerson
from tournaments.play.entries.services.entries import set_presence


@transaction.atomic
def open_check_in_page(*, event: Event, by: User) -> CheckInPage:
    """Open the page of the tournament of an event; an open one is returned."""
    must_direct(by, event)
    must_be_active(event)
    lock_tournament(event.tournament_id)
    page = check_in.get_page_of_tournament(event.tournament)
    if page is not None:
        return page
    nonce = secrets.token_hex(16)
    page = CheckInPage.objects.create(
        tournament=event.tournament,
        nonce=nonce,
        token_hash=check_in.hash_token(check_in.derive_token(nonce)),
        by=by,
    )
    club_log.log_change(event.tournament, "check_in_opened", by)
    return page


@transaction.atomic
def close_check_in_page(*, event: Event, by: User) -> None:
    """Close the page of the tournament of an event, whose address then no longer works; twice is harmless."""
    must_direct(by, event)
    lock_tournament(event.tournament_id)
    pages = CheckInPage.objects.filter(tournament=event.tournament, closed_at=None)
    if pages.update(closed_at=timezone.now()):
        club_log.log_change(event.tournament, "check_in_closed", by)


@transaction.atomic
def check_in_by_name(*, page: CheckInPage, code: str) -> CheckInPerson:
    """Check in the player or pair of this code, as they have tapped their name. Raises `not_to_check_in`.

    The players of a pair are checked in by their own names too.
    """
    return _check_in(page, lambda person: person.player.code == code, with_players=True)


@transaction.atomic
def check_in_by_badge(*, page: CheckInPage, token: str) -> CheckInPerson:
    """Check in the holder of a badge, or else a pair of theirs. Raises `badge_unknown`, `not_to_check_in`."""
    holder = badges.redeem_badge(token=token).player
    return _check_in(
        page,
        lambda person: holder.is_one_with(person.player),
        lambda person: holder.may_act_for(person.player),
    )


def _check_in(
    page: CheckInPage, *ways_to_mean: Callable[[CheckInPerson], bool], with_players: bool = False
) -> CheckInPerson:
    """Check in the first player who is meant, in all events that are not drawn yet.

    With `with_players` those of a pair are checked in with it: one badge does not say that both are here.
    Their pairs are checked in with them once both players are here.
    It is written under the name of who has opened the page, whose right it is.
    """
    lock_tournament(page.tournament_id)
    if check_in.get_open_page(check_in.derive_token(page.nonce)) is None:
        raise Refusal("check_in_closed", name=page.tournament.name)
    events = check_in.list_events_to_check_in(page.tournament)
    people = check_in.list_people_to_check_in(events)
    person = next((one for is_meant in ways_to_mean for one in people if is_meant(one)), None)
    if person is None:
        raise Refusal("not_to_check_in", name=page.tournament.name)
    events_by_key = {event.pk: event for event in events}
    players = check_in.list_players_of_pair(people, person) if with_players else []
    arrived = [person, *players]
    pairs = [
        pair for one in arrived for pair in check_in.find_pairs_now_here(people, one) if pair is not person
    ]
    for entry in (entry for one in (*arrived, *pairs) for entry in one.entries):
        if entry.presence != HERE:
            set_presence(
                event=events_by_key[entry.event_id],
                entries=[entry.number],
                presence=HERE,
                by=page.by,
                reason=SELF_CHECK_IN,
            )
    return person
