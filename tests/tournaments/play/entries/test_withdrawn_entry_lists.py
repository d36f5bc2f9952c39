"""A list of entries that was pasted or read from a file is withdrawn as a whole."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.services import payments
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.queries.entry_lists import get_entry_lists
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

FIRST, SECOND = ("Anna", "Bruno", "Carla", "Dario"), ("Elena", "Fabio", "Gina")


@pytest.fixture
@replayed
def event() -> Event:
    """An event with fees and two lists of entries, of four and of three."""
    club = club_evenings.a_club()
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Monday",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=8,
        by=club_evenings.director_of(club),
    )
    for names in (FIRST, SECOND):
        enter(event, *names)
    fee_factories.with_money(event)
    return event


def enter(event: Event, *names: str) -> None:
    entries.enter_names(event=event, names="\n".join(names), by=by(event), key=fee_factories.key())


def by(event: Event) -> Any:
    return club_evenings.director_of(event.tournament.club)


def withdraw(event: Event, number: int) -> tuple[int, list[tuple[str, str]]]:
    withdrawn = withdraw_entry_list(event=event, number=number, by=by(event))
    return withdrawn.withdrawn, [(entry.player.name, reason) for entry, reason in withdrawn.remaining]


def list_entries(event: Event) -> list[tuple[str, str]]:
    return list(event.entries.order_by("number").values_list("player__name", "status"))


def test_a_list_that_nothing_depends_on_is_gone(event: Event) -> None:
    latest, earliest = get_entry_lists(event)
    assert [(one.entries, one.remaining_count) for one in (latest, earliest)] == [(3, 3), (4, 4)]

    assert withdraw(event, latest.number) == (3, [])

    assert list_entries(event) == [(name, "entered") for name in FIRST]
    assert [one.number for one in get_entry_lists(event)] == [earliest.number]
    with pytest.raises(Refusal, match="entry_list_withdrawn"):
        withdraw(event, latest.number)


def test_an_earlier_list_is_gone_without_the_later_one(event: Event) -> None:
    earliest = get_entry_lists(event)[-1]
    withdraw(event, earliest.number)
    assert list_entries(event) == [(name, "entered") for name in SECOND]


def test_those_who_are_drawn_or_have_paid_stay_with_the_reason(event: Event, client: Client) -> None:
    draws.draw(event=event, by=by(event))
    draws.publish(event=event, by=by(event))
    enter(event, "Hugo", "Irma", "Luca")
    latest, _second, earliest = get_entry_lists(event)
    payments.take_payment(
        event=event,
        player=fee_factories.player(event, "Hugo"),
        amount=50_00,
        context=fee_factories.payment_context(event),
    )
    client.force_login(by(event))

    answer = client.post(path_of(event, "desk/withdraw-list/"), {"list": latest.number}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        "Not withdrawn: Hugo has paid.",
        "2 entries withdrawn.",
    ]
    assert list_entries(event)[-3:] == [("Hugo", "entered"), ("Irma", "withdrawn"), ("Luca", "withdrawn")]
    assert withdraw(event, earliest.number) == (0, [(name, "drawn") for name in FIRST])


def test_a_list_of_which_all_are_drawn_cannot_be_withdrawn_on_the_page(event: Event, client: Client) -> None:
    client.force_login(by(event))
    assert client.get(path_of(event, "desk/entries/")).text.count("Withdraw list") == 2
    draws.draw(event=event, by=by(event))
    draws.publish(event=event, by=by(event))
    enter(event, "Hugo", "Irma")
    text = client.get(path_of(event, "desk/entries/")).text
    assert (text.count("Withdraw list"), text.count("list withdrawn")) == (1, 0)
    assert f'name="list" value="{get_entry_lists(event)[0].number}"' in text


def test_a_list_with_corrected_details_is_withdrawn_and_restored_by_one_undo(event: Event) -> None:
    latest = get_entry_lists(event)[0]
    entries.set_presence(event=event, entries=[5], presence="here", by=by(event), key="here")
    before = list_entries(event)

    withdraw(event, latest.number)

    assert [status for name, status in list_entries(event) if name in SECOND and status == "entered"] == []
    journal.undo(event=event, by=by(event))
    assert list_entries(event) == before


def test_the_api_lists_and_withdraws(event: Event, client: Client) -> None:
    client.force_login(by(event))
    address = f"/api/v1/events/{event.pk}/entries/lists/"
    lists = client.get(address).json()
    assert [(one["entries"], one["remaining"], one["by"]) for one in lists] == [
        (3, 3, by(event).username),
        (4, 4, by(event).username),
    ]
    answer = client.post(f"{address}{lists[0]['number']}/withdraw/")
    assert (answer.status_code, answer.json()) == (200, {"withdrawn": 3, "remaining": []})
    again = client.post(f"{address}{lists[0]['number']}/withdraw/")
    assert (again.status_code, again.json()["code"]) == (409, "entry_list_withdrawn")
