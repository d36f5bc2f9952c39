"""A badge of a club acts for its player in every tournament and league of the club."""

import pytest
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Badge, Desk, Match, Player
from matches.services import badges
from matches.states import Channel
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as seasons

pytestmark = pytest.mark.django_db


def issue(desk: Desk, player: Player) -> badges.IssuedBadge:
    return badges.issue_badge(desk=desk, player=player, by=SYSTEM)


def phone(desk: Desk, player: Player) -> Client:
    client = Client()
    client.post("/b/", {"token": issue(desk, player).token})
    return client


def test_a_club_badge_lists_the_open_league_matches_and_reports_them() -> None:
    event = seasons.begun().event
    club, match = event.tournament.club, seasons.match_of(event, "Anna", "Bruno")
    white, black = phone(club.desk, match.white), phone(club.desk, match.black)
    own_matches = Match.objects.filter(white=match.white) | Match.objects.filter(black=match.white)

    open_on_badge = {shown.match for shown in white.get("/b/").context["open"]}
    open_fixtures = {fixture.match for fixture in white.get(f"/clubs/{club.slug}/mine/").context["fixtures"]}
    form = white.get(f"/m/{match.code}/report/")
    reported = white.post(f"/m/{match.code}/report/", {"winner": "white", "points": 2, "key": "one"})
    confirmed = black.post(f"/m/{match.code}/confirm/", {"report": match.reports.get().number})

    assert open_on_badge == open_fixtures == set(own_matches)
    assert (form.context["state"], reported.status_code, confirmed.status_code) == ("report", 302, 302)
    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "white")
    report = match.reports.get()
    assert (report.side, report.channel, report.confirmed_channel) == ("white", Channel.BADGE, Channel.BADGE)


def test_a_club_badge_shows_and_reports_a_tournament_match() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    match = Match.objects.filter(pairing__event=event, status="called").order_by("pk")[0]
    client = phone(event.tournament.club.desk, match.white)

    page = client.get("/b/")
    reported = client.post(f"/m/{match.code}/report/", {"winner": "white", "points": 2, "key": "one"})

    assert ([shown.match for shown in page.context["open"]], reported.status_code) == (
        [match],
        302,
    )
    assert f"desk:{event.tournament.desk.code} " in page.content.decode()
    assert [path.event for path in page.context["paths"]] == [event.name]


def test_a_club_badge_is_none_of_other_clubs_and_stops_when_revoked() -> None:
    match = seasons.match_of(seasons.begun().event, "Anna", "Bruno")
    foreign = Identity(badge=issue(club_evenings.a_club("Elsewhere").desk, match.white).badge)
    issued = issue(match.desk.tournament.club.desk, match.white)
    badges.revoke_badge(badge=issued.badge, by=SYSTEM)
    revoked = Identity(badge=Badge.objects.get(pk=issued.badge.pk))

    assert (foreign.side_in(match), revoked.side_in(match), revoked.badge_desks) == ("", "", frozenset())


def test_a_badge_of_one_tournament_lists_no_league_match_it_cannot_report() -> None:
    club = club_evenings.a_club()
    league = seasons.begun(club).event
    night = club_evenings.a_night(club)
    match = seasons.match_of(league, "Anna", "Bruno")
    client = phone(night.tournament.desk, match.white)

    page, report = client.get(f"/clubs/{club.slug}/mine/"), client.get(f"/m/{match.code}/report/")

    assert (page.context["fixtures"], report.context["state"]) == ([], "watch")
    assert f"Your badge is for “{night.tournament.name}” only" in page.text
    assert "You have no league matches to play." not in page.text
    assert f"Your badge is for “{night.tournament.name}” only" in report.text
    assert "open your badge" not in report.text


def test_the_page_of_league_matches_names_the_other_club_of_a_badge() -> None:
    club, elsewhere = club_evenings.a_club(), club_evenings.a_club("Elsewhere")
    league = seasons.begun(club).event
    client = phone(elsewhere.desk, seasons.match_of(league, "Anna", "Bruno").white)

    page = client.get(f"/clubs/{club.slug}/mine/").text

    assert "Your badge is for “Elsewhere” only" in page
    assert "No badge on this phone yet" not in page


def test_an_account_with_the_claimed_player_lists_and_reports_league_matches() -> None:
    event = seasons.begun().event
    club, match = event.tournament.club, seasons.match_of(event, "Anna", "Bruno")
    client = phone(club.desk, match.white)
    client.force_login(a_user("anna"))
    client.post("/b/claim/")
    client.cookies.pop("badge")

    fixtures = client.get(f"/clubs/{club.slug}/mine/").context["fixtures"]

    assert match in {fixture.match for fixture in fixtures}
    assert client.get(f"/m/{match.code}/report/").context["state"] == "report"
