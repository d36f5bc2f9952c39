"""A player with the badge of one tournament reads so at a match of the club, which asks for its badge."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Badge, Match
from matches.records.models import Transcript
from matches.services import badges, lifecycle, reporting
from matches.services.lifecycle import NewMatch
from tests.factories import a_player
from tests.matches.records.files import record
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club
from tests.tournaments.leagues import league_seasons as seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def badge() -> badges.IssuedBadge:
    """The badge of a league for a player who has a match at the desk of the club, too."""
    club = a_club()
    league = seasons.begun(club)
    player = a_player("José-María")
    badge = badges.issue_badge(desk=league.event.tournament.desk, player=player, by=SYSTEM)
    new_match = NewMatch(player, a_player("X"), 3, club.desk.laws, "Casual match")
    lifecycle.create_matches(desk=club.desk, new_matches=[new_match], by=SYSTEM)
    return badge


def upload_with(badge: badges.IssuedBadge) -> tuple[Client, Transcript]:
    client = Client()
    client.post("/b/", {"token": badge.token})
    client.post("/records/", {"file": SimpleUploadedFile("final.mat", record())})
    return client, Transcript.objects.get()


def test_the_page_of_a_file_says_that_its_match_needs_another_badge(badge: badges.IssuedBadge) -> None:
    client, transcript = upload_with(badge)
    page = client.get(f"/records/{transcript.pk}/").content.decode()
    place, here = badge.badge.desk.name, Match.objects.get(title="Casual match").desk.name
    assert (
        f"Your badge is for “{place}” only, but the file fits a match at “{here}”: ask the desk there for a "
        "badge."
    ) in page
    assert "None of your matches has this length" not in page


def test_the_refusal_says_which_badge_is_needed(badge: badges.IssuedBadge) -> None:
    client, transcript = upload_with(badge)
    match = Match.objects.get(title="Casual match")
    answer = client.post(f"/records/{transcript.pk}/match/", {"match": match.code})
    text = answer.content.decode()
    assert answer.status_code == 403
    assert (
        f"Your badge is for “{badge.badge.desk.name}” only. For this match, ask the desk of "
        f"{match.desk.name} for a badge."
    ) in text
    assert "Only the two players" not in text


def test_every_service_of_a_match_says_it(badge: badges.IssuedBadge) -> None:
    match = Match.objects.get(title="Casual match")
    identity = Identity(badge=Badge.objects.get(pk=badge.badge.pk), device="phone")
    refused = refusal(reporting.report, match=match, white_score=3, black_score=0, identity=identity)
    assert refused.code == "badge_of_other_desk"
