"""Splitting a full chouette into two tables, going on as two players, and undoing both."""

from dataclasses import replace

import pytest
from django.test import Client

from matches.moneyplay import queries
from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions, table_events
from rules.chouette.events import Ended, Opened, Threw
from rules.money import Finished
from rules.options import CHOUETTES, MoneyLaws
from rules.sides import Side
from tests.matches.moneyplay.sessions import (
    a_chouette,
    a_pair,
    a_running_chouette,
    get_state,
    invited,
    list_kinds,
    phone,
    record,
)
from tests.matches.moneyplay.test_views import a_phone
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def a_full_table() -> MoneySession:
    """A chouette of six after one game, won by the box: Ada is five ahead, Bo is last in the queue."""
    session = a_running_chouette()
    record(session, Ended("box", 1))
    return session


def test_the_last_in_the_queue_move_with_the_newcomer_and_balances_stay() -> None:
    session = a_full_table()
    staying, moving = table_events.preview_split(state=get_state(session), newcomer="Gus")
    other = table_events.split_table(session=session, newcomer="Gus", identity=phone())
    old_state, new_state = get_state(session), get_state(other)
    assert (old_state.table.queue, new_state.table.queue) == (staying, moving)
    assert (len(staying), len(moving), moving[-1]) == (4, 3, "Gus")
    assert (sum(old_state.balances.values()), old_state.balances["Ada"]) == (0, 5)
    assert set(new_state.balances.values()) == {0}
    assert (list_kinds(old_state.entries[-1:]), list_kinds(new_state.entries)) == (["split"], ["split_off"])
    assert [list(queries.find_disagreements(state.session)) for state in (old_state, new_state)] == [[], []]


def test_phone_and_stake_move_along() -> None:
    session = a_chouette("Ada", "Bo", "Cy", "Di")
    sessions.take_seat(session=session, name="Ed", identity=invited(session, "Ed"), stake=5)
    other = table_events.split_table(session=session, newcomer="Gus", identity=phone(), stake=2)
    state = get_state(other)
    stakes = {seat.name: (seat.stake, bool(seat.device)) for seat in state.seats}
    assert stakes == {"Di": (1, False), "Ed": (5, True), "Gus": (2, False)}
    assert state.get_seat_of(phone("Ed")) is not None
    assert (other.laws, other.host_device) == (session.laws, session.host_device)


def test_the_new_table_throws_and_plays() -> None:
    other = table_events.split_table(session=a_full_table(), newcomer="Gus", identity=phone())
    table_events.draw_order(session=other, identity=phone())
    assert sorted(get_state(other).table.queue) == ["Bo", "Flo", "Gus"]


def test_a_split_is_undone_while_nothing_happened_at_the_new_table() -> None:
    session = a_full_table()
    before = get_state(session)
    other = table_events.split_table(session=session, newcomer="Gus", identity=phone())
    assert refusal(table_events.undo_last_entry, session=other, identity=phone()).code == "split_undone_there"
    table_events.undo_last_entry(session=session, identity=phone())
    assert (get_state(session).table, get_state(other).table.queue) == (before.table, ())
    assert get_state(other).session.status == "closed"
    assert list(queries.find_disagreements(get_state(other).session)) == []


def test_a_split_is_not_undone_after_events_at_the_new_table() -> None:
    session = a_full_table()
    other = table_events.split_table(session=session, newcomer="Gus", identity=phone())
    table_events.draw_order(session=other, identity=phone())
    error = refusal(table_events.undo_last_entry, session=session, identity=phone())
    assert (error.code, get_state(session).last.kind, len(get_state(other).table.queue)) == (
        "split_built_upon",
        "split",
        3,
    )


def test_splitting_twice_has_the_effect_of_once() -> None:
    session = a_full_table()
    first = table_events.split_table(session=session, newcomer="Gus", identity=phone(), key="k")
    again = table_events.split_table(session=session, newcomer="Gus", identity=phone(), key="k")
    assert (first, MoneySession.objects.count()) == (again, 2)


def test_impossible_splits_are_refused() -> None:
    session = a_full_table()
    arguments = {"identity": phone(), "newcomer": "Gus"}
    stale = refusal(table_events.split_table, session=session, version=1, **arguments)
    codes = [
        refusal(table_events.split_table, session=session, **arguments | {"newcomer": "Ada"}).code,
        refusal(table_events.split_table, session=a_chouette("Ada", "Bo", "Cy", "Di"), **arguments).code,
        refusal(table_events.split_table, session=a_running_chouette(), **arguments).code,
        refusal(table_events.split_table, session=a_pair(), **arguments).code,
    ]
    token = sessions.create_invitation(session=session, identity=phone())
    guest = invited(token.session, "Hal")
    assert (
        refusal(table_events.split_table, session=session, identity=guest, newcomer="Gus").code
        == "keeper_only"
    )
    assert (stale.code, codes) == (
        "session_changed",
        ["already_present", "too_few_players", "game_open", "only_in_a_chouette"],
    )
    sessions.close_session(session=session, identity=phone())
    assert refusal(table_events.split_table, session=session, **arguments).code == "session_closed"


