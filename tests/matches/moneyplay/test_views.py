"""The pages of a money play session, as phones request them."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation

from matches.actors import SYSTEM
from matches.messages import get_label
from matches.moneyplay import table_state
from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions
from matches.moneyplay.table_state import Event
from matches.moneyplay.views import ledger
from matches.moneyplay.views.actions import list_actions
from matches.services import badges
from matches.views import visitors
from rules.actions import Doubled
from rules.chouette import events
from rules.chouette.events import Dropped, Ended, Opened, Took
from rules.money import Settled
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws
from rules.sides import Side
from tests.factories import a_desk, a_player, a_user
from tests.matches.moneyplay.sessions import (
    SIX,
    a_chouette,
    a_pair,
    a_running_chouette,
    get_state,
    invited,
    list_kinds,
    phone,
    record,
)
from tests.site.test_hostile_names import NAMES, structure_of

pytestmark = pytest.mark.django_db
W = Side.WHITE


def a_phone() -> Client:
    """The phone that keeps the sessions made by `tests.matches.moneyplay.tables`."""
    client = Client()
    client.cookies["device"] = "phone of keeper"
    return client


def opened(client: Client, **form: Any) -> MoneySession:
    """The session that a phone opened with the form."""
    answer = client.post("/s/new/", {"kind": "chouette", "jacoby": "on", "house": "text", **form})
    assert answer.status_code == 302, answer.content.decode()
    return MoneySession.objects.get(code=answer.url.split("/")[2])


def say(client: Client, session: MoneySession, event: Event, **fields: Any) -> HttpResponse:
    """Post the event, as its button does."""
    data = json.dumps(table_state.write_event(event))
    return client.post(f"/s/{session.code}/play/", {"event": data, **fields})


def page(client: Client, session: MoneySession) -> str:
    answer = client.get(f"/s/{session.code}/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def buttons(text: str) -> list[dict[str, Any]]:
    """The events a page offers now; templates hold those that may follow them."""
    shown_text = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    encoded_events = re.findall(r'name="event" value="([^"]*)"', shown_text)
    return [json.loads(unescape(encoded_event)) for encoded_event in encoded_events]


def test_a_phone_opens_a_table_by_the_custom_of_a_site() -> None:
    client = Client()
    session = opened(
        client, house="los_angeles", stake=5, animals=1, automatic_doubles=0, cube_limit=16, cubes="single"
    )

    laws = ChouetteLaws.from_json(session.laws)
    assert laws.money == MoneyLaws(stake=5, jacoby=True, animals=1, automatic_doubles=0, cube_limit=16)
    assert (laws.cubes, laws.lone_taker, laws.most_players) == ("single", "accepts_extras", 7)
    assert "Add a player without a phone" in page(client, session)


def test_money_play_uses_the_chosen_rules() -> None:
    session = opened(Client(), kind="money", stake="", jacoby="", title="Friday")

    assert session.laws == MoneyLaws(jacoby=False).to_json()
    assert session.title == "Friday"


def test_every_option_of_a_chouette_can_be_agreed_on_its_page() -> None:
    options = {
        "cubes": "single",
        "newcomers": "last",
        "most_players": "6",
        "partner_from": "5",
        "partner_compulsory_from": "7",
        "captain_first": "yes",
        "box_breaks_even": "no",
        "played_out": "on",
    }
    laws = ChouetteLaws.from_json(opened(Client(), **options).laws)
    chosen = [getattr(laws, name) for name in options if name != "played_out"]
    assert (chosen, laws.money.settlements) == (["single", "last", 6, 5, 7, True, False], False)


def test_an_invalid_form_is_shown_again() -> None:
    answer = Client().post("/s/new/", {"kind": "poker", "stake": 0})

    assert answer.status_code == 400
    assert not MoneySession.objects.exists()


def test_invalid_rules_are_form_errors() -> None:
    answer = Client().post("/s/new/", {"kind": "chouette", "animals": 0, "lone_taker": "must_beaver"})

    assert (answer.status_code, b"This session cannot be played with these rules" in answer.content) == (
        409,
        True,
    )


def test_a_club_opens_its_next_table_as_the_last_one() -> None:
    official = a_user("official")
    desk, client = a_desk(official), Client()
    client.force_login(official)
    assert b"Same as last time here" not in client.get(f"/s/new/?desk={desk.code}").content
    first = opened(client, desk=desk.code, house="los_angeles", stake=7, box_keeps="beats_captain")
    again = client.get(f"/s/new/?desk={desk.code}").content
    second = opened(
        client, desk=desk.code, house="last", stake=7, automatic_doubles=1, animals=2, cube_limit=0
    )

    assert (first.desk, first.laws) == (desk, second.laws)
    assert b"Same as last time here" in again
    assert Client().get(f"/s/new/?desk={desk.code}").status_code == 404


def test_a_guest_joins_with_the_code() -> None:
    keeper, guest = Client(), Client()
    session = opened(keeper)
    invitation = keeper.post(f"/s/{session.code}/invite/")
    token = re.findall(r"/s/#([\w-]+)", invitation.content.decode())[0]
    assert b"<svg" in invitation.content
    assert guest.get(f"/s/{session.code}/").status_code == 404

    joined = guest.post("/s/", {"token": f"http://testserver/s/#{token}"})
    assert (joined.status_code, joined.url) == (302, f"/s/{session.code}/")
    assert "Join here" in page(guest, session)
    guest.post(f"/s/{session.code}/join/", {"name": "Bo", "stake": 2})

    assert [(seat.name, seat.stake) for seat in get_state(session).seats] == [("Bo", 2)]
    assert guest.post(f"/s/{session.code}/invite/").status_code == 403
    assert session.code in guest.get("/s/").content.decode()
    assert Client().post("/s/", {"token": "wrong"}).status_code == 403
    assert Client().post("/s/", {"token": ""}).status_code == 400


def test_guesses_at_codes_are_limited() -> None:
    client = Client()
    answers = [client.post("/s/", {"token": "x"}).status_code for _ in range(21)]

    assert answers == [403] * 20 + [429]


def test_the_keeper_adds_six_players_and_a_random_order_sets_the_queue() -> None:
    client = Client()
    session = opened(client)
    for name in SIX:
        added = client.post(f"/s/{session.code}/guest/", {"name": name})
    before = page(client, session)
    client.post(f"/s/{session.code}/lots/")
    after = page(client, session)

    assert added["Location"] == f"/s/{session.code}/?guest=1#guest"
    assert '<details id="guest" open>' in client.get(added["Location"]).content.decode()
    assert '<details id="guest">' in before
    assert "Draw a random order" in before
    assert "Start game 1" in after
    evening = get_state(session).table
    assert f'<strong class="">{evening.box}</strong>' in after
    assert f'<strong class="">{evening.captain}</strong>' in after
    assert client.post(f"/s/{session.code}/lots/").status_code == 409


def test_a_player_may_throw_their_own_die() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    client = a_phone()
    offered = [each for each in buttons(page(client, session)) if each["kind"] == "Threw"]
    say(client, session, events.Threw("Bo", 5))

    assert len(offered) == 18
    assert get_state(session).table.throws == {"Ada": (), "Bo": (5,), "Cy": ()}


def test_the_dice_of_a_player_with_a_phone_are_offered_there_alone() -> None:
    session = a_chouette("Ada", "Bo")
    keeper, seated = a_phone(), invited(session, "Cy")
    sessions.take_seat(session=session, name="Cy", identity=seated)
    sessions.take_seat(session=session, name="Di", identity=invited(session, "Di"))
    actions = list_actions(get_state(session), seated)
    say(keeper, session, events.Threw("Ada", 5))
    after = list_actions(get_state(session), seated)

    assert [row.title for row in actions.dice] == ["Ada", "Bo", "Cy"]
    assert (actions.may_draw_order, actions.has_throws, after.has_throws) == (True, False, True)
    assert '<details id="enter-dice" open>' in page(keeper, session)


def test_every_button_is_a_legal_action_and_every_legal_action_has_a_button() -> None:
    session = a_running_chouette()
    client = a_phone()
    for event in (None, events.Doubled("Ada"), Dropped("Bo"), Took("Cy"), Took("Di")):
        if event:
            record(session, event)
        table = get_state(session).table
        offered = [table_state.read_event("chouette", data) for data in buttons(page(client, session))]
        for each in offered:
            table_state.apply_event(table, each)
        rare = (events.Settled, events.Conceded, events.Left)
        legal = [each for each in table_state.list_legal_events(table) if not isinstance(each, rare)]
        assert [each for each in legal if each not in offered] == []


def test_a_tap_is_written_once_and_undone() -> None:
    session = a_running_chouette()
    client = a_phone()
    version = get_state(session).session.version
    for _ in range(2):
        assert say(client, session, events.Doubled("Ada"), key="tap", version=version).status_code == 302
    assert list_kinds(get_state(session).entries).count("doubled") == 1
    assert "Waiting for: Bo, Cy, Di, Ed, Flo" in page(client, session)

    client.post(f"/s/{session.code}/undo/", {"key": "u", "version": version + 1})
    late = client.post(f"/s/{session.code}/undo/", {"key": "v", "version": version + 1})
    assert late.status_code == 409
    assert "Your action was not saved" in late.content.decode()
    assert get_state(session).table.game.bets[0].wager.offer is None


@pytest.mark.parametrize("body", ["", "no json", "[]", "[" * 2000, '{"kind": "Took"}', '{"kind": "x"}'])
def test_invalid_events_are_refused(body: str) -> None:
    session = a_running_chouette()
    answer = a_phone().post(f"/s/{session.code}/play/", {"event": body})

    assert answer.status_code == 400
    assert len(get_state(session).entries) == 13


def test_the_page_says_who_may_advise() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    assert "May advise now" not in page(a_phone(), session)
    record(session, events.Doubled("Ada"), Took("Bo"), Took("Cy"), Dropped("Di"))

    assert "May advise now: Cy" in page(a_phone(), session)


def test_nobody_advises_on_their_own_answer() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    record(session, events.Doubled("Ada"), Took("Bo"), Took("Cy"))

    assert "Waiting for: Di" in " ".join(page(a_phone(), session).split())
    assert re.findall(r"May advise now: ([\w, ]+)", page(a_phone(), session)) == ["Cy"]


def test_a_refusal_names_the_rule() -> None:
    session = a_running_chouette()
    answer = say(a_phone(), session, Took("Bo"))

    assert answer.status_code == 409
    assert "/laws/cube.answer/" in answer.content.decode()


def test_a_price_is_agreed_in_a_chouette_and_between_two() -> None:
    many, two = a_running_chouette("Ada", "Bo", "Cy"), a_pair(MoneyLaws(stake=3, jacoby=False))
    client = a_phone()
    say(client, many, events.Settled("Ada", "Bo", 1), points=1, game=1)
    say(client, many, events.Settled("Cy", "Ada", 1), points=0, game=1)
    record(two, Doubled(W, 2))
    record(two, table_state.read_event("money", {"kind": "Took", "side": "black"}))
    offered = re.findall(r'<option value="([^"]*)"', page(client, two))
    for game, points in ((1, 2), (2, 0)):
        form = {"event": unescape(offered[0]), "points": points, "game": game}
        client.post(f"/s/{two.code}/play/", form)

    assert get_state(many).balances == {"Ada": 1, "Bo": -1, "Cy": 0}
    assert get_state(two).balances == {"Ada": 6, "Bo": -6}
    assert len(get_state(two).table.play.games) == 2


def test_a_refused_settlement_is_shown_as_it_was_typed() -> None:
    session = a_pair()
    client = a_phone()
    offered = [unescape(value) for value in re.findall(r'<option value="([^"]*)"', page(client, session))]
    answer = client.post(f"/s/{session.code}/play/", {"event": offered[1], "points": "500", "game": 1})
    text = re.sub(r"\s+", " ", answer.content.decode())

    assert answer.status_code == 409
    assert '<details id="more" open>' in text
    assert re.findall(r'id="price" min="0" required value="(\w*)"', text) == ["500"]
    assert [unescape(value) for value in re.findall(r'<option value="([^"]*)" selected', text)] == [
        offered[1]
    ]


def test_leaving_closing_and_the_settlement() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    client = a_phone()
    record(session, events.Doubled("Ada"), Dropped("Bo"), Took("Cy"), Took("Di"), Ended("team", 2))
    client.post(f"/s/{session.code}/leave/", {"name": "Di"})
    assert "has left" in page(client, session)
    client.post(f"/s/{session.code}/close/")
    text = client.get(f"/s/{session.code}/settlement/").content.decode()

    assert re.findall(r"[+−]?\d+(?=</td></tr></tfoot>)", re.sub(r"\s", "", text)) == ["0"]
    phrases = ("Ada pays Cy", "Bo pays Ada", "The captain takes the box")
    assert [phrase for phrase in phrases if phrase not in text] == []
    assert "This session is closed." in page(client, session)
    assert buttons(page(client, session)) == []
    assert say(client, session, Opened()).status_code == 409


def test_a_player_who_leaves_during_a_game_is_marked_until_it_is_over() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    client, note = a_phone(), "leaves after this game"
    assert note not in page(client, session)
    for name in ("Ada", "Bo", "Cy"):
        client.post(f"/s/{session.code}/leave/", {"name": name})
    text = page(client, session)

    for name, role in (("Ada", "Box"), ("Bo", "Captain")):
        assert f'<strong class="">{name}</strong> <small>{note}</small>' in text
        assert f'{name} <small class="muted">{role}</small> <small class="muted">{note}</small>' in text
    assert f'Cy <small class="muted">{note}</small>' in text
    assert text.count(note) == 5
    record(session, Ended("box", 1))
    assert note not in page(client, session)


def test_the_only_taker_who_must_drop_cannot_take_and_the_page_says_why() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", "Ed")
    record(session, events.Doubled("Ada"), Dropped("Bo"), Dropped("Cy"))
    reason = "All the others have dropped, and here the only taker must drop too."
    assert reason not in page(a_phone(), session)
    record(session, Dropped("Di"))
    text = page(a_phone(), session)

    assert reason in text
    states = re.findall(r'<button [^>]*"kind": "(\w+)"[^>]*?( disabled)?>', unescape(text))
    assert [each for each in states if each[0] in ("Took", "Raised", "Dropped")] == [
        ("Took", " disabled"),
        ("Dropped", ""),
        ("Raised", " disabled"),
    ]


def test_the_only_taker_who_must_beaver_cannot_just_take_and_the_page_says_why() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", laws=ChouetteLaws(lone_taker="must_beaver"))
    record(session, events.Doubled("Ada"), Dropped("Bo"))
    text = page(a_phone(), session)

    assert "All the others have dropped, and here the only taker must beaver or drop." in text
    assert re.findall(r'"kind": "(\w+)"[^>]* disabled', unescape(text)) == ["Took"]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([Dropped("Bo"), Dropped("Cy"), Dropped("Di"), Took("Ed")], "Ed takes"),
        ([Took("Ed"), Dropped("Bo"), Dropped("Cy"), Dropped("Di")], "Di drops"),
    ],
)
def test_the_activity_log_says_that_the_only_taker_had_to_drop(answers: list[Event], sentence: str) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", "Ed")
    record(session, events.Doubled("Ada"), *answers)
    state = get_state(session)
    texts = [row.text for row in ledger.list_journal(state)]

    assert texts[0] == f"{sentence}. Ed is the only taker and must drop too."
    assert [text for text in texts[1:] if "only taker" in text] == []
    assert state.balances == {"Ada": 4, "Bo": -1, "Cy": -1, "Di": -1, "Ed": -1}


def test_the_page_holds_the_answers_to_every_double_for_a_phone_without_a_connection() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    table = get_state(session).table
    text = page(a_phone(), session)
    templates = re.findall(r'<template data-answers-to="([^"]*)"[^>]*>(.*?)</template>', text)
    doubles = [table_state.read_event("chouette", json.loads(unescape(value))) for value, _ in templates]

    assert doubles == [
        each for each in table_state.list_legal_events(table) if isinstance(each, events.Doubled)
    ]
    for double, (_, markup) in zip(doubles, templates, strict=True):
        after = table_state.apply_event(table, double)
        answers = [table_state.read_event("chouette", data) for data in buttons(markup)]
        assert answers == list(table_state.list_answers(after)) != []
        assert answers == [
            each for each in table_state.list_legal_events(after) if isinstance(each, table_state.ANSWERS)
        ]


def test_a_phone_is_offered_answers_only_for_players_it_may_act_for() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    guest = Client()
    guest.cookies["device"] = "phone of Bo"
    templates = re.findall(r"<template.*?</template>", page(guest, session))
    players = [{data["by"] for data in buttons(markup.replace("template", "div"))} for markup in templates]

    # The box has no phone: anybody may double and answer for it. Cy answers on their own phone.
    assert players == [{"Bo"}, {"Bo"}, set(), {"Ada"}]
    assert ["data-incomplete" in markup for markup in templates] == [True, False, True, False]


def test_an_agreed_settlement_is_called_so() -> None:
    chouette, pair = a_running_chouette("Ada", "Bo", "Cy"), a_pair()
    record(chouette, events.Settled("Ada", "Bo", 1), events.Settled("Cy", "Ada", 0))
    record(pair, Settled(W, 1))
    for session, amounts in ((chouette, 2), (pair, 1)):
        text = a_phone().get(f"/s/{session.code}/settlement/").content.decode()
        assert len(re.findall(r"· Settlement\s", text)) == amounts
        assert "Final" not in text
    with translation.override("it"):
        assert get_label("settled_game") == "Accordo"


def test_the_random_order_is_undone_by_a_short_button() -> None:
    session = a_chouette()
    client = a_phone()
    client.post(f"/s/{session.code}/lots/")

    text = page(client, session)
    assert re.findall(r'data-slot="undone">([^<]*)<', text) == ["Random order"]
    assert "Ada rolls a" in text


def test_joining_offers_the_name_of_the_badge() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    badge = badges.issue_badge(desk=a_desk(), player=a_player("Dora"), by=SYSTEM)
    client = a_phone()
    before = page(client, session)
    client.post("/b/", {"token": badge.token})

    offered = re.compile(r'<input type="text" name="name"( value="[^"]*")?[^>]* id="id_name"')
    assert [offered.findall(text) for text in (before, page(client, session))] == [[""], [' value="Dora"']]


def test_a_second_player_of_one_name_gets_advice_and_keeps_what_was_typed() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    answer = a_phone().post(f"/s/{session.code}/guest/", {"name": "Bo", "stake": "3"})
    text = re.sub(r"\s+", " ", answer.content.decode())

    assert answer.status_code == 409
    assert (
        "Bo is already in the queue. Another player of this name joins with an initial or a nickname." in text
    )
    assert '<details id="guest" open>' in text
    assert re.findall(r'<input type="\w+" name="(?:name|stake)" value="([^"]*)"[^>]*id="guest_', text) == [
        "Bo",
        "3",
    ]


@pytest.mark.parametrize(
    ("winner", "sentence"), [("box", "Vince il box: Gammon"), ("team", "Vince la squadra: Gammon")]
)
def test_the_winning_side_is_named_within_an_italian_sentence(winner: str, sentence: str) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, Ended(winner, 2))
    with translation.override("it"):
        assert ledger.list_journal(get_state(session))[0].text == sentence


def test_a_partner_is_invited_and_drawn() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", laws=CHOUETTES["text"])
    MoneySession.objects.filter(pk=session.pk).update(laws=ChouetteLaws(partner_from=4).to_json())
    record(session, Ended("box", 1), events.PartnerRequested())
    client = a_phone()
    assert "Become partner" in page(client, session)
    for name in ("Cy", "Di", "Bo"):
        say(client, session, events.AnsweredAsPartner(name, False))
    assert "Draw the partner at random" in page(client, session)
    client.post(f"/s/{session.code}/partner/")

    assert get_state(session).table.partner in {"Bo", "Cy", "Di"}


@pytest.mark.parametrize(("winner", "share"), [("team", "bears 1 of it"), ("box", "receives 1 of it")])
def test_the_share_of_the_partner_is_explained(winner: Any, share: str) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", laws=ChouetteLaws(partner_from=4))
    record(session, Ended("box", 1), events.PartnerRequested())
    state = get_state(session)
    partner = next(
        event
        for event in table_state.list_legal_events(state.table)
        if isinstance(event, events.AnsweredAsPartner) and event.accepts
    )
    record(session, partner, Opened(), Ended(winner, 2))
    game = ledger.list_games(get_state(session))[-1]
    text = re.sub(r"\s+", " ", a_phone().get(f"/s/{session.code}/settlement/").content.decode())

    assert f"{partner.player} (partner of the box) {share}" in text
    paid = dict.fromkeys(get_state(session).balances, 0)
    for reason in game.reasons:
        paid[reason.winner] += reason.amount
        paid[reason.loser] -= reason.amount
    paid["Ada"] -= game.partner_amount
    paid[partner.player] += game.partner_amount
    assert tuple(paid.values()) == game.amounts


@pytest.mark.parametrize(
    "path",
    [
        "",
        "settlement/",
        "play/",
        "join/",
        "guest/",
        "leave/",
        "lots/",
        "partner/",
        "undo/",
        "close/",
        "invite/",
    ],
)
def test_an_outsider_gets_404(path: str) -> None:
    session = a_running_chouette()
    client = Client()
    method = client.get if path in {"", "settlement/"} else client.post

    assert method(f"/s/{session.code}/{path}").status_code == 404
    assert method(f"/s/nothing/{path}").status_code == 404


def test_a_player_sees_their_own_sessions_and_an_outsider_does_not() -> None:
    player = a_player("Ada", a_user("ada"))
    session = a_pair()
    session.seats.filter(name="Ada").update(player=player, balance=6)
    assert player.user is not None
    own_browser, outsider = Client(), Client()
    own_browser.force_login(player.user)

    assert f"/s/{session.code}/" in own_browser.get(f"/p/{player.code}/").content.decode()
    assert "+6" in own_browser.get(f"/p/{player.code}/").content.decode()
    assert session.code not in outsider.get(f"/p/{player.code}/").content.decode()


def test_the_page_of_a_session_takes_a_fixed_number_of_queries(
    django_assert_num_queries: Any,
) -> None:
    session = a_running_chouette()
    client = a_phone()
    page(client, session)
    with django_assert_num_queries(4):
        page(client, session)
    record(session, Ended("box", 1), Opened(), Ended("team", 2), Opened())
    with django_assert_num_queries(4):
        page(client, session)


def test_the_page_for_an_official_takes_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    one, other = a_user(), a_user()
    session = a_running_chouette()
    MoneySession.objects.filter(pk=session.pk).update(desk=a_desk(one, other), host=one, host_device="")
    client = Client()
    client.force_login(other)
    page(client, session)
    with django_assert_num_queries(10):
        assert "Player who doubles" in page(client, session)


@pytest.mark.parametrize("names", [NAMES[:20], NAMES[20:]])
def test_hostile_names_add_no_element_to_the_page(names: tuple[str, ...]) -> None:
    fair = [" ".join("".join(c if c.isprintable() else " " for c in name).split()) for name in names]
    distinct_names = list(dict.fromkeys(name for name in fair if name))
    for start in range(0, len(distinct_names) - 5, 6):
        hostile = a_running_chouette(*distinct_names[start : start + 6])
        plain = a_running_chouette()
        record(hostile, events.Doubled(distinct_names[start]))
        record(plain, events.Doubled("Ada"))
        structures = [structure_of(a_phone().get(f"/s/{each.code}/")).found for each in (plain, hostile)]
        assert set(structures[0]) == set(structures[1])
        offered = [each["by"] for each in buttons(page(a_phone(), hostile)) if each["kind"] == "Took"]
        assert offered == distinct_names[start + 1 : start + 6]


def test_too_many_taps_a_minute_are_refused() -> None:
    session = a_running_chouette()
    request = RequestFactory().post("/", REMOTE_ADDR="127.0.0.1")
    for _ in range(119):
        visitors.throttle_identity("session", request, phone(), at=session.code, limit=120, seconds=60)
    answers = [say(a_phone(), session, Took("Bo")).status_code for _ in range(2)]

    assert answers == [409, 429]


def test_the_invitation_to_a_table_warns_of_a_local_address() -> None:
    client = a_phone()
    session = opened(client)
    path, warning = f"/s/{session.code}/invite/", "no phone can open this code"
    assert warning in client.post(path, HTTP_HOST="127.0.0.1:8999").content.decode()
    assert warning not in client.post(path).content.decode()


def test_agreed_rules_are_shown_on_the_session_its_invitation_and_its_settlement() -> None:
    client = a_phone()
    session = opened(client, stake="5", animals="1", cube_limit="64", consultation="never")
    pages = [
        page(client, session),
        client.post(f"/s/{session.code}/invite/").content.decode(),
        client.get(f"/s/{session.code}/settlement/").content.decode(),
    ]
    for text in pages:
        agreed = unescape(text[text.index('id="agreed"') :])
        assert [
            line in agreed
            for line in (
                "Value of a point: <strong>5 in the agreed currency</strong>",
                "Beavers and raccoons: <strong>Beavers</strong>",
                "Highest cube: <strong>64</strong>",
                "Advice to the captain: <strong>Never</strong>",
                "Chouette rules: <strong>Chosen at this table</strong>",
            )
        ] == [True] * 5


def test_a_set_of_rules_is_named_and_money_play_has_no_chouette_rules() -> None:
    client = a_phone()
    chouette = page(client, opened(client, house="los_angeles"))
    assert "Chouette rules: <strong>Los Angeles</strong>" in chouette
    money = page(client, opened(client, kind="money"))
    assert "Jacoby rule" in money
    assert "Chouette rules" not in money


def test_the_reason_of_an_amount_names_the_cube_and_its_factors() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, events.Doubled("Bo", ("Ada",)), events.Took("Ada"), Ended("team", 3))
    text = re.sub(r"<[^>]+>", " ", a_phone().get(f"/s/{session.code}/settlement/").content.decode())
    assert "Ada pays Bo 6 · Backgammon · cube 2 · 2 × 3" in re.sub(r"\s+", " ", text)
