"""Pages of a club: its page, members, invitations, officials and the list for the site's host."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests.factories import a_player, a_user
from tests.site.bodies import EVENING
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tests.tournaments.club_pages import signed_in, text_of
from tournaments.models import Club, Invitation, Membership, Tournament
from tournaments.people.queries import invitations as invitation_queries
from tournaments.people.services import club_roles, clubs, invitations, members, office_offers
from tournaments.people.services.invitations import InvitationOptions
from tournaments.play.tournaments.services import weekly_nights

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(director_of(club))


def test_the_club_page_renders_markdown_safely(club: Club, director: Client) -> None:
    form = {
        "name": "Bar Point",
        "about": "# Hello\n\n**We play** <script>x</script> [here](javascript:x) [map](https://map.example)",
        "place": "Via Roma 1",
        "contact": "info@club.example",
        "joining": "open",
        "casual": "ratings",
        "members_open": "on",
    }
    assert director.post(reverse("edit-club-page", args=[club.slug]), form).status_code == 303

    page = text_of(Client(), reverse("club", args=[club.slug]))

    assert "<h3>Hello</h3>" in page
    assert '<a href="https://map.example" rel="nofollow noopener ugc">map</a>' in page
    assert "<script>x" not in page
    assert 'href="javascript' not in page
    assert 'href="mailto:info@club.example"' in page
    assert 'og:description" content="Hello We play &lt;script&gt;x&lt;/script&gt;' in page
    assert reverse("join-club", args=[club.slug]) in page


def test_the_club_page_shows_matches_in_play_upcoming_nights_and_winners(
    club: Club, director: Client
) -> None:
    by = director_of(club)
    played = a_night(club, ("Anna", "Bruno"))
    play_out(played)
    night = weekly_nights.save_night_from_tournament(tournament=played.tournament, by=by)
    a_night(club, ("Carla", "Dario"), week=1)
    Tournament.objects.filter(weekly=None).update(starts_at=timezone.now() - timedelta(hours=1))

    page = text_of(Client(), reverse("club", args=[club.slug]))

    assert {"Carla – Dario" in page, "Dario – Carla" in page} == {True, False}
    assert f"{night.name}: every Monday" in page
    assert "Recent winners" in page
    assert "Anna" in page


def test_the_queries_of_the_club_page_do_not_depend_on_the_number_of_nights(
    club: Club, django_assert_max_num_queries
) -> None:
    a_night(club)
    address = reverse("club", args=[club.slug])
    client = Client()
    client.get(address)
    with django_assert_max_num_queries(45) as first:
        client.get(address)
    for week in range(1, 4):
        a_night(club, [f"Player {number}" for number in range(8)], week=week)
    with django_assert_max_num_queries(len(first)):
        client.get(address)


def test_an_officer_finds_appoints_and_removes_members(club: Club, director: Client) -> None:
    anna = members.enrol(club=club, player=a_player("Anna Rossi"), by=director_of(club))
    user = a_user("bruno")
    page = reverse("members", args=[club.slug])

    assert "Anna Rossi" in text_of(director, f"{page}?find=ros")
    assert "No member with that name" in text_of(director, f"{page}?find=zeno")
    form = {"username": "bruno", "role": "recorder"}
    assert director.post(reverse("appoint", args=[club.slug]), form).status_code == 303
    office_offers.accept_offer(offer=club.office_offers.get(), by=user)
    membership = Membership.objects.get(club=club, user=user)
    action_path = reverse("member-action", args=[club.slug, membership.pk, "appoint"])
    assert director.post(action_path, {"role": "helper"}).status_code == 303
    membership.refresh_from_db()
    assert membership.role == "helper"
    last = club.memberships.get(role="director")
    response = director.post(reverse("member-action", args=[club.slug, last.pk, "leave"]))
    assert (response.status_code, b"without a director" in response.content) == (409, True)
    assert director.post(reverse("member-action", args=[club.slug, anna.pk, "leave"])).status_code == 303
    assert "1 has left" in text_of(director, page)
    assert director.post(reverse("enrol", args=[club.slug]), {"name": "anna rossi"}).status_code == 303
    anna.refresh_from_db()
    assert (anna.left_at, Player.objects.count()) == (None, 1)
    assert "was appointed helper" in text_of(director, reverse("audit-log", args=[club.slug]))


def test_a_badge_of_the_club_is_shown_once_to_directors(club: Club, director: Client) -> None:
    membership = members.enrol(club=club, player=a_player("Anna"), by=director_of(club))
    answer = director.post(reverse("member-badge", args=[club.slug, membership.pk]))
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    director_membership = club.memberships.get(role="director")
    assert director.post(reverse("member-badge", args=[club.slug, director_membership.pk])).status_code == 404


def test_user_names_are_shown_to_officers_only(club: Club, director: Client) -> None:
    club_roles.appoint(club=club, user=a_user("secret-login"), role="helper", by=director_of(club))
    members.enrol(club=club, player=a_player("Anna"), by=director_of(club))
    page = reverse("members", args=[club.slug])
    requests = [(browser, find) for browser in (Client(), director) for find in ("", "?find=secret")]
    texts = [text_of(browser, f"{page}{find}") for browser, find in requests]
    assert ["secret-login" in text for text in texts] == [False, False, True, True]
    assert "1 member" in texts[0]
    assert "1 member · 2 others, not members" in " ".join(texts[2].split())


def test_the_clubs_of_the_user_are_listed_first(club: Club, director: Client) -> None:
    by = director_of(club)
    other = a_club("Ace Point", by)
    members.add_account(club=a_club("Zebra"), user=by, name="Anna")
    page = text_of(director, "/")
    section = page.split('id="yours"')[1].split("</section>")[0]
    positions = [section.index(f"{name}</strong>") for name in ("Ace Point", "Bar Point", "Zebra")]
    assert (sorted(positions) == positions, section.count(">director<")) == (True, 2)
    assert reverse("create-tournament", args=[other.slug]) in section
    assert 'id="yours"' not in text_of(Client(), "/")


def another_invitation(club: Club) -> str:
    """The secret of another invitation to the club."""
    return invitation_queries.get_invitation_secret(
        invitations.invite(club=club, options=InvitationOptions(), by=director_of(club))
    )


class TestInvitation:
    """From an invitation link to membership, with and without an account."""

    @pytest.fixture
    def link(self, club: Club) -> str:
        invitation = invitations.invite(club=club, options=InvitationOptions(most=3), by=director_of(club))
        return reverse("open-invitation", args=[invitation_queries.get_invitation_secret(invitation)])

    def test_a_signed_out_visitor_is_sent_to_sign_in_and_back(self, link: str) -> None:
        client = Client()
        page = client.get(link)
        assert f'href="{reverse("sign-in")}?next={link}"' in page.content.decode()
        assert "no-store" in page["Cache-Control"]
        response = client.post(link)
        assert (response.status_code, response["Location"].endswith(f"?next={link.replace('/', '%2F')}")) == (
            303,
            True,
        )
        assert client.get(response["Location"]).status_code == 200

    def test_a_signed_in_user_becomes_a_member(self, club: Club, link: str) -> None:
        user = a_user("anna")
        client = signed_in(user)
        assert client.post(link, {"name": ""}).status_code == 409
        assert client.post(link, {"name": "Anna Rossi"}).status_code == 303
        membership = Membership.objects.get(club=club, user=user)
        assert (str(membership.player), membership.role) == ("Anna Rossi", "member")
        assert "Leave club" in text_of(client, reverse("members", args=[club.slug]))
        assert "You are already a member." in text_of(
            client, reverse("open-invitation", args=[another_invitation(club)])
        )
        assert client.post(reverse("leave-club", args=[club.slug])).status_code == 303
        assert client.post(reverse("leave-club", args=[club.slug])).status_code == 404

    def test_an_expired_invitation_is_gone_and_an_unknown_one_not_found(self, link: str) -> None:
        Invitation.objects.update(at=timezone.now() - timedelta(days=9), expires_at=timezone.now())
        answer = signed_in(a_user()).get(link)
        assert (answer.status_code, b"Invitation expired" in answer.content) == (410, True)
        assert Client().get(reverse("open-invitation", args=["nonsense"])).status_code == 404

    def test_an_invitation_is_invalid_once_its_creator_lost_the_role(self, club: Club) -> None:
        creator = a_user()
        club_roles.appoint(club=club, user=creator, role="secretary", by=director_of(club))
        invitation = invitations.invite(club=club, options=InvitationOptions(), by=creator)
        club_roles.appoint(club=club, user=creator, role="helper", by=director_of(club))
        link, client = (
            reverse("open-invitation", args=[invitation_queries.get_invitation_secret(invitation)]),
            Client(),
        )
        assert (client.get(link).status_code, client.post(link).status_code) == (410, 410)
        assert not client.session.keys()

    def test_invitations_of_an_archived_club_are_gone_but_can_be_withdrawn(
        self, club: Club, director: Client, link: str
    ) -> None:
        clubs.archive(club=club, by=a_user(is_superuser=True))
        assert Client().get(link).status_code == 410
        row = Invitation.objects.get()
        assert director.post(reverse("withdraw-invitation", args=[club.slug, row.pk])).status_code == 303


def test_officers_create_show_and_withdraw_invitations(club: Club, director: Client) -> None:
    index = reverse("invitations", args=[club.slug])
    response = director.post(index, {"role": "member", "most": "20", "days": "30"})
    row = Invitation.objects.get()
    assert response["Location"] == reverse("invitation", args=[club.slug, row.pk])
    page = text_of(director, response["Location"])
    assert f"/join/{invitation_queries.get_invitation_secret(row)}/" in page
    assert director.post(index, {"role": "helper", "most": "2", "days": "30"}).status_code == 409
    assert director.post(index, {"role": "member", "most": "0", "days": "30"}).status_code == 400
    assert director.post(reverse("withdraw-invitation", args=[club.slug, row.pk])).status_code == 303
    assert "/join/" not in text_of(director, response["Location"])
    assert "withdrawn by the club" in text_of(director, index)


def test_an_open_club_is_joined_from_its_page(club: Club) -> None:
    clubs.update_page(club=club, page=clubs.ClubPage(joining="open"), by=director_of(club))
    client = signed_in(a_user())
    address = reverse("join-club", args=[club.slug])
    assert b"Your player name" in client.get(address).content
    assert client.post(address, {"name": "Anna"}).status_code == 303
    assert b"You are a member" in client.get(address).content


def test_officials_of_a_tournament_are_appointed_and_dismissed(club: Club, director: Client) -> None:
    evening = a_night(club).tournament
    user = a_user("olga")
    address = reverse("officials", args=[club.slug, evening.slug])
    assert director.post(address, {"username": "olga"}).status_code == 303
    office_offers.accept_offer(offer=club.office_offers.get(), by=user)
    assert signed_in(user).get(address).status_code == 404
    assert director.post(address, {"username": "olga"}).status_code == 409
    assert director.post(address, {"username": "olga", "action": "dismiss"}).status_code == 303
    assert not evening.desk.officials.filter(pk=user.pk).exists()


def test_after_the_first_event_of_a_tournament_the_desk_offers_another(club: Club, director: Client) -> None:
    address = reverse("create-tournament", args=[club.slug])
    assert "Further events" in text_of(director, address)
    page = director.post(address, EVENING, follow=True).content.decode()
    tournament = club.tournaments.latest("pk")
    link = reverse("add-event", args=[club.slug, tournament.slug])
    assert f'Tournament created. <a href="{link}">Add another event</a>' in page


def test_the_host_lists_and_archives_clubs(club: Club, director: Client) -> None:
    host = signed_in(a_user(is_superuser=True))
    address = reverse("site-clubs")
    assert director.get(address).status_code == 404
    assert "Bar Point" in text_of(host, f"{address}?find=bar")
    assert "Bar Point" not in text_of(host, f"{address}?find=zeno")
    action_path = reverse("site-club-action", args=[club.slug, "archive"])
    assert director.post(action_path).status_code == 404
    assert host.post(action_path, {"reason": "Rating change"}).status_code == 303
    assert "was archived on" in text_of(Client(), reverse("club", args=[club.slug]))
    assert club.slug not in text_of(Client(), "/")
    assert director.post(reverse("create-tournament", args=[club.slug]), EVENING).status_code == 409
    assert host.post(reverse("site-club-action", args=[club.slug, "reopen"])).status_code == 303
    assert host.post(reverse("site-club-action", args=[club.slug, "explode"])).status_code == 404
