"""A player whose phone is lost takes over the seat with another phone."""

import re

import pytest
from django.test import Client

from matches.models import Player
from matches.moneyplay.models import MoneySession, SessionSeat
from matches.moneyplay.services import seat_links, sessions, table_events
from matches.refusal_statuses import get_status
from rules.chouette.events import Doubled
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.matches.moneyplay.sessions import a_running_chouette, get_state, invited, list_kinds, phone, record

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def session() -> MoneySession:
    """A chouette in its first game, in which Ada, the box, and Bo play with phones of their own."""
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Ada", "Bo"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    return session


def a_client(name: str) -> Client:
    """The browser of a phone."""
    client = Client()
    client.cookies["device"] = f"phone of {name}"
    return client


def test_a_lost_phone_is_replaced_at_the_table(session: MoneySession) -> None:
    keeper, lost, new = a_client("keeper"), a_client("Ada"), Client()
    page = keeper.get(f"/s/{session.code}/").content.decode()
    choices = page.partition('id="new-phone-of"')[2].partition("</select>")[0]
    assert re.findall(r"<option>(\w+)</option>", choices) == ["Ada", "Bo"]
    shown = keeper.post(f"/s/{session.code}/phone/", {"name": "Ada"}).content.decode()
    token = re.findall(r"/s/#([\w-]+)", shown)[0]
    taken = new.post("/s/", {"token": f"http://testserver/s/#{token}"})
    new_page = new.get(taken.url).content.decode()

    assert ("New phone for Ada" in shown, "<svg" in shown) == (True, True)
    assert (taken.status_code, taken.url) == (302, f"/s/{session.code}/")
    assert '<span class="badge">you</span>' in new_page
    event = '{"kind": "Doubled", "player": "Ada"}'
    assert lost.post(f"/s/{session.code}/play/", {"event": event}).status_code in (403, 404)
    assert Client().post("/s/", {"token": token}).status_code == 403
    assert list_kinds(get_state(session).entries)[-1] == "handed_over"
    assert "Ada continues with another phone" in new_page


def test_the_old_phone_learns_that_its_seat_is_gone(session: MoneySession) -> None:
    lost = invited(session, "Ada")
    seat_links.create_seat_link(session=session, name="Ada", identity=phone())

    with pytest.raises(Refusal) as excinfo:
        table_events.draw_partner(session=session, identity=lost)

    assert (excinfo.value.code, get_status(excinfo.value)) == ("no_seat_here", 403)


def test_the_code_is_stored_as_a_hash(session: MoneySession) -> None:
    link = seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    seat = SessionSeat.objects.get(session=session, name="Ada")
    assert (seat.device, len(seat.token_hash), link.token in seat.token_hash) == ("", 64, False)


def test_only_the_host_makes_the_code(session: MoneySession) -> None:
    for name in ("Ada", "Bo", "Cy"):
        with pytest.raises(Refusal, match="keeper_only"):
            seat_links.create_seat_link(session=session, name="Ada", identity=invited(session, name))
    assert a_client("Bo").post(f"/s/{session.code}/phone/", {"name": "Ada"}).status_code == 403
    assert SessionSeat.objects.get(session=session, name="Ada").device


def test_nobody_else_gets_the_seat_before_the_new_phone_takes_it(session: MoneySession) -> None:
    seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    lost, bo, stranger = (invited(session, name) for name in ("Ada", "Bo", "Eve"))
    for identity in (lost, stranger):
        with pytest.raises(Refusal, match="seat_taken"):
            sessions.take_seat(session=session, name="Ada", identity=identity)
    for identity in (lost, bo):
        with pytest.raises(Refusal, match="not_your_seat"):
            record(session, Doubled("Ada"), by=identity)
    record(session, Doubled("Ada"), by=phone())


def test_a_new_code_replaces_the_earlier_one(session: MoneySession) -> None:
    first = seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    second = seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    assert seat_links.take_over_seat(token=first.token, identity=phone("Ada's second")) is None
    entry = seat_links.take_over_seat(token=second.token, identity=phone("Ada's second"))
    assert entry is not None
    assert (entry.kind, entry.who) == ("handed_over", "Ada")


def test_a_phone_with_a_seat_takes_no_second_one(session: MoneySession) -> None:
    link = seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    with pytest.raises(Refusal, match="seated_already"):
        seat_links.take_over_seat(token=link.token, identity=phone("Bo"))


def test_a_player_who_left_gets_no_code_and_a_closed_session_no_phone(session: MoneySession) -> None:
    with pytest.raises(Refusal, match="Eve is not in the queue"):
        seat_links.create_seat_link(session=session, name="Eve", identity=phone())
    chouette = a_running_chouette()
    link = seat_links.create_seat_link(session=chouette, name="Ada", identity=phone())
    table_events.undo_last_entry(session=chouette, identity=phone())
    sessions.close_session(session=chouette, identity=phone())
    with pytest.raises(Refusal, match="session_closed"):
        seat_links.take_over_seat(token=link.token, identity=phone("Ada"))


def test_the_linked_player_stays_and_undo_frees_the_phone(session: MoneySession) -> None:
    player = Player.objects.create(name="Ada", full_name="Ada")
    SessionSeat.objects.filter(session=session, name="Ada").update(player=player)
    link = seat_links.create_seat_link(session=session, name="Ada", identity=phone())
    seat_links.take_over_seat(token=link.token, identity=phone("Ada's second"))
    table_events.undo_last_entry(session=session, identity=phone())

    seat = SessionSeat.objects.get(session=session, name="Ada")
    assert (seat.player, seat.device, seat.token_hash) == (player, "", "")
