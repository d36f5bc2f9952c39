"""A money session or chouette without a connection: what waits is marked and followed by the next step."""

from playwright.sync_api import Locator, expect

from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions
from rules.chouette.events import Doubled, Dropped, Ended, Opened, Threw
from tests.browser.conftest import OpenDevice
from tests.browser.phones import Phone
from tests.browser.test_money_sessions import use_device_of_host
from tests.browser.test_offline_queue import cut, restore
from tests.matches.moneyplay.sessions import (
    a_chouette,
    a_pair,
    a_running_chouette,
    get_state,
    invited,
    list_kinds,
    record,
)

NEXT_STEP = "The next step is offered when the connection is back."


def a_phone_at(open_device: OpenDevice, session: MoneySession) -> Phone:
    """The phone of the host, at the table."""
    phone = open_device(360)
    use_device_of_host(phone)
    phone.open(f"/s/{session.code}/")
    return phone


def button(phone: Phone, text: str) -> Locator:
    """The visible button that begins with this text."""
    return phone.page.locator("#now button", has_text=text).locator("visible=true").first


def test_a_double_tapped_offline_is_marked_answered_and_followed_by_the_result(
    open_device: OpenDevice,
) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    phone.page.context.set_offline(True)
    phone.tap(button(phone, "Bo doubles"))
    expect(button(phone, "Bo doubles")).to_contain_text("waiting to be sent")
    expect(button(phone, "Bo doubles")).to_be_disabled()
    phone.tap(phone.page.locator("#won-team > summary"))
    gammon = phone.page.locator("#won-team button", has_text="Gammon").first
    expect(gammon).to_be_disabled()
    expect(phone.page.get_by_text("The double must be answered first.")).to_be_visible()
    expect(phone.page.get_by_text(NEXT_STEP)).to_be_hidden()

    phone.tap(button(phone, "Ada takes the cube of Bo"))
    expect(button(phone, "Ada drops the cube of Bo")).to_be_disabled()
    expect(phone.page.get_by_text("The double must be answered first.")).to_be_hidden()
    phone.tap(phone.page.locator("#won-team > summary"))
    phone.tap(gammon)
    expect(phone.page.get_by_text(NEXT_STEP)).to_be_visible()
    expect(phone.page.locator("#queue")).to_contain_text("3 reports are waiting to be sent.")

    phone.page.context.set_offline(False)
    button(phone, "Start game 2").wait_for()
    expect(phone.page.locator("#queue")).to_have_count(0)
    expect(phone.page.locator(".waiting-mark")).to_have_count(0)
    assert list_kinds(get_state(session).entries)[-3:] == ["doubled", "took", "ended"]
    assert get_state(session).balances == {"Ada": -5, "Bo": 4, "Cy": 1}


def test_every_member_is_offered_an_answer_to_the_double_of_the_box(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("#now summary", has_text="Ada").first)
    phone.tap(button(phone, "Double all"))
    phone.tap(button(phone, "Bo drops the cube of Ada"))
    expect(phone.page.get_by_text("The double must be answered first.")).to_be_visible()
    phone.tap(button(phone, "Cy takes the cube of Ada"))
    expect(phone.page.get_by_text("The double must be answered first.")).to_be_hidden()

    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue")).to_have_count(0)
    game = get_state(session).table.game
    assert (game.still_playing, game.own_bet("Cy").wager.cube.value) == (("Cy",), 2)


def test_a_double_dropped_offline_ends_the_game(open_device: OpenDevice) -> None:
    session = a_pair()
    phone = a_phone_at(open_device, session)
    phone.page.context.set_offline(True)
    phone.tap(button(phone, "Ada doubles"))
    phone.tap(button(phone, "Bo drops"))
    expect(phone.page.get_by_text(NEXT_STEP)).to_be_visible()
    phone.tap(phone.page.locator("#won-white > summary"))
    expect(phone.page.locator("#won-white button").first).to_be_disabled()

    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert get_state(session).balances == {"Ada": 1, "Bo": -1}


