"""What is recorded at a table of money play belongs to the game in which it was seen, whatever sends it."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from matches.moneyplay import table_state
from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions, table_events
from matches.moneyplay.table_state import Event
from rules.actions import Doubled, Dropped
from rules.chouette.events import Conceded, Ended, Opened, PartnerRequested
from rules.chouette.events import Doubled as ChouetteDoubled
from rules.errors import Refusal
from rules.money import Finished
from rules.options import ChouetteLaws
from rules.sides import Side
from tests.matches.moneyplay.sessions import a_pair, a_running_chouette, get_state, phone, record
from tests.matches.moneyplay.test_api import ask
from tests.matches.moneyplay.test_views import a_phone, page

pytestmark = pytest.mark.django_db
BOX_WINS = {"kind": "Ended", "winner": "box", "level": 1}
OVER = (
    "Game 1 is over; recorded: “The box wins: Single game”. The table is now at game 2. Nothing was changed."
)


def a_chouette_in_game_two() -> MoneySession:
    """A chouette of three whose box has won the first game and is in the second one."""
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, Ended("box", 1), Opened())
    return session


def post(client: Client, session: MoneySession, event: Event, **fields: Any) -> HttpResponse:
    """Post an event as the form of a page does, with the fields of what the page showed."""
    data = json.dumps(table_state.write_event(event))
    return client.post(f"/s/{session.code}/play/", {"event": data, **fields})


@pytest.mark.parametrize("event", [Ended("box", 1), Ended("box", 2)])
def test_a_result_sent_again_on_the_version_of_today_does_not_end_the_next_game(event: Event) -> None:
    session = a_chouette_in_game_two()
    before = get_state(session)
    answer = post(a_phone(), session, event, version=before.session.version, game=1)

    is_recorded_so = event == Ended("box", 1)
    assert answer.status_code == (302 if is_recorded_so else 409)
    assert (OVER in answer.content.decode()) is not is_recorded_so
    assert get_state(session).balances == before.balances
    assert get_state(session).session.version == before.session.version


def test_a_second_phone_that_sends_the_recorded_result_is_answered_with_its_entry() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    first = record(session, Ended("box", 1))[-1]
    record(session, Opened())

    again = table_events.record_event(
        session=session, event=Ended("box", 1), identity=phone(), key="of another phone", game=1
    )
    assert (again, get_state(session).session.version) == (first, first.seq + 1)


@pytest.mark.parametrize("event", [Ended("team", 3), ChouetteDoubled("Ada"), Conceded("Bo")])
def test_every_action_of_a_game_is_refused_in_another_one(event: Event) -> None:
    session = a_chouette_in_game_two()
    with pytest.raises(Refusal) as refused:
        table_events.record_event(session=session, event=event, identity=phone(), game=1)

    assert (refused.value.code, refused.value.facts["game"], refused.value.facts["current"]) == (
        "game_recorded",
        1,
        2,
    )


def test_a_game_that_was_undone_is_not_yet_the_next_one() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, Ended("box", 1))
    table_events.undo_last_entry(session=session, identity=phone())
    answer = post(a_phone(), session, Opened(), game=2)

    assert answer.status_code == 409
    text = "This was entered for game 2, but the table is at game 1. Nothing was changed."
    assert text in answer.content.decode()


def test_the_same_result_of_the_same_game_is_accepted() -> None:
    session = a_chouette_in_game_two()
    answer = post(a_phone(), session, Ended("box", 1), game=2)

    assert answer.status_code == 302
    assert get_state(session).balances == {"Ada": 4, "Bo": -2, "Cy": -2}


def test_a_repeated_action_is_answered_with_its_entry_although_its_game_is_over() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    fields = {"event": Ended("box", 1), "identity": phone(), "key": "k", "game": 1}
    first = table_events.record_event(session=session, **fields)
    record(session, Opened())

    assert table_events.record_event(session=session, **fields) == first


def test_between_two_the_player_who_won_is_named() -> None:
    session = a_pair()
    record(session, Doubled(Side.WHITE, 2), Dropped(Side.BLACK))
    answer = post(a_phone(), session, Finished(Side.BLACK, 2), game=1, version=4)
    text = answer.content.decode()

    assert answer.status_code == 409
    assert "Game 1 is over; recorded: “Bo drops”. The table is now at game 2." in text


def test_a_program_names_the_game_or_the_version_of_a_result() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    unnamed = ask(session, "entries", {"event": BOX_WINS})
    named = ask(session, "entries", {"event": BOX_WINS, "game": 1})
    record(session, Opened())
    repeated = ask(session, "entries", {"event": BOX_WINS, "game": 1})
    current = ask(session)[1]
    wrong = {"event": {**BOX_WINS, "winner": "team"}, "game": 1, "version": current["version"]}
    stale = ask(session, "entries", wrong)

    assert (unnamed[0], unnamed[1]["code"]) == (400, "game_unnamed")
    other = ask(session, "entries", {"event": {**BOX_WINS, "level": 2}, "game": 1})
    assert (named[0], repeated) == (201, named)
    assert (other[0], other[1]["code"]) == (409, "game_recorded")
    assert (stale[0], stale[1]["code"], current["game"]) == (409, "game_recorded", 2)
    assert ask(session, "entries", {"event": BOX_WINS, "version": current["version"]})[0] == 201


def test_a_page_without_game_and_version_records_no_result() -> None:
    session = a_chouette_in_game_two()
    answer = post(a_phone(), session, Ended("box", 1))

    assert (answer.status_code, get_state(session).table.game is None) == (400, False)


def test_draws_and_closing_belong_to_their_game_too() -> None:
    laws = ChouetteLaws(partner_from=3)
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", laws=laws)
    record(session, Ended("box", 1), PartnerRequested())
    keeper: dict[str, Any] = {"session": session, "identity": phone(), "game": 1}
    for action in (
        table_events.draw_order,
        table_events.draw_partner,
        table_events.continue_as_money_session,
        sessions.close_session,
    ):
        with pytest.raises(Refusal) as refused:
            action(**keeper)
        assert (action.__name__, refused.value.code) == (action.__name__, "game_recorded")
    with pytest.raises(Refusal) as refused:
        table_events.split_table(newcomer="Ed", **keeper)
    assert refused.value.code == "game_recorded"


def test_every_form_that_has_a_version_and_a_game_says_so_on_the_page() -> None:
    session = a_chouette_in_game_two()
    text = page(a_phone(), session)
    forms = [form.split("</form>")[0] for form in text.split("<form ")[1:]]
    with_game = {form.split('action="')[1].split('"')[0] for form in forms if 'name="game" value="2"' in form}

    assert with_game == {f"/s/{session.code}/play/"}
    assert 'data-title="Chouette, game 2"' in text
