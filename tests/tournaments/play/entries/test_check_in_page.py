"""Check-in by the players: a page for a tablet, by name and by badge, and what the desk shows of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.messages.stored_reasons import SELF_CHECK_IN
from matches.models import Player
from matches.services import badges
from tests.factories import a_user
from tests.matches.refusals import refused
from tests.site.command_call import CommandCall
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tournaments.journal.team_facts import PAIRS, EntryType
from tournaments.models import CheckInPage, ClubLogEntry, Event, JournalEntry, Membership
from tournaments.play.desk import check_in_commands
from tournaments.play.desk.check_in_commands import get_page_path
from tournaments.play.entries.services import check_in, entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db
CALLS = (
    CommandCall(check_in_commands.OpenCheckInPage, {}),
    CommandCall(check_in_commands.CloseCheckInPage, {}),
)


@pytest.fixture
def event() -> Event:
    """An event with four entries that is not drawn."""
    club = a_club("Bar Point")
    by = director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club, name="Tonight", starts_at=FIRST_NIGHT, length=5, consolation_length=3, tables=2, by=by
    )
    entries.enter_names(event=event, names="Anna\nBruno\nCarla\nDario", by=by, key="names")
    return event


def presences(event: Event) -> list[str]:
    return list(event.entries.order_by("number").values_list("presence", flat=True))


def test_players_check_in_by_name_and_badge_and_the_desk_can_undo_it(event: Event) -> None:
    by = director_of(event.tournament.club)
    director, tablet = signed_in(by), Client()
    place = [event.tournament.club.slug, event.tournament.slug, event.slug]
    opened = director.post(reverse("desk-command", args=[*place, "open-check-in"]))
    assert opened.status_code == 303
    page = get_page_path(CheckInPage.objects.get())
    assert page in text_of(director, reverse("desk-check-in", args=place))
    anna, bruno = (Player.objects.get(full_name=name) for name in ("Anna", "Bruno"))
    token = badges.issue_badge(desk=event.tournament.desk, player=bruno, by=SYSTEM).token
    for _ in range(2):
        assert tablet.post(page, {"player": anna.code}).status_code == 303
    assert tablet.post(page, {"token": f"https://example.org/badge/#{token}"}).status_code == 303
    assert presences(event) == ["here", "here", "", ""]
    assert "2 of 4 checked in" in text_of(tablet, page)
    assert tablet.post(page, {"player": "nobody"}).status_code == 409
    assert tablet.post(page, {"token": "unknown"}).status_code in (403, 404, 409)
    lines = JournalEntry.objects.filter(event=event, kind="presence_marked")
    assert [(line.by, line.reason) for line in lines] == [(by, SELF_CHECK_IN)] * 2
    desk = text_of(director, reverse("desk", args=place))
    assert "2 checked in, 2 not yet here." in desk
    assert '<span class="missing-name">Carla</span>' in desk
    command = lines.latest("seq").command
    journal.undo(event=event, command=command, by=by, key="undo")
    assert presences(event) == ["here", "", "", ""]

    closed = director.post(reverse("desk-command", args=[*place, "close-check-in"]))
    assert closed.status_code == 303
    assert tablet.get(page).status_code == 404
    assert tablet.post(page, {"player": bruno.code}).status_code == 404
    kinds = ClubLogEntry.objects.filter(kind__startswith="check_in").order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["check_in_opened", "check_in_closed"]


def test_a_page_is_worth_what_its_opener_may_do(event: Event) -> None:
    by, club = director_of(event.tournament.club), event.tournament.club
    page = check_in.open_check_in_page(event=event, by=by)
    assert check_in.open_check_in_page(event=event, by=by) == page
    Membership.objects.create(club=club, user=a_user(), role="director")
    Membership.objects.filter(club=club, user=by).update(role="member")
    event.tournament.desk.officials.clear()
    assert Client().get(get_page_path(page)).status_code == 404
    with refused("check_in_closed"):
        check_in.check_in_by_name(page=page, code=Player.objects.get(full_name="Anna").code)


def test_the_log_says_who_checked_in_at_the_door_and_what_was_taken_back(event: Event) -> None:
    by = director_of(event.tournament.club)
    page = check_in.open_check_in_page(event=event, by=by)
    check_in.check_in_by_name(page=page, code=Player.objects.get(full_name="Anna").code)
    entries.set_presence(event=event, entries=[1], presence="", by=by)
    place = [event.tournament.club.slug, event.tournament.slug, event.slug]
    page_text = signed_in(by).get(reverse("desk", args=place)).text
    newest = page_text.split('<ol class="newest">')[1].split("</ol>")[0]
    lines = [" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in newest.split("</li>")]
    assert [line.partition(by.username + " ")[2] for line in lines[:2]] == [
        "Anna: not checked in",
        "Anna: checked in (at the door)",
    ]


def test_a_pair_is_checked_in_once_both_players_have_tapped(event: Event) -> None:
    by = director_of(event.tournament.club)
    doubles = tournaments.add_event(
        tournament=event.tournament,
        name="Doubles",
        length=5,
        consolation_length=3,
        by=by,
        entry_type=EntryType(PAIRS, 1),
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Elena", by=by, key="pairs")
    page, tablet = check_in.open_check_in_page(event=event, by=by), Client()
    address = get_page_path(page)
    for name, shown in (("Anna", ["", ""]), ("Carla", ["", ""]), ("Bruno", ["here", ""])):
        tablet.post(address, {"player": Player.objects.get(full_name=name, kind="person").code})
        assert presences(doubles) == shown
    pair = Player.objects.get(full_name="Carla / Elena")
    answer = tablet.post(address, {"player": pair.code}, follow=True)
    assert "Carla / Elena are checked in." in answer.text
    assert (presences(event), presences(doubles)) == (["here", "here", "here", ""], ["here", "here"])


def test_a_pair_that_is_tapped_checks_in_both_players_and_people_are_counted(event: Event) -> None:
    by = director_of(event.tournament.club)
    doubles = tournaments.add_event(
        tournament=event.tournament,
        name="Doubles",
        length=5,
        consolation_length=3,
        by=by,
        entry_type=EntryType(PAIRS, 1),
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Elena", by=by, key="pairs")
    tablet, director = Client(), signed_in(by)
    address = get_page_path(check_in.open_check_in_page(event=event, by=by))
    place = [event.tournament.club.slug, event.tournament.slug, event.slug]
    assert "0 of 5 checked in" in text_of(tablet, address)
    assert "5 not yet here" in text_of(director, reverse("desk-check-in", args=place))
    pair = Player.objects.get(full_name="Anna / Bruno")
    tablet.post(address, {"player": pair.code})
    assert (presences(event), presences(doubles)) == (["here", "here", "", ""], ["here", ""])
    assert "2 of 5 checked in" in text_of(tablet, address)
    desk = text_of(director, reverse("desk-check-in", args=place))
    assert ("3 not yet here" in desk, "2 checked in" in desk) == (True, True)
    badge = badges.issue_badge(
        desk=event.tournament.desk, player=Player.objects.get(full_name="Elena"), by=SYSTEM
    )
    tablet.post(address, {"token": badge.token})
    assert (presences(event), presences(doubles)) == (["here", "here", "", ""], ["here", "here"])


def test_the_desk_lists_the_people_that_it_counts_also_those_who_play_only_in_a_pair(event: Event) -> None:
    by = director_of(event.tournament.club)
    doubles = tournaments.add_event(
        tournament=event.tournament,
        name="Doubles",
        length=5,
        consolation_length=3,
        by=by,
        entry_type=EntryType(PAIRS, 1),
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Elena", by=by, key="pairs")
    page, tablet = check_in.open_check_in_page(event=event, by=by), Client()
    place = [event.tournament.club.slug, event.tournament.slug, event.slug]
    director = signed_in(by)

    def list_names() -> list[list[str]]:
        parts = text_of(director, reverse("desk-check-in", args=place)).split('<ul class="list">')[1:3]
        return [re.findall(r"<li>(.*?)</li>", part.split("</ul>")[0]) for part in parts]

    assert list_names() == [["Anna", "Bruno", "Carla", "Dario", "Elena"], []]
    tablet.post(get_page_path(page), {"player": Player.objects.get(full_name="Anna / Bruno").code})
    assert list_names() == [["Carla", "Dario", "Elena"], ["Anna", "Bruno"]]
