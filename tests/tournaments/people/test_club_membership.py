"""Joining a club, roles, claims on a player, leaving and returning, with the club's log."""

import pytest

from matches.models import Player, User
from matches.permissions import may_rule
from tests.factories import a_player, a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tournaments.models import Club, ClubLogEntry, Membership, Role
from tournaments.people.messages import club_log_line
from tournaments.people.queries import members as member_queries
from tournaments.people.services import club_roles, clubs, members, officials

pytestmark = pytest.mark.django_db


def an_open_club() -> Club:
    club = a_club()
    return clubs.update_page(club=club, page=clubs.ClubPage(joining="open"), by=director_of(club))


def log_of(club: Club) -> list[tuple[str, str]]:
    """Return the kinds of the log entries of a club, each with its player or user."""
    rows = ClubLogEntry.objects.filter(club=club).order_by("pk")
    return [(row.kind, str(row.player or row.user or "")) for row in rows]


def test_an_account_joins_an_open_club_once_under_its_name() -> None:
    club, user = an_open_club(), a_user("anna")

    joined = members.join(club=club, user=user, name="  Anna  Rossi ")
    again = members.join(club=club, user=user, name="Another")

    assert (joined.pk, str(joined.player), joined.role) == (again.pk, "Anna Rossi", "member")
    assert Player.objects.get(user=user).name == "Anna Rossi"
    assert log_of(club)[-1] == ("joined", "Anna Rossi")
    assert ClubLogEntry.objects.filter(club=club, kind="joined").count() == 1


def test_a_club_by_invitation_cannot_be_joined_without_one() -> None:
    with refused("joining_by_invitation"):
        members.join(club=a_club(), user=a_user(), name="Anna")


def test_memberships_of_a_player_and_their_account_become_one() -> None:
    club = an_open_club()
    player = a_player("Anna Rossi")
    user = a_user("anna")
    membership = members.enrol(club=club, player=player, by=director_of(club))
    helper = club_roles.appoint(club=club, user=user, role="helper", by=director_of(club))
    assert membership.pk != helper.pk
    Player.objects.filter(pk=player.pk).update(user=user)

    joined = members.join(club=club, user=user)

    rows = Membership.objects.filter(club=club).exclude(user=director_of(club))
    assert [(row.pk, row.user, row.player, row.role) for row in rows] == [
        (membership.pk, user, player, "helper")
    ]
    assert joined.pk == membership.pk


class TestClaimOnAPlayer:
    """An account that joins under the name of an existing member without an account claims that player."""

    @pytest.fixture
    def club(self) -> Club:
        return an_open_club()

    @pytest.fixture
    def claimed_player(self, club: Club) -> Player:
        player = a_player("Anna Rossi")
        members.enrol(club=club, player=player, by=director_of(club))
        return player

    @pytest.fixture
    def claim(self, club: Club, claimed_player: Player) -> Membership:
        return members.join(club=club, user=a_user("anna"), name="anna róssi")

    def test_an_open_claim_has_no_player(self, claim: Membership, claimed_player: Player) -> None:
        assert (claim.player, claim.says_player) == (None, claimed_player)
        assert Player.objects.count() == 1

    def test_a_name_of_two_members_claims_neither(self, club: Club, claimed_player: Player) -> None:
        members.enrol(club=club, player=a_player("Anna Rossi"), by=director_of(club))
        joined = members.join(club=club, user=a_user("anna"), name="Anna Rossi")
        assert (joined.says_player, joined.player == claimed_player) == (None, False)
        assert joined.player is not None
        assert Player.objects.filter(full_name="Anna Rossi").count() == 3

    def test_a_confirmed_claim_merges_the_memberships(
        self, claim: Membership, claimed_player: Player
    ) -> None:
        membership = members.confirm_claim(membership=claim, by=director_of(claim.club))

        claimed_player.refresh_from_db()
        assert (membership.player, membership.user, membership.says_player) == (
            claimed_player,
            claimed_player.user,
            None,
        )
        assert Membership.objects.filter(club=claim.club).count() == 2
        assert log_of(claim.club)[-1] == ("vouched", "Anna Rossi")

    def test_a_rejected_claim_creates_another_player_of_the_same_name(
        self, claim: Membership, claimed_player: Player
    ) -> None:
        membership = members.reject_claim(membership=claim, by=director_of(claim.club))

        claimed_player.refresh_from_db()
        assert membership.player is not None
        assert (str(membership.player), membership.player == claimed_player, claimed_player.user) == (
            f"Anna Rossi ({membership.player.code})",
            False,
            None,
        )

    def test_only_officers_confirm_a_claim(self, claim: Membership) -> None:
        with refused("club_officers_only"):
            members.confirm_claim(membership=claim, by=a_user())

    def test_a_rejected_claim_cannot_be_confirmed(self, claim: Membership) -> None:
        members.reject_claim(membership=claim, by=director_of(claim.club))
        with refused("account_without_player"):
            members.confirm_claim(membership=claim, by=director_of(claim.club))


