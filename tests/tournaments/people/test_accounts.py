"""Accounts of club members: export, closing, unlinking of a player, sign-in links issued by directors."""

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
from matches.services import lifecycle, merging, players
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, match_at
from tournaments.models import Club, Membership
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.services import club_roles, clubs, invitations, members, officials
from tournaments.play.tournaments.services import weekly_nights
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db
DAY = date(2099, 1, 5)


@pytest.fixture
def director() -> User:
    return a_user("director")


@pytest.fixture
def club(director: User) -> Club:
    return a_club("Monday Club", by=director)


def test_an_account_export_lists_clubs_and_roles(club: Club, director: User) -> None:
    sections = [section for sections in account_sections(director) for section in sections]

    exported_sections = export_account(director, sections)["sections"]

    assert {"title": "Clubs and roles", "lines": ["Monday Club · director"]} in exported_sections


def test_closing_an_account_ends_its_memberships(club: Club, director: User) -> None:
    helper = a_user("helper")
    club_roles.appoint(club=club, user=helper, role="recorder", by=director)

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


def test_renaming_or_closing_an_account_changes_its_name_in_past_decisions(
    club: Club, director: User
) -> None:
    start, end = date(2026, 1, 1), date(2026, 12, 31)
    season_fields = {"starts_on": start, "ends_on": end, "rules": RULE_PRESETS["wins"].to_data()}
    season = seasons.open_season(club=club, name="Year", by=director, **season_fields)
    match = match_at(a_night(club), "M1-1")
    lifecycle.void_match(match=match, by=director, reason="Wrong table")
    seasons.change_season(season=season, rules=RULE_PRESETS["length"].to_data(), by=director)
    club_roles.appoint(club=club, user=a_user("second"), role="director", by=director)

    def get_signatures() -> set[str]:
        return {Match.objects.get(pk=match.pk).changed_by, season.changes.get().signed}

    before = get_signatures()
    services.rename_account(user=director, username="former")
    former = get_signatures()
    services.close_account(user=director, confirmation="former")

    assert (before, former) == ({"director"}, {"former"})
    assert [name.startswith("closed-") for name in get_signatures()] == [True]


def test_the_last_director_cannot_close_their_account(club: Club, director: User) -> None:
    with pytest.raises(Refusal, match="last_director"):
        services.close_account(user=director, confirmation="director")

    director.refresh_from_db()
    assert (director.is_active, club.desk.officials.get()) == (True, director)


def test_unlinking_a_player_from_an_account_leaves_two_memberships(club: Club, director: User) -> None:
    user = a_user("anna")
    player = a_player("Anna", user)
    Membership.objects.create(club=club, user=user, player=player)

    players.unlink_account(user=user)

    assert Player.objects.get(pk=player.pk).user is None
    rows = set(Membership.objects.filter(club=club).exclude(user=director).values_list("user", "player"))
    assert rows == {(user.pk, None), (None, player.pk)}


def test_unlinking_splits_the_membership_of_a_merged_player(club: Club, director: User) -> None:
    user = a_user("anna")
    player, other = a_player("Anna", user), a_player("Anne")
    Membership.objects.create(club=club, user=user, player=other)
    merging.merge_players(keep=player, absorb=other, by=SYSTEM, reason="One person")

    players.unlink_account(user=user)

    rows = set(Membership.objects.filter(club=club).exclude(user=director).values_list("user", "player"))
    assert rows == {(user.pk, None), (None, other.pk)}


@pytest.mark.parametrize(
    ("role_here", "role_elsewhere", "may"),
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
def test_a_director_may_issue_a_link_unless_the_account_has_a_higher_role_elsewhere(
    club: Club, director: User, role_here: str, role_elsewhere: str, may: bool
) -> None:
    user, other = a_user("anna"), a_user("other")
    elsewhere = a_club("Other Club", by=other)
    for place, role, by in ((club, role_here, director), (elsewhere, role_elsewhere, other)):
        if role:
            members.add_account(club=place, user=user)
            club_roles.appoint(club=place, user=user, role=role, by=by)

    assert may_issue_link_for(director, user) is may


def test_acts_of_others_on_an_account_do_not_allow_a_link(club: Club, director: User) -> None:
    appointed, official, departed = a_user("named"), a_user("official"), a_user("gone")
    club_roles.appoint(club=club, user=appointed, role="recorder", by=director)
    officials.appoint_official(tournament=a_night(club).tournament, user=official, by=director)
    membership = members.add_account(club=club, user=departed)
    members.leave(membership=membership, by=departed)
    members.reactivate_member(membership=membership, by=director)

    assert [may_issue_link_for(director, user) for user in (appointed, official, departed)] == [
        False,
        False,
        False,
    ]

    weekly_nights.skip_night(
        night=weekly_nights.save_night_from_tournament(tournament=club.tournaments.get(), by=director),
        day=DAY,
        by=director,
    )
    club_roles.appoint(club=club, user=appointed, role="director", by=director)
    weekly_nights.restore_night(night=club.nights.get(), day=DAY, by=appointed)
    clubs_page = clubs.ClubPage(about="Back", joining="open")
    clubs.update_page(club=club, page=clubs_page, by=director)
    club.refresh_from_db()
    members.leave(membership=membership, by=departed)
    members.join(club=club, user=departed, name="Gone Girl")
    assert [may_issue_link_for(director, user) for user in (appointed, official, departed)] == [
        True,
        False,
        True,
    ]


def test_a_director_may_issue_a_link_to_an_account_that_has_played_in_the_club(
    club: Club, director: User
) -> None:
    anna = a_user("anna")
    match = match_at(a_night(club), "M1-1")
    Player.objects.filter(pk=match.white.pk).update(user=anna)
    club_roles.appoint(club=club, user=anna, role="helper", by=director)
    assert may_issue_link_for(director, anna) is True


def test_only_directors_may_issue_links(club: Club, director: User) -> None:
    secretary, anna = a_user("secretary"), a_user("anna")
    club_roles.appoint(club=club, user=secretary, role="secretary", by=director)
    members.add_account(club=club, user=anna)

    assert may_issue_link_for(secretary, anna) is False


def test_an_invitation_survives_the_sign_up(club: Club, director: User, client: Client) -> None:
    invitation = invitations.invite(club=club, options=invitations.InvitationOptions(), by=director)
    path = reverse("open-invitation", args=[get_invitation_secret(invitation)])
    uninvited = Client().post("/sign-up/", {"username": "nora", "password1": "paper-and-felt"})

    response = client.post(path)
    page = client.get(response["Location"])
    signed_up = client.post("/sign-up/", {"username": "nora", "password1": "paper-and-felt", "next": path})
    joined = client.post(signed_up["Location"], {"name": "Nora Neri"})

    assert (uninvited.status_code, page.status_code, signed_up["Location"]) == (403, 200, path)
    assert joined["Location"] == reverse("club", args=[club.slug])
    membership = Membership.objects.get(user__username="nora")
    assert (membership.club, membership.role, str(membership.player)) == (club, "member", "Nora Neri")
