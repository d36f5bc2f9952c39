"""The policy that trusts one report: it settles the match; a dispute reopens it or waits at the desk."""

import pytest
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Badge, Match
from matches.services import badges, lifecycle, reporting, rulings
from matches.states import Policy
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event, Pairing
from tournaments.play.desk import table_commands

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(table_commands.SetReportPolicy, {"policy": "trust"}),)


def a_trusting_night() -> Event:
    event = club_evenings.a_night(club_evenings.a_club())
    event.tournament.desk.confirm_policy = Policy.TRUST.value
    event.tournament.desk.save()
    return event


def identity_of(match: Match, side: str) -> Identity:
    """The identity of the badge of a side, issued if there is none."""
    player = match.white if side == "white" else match.black
    badge = Badge.objects.filter(desk=match.desk, player=player, revoked_at=None).first()
    return Identity(badge=badge or badges.issue_badge(desk=match.desk, player=player, by=SYSTEM).badge)


def reported_match(event: Event, label: str) -> Match:
    """Settle a match by the report of White alone."""
    match = club_evenings.match_at(event, label)
    reporting.report(match=match, white_score=5, black_score=2, identity=identity_of(match, "white"))
    return Match.objects.get(pk=match.pk)


def object_to(match: Match) -> None:
    first_report, identity = match.reports.get(number=1), identity_of(match, "black")
    reporting.dispute(match=match, report=first_report, white_score=3, black_score=5, identity=identity)
    match.refresh_from_db()


def final_of(event: Event) -> Pairing:
    return Pairing.objects.select_related("white_entry__player", "match").get(event=event, label="M2-1")


def test_a_dispute_unseats_the_winner_until_the_ruling() -> None:
    event = a_trusting_night()
    match = reported_match(event, "M1-1")
    assert final_of(event).white_entry is not None
    object_to(match)
    assert (match.status, final_of(event).white_entry) == ("disputed", None)
    by = club_evenings.director_of(event.tournament.club)
    rulings.rule_on_match(match=match, white_score=3, black_score=5, law="match.adjudication", by=by)
    entry = final_of(event).white_entry
    assert entry is not None
    assert entry.player == match.black


def test_a_dispute_after_the_next_match_has_begun_is_shown_at_the_desk(client: Client) -> None:
    event = a_trusting_night()
    match = reported_match(event, "M1-1")
    reported_match(event, "M1-2")
    final = final_of(event).match
    assert final is not None
    lifecycle.start_match(match=final, by=SYSTEM)
    object_to(match)
    entry = final_of(event).white_entry
    assert entry is not None
    assert (match.status, entry.player) == ("settled", match.white)
    client.force_login(club_evenings.director_of(event.tournament.club))
    page = client.get(path_of(event, "desk/")).content.decode()
    assert ("Results under dispute" in page, f"/m/{match.code}/#desk" in page) == (True, True)