def test_a_returning_member_has_the_former_membership() -> None:
    club, player = a_club(), a_player("Anna")
    by = director_of(club)
    membership = members.enrol(club=club, player=player, by=by)

    members.leave(membership=membership, by=by)
    assert [str(row.player) for row in member_queries.get_former_members(club)] == ["Anna"]
    assert [row.player for row in member_queries.get_members(club)] == [None]

    members.enrol(club=club, player=player, by=by)
    assert [str(row.player) for row in member_queries.get_members(club)] == ["Anna", "None"]
    assert log_of(club)[1:] == [("enrolled", "Anna"), ("left", "Anna"), ("returned", "Anna")]


def test_a_member_who_leaves_loses_their_role() -> None:
    club, user = a_club(), a_user()
    membership = club_roles.appoint(club=club, user=user, role="recorder", by=director_of(club))

    members.leave(membership=membership, by=user)

    membership.refresh_from_db()
    assert (membership.role, membership.left_at is None, may_rule(user, club.desk)) == (
        "member",
        False,
        False,
    )


def test_the_last_director_cannot_leave() -> None:
    club = a_club()
    with refused("last_director"):
        members.leave(membership=club.memberships.get(), by=director_of(club))


def test_only_officers_end_the_membership_of_others() -> None:
    club = a_club()
    membership = members.enrol(club=club, player=a_player(), by=director_of(club))
    with refused("club_officers_only"):
        members.leave(membership=membership, by=a_user())


@pytest.mark.parametrize("role", [role for role in Role.values if role != "member"])
def test_a_secretary_neither_assigns_nor_ends_roles(role: str) -> None:
    club, secretary = a_club(), a_user()
    club_roles.appoint(club=club, user=secretary, role="secretary", by=director_of(club))
    with refused("directors_only"):
        club_roles.appoint(club=club, user=secretary, role=role, by=secretary)
    with refused("directors_only"):
        members.leave(membership=Membership.objects.get(role="director"), by=secretary)


def test_a_new_role_in_the_club_keeps_the_official_of_a_tournament() -> None:
    club, user = a_club(), a_user()
    tournament = a_night(club).tournament
    officials.appoint_official(tournament=tournament, user=user, by=director_of(club))

    club_roles.appoint(club=club, user=user, role="helper", by=director_of(club))

    assert may_rule(user, tournament.desk)


def test_directors_appoint_and_dismiss_officials_of_a_tournament() -> None:
    club, user = a_club(), a_user("olga")
    tournament = a_night(club).tournament
    by = director_of(club)

    officials.appoint_official(tournament=tournament, user=user, by=by)
    with refused("official_already"):
        officials.appoint_official(tournament=tournament, user=user, by=by)
    with refused("directors_only"):
        officials.appoint_official(tournament=tournament, user=a_user(), by=user)
    with refused("official_by_office"):
        officials.dismiss_official(tournament=tournament, user=by, by=by)
    officials.dismiss_official(tournament=tournament, user=user, by=by)

    assert not may_rule(user, tournament.desk)
    assert log_of(club)[-2:] == [("official_named", "olga"), ("official_dismissed", "olga")]


