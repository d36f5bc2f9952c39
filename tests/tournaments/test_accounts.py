"""Accounts in their clubs: shown, closed, parted from a player, let in by a director."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts import services
from matches.accounts.data_export import export_account
from matches.accounts.permissions import may_issue_link_for
from matches.actors import SYSTEM
from matches.models import Match, Player, User
from matches.registry import account_sections
from matches.services import lifecycle, players, spelling
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, match_at
from tournaments.models import Club, Membership
from tournaments.queries.members import get_invitation_secret
from tournaments.services import clubs, invitations, members, seasons, tournaments
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db
DAY = date(2099, 1, 5)


@pytest.fixture
def director() -> User:
    return a_user("director")


@pytest.fixture
def club(director: User) -> Club:
    return a_club("Monday Club", by=director)


def test_an_account_is_shown_its_clubs_and_offices(club: Club, director: User) -> None:
    sections = [section for sections in account_sections(director) for section in sections]

    item = export_account(director, sections)["sections"]

    assert {"title": "Clubs and roles", "lines": ["Monday Club · director"]} in item


def test_an_account_that_closes_leaves_its_clubs(club: Club, director: User) -> None:
    helper = a_user("helper")
    members.appoint(club=club, user=helper, role="recorder", by=director)

    services.close_account(user=helper, confirmation="helper")

    membership = Membership.objects.get(user=helper)
    assert (
        membership.role,
        membership.left_at is None,
        club.desk.officials.filter(pk=helper.pk).exists(),
    ) == (
        "member",
        False,
        False,
    )


def test_no_former_name_is_left_under_what_an_account_has_decided(club: Club, director: User) -> None:
    start, end = date(2026, 1, 1), date(2026, 12, 31)
    mapping = {"starts_on": start, "ends_on": end, "rules": RULE_PRESETS["wins"].to_data()}
    season = seasons.open_season(club=club, name="Year", by=director, **mapping)
    match = match_at(a_night(club), "M1-1")
    lifecycle.void_match(match=match, by=director, reason="Wrong table")
    seasons.change_season(season=season, rules=RULE_PRESETS["length"].to_data(), by=director)
    members.appoint(club=club, user=a_user("second"), role="director", by=director)

    def signed() -> set[str]:
        return {Match.objects.get(pk=match.pk).changed_by, season.changes.get().signed}

    before = signed()
    services.rename_account(user=director, username="former")
    former = signed()
    services.close_account(user=director, confirmation="former")

    assert (before, former) == ({"director"}, {"former"})
    assert [name.startswith("closed-") for name in signed()] == [True]


def test_the_last_director_cannot_close_his_account(club: Club, director: User) -> None:
    with pytest.raises(Refusal, match="last_director"):
        services.close_account(user=director, confirmation="director")

    director.refresh_from_db()
    assert (director.is_active, club.desk.officials.get()) == (True, director)


def test_an_account_and_a_player_that_part_are_two_members(club: Club, director: User) -> None:
    user = a_user("anna")
    player = a_player("Anna", user)
    Membership.objects.create(club=club, user=user, player=player)

    players.unlink_account(user=user)

    assert Player.objects.get(pk=player.pk).user is None
    rows = set(Membership.objects.filter(club=club).exclude(user=director).values_list("user", "player"))
    assert rows == {(user.pk, None), (None, player.pk)}


def test_a_member_under_another_spelling_of_the_player_parts_too(club: Club, director: User) -> None:
    user = a_user("anna")
    player, other = a_player("Anna", user), a_player("Anne")
    Membership.objects.create(club=club, user=user, player=other)
    spelling.merge_players(keep=player, absorb=other, by=SYSTEM, reason="One person")

    players.unlink_account(user=user)

    rows = set(Membership.objects.filter(club=club).exclude(user=director).values_list("user", "player"))
    assert rows == {(user.pk, None), (None, other.pk)}


@pytest.mark.parametrize(
    ("text", "result", "may"),
    [
        ("secretary", "", True),
        ("helper", "", True),
        ("member", "", True),
        ("member", "member", True),
        ("member", "secretary", False),
        ("recorder", "helper", False),
        ("", "secretary", False),
        ("", "member", False),
    ],
)
def test_a_director_lets_in_his_people_unless_they_are_more_elsewhere(
    club: Club, director: User, text: str, result: str, may: bool
) -> None:
    user, other = a_user("anna"), a_user("other")
    elsewhere = a_club("Other Club", by=other)
    for place, role, by in ((club, text, director), (elsewhere, result, other)):
        if role:
            members.add_account(club=place, user=user)
            members.appoint(club=place, user=user, role=role, by=by)

    assert may_issue_link_for(director, user) is may


def test_what_others_did_to_an_account_opens_it_to_nobody(club: Club, director: User) -> None:
    result, official, value = a_user("named"), a_user("official"), a_user("gone")
    members.appoint(club=club, user=result, role="recorder", by=director)
    members.appoint_official(tournament=a_night(club).tournament, user=official, by=director)
    outcome = members.add_account(club=club, user=value)
    members.leave(membership=outcome, by=value)
    members.reactivate_member(membership=outcome, by=director)

    assert [may_issue_link_for(director, user) for user in (result, official, value)] == [False, False, False]

    tournaments.skip_night(
        night=tournaments.save_night_from_tournament(tournament=club.tournaments.get(), by=director),
        day=DAY,
        by=director,
    )
    members.appoint(club=club, user=result, role="director", by=director)
    tournaments.restore_night(night=club.nights.get(), day=DAY, by=result)
    clubs_page = clubs.ClubPage(about="Back", joining="open")
    clubs.update_page(club=club, page=clubs_page, by=director)
    club.refresh_from_db()
    members.leave(membership=outcome, by=value)
    members.join(club=club, user=value, name="Gone Girl")
    assert [may_issue_link_for(director, user) for user in (result, official, value)] == [True, False, True]


def test_who_has_played_is_known_to_the_club(club: Club, director: User) -> None:
    anna = a_user("anna")
    match = match_at(a_night(club), "M1-1")
    Player.objects.filter(pk=match.white.pk).update(user=anna)
    members.appoint(club=club, user=anna, role="helper", by=director)
    assert may_issue_link_for(director, anna) is True


def test_who_is_no_director_lets_nobody_in(club: Club, director: User) -> None:
    secretary, anna = a_user("secretary"), a_user("anna")
    members.appoint(club=club, user=secretary, role="secretary", by=director)
    members.add_account(club=club, user=anna)

    assert may_issue_link_for(secretary, anna) is False


def test_an_invitation_survives_the_sign_up(club: Club, director: User, client: Client) -> None:
    invitation = invitations.invite(club=club, options=invitations.InvitationOptions(), by=director)
    path = reverse("open-invitation", args=[get_invitation_secret(invitation)])
    without = Client().post("/sign-up/", {"username": "nora", "password1": "paper-and-felt"})

    response = client.post(path)
    page = client.get(response["Location"])
    came = client.post("/sign-up/", {"username": "nora", "password1": "paper-and-felt", "next": path})
    joined = client.post(came["Location"], {"name": "Nora Neri"})

    assert (without.status_code, page.status_code, came["Location"]) == (403, 200, path)
    assert joined["Location"] == reverse("club", args=[club.slug])
    membership = Membership.objects.get(user__username="nora")
    assert (membership.club, membership.role, str(membership.player)) == (club, "member", "Nora Neri")
