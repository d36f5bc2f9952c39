"""A late entry takes the place that disturbs least, and its preview says what it disturbs and who comes."""

import re

import pytest

from matches.models import Match, Table
from matches.services import players
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.changes.test_draw_changes import MAIN, an_event, by_of, get_entry_numbers
from tests.tournaments.play.desk.test_views_desk import send
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event, sign_up, statuses
from tournaments.formats.plan import Plan
from tournaments.models import Event
from tournaments.play.changes.services import changes
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule.services import calling
from tournaments.registration.models import Registration
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db


def preview(event: Event, **query: str) -> str:
    """Return the text of the preview of a change."""
    desk = signed_in(director_of(event.tournament.club))
    page = desk.get(path_of(event, "desk/change/"), {"flight": "main", **query}).text
    section = page.split('aria-labelledby="foreseen"')[1].split("<form")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", section.split(">", 1)[1]).split())


def get_calls() -> dict[int, str]:
    return {row.pk: str(row.table) for row in Match.objects.filter(status="called")}


@pytest.fixture
def event() -> Event:
    """An event of six at two tables: the two byes meet in a called match, one of the first matches waits."""
    event = an_event(Plan((MAIN,)), 5)
    by = director_of(event.tournament.club)
    for table in Table.objects.filter(number__gt=2):
        calling.set_table_out_of_use(tournament=event.tournament, table=table, is_out_of_use=True, by=by)
    changes.enter_late(**by_of(event), player=players.register_player(name="Sixth"), flight="main")
    return event


def test_a_match_not_called_comes_before_a_bye_whose_next_match_is_called(event: Event) -> None:
    before = get_calls()
    assert (len(before), Match.objects.filter(status="scheduled").count()) == (2, 1)

    text = preview(event, act="late", name="Zoe")
    assert ("Zoe new " in text, "taken back" in text) == (True, False)
    changes.enter_late(**by_of(event), player=players.register_player(name="Zoe"), flight="main")

    assert get_calls() == before


def test_the_preview_says_which_match_is_taken_back_where_all_are_called() -> None:
    event = an_event(Plan((MAIN,)), 4)
    calls = {frozenset((row.white.name, row.black.name)): str(row.table) for row in Match.objects.all()}

    text = preview(event, act="late", name="Fifth")
    sentence = re.search(r"(Player \d) – (Player \d) is taken back from table (\d)\.", text)
    assert sentence
    assert calls[frozenset(sentence.groups()[:2])] == sentence[3]
    changes.enter_late(**by_of(event), player=players.register_player(name="Fifth"), flight="main")

    kept = calls.keys() - {frozenset(sentence.groups()[:2])}
    assert {
        frozenset((row.white.name, row.black.name)) for row in Match.objects.filter(status="called")
    } > kept


def test_somebody_on_the_waiting_list_of_an_event_is_added_by_name() -> None:
    event = an_event(Plan((MAIN,)), 7)
    by = director_of(event.tournament.club)
    entries.enter_waiting(event=event, names="Wanda Wait", by=by, key="wanda")
    event.refresh_from_db()
    fields = {"act": "late", "name": "Wanda Wait", "flight": "main"}

    assert "Wanda Wait from the waiting list 1 pairing changes" in preview(event, **fields)
    answers = [send(signed_in(by), event, "change", key="once", **fields) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    numbers = [
        number for row in event.pairings.filter(round=1) for number in get_entry_numbers(event, row.label)
    ]
    assert (event.entries.count(), sorted(numbers)) == (8, [1, 2, 3, 4, 5, 6, 7, 8])


def test_the_preview_says_who_is_on_the_waiting_list_of_the_registration_or_signed_up() -> None:
    event = an_open_event(capacity=4)
    by = director_of(event.tournament.club)
    for name in ("Anna", "Bruno", "Carla"):
        sign_up(event, name)
    entering.enter_sign_ups(registration=Registration.objects.get(), places=None, by=by)
    for name in ("Dino", "Wanda"):
        sign_up(event, name)
    draws.draw(event=event, by=by, leaves_out_sign_ups=True)
    draws.publish(event=event, by=by)
    assert (statuses(event)["Dino"], statuses(event)["Wanda"]) == ("confirmed", "waiting")

    texts = [preview(event, act="late", name=name) for name in ("Dino", "Wanda", "Zoe")]
    assert [text.split("Main ", 1)[1].split(" 1 pairing", 1)[0] for text in texts] == [
        "Dino signed up",
        "Wanda from the waiting list",
        "Zoe new",
    ]