def test_a_superuser_archives_and_reopens_a_club() -> None:
    club, host = a_club(), a_user(is_superuser=True)
    by = director_of(club)
    with refused("host_only"):
        clubs.archive(club=club, by=by)

    archived = clubs.archive(club=club, by=host, reason="Plays elsewhere")

    with refused("club_archived"):
        members.enrol(club=archived, player=a_player(), by=by)
    reopened = clubs.reopen(club=archived, by=host)
    assert members.enrol(club=reopened, player=a_player("Anna"), by=by).left_at is None
    assert log_of(club)[1:] == [("archived", ""), ("reopened", ""), ("enrolled", "Anna")]


def test_creating_clubs_can_be_reserved_for_superusers(settings) -> None:
    settings.FOUNDING = "host"
    with refused("founding_by_host"):
        clubs.create_club(name="Ours", by=a_user())
    assert clubs.create_club(name="Ours", by=a_user(is_superuser=True)).slug == "ours"


def test_renaming_a_club_keeps_its_slug() -> None:
    club = clubs.create_club(name="Bar Ponit", by=a_user())
    club = clubs.update_page(club=club, page=clubs.ClubPage(name=" Bar  Point "), by=director_of(club))

    assert (club.name, club.desk.name, club.slug) == ("Bar Point", "Bar Point", "bar-ponit")
    row = ClubLogEntry.objects.get(club=club, kind="presented")
    assert row.payload == {"fields": ["name"], "name": "Bar Point", "was": "Bar Ponit"}
    assert club_log_line(row.kind, "", row.payload, {}) == "The club “Bar Ponit” is now called “Bar Point”."
    club = clubs.update_page(club=club, page=clubs.ClubPage(place="Rome"), by=director_of(club))
    assert (club.name, club.place) == ("Bar Point", "Rome")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"name": "x" * 121}, "name_too_long"),
        ({"about": "x" * 6001}, "about_too_long"),
        ({"contact": "javascript:alert(1)"}, "contact_unreadable"),
        ({"contact": "call me"}, "contact_unreadable"),
        ({"joining": "anybody"}, "request_invalid"),
    ],
)
def test_an_invalid_club_page_is_refused(data: dict[str, str], code: str) -> None:
    club = a_club()
    with refused(code):
        clubs.update_page(club=club, page=clubs.ClubPage(**data), by=director_of(club))


def test_members_are_searched_by_word_prefixes_of_their_public_name() -> None:
    club = a_club()
    for name in ("Anna Rossi", "Bruno Ferrari", "Zoë Ånder"):
        members.enrol(club=club, player=a_player(name), by=director_of(club))
    Player.objects.filter(name="Bruno Ferrari").update(shown="initial", name="Bruno F.")
    rows = member_queries.get_members(club)

    assert [str(row.player) for row in member_queries.find_members(rows, "zoe an")] == ["Zoë Ånder"]
    assert member_queries.find_members(rows, "ferr") == []
    assert [str(row.player) for row in member_queries.find_members_at_desk(rows, "ferr")] == ["Bruno F."]
    assert len(member_queries.find_members(rows, " ")) == 4


def test_the_membership_of_an_account_is_found_by_its_player() -> None:
    club, player, user = a_club(), a_player(), a_user()
    membership = members.enrol(club=club, player=player, by=director_of(club))
    assert member_queries.membership_of(club, user) is None
    Player.objects.filter(pk=player.pk).update(user=user)
    assert member_queries.membership_of(club, User.objects.get(pk=user.pk)) == membership
