"""A broken table is taken out of use: no match is called there, and no forecast counts it."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries import desks
from matches.services import lifecycle, settling
from rules.errors import Refusal
from tests.site.command_call import CommandCall
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.models import Event
from tournaments.play.desk import table_commands
from tournaments.play.event_journal.services import journal
from tournaments.play.schedule.queries.schedule import get_schedule_forecast
from tournaments.play.schedule.services import calling

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(table_commands.SetTableUse, {"table": 1}, api_body={"is_out_of_use": False}),)


@pytest.fixture
def event() -> Event:
    """A knockout of eight with consolation: four matches at tables 1 to 4 of 8."""
    return club_evenings.a_night(club_evenings.a_club(), names(8))


def set_out_of_use(event: Event, number: int, is_out_of_use: bool = True) -> list[Match]:
    table = event.tournament.desk.tables.get(number=number)
    by = club_evenings.director_of(event.tournament.club)
    return calling.set_table_out_of_use(
        tournament=event.tournament, table=table, is_out_of_use=is_out_of_use, by=by
    )


def list_free(event: Event) -> list[int]:
    return [table.number for table in desks.get_free_tables(event.tournament.desk)]


def list_busy(event: Event) -> list[Any]:
    matches = Match.objects.filter(desk=event.tournament.desk, table__isnull=False, settled_at=None)
    return sorted(matches.values_list("table__number", flat=True))


def test_no_match_is_called_to_a_table_out_of_use_until_it_is_back(event: Event) -> None:
    for number in (5, 6, 7, 8):
        set_out_of_use(event, number)
    assert list_free(event) == []
    match = club_evenings.match_at(event, "M1-1")
    lifecycle.cancel_call(match=match, by=SYSTEM)
    assert set_out_of_use(event, 1) == []
    assert (list_busy(event), list_free(event)) == ([2, 3, 4], [])

    called = set_out_of_use(event, 5, is_out_of_use=False)

    assert [each.pk for each in called] == [match.pk]
    assert (list_busy(event), list_free(event)) == ([2, 3, 4, 5], [])


def test_a_match_stays_at_its_table_until_it_is_moved_and_none_is_moved_there(event: Event) -> None:
    first, second = (club_evenings.match_at(event, label) for label in ("M1-1", "M1-2"))
    assert first.table is not None
    broken = first.table
    set_out_of_use(event, broken.number)
    first.refresh_from_db()
    assert first.table == broken
    broken.refresh_from_db()
    lifecycle.start_match(match=first, by=SYSTEM)

    moved = lifecycle.call_match(match=first, table=event.tournament.desk.tables.get(number=8), by=SYSTEM)

    assert str(moved.table) == "8"
    with pytest.raises(Refusal, match="table_out_of_use"):
        lifecycle.call_match(match=second, table=broken, by=SYSTEM)


def test_the_forecast_does_not_count_a_table_out_of_use(event: Event) -> None:
    def forecast_end() -> Any:
        return max(get_schedule_forecast(event.tournament, now).over[event.pk].values())

    now = timezone.localtime()
    for match in Match.objects.filter(pairing__event=event):
        lifecycle.cancel_call(match=match, by=SYSTEM)
    with_all = forecast_end()
    event.tournament.desk.tables.filter(number__gt=1).update(is_out_of_use=True)

    assert forecast_end() > with_all


def test_the_page_and_the_api_take_a_table_out_of_use_and_put_it_back(event: Event, client: Client) -> None:
    client.force_login(club_evenings.director_of(event.tournament.club))
    action = path_of(event, "desk/act/use-table/")
    assert client.post(action, {"table": 8, "is_out_of_use": "1"}).status_code == 303
    assert list_free(event) == [5, 6, 7]
    assert "Put table 8 back in use" in client.get(path_of(event, "desk/table-settings/")).content.decode()
    assert ">Out of use: 8<" in " ".join(client.get(path_of(event, "desk/")).content.decode().split())
    assert client.post(action, {"table": 8}).status_code == 303
    assert list_free(event) == [5, 6, 7, 8]

    address = f"/api/v1/events/{event.pk}/desk/tables/8/use/"
    answer = client.put(address, {"is_out_of_use": True}, content_type="application/json")

    assert [table["number"] for table in answer.json()["tables"] if table["is_out_of_use"]] == [8]
    assert client.put(address, {}, content_type="application/json").status_code == 400
    assert list_free(event) == [5, 6, 7]


@pytest.mark.parametrize("has_begun", [True, False])
def test_undo_returns_no_match_to_a_table_that_is_out_of_use_by_now(
    client: Client, event: Event, has_begun: bool
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    assert match.table is not None
    number = match.table.number
    if has_begun:
        lifecycle.start_match(match=match, by=SYSTEM)
    club_evenings.settle(match)
    set_out_of_use(event, number)
    by = club_evenings.director_of(event.tournament.club)
    journal.undo(event=event, by=by)

    match.refresh_from_db()
    assert (match.table is not None and match.table.number) in (False, 5)
    assert match.status == ("running" if has_begun else "called")
    if has_begun:
        client.force_login(by)
        assert "No table: choose one" in client.get(path_of(event, "desk/")).content.decode()


def test_a_result_that_is_taken_back_returns_to_no_table_out_of_use(event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    assert match.table is not None
    lifecycle.start_match(match=match, by=SYSTEM)
    settled = club_evenings.settle(match)
    set_out_of_use(event, match.table.number)
    reopened = settling.reopen_match(
        match=settled, by=club_evenings.director_of(event.tournament.club), reason="Wrong match"
    )
    assert (reopened.status, reopened.table) == ("running", None)