def test_the_keeper_sees_a_preview_and_splits_in_one_tap() -> None:
    session, client = a_full_table(), a_phone()
    assert "Split table" in client.get(f"/s/{session.code}/").content.decode()
    preview = client.get(f"/s/{session.code}/split/", {"name": "Gus"}).content.decode()
    assert "<li>Gus</li>" in preview
    assert MoneySession.objects.count() == 1
    form_data = {"name": "Gus", "key": "k", "version": get_state(session).session.version}
    answer = client.post(f"/s/{session.code}/split/", form_data)
    other = MoneySession.objects.exclude(pk=session.pk).get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/s/{other.code}/")
    page = client.get(f"/s/{other.code}/").content.decode()
    assert "Table split off: Flo sits down, Bo sits down, Gus sits down" in page
    assert client.post(f"/s/{session.code}/split/", {"name": ""}).status_code == 400
    assert client.get(f"/s/{session.code}/split/", {"name": "Ada"}).status_code == 409
    assert Client().get(f"/s/{session.code}/split/").status_code == 404
    assert client.get(f"/s/{a_pair().code}/split/").status_code == 404


def a_chouette_of_two() -> MoneySession:
    """A chouette of three after one game, won by the box; then the captain left."""
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, Ended("box", 1))
    sessions.leave_seat(session=session, name="Bo", identity=phone())
    return session


def test_the_last_two_go_on_as_money_play_and_their_balances_stay() -> None:
    session = a_chouette("Ada", "Bo")
    sessions.add_guest(session=session, name="Cy", identity=phone(), stake=5)
    record(session, Threw("Ada", 6), Threw("Bo", 5), Threw("Cy", 4), Opened(), Ended("box", 1))
    sessions.leave_seat(session=session, name="Bo", identity=phone())
    other = table_events.continue_as_money_session(session=session, identity=phone(), key="k")
    again = table_events.continue_as_money_session(session=session, identity=phone(), key="k")
    old_state, new_state = get_state(session), get_state(other)
    assert (again, other.kind, new_state.table.players) == (other, "money", ("Ada", "Cy"))
    assert MoneyLaws.from_json(other.laws) == replace(CHOUETTES["text"].money, stake=5)
    assert (old_state.table.queue, old_state.balances) == ((), {"Ada": 6, "Bo": -1, "Cy": -5})
    assert (list_kinds(old_state.entries[-1:]), list_kinds(new_state.entries)) == (
        ["last_two"],
        ["split_off"],
    )
    assert [list(queries.find_disagreements(state.session)) for state in (old_state, new_state)] == [[], []]
    record(other, Finished(Side.BLACK, 1))
    assert get_state(other).balances == {"Ada": -5, "Cy": 5}


def test_going_on_as_two_is_undone_while_nothing_has_happened_there() -> None:
    session = a_chouette_of_two()
    before = get_state(session)
    other = table_events.continue_as_money_session(session=session, identity=phone())
    table_events.undo_last_entry(session=session, identity=phone())
    assert (get_state(session).table, get_state(other).table.players) == (before.table, ())


def test_only_the_last_two_of_a_chouette_go_on_as_money_play() -> None:
    by_keeper, two = {"identity": phone()}, a_chouette_of_two()
    guest = invited(sessions.create_invitation(session=two, identity=phone()).session, "Hal")
    go_on = table_events.continue_as_money_session
    codes = [
        refusal(go_on, session=a_full_table(), **by_keeper).code,
        refusal(go_on, session=a_running_chouette(), **by_keeper).code,
        refusal(go_on, session=a_pair(), **by_keeper).code,
        refusal(go_on, session=two, identity=guest).code,
    ]
    assert codes == ["last_two_only", "game_open", "only_in_a_chouette", "keeper_only"]


def test_the_page_says_that_two_are_left_and_offers_to_go_on() -> None:
    session, client = a_chouette_of_two(), a_phone()
    page = client.get(f"/s/{session.code}/").content.decode()
    assert "Two players are left, but a chouette needs three." in page
    assert "Continue as money play" in page
    form_data = {"key": "k", "version": get_state(session).session.version}
    answer = client.post(f"/s/{session.code}/two/", form_data)
    other = MoneySession.objects.exclude(pk=session.pk).get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/s/{other.code}/")
    stale = client.post(f"/s/{session.code}/two/", {"key": "l"})
    assert (stale.status_code, b"Two players are left" in stale.content) == (409, False)
    journal = client.get(f"/s/{session.code}/").content.decode()
    assert "The last two continue as money play at their own table: Ada leaves, Cy leaves" in journal
    full = client.get(f"/s/{a_full_table().code}/").content.decode()
    assert "Continue as money play" not in full
