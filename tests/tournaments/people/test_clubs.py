"""Creating and running clubs: roles, enrolment, seasons, rating lists and database constraints."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Player
from matches.permissions import may_rule
from matches.services import merging
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tournaments.importing.queries.listed_names import list_names
from tournaments.importing.services import member_enrolment
from tournaments.models import Club, Invitation, Membership, RatingList, Season, Tournament
from tournaments.people.services import club_roles, clubs, invitations, members
from tournaments.play.tournaments.services.tournaments import add_event, create_knockout_tournament
from tournaments.ratings.services import ratings
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db

AUTUMN = {"name": "Autumn 2026", "starts_on": date(2026, 9, 1), "ends_on": date(2026, 12, 31)}


def refused(code):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def test_the_creator_of_a_club_is_its_director_and_desk_official():
    founder = a_user()
    club = clubs.create_club(name="  Circolo  Trifoglio ", by=founder)
    assert (club.name, club.slug) == ("Circolo Trifoglio", "circolo-trifoglio")
    assert list(club.memberships.values_list("user", "role")) == [(founder.pk, "director")]
    assert list(club.desk.officials.all()) == [founder]
    assert list(club.rating_lists.values_list("name", "system", "generation")) == [("Rating", "fibs-1", 1)]


def test_a_slug_is_unique():
    a_club("Bar Point")
    with refused("slug_taken"):
        a_club("Bar  Point!")
    assert clubs.create_club(name="Bar Point", slug="bar-point-rome", by=a_user()).slug == "bar-point-rome"


def test_a_slug_used_by_a_url_of_the_site_is_refused():
    with refused("slug_taken"):
        a_club("New!")


def test_a_name_without_letters_needs_a_slug():
    with refused("slug_missing"):
        a_club("!!!")
    assert Club.objects.count() == 0


def test_a_player_is_enrolled_once():
    club, player = a_club(), a_player()
    first = members.enrol(club=club, player=player, by=director_of(club))
    again = members.enrol(club=club, player=player, by=director_of(club))
    assert (first.pk, first.role) == (again.pk, "member")


@pytest.mark.parametrize(
    ("role", "at_the_desk"),
    [("director", True), ("recorder", True), ("secretary", False), ("helper", False), ("member", False)],
)
def test_directors_and_recorders_may_rule_at_the_desk(role, at_the_desk):
    club, user = a_club(), a_user()
    membership = club_roles.appoint(club=club, user=user, role=role, by=director_of(club))
    assert membership.role == role
    assert may_rule(user, club.desk) == at_the_desk


def test_a_role_applies_to_tournaments_that_have_begun():
    club, user = a_club(), a_user()
    director = director_of(club)
    event = create_knockout_tournament(
        club=club,
        name="Tonight",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=2,
        by=director,
    )
    club_roles.appoint(club=club, user=user, role="director", by=director)
    assert may_rule(user, event.tournament.desk)
    club_roles.appoint(club=club, user=user, role="member", by=director)
    assert not may_rule(user, event.tournament.desk)


def test_losing_a_role_ends_the_right_to_rule_at_the_desk():
    club, user = a_club(), a_user()
    club_roles.appoint(club=club, user=user, role="recorder", by=director_of(club))
    club_roles.appoint(club=club, user=user, role="member", by=director_of(club))
    assert not may_rule(user, club.desk)
    assert Membership.objects.filter(club=club, user=user).count() == 1


def test_the_last_director_cannot_be_demoted():
    club = a_club()
    director = director_of(club)
    with refused("last_director"):
        club_roles.appoint(club=club, user=director, role="member", by=director)
    successor = a_user()
    club_roles.appoint(club=club, user=successor, role="director", by=director)
    club_roles.appoint(club=club, user=director, role="member", by=successor)
    assert director_of(club) == successor


def test_appointing_the_account_of_a_member_keeps_one_membership():
    club, user = a_club(), a_user()
    membership = members.enrol(club=club, player=a_player("Anna", user), by=director_of(club))
    appointed = club_roles.appoint(club=club, user=user, role="secretary", by=director_of(club))
    assert (appointed.pk, appointed.user, appointed.player.name) == (membership.pk, user, "Anna")


def test_enrolling_a_former_member_by_name_or_player_reactivates_them():
    club = a_club()
    by = director_of(club)
    membership = members.enrol_by_name(club=club, name="Anna", by=by)
    other = a_player("Anne")
    merging.merge_players(keep=membership.player, absorb=other, by=SYSTEM, reason="One person")
    other.refresh_from_db()
    members.leave(membership=membership, by=by)
    returned = [
        members.enrol_by_name(club=club, name="anna", by=by),
        members.enrol(club=club, player=other, by=by),
    ]
    assert [(row.pk, row.left_at) for row in returned] == [(membership.pk, None)] * 2
    Club.objects.filter(pk=club.pk).update(archived_at=timezone.now())
    with refused("club_archived"):
        members.enrol_by_name(club=Club.objects.get(), name="Bruno", by=by)
    assert Player.objects.count() == 2


def test_enrolling_a_list_reactivates_former_members_and_is_one_log_entry():
    club = a_club()
    by = director_of(club)
    membership = members.enrol_by_name(club=club, name="Anna", by=by)
    members.leave(membership=membership, by=by)
    for _ in range(2):
        member_enrolment.enrol_people(club=club, people=list_names(("Anna", "Bruno")), choices={}, by=by)
    assert club.memberships.filter(left_at=None, player__isnull=False).count() == 2
    assert [entry.payload for entry in club.log_entries.filter(kind="listed")] == [
        {"count": 2, "returned": [membership.pk]}
    ]


def test_an_account_creates_a_limited_number_of_clubs_a_day(monkeypatch):
    monkeypatch.setattr(clubs, "MOST_CLUBS_PER_DAY", 2)
    by, host = a_user(), a_user(is_superuser=True)
    for name in ("One", "Two"):
        a_club(name, by)
    with refused("founded_many"):
        a_club("Three", by)
    for name in ("Four", "Five", "Six"):
        a_club(name, host)


def test_nothing_begins_in_an_archived_club():
    club = a_club()
    by = director_of(club)
    a_night(club)
    invitation = invitations.invite(club=club, options=invitations.InvitationOptions(), by=by)
    clubs.archive(club=club, by=a_user(is_superuser=True))
    club.refresh_from_db()
    tournament = Tournament.objects.get()
    with refused("club_archived"):
        add_event(tournament=tournament, name="Blitz", length=1, consolation_length=1, by=by)
    with refused("club_archived"):
        club_roles.appoint(club=club, user=a_user(), role="helper", by=by)
    assert tournament.events.count() == 1
    invitation = Invitation.objects.get(pk=invitation.pk)
    assert invitations.withdraw(invitation=invitation, by=by).withdrawn_at is not None


def test_an_unknown_role_is_refused():
    club = a_club()
    with refused("role_unknown"):
        club_roles.appoint(club=club, user=a_user(), role="king", by=director_of(club))


@pytest.mark.parametrize("role", ["recorder", "helper", "member", None])
def test_only_directors_and_secretaries_manage_a_club(role):
    club, user = a_club(), a_user()
    if role:
        club_roles.appoint(club=club, user=user, role=role, by=director_of(club))
    acts = [
        lambda: members.enrol(club=club, player=a_player(), by=user),
        lambda: club_roles.appoint(club=club, user=user, role="director", by=user),
        lambda: seasons.open_season(club=club, rules={}, by=user, **AUTUMN),
        lambda: ratings.open_rating_list(club=club, name="Blitz", parameters={}, by=user),
    ]
    for act in acts:
        with refused("club_officers_only"):
            act()
    assert (Season.objects.count(), RatingList.objects.count()) == (0, 1)


def test_a_secretary_opens_a_season_that_stores_all_its_rules():
    club, secretary = a_club(), a_user()
    club_roles.appoint(club=club, user=secretary, role="secretary", by=director_of(club))
    season = seasons.open_season(club=club, rules={"attendance": 2}, by=secretary, **AUTUMN)
    assert season.slug == "autumn-2026"
    assert season.rules["attendance"] == 2
    assert season.rules["tiebreaks"] == ["wins", "difference", "head_to_head"]


def test_the_rules_of_a_season_are_changed():
    club = a_club()
    season = seasons.open_season(club=club, rules={}, by=director_of(club), **AUTUMN)
    seasons.change_season(season=season, rules=RULE_PRESETS["entrants"].to_data(), by=director_of(club))
    season.refresh_from_db()
    assert season.rules == RULE_PRESETS["entrants"].to_data()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"ends_on": date(2026, 8, 31)}, "season_dates_reversed"),
        ({"rules": {"win": "double"}}, "season_value_unknown"),
        ({"rules": {"attendance": "two"}}, "season_figure_unreadable"),
        ({"name": "???"}, "slug_missing"),
    ],
)
def test_an_invalid_season_is_refused(changed, code):
    club = a_club()
    with refused(code):
        seasons.open_season(**{"club": club, "rules": {}, "by": director_of(club), **AUTUMN, **changed})
    assert Season.objects.count() == 0


def test_a_season_name_is_unique_in_a_club():
    club = a_club()
    seasons.open_season(club=club, rules={}, by=director_of(club), **AUTUMN)
    with refused("slug_taken"):
        seasons.open_season(club=club, rules={}, by=director_of(club), **AUTUMN)


def test_a_rating_list_with_wrong_constants_is_refused():
    club = a_club()
    parameters_by_code = {
        "rating_constant_wrong": {"spread": 0},
        "rating_constant_unknown": {"colour": 1},
        "rating_constant_unreadable": {"base": "high"},
    }
    for code, parameters in parameters_by_code.items():
        with refused(code):
            ratings.open_rating_list(club=club, name="Blitz", parameters=parameters, by=director_of(club))
    with refused("name_taken"):
        ratings.open_rating_list(club=club, name="Rating", parameters={}, by=director_of(club))
    assert RatingList.objects.count() == 1


class TestConstraints:
    """The database refuses invalid rows that the services did not check."""

    def check_refusal(self, act, constraint):
        """Check that a write violates a constraint."""
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            act()

    def test_a_membership_belongs_to_somebody(self):
        club = a_club()
        self.check_refusal(lambda: Membership.objects.create(club=club), "membership_is_somebodys")

    def test_an_office_needs_a_login(self):
        club, player = a_club(), a_player()
        self.check_refusal(
            lambda: Membership.objects.create(club=club, player=player, role="director"),
            "membership_office_needs_a_login",
        )

    def test_a_player_is_a_member_once(self):
        club, player = a_club(), a_player()
        Membership.objects.create(club=club, player=player)
        self.check_refusal(lambda: Membership.objects.create(club=club, player=player), "player")

    def test_a_role_is_known(self):
        club = a_club()
        self.check_refusal(
            lambda: Membership.objects.create(club=club, user=a_user(), role="king"),
            "membership_role_is_known",
        )

    def test_a_season_ends_after_it_starts(self):
        club = a_club()
        days = {"starts_on": date(2026, 9, 2), "ends_on": date(2026, 9, 1)}
        self.check_refusal(
            lambda: Season.objects.create(club=club, name="Autumn", slug="autumn", **days),
            "season_ends_after_it_starts",
        )
