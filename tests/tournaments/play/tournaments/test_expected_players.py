"""Who says that they come to a weekly night: counted once, in order, taken off again, offered at the desk."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.actors import SYSTEM, Identity, device_hash
from matches.models import Player
from matches.services import anonymising, badges
from tests.factories import a_player, a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tournaments.models import Club, ClubLogEntry, Entry, Event, ExpectedPlayer, Tournament, WeeklyNight
from tournaments.play.tournaments.queries.expected_players import get_open_list
from tournaments.play.tournaments.queries.returning_players import get_returning_players
from tournaments.play.tournaments.services import expected_players, weekly_nights

pytestmark = pytest.mark.django_db

MONDAY, NEXT_MONDAY = date(2026, 11, 23), date(2026, 11, 30)
NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    """A club whose members are Anna, Bruno, Carla and Dario."""
    club = a_club("Bar Point")
    a_night(club)
    return club


def a_weekly(club: Club, capacity: int | None = None) -> WeeklyNight:
    event = {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": {}}
    template = weekly_nights.NightTemplate(
        name="Club night", weekday=0, begins=time(20, 30), events=[event], capacity=capacity
    )
    return weekly_nights.save_night(club=club, template=template, by=director_of(club))


def a_phone(name: str) -> Identity:
    return Identity(device=device_hash(name))


def come(night: WeeklyNight, identity: Identity, name: str = "", now: datetime = NOON) -> ExpectedPlayer:
    return expected_players.expect_player(
        night=night, day=timezone.localdate(now), identity=identity, now=now, name=name
    )


def names_on(night: WeeklyNight, now: datetime = NOON) -> list[tuple[str, int, bool]]:
    """The people of the open list: name, place, and whether they wait."""
    open_list = get_open_list(night, now)
    assert open_list is not None
    return [(person.name, person.place, person.is_waiting) for person in open_list.people]


def test_a_person_counts_once_by_account_badge_and_name(club: Club) -> None:
    night, anna = a_weekly(club), Player.objects.get(full_name="Anna")
    user = a_user()
    Player.objects.filter(pk=anna.pk).update(user=user)
    user.refresh_from_db()
    badge = badges.issue_badge(desk=club.desk, player=anna, by=SYSTEM).badge
    for identity, name in (
        (a_phone("one"), "anna"),
        (a_phone("one"), "Anna"),
        (Identity(user=user), ""),
        (Identity(badge=badge, device=device_hash("two")), ""),
        (a_phone("three"), "Zeno"),
        (a_phone("four"), "Zeno"),
    ):
        come(night, identity, name)
    # Two new people of one name are two.
    assert names_on(night) == [("Anna", 1, False), ("Zeno", 2, False), ("Zeno", 3, False)]
    assert ExpectedPlayer.objects.count() == 4

    expected_players.remove_expected_player(
        night=night, number=ExpectedPlayer.objects.get(name="").pk, identity=Identity(user=user)
    )
    assert names_on(night) == [("Zeno", 1, False), ("Zeno", 2, False)]


def test_a_freed_place_goes_to_the_first_on_the_waiting_list(club: Club) -> None:
    night = a_weekly(club, capacity=2)
    for name in ("Zeno", "Yara", "Xaver", "Walt"):
        come(night, a_phone(name), name)
    assert names_on(night) == [
        ("Zeno", 1, False),
        ("Yara", 2, False),
        ("Xaver", 1, True),
        ("Walt", 2, True),
    ]
    row = ExpectedPlayer.objects.get(name="Zeno")
    with refused("not_your_place"):
        expected_players.remove_expected_player(night=night, number=row.pk, identity=a_phone("Yara"))
    for _ in range(2):
        expected_players.remove_expected_player(night=night, number=row.pk, identity=a_phone("Zeno"))
    assert names_on(night) == [("Yara", 1, False), ("Xaver", 2, False), ("Walt", 1, True)]
    assert not ClubLogEntry.objects.filter(kind="expected_removed").exists()
    number = ExpectedPlayer.objects.get(name="Walt").pk
    by = Identity(user=director_of(club))
    expected_players.remove_expected_player(night=night, number=number, identity=by)
    assert names_on(night) == [("Yara", 1, False), ("Xaver", 2, False)]
    assert ClubLogEntry.objects.get(kind="expected_removed").payload == {
        "name": "Club night",
        "day": "2026-11-23",
    }


def test_the_list_is_closed_on_skipped_days_after_a_change_and_once_the_night_begins(club: Club) -> None:
    night, by, phone = a_weekly(club), director_of(club), a_phone("one")
    with refused("night_list_closed"):
        expected_players.expect_player(night=night, day=NEXT_MONDAY, identity=phone, now=NOON, name="Zeno")
    begun = datetime(2026, 11, 23, 20, 30, tzinfo=timezone.get_current_timezone())
    with refused("night_list_closed"):
        come(night, phone, "Zeno", begun)
    come(night, phone, "Zeno", begun - timedelta(minutes=1))
    assert names_on(night, begun) == []
    skipped_day = timezone.localdate() + timedelta(days=-timezone.localdate().weekday() % 7)
    weekly_nights.skip_night(night=night, day=skipped_day, by=by)
    now = datetime.combine(skipped_day, time(12), tzinfo=UTC)
    open_list = get_open_list(night, now)
    assert open_list is not None
    assert open_list.day == skipped_day + timedelta(weeks=1)
    weekly_nights.start_night(night=night, by=by, now=NOON)
    with refused("night_list_closed"):
        come(night, phone, "Yara", NOON)
    with refused("names_many"):
        for number in range(expected_players.MOST_NAMES + 1):
            come(night, a_phone("many"), f"Guest {number}", NOON - timedelta(weeks=1))
    values = {name: getattr(night, name) for name in ("name", "begins", "events", "currency")}
    tuesday = weekly_nights.NightTemplate(weekday=1, **values)
    weekly_nights.change_night(night=night, template=tuesday, by=by)
    with refused("night_list_closed"):
        come(night, phone, "Yara", NOON - timedelta(weeks=1))


def tonight_of(night: WeeklyNight, now: datetime = NOON) -> Event:
    tournament = weekly_nights.start_night(night=night, by=director_of(night.club), now=now)
    return tournament.events.select_related("tournament__club", "tournament__weekly").get()


def test_the_desk_has_those_coming_selected_and_knows_all_members(club: Club) -> None:
    night = a_weekly(club)
    Tournament.objects.filter(weekly=None).update(weekly=night)
    for name in ("carla", "Zeno"):
        come(night, a_phone(name), name)
    event = tonight_of(night)
    returning = get_returning_players(event)
    assert [each.name for each in returning.expected] == ["Carla", "Zeno"]
    assert [each.name for each in returning.regulars] == ["Anna", "Bruno", "Dario"]

    director = signed_in(director_of(club))
    place = [club.slug, event.tournament.slug, event.slug]
    page = text_of(director, reverse("desk-regulars", args=place))
    assert page.count(" checked>") == 2
    data = {"players": [each.value for each in returning.expected], "key": "once"}
    for _ in range(2):
        assert director.post(reverse("desk-regulars", args=place), data).status_code == 303
    assert list(event.entries.order_by("number").values_list("player__full_name", flat=True)) == [
        "Carla",
        "Zeno",
    ]
    assert Entry.objects.filter(event=event).count() == 2


def test_members_without_a_tournament_and_namesakes_can_be_chosen(club: Club) -> None:
    night = a_weekly(club)
    others = [a_player("Zara"), a_player("Anna")]
    for player in others:
        club.memberships.create(player=player)
    come(night, a_phone("one"), "Anna")
    returning = get_returning_players(tonight_of(night))
    assert [each.name for each in returning.members] == ["Anna", "Anna", "Bruno", "Carla", "Dario", "Zara"]
    annas = [each.distinction for each in returning.members if each.name == "Anna"]
    assert annas[0] != annas[1]
    assert all(annas)
    # The name does not say which Anna comes, so the desk chooses.
    assert [(each.name, getattr(each, "is_unclear", None)) for each in returning.expected] == [("Anna", True)]


def test_one_tap_on_the_page_and_back(club: Club) -> None:
    night, user = a_weekly(club), a_user()
    Player.objects.filter(full_name="Anna").update(user=user)
    open_list = get_open_list(night, timezone.now())
    assert open_list is not None
    client, page = signed_in(user), reverse("coming", args=[club.slug, night.pk])
    front = reverse("club", args=[club.slug])
    before = client.get(front)
    assert f'action="{page}"' in before.content.decode()
    assert client.get(page, {"day": open_list.day.isoformat()}).status_code == 200
    assert not ExpectedPlayer.objects.exists()
    for _ in range(2):
        assert client.post(page, {"day": open_list.day.isoformat()}).status_code == 303
    after = client.get(front, headers={"If-None-Match": before["ETag"]}).content.decode()
    assert "You are coming." in after
    assert "1 coming" in after
    visitor = Client()
    assert visitor.post(page, {"day": open_list.day.isoformat()}).status_code == 409
    assert visitor.post(page, {"day": open_list.day.isoformat(), "name": "Quarrelsome"}).status_code == 303
    assert "Quarrelsome: coming" in text_of(visitor, page)
    assert "Quarrelsome" not in text_of(Client(), page) + text_of(Client(), front)
    own = ExpectedPlayer.objects.get(name="Quarrelsome")
    removal = reverse("not-coming", args=[club.slug, night.pk, own.pk])
    assert Client().post(removal).status_code == 404
    assert visitor.post(removal).status_code == 303
    assert "1 coming" in text_of(Client(), front)


def test_an_anonymised_player_and_old_lists_are_deleted(club: Club) -> None:
    night, yara = a_weekly(club), a_player("Yara")
    club.memberships.create(player=yara)
    come(night, a_phone("one"), "Yara")
    come(night, a_phone("two"), "Zeno")
    host = Identity(user=a_user(is_superuser=True))
    anonymising.anonymise(player=yara, confirmation="Yara", identity=host)
    assert names_on(night) == [("Zeno", 1, False)]
    assert expected_players.forget_expected_players(today=MONDAY + timedelta(days=10)) == 0
    assert expected_players.forget_expected_players(today=MONDAY + timedelta(days=11)) == 1


def test_a_program_joins_and_leaves_the_list(club: Club) -> None:
    night, client = a_weekly(club, capacity=1), Client(headers={"X-Device": "secret of a program"})
    open_list = get_open_list(night, timezone.now())
    assert open_list is not None
    address = f"/api/v1/clubs/{club.slug}/weekly-tournaments/{night.pk}/coming/"
    body = {"day": open_list.day.isoformat(), "name": "Zeno"}
    joined = client.post(address, body, content_type="application/json")
    assert joined.status_code == 201
    number = ExpectedPlayer.objects.get().pk
    own = {"number": number, "name": "Zeno", "place": 1, "is_waiting": False}
    assert (joined.json()["coming_count"], joined.json()["people"]) == (1, [own])
    assert Client().get(address).json()["people"] == []
    assert signed_in(director_of(club)).get(address).json()["people"] == [own]
    assert Client().delete(f"{address}{number}/").status_code == 403
    assert client.delete(f"{address}{number}/").status_code == 204
    assert client.get(address).json()["coming_count"] == 0


def test_the_director_says_who_a_name_of_several_members_is(club: Club) -> None:
    night, now = a_weekly(club), timezone.now()
    other = a_player("Anna")
    club.memberships.create(player=other)
    open_list = get_open_list(night, now)
    assert open_list is not None
    phone, page = Client(), reverse("coming", args=[club.slug, night.pk])
    for name in ("Anna", "Zeno"):
        assert phone.post(page, {"day": open_list.day.isoformat(), "name": name}).status_code == 303
    question = "Several members have this name: tell the director which one it is"
    assert text_of(phone, page).count(question) == 1
    assert other.code not in text_of(phone, page)

    row, director = ExpectedPlayer.objects.get(name="Anna"), signed_in(director_of(club))
    assert f'<option value="{other.code}">' in text_of(director, page)
    who = reverse("who-comes", args=[club.slug, night.pk, row.pk])
    assert phone.post(who, {"player": other.code}).status_code == 404
    assert director.post(who, {"player": a_player("Elsewhere").code}).status_code == 409
    for _ in range(2):
        assert director.post(who, {"player": other.code}).status_code == 303
    row.refresh_from_db()
    assert row.player == other
    assert names_on(night, now) == [("Anna", 1, False), ("Zeno", 2, False)]
    assert question not in text_of(phone, page)
    assert "Anna: coming" in text_of(phone, page)


def test_a_start_says_that_it_closes_the_list_and_the_list_who_is_entered(club: Club) -> None:
    now = timezone.now()
    event = {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": {}}
    late = timezone.localtime(now).replace(hour=23, minute=59, second=59)
    template = weekly_nights.NightTemplate(
        name="Club night", weekday=late.weekday(), begins=late.time().replace(microsecond=0), events=[event]
    )
    night = weekly_nights.save_night(club=club, template=template, by=director_of(club))
    visitor, other = Client(), Client()
    page = reverse("coming", args=[club.slug, night.pk])
    for client, name in ((visitor, "Anna"), (visitor, "Zeno"), (other, "Bruno")):
        data = {"day": timezone.localdate(now).isoformat(), "name": name}
        assert client.post(page, data).status_code == 303
    Tournament.objects.filter(club=club, weekly=None).update(starts_at=now - timedelta(days=9))
    director, warning = signed_in(director_of(club)), "Starting closes tonight's list"
    nights_page = reverse("weekly-tournaments", args=[club.slug])
    assert f"{warning}: nobody can join or leave it after that." in text_of(director, nights_page)
    assert warning in text_of(director, reverse("home"))
    assert warning not in text_of(visitor, reverse("home"))

    event = tonight_of(night, now)
    expected_players.enter_returning_players(
        event=event, players=[Player.objects.get(full_name="Anna")], names=[], by=director_of(club), key="one"
    )
    closed = text_of(visitor, page)
    assert ("Anna: entered" in closed, "Zeno: not entered" in closed) == (True, True)
    assert reverse("tournament", args=[club.slug, event.tournament.slug]) in visitor.get(page).text
    assert closed.index("Tonight's list is closed") < closed.index("0 coming")
    assert "Tonight's list is closed" not in text_of(Client(), page)
    assert warning not in text_of(director, nights_page) + text_of(director, reverse("home"))