def test_the_game_cannot_end_while_others_still_answer_on_their_own_phones(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Ada", "Cy"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    phone = open_device(360)
    cookie = {"name": "device", "value": "phone of Cy", "url": phone.address}
    phone.page.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.open(f"/s/{session.code}/")
    phone.page.context.set_offline(True)
    phone.tap(button(phone, "Double"))
    expect(phone.page.get_by_text("The double must be answered first.")).to_be_visible()
    expect(phone.page.get_by_text(NEXT_STEP)).to_be_visible()
    phone.tap(phone.page.locator("#won-team > summary"))
    expect(phone.page.locator("#won-team button").first).to_be_disabled()


def test_an_undo_tapped_offline_names_and_takes_back_the_entry_that_waits(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    phone.page.context.set_offline(True)
    undo = phone.page.locator(".undo button")
    expect(undo).to_contain_text("Undo: Game starts")
    phone.tap(button(phone, "Bo doubles"))
    expect(undo).to_contain_text("Undo: Bo doubles")
    phone.tap(undo)
    expect(undo).to_contain_text("Undo: Game starts")
    expect(button(phone, "Bo doubles")).to_be_enabled()
    expect(phone.page.locator("#now [data-answers]")).to_have_count(0)
    phone.tap(button(phone, "Cy doubles"))

    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue")).to_have_count(0)
    assert list_kinds(get_state(session).valid_entries)[-2:] == ["opened", "doubled"]
    assert get_state(session).valid_entries[-1].who == "Cy"


def test_a_refused_entry_holds_up_only_what_depends_on_it_and_can_be_sent_again(
    open_device: OpenDevice,
) -> None:
    chouette, pair = a_running_chouette("Ada", "Bo", "Cy"), a_pair()
    phone = a_phone_at(open_device, chouette)
    cut(phone.page, "/play/")
    phone.tap(button(phone, "Cy doubles"))
    phone.tap(button(phone, "Ada takes the cube of Cy"))
    expect(phone.page.locator("#queue")).to_contain_text("2 reports are waiting to be sent.")
    phone.open(f"/s/{pair.code}/")
    phone.tap(button(phone, "Automatic double"))
    expect(phone.page.locator("#queue")).to_contain_text("3 reports are waiting to be sent.")
    record(chouette, Doubled("Ada", ("Bo",)))
    restore(phone.page)

    # The entry at the other table is accepted; the take waits behind the refused double.
    queue = phone.page.locator("#queue")
    expect(queue).to_contain_text("Not accepted: Chouette, game 1: Cy doubles")
    expect(queue).to_contain_text("Correct or discard it, then the rest is sent: Ada takes the cube of Cy")
    expect(queue).not_to_contain_text("when the connection is back")
    expect(phone.page.locator(".cubes")).to_contain_text("2")
    assert list_kinds(get_state(pair).entries)[-1] == "doubled_automatically"

    # The missing answer is entered at the table although something waits, and the double is sent again.
    phone.tap(queue.get_by_role("link", name="View"))
    phone.page.wait_for_url(f"**/s/{chouette.code}/")
    expect(phone.page.locator(".undo button")).to_contain_text("Undo: Ada doubles")
    expect(phone.page.get_by_text(NEXT_STEP)).to_be_hidden()
    with phone.page.expect_navigation():
        phone.tap(phone.page.locator("#now .player-actions[open] button", has_text="Take"))
    expect(queue).to_contain_text("Not accepted: Chouette, game 1: Cy doubles")
    phone.tap(queue.get_by_role("button", name="Send again"))
    expect(queue).to_have_count(0)
    kinds = [(entry.kind, entry.who) for entry in get_state(chouette).valid_entries[-4:]]
    assert kinds == [("doubled", "Ada"), ("took", "Bo"), ("doubled", "Cy"), ("took", "Ada")]


def test_what_waits_behind_a_discarded_entry_is_sent_without_it(open_device: OpenDevice) -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    record(session, Threw("Ada", 6), Threw("Bo", 5), Threw("Cy", 4))
    phone = a_phone_at(open_device, session)
    cut(phone.page, "/s/**")
    phone.page.locator("#guest > summary").click()
    phone.page.locator("#guest [name=name]").fill("Bo")
    phone.tap("Add player")
    phone.tap(button(phone, "Start game 1"))
    phone.open("/laws/")
    restore(phone.page)
    queue = phone.page.locator("#queue")
    expect(queue).to_contain_text("Bo is already in the queue.")
    expect(queue).to_contain_text("Correct or discard it, then the rest is sent: Start game 1")
    # It is settled at its table, which knows what waits behind it.
    phone.tap(queue.get_by_role("link", name="View"))
    phone.tap("Discard")

    expect(queue).to_have_count(0)
    assert get_state(session).valid_entries[-1].kind == "opened"


def test_the_undo_of_a_discarded_entry_is_discarded_with_it(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    cut(phone.page, "/s/**")
    phone.tap(button(phone, "Bo doubles"))
    expect(phone.page.locator(".undo button")).to_contain_text("Undo: Bo doubles")
    phone.tap(phone.page.locator(".undo button"))
    phone.page.locator("#guest > summary").click()
    phone.page.locator("#guest [name=name]").fill("Di")
    phone.tap("Add player")
    expect(phone.page.locator("#queue")).to_contain_text("3 reports are waiting to be sent.")
    record(session, Doubled("Ada", ("Cy",)))
    phone.open("/laws/")
    restore(phone.page)
    queue = phone.page.locator("#queue")
    expect(queue).to_contain_text("Not accepted: Chouette, game 1: Bo doubles")
    phone.tap(queue.get_by_role("link", name="View"))
    phone.tap("Discard")

    expect(queue).to_have_count(0)
    kinds = [(entry.kind, entry.who) for entry in get_state(session).valid_entries[-2:]]
    assert kinds == [("doubled", "Ada"), ("joined", "Di")]


def test_the_rules_of_a_chouette_are_hidden_for_money_play(open_device: OpenDevice) -> None:
    phone = open_device(360)
    phone.open("/s/new/")
    rules = phone.page.get_by_label("Chouette rules")
    expect(rules).to_be_visible()
    phone.tap("Money play (two players)")
    expect(rules).to_be_hidden()
    phone.page.locator("#laws > summary").click()
    expect(phone.page.get_by_text("In a chouette")).to_be_hidden()
    phone.tap("Chouette, three or more")
    expect(rules).to_be_visible()
    expect(phone.page.get_by_text("In a chouette")).to_be_visible()


def test_a_result_of_a_game_that_is_over_can_only_be_discarded(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    cut(phone.page, "/play/")
    phone.tap(phone.page.locator("#won-box > summary"))
    phone.tap(phone.page.locator("#won-box button", has_text="Single game").first)
    queue = phone.page.locator("#queue")
    expect(queue).to_contain_text("Chouette, game 1: The box wins: Single game")
    record(session, Ended("box", 2), Opened())
    before = get_state(session)
    restore(phone.page)

    expect(queue).to_contain_text("Game 1 is over; recorded: “The box wins: Gammon”.")
    expect(queue).to_contain_text("The table is now at game 2.")
    expect(queue.get_by_role("button")).to_have_text(["Discard"])
    phone.tap(queue.get_by_role("button", name="Discard"))
    expect(queue).to_have_count(0)
    assert (get_state(session).session.version, get_state(session).balances) == (
        before.session.version,
        before.balances,
    )


def test_a_result_that_another_phone_has_recorded_meanwhile_is_settled_by_it(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    cut(phone.page, "/play/")
    phone.tap(phone.page.locator("#won-box > summary"))
    phone.tap(phone.page.locator("#won-box button", has_text="Single game").first)
    expect(phone.page.locator("#queue")).to_contain_text("Chouette, game 1: The box wins: Single game")
    record(session, Ended("box", 1), Opened())
    before = get_state(session)
    restore(phone.page)

    expect(phone.page.locator("#queue")).to_have_count(0)
    assert (get_state(session).session.version, get_state(session).balances) == (
        before.session.version,
        before.balances,
    )


def test_an_action_refused_in_its_game_is_not_sent_again_in_the_next_one(open_device: OpenDevice) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    phone = a_phone_at(open_device, session)
    cut(phone.page, "/play/")
    phone.tap(button(phone, "Cy doubles"))
    phone.tap(button(phone, "Ada takes the cube of Cy"))
    record(session, Doubled("Ada", ("Bo",)))
    restore(phone.page)
    queue = phone.page.locator("#queue")
    expect(queue).to_contain_text("Not accepted: Chouette, game 1: Cy doubles")
    expect(queue.get_by_role("button")).to_have_text(["Send again", "Discard"])

    record(session, Dropped("Bo"), Ended("team", 1), Opened())
    phone.open(f"/s/{session.code}/")
    expect(queue).to_contain_text("This was entered for game 1; the table is now at game 2.")
    expect(queue.get_by_role("button")).to_have_text(["Discard"])
    # The take that waits behind it belongs to the same game, and goes with it.
    phone.tap("Discard")
    expect(queue).to_have_count(0)
    assert list_kinds(get_state(session).entries)[-2:] == ["ended", "opened"]
