"""Forms that were being filled in while their match got another state, on phones and on the desk."""

import pytest
from playwright.sync_api import expect

from matches.models import Match
from matches.services import reporting, rulings, scoring
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import at_tables
from tests.browser.page_addresses import path_of, table_of
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import club_evenings

NAMES = ("Anna", "Bruno", "Carla", "Dario")
# The page requests its update at once, as after a signal of the stream.
UPDATE = "dispatchEvent(new Event('due'))"


def choose_result(phone: Phone, winner: str, points: int) -> None:
    """Choose a result in the form, and do not send it."""
    phone.tap(winner)
    phone.tap(phone.page.locator("main .figures label:visible").nth(points))


def record_result(match: Match, white_score: int, black_score: int) -> None:
    """The desk records a result."""
    rulings.rule_on_match(
        match=match,
        white_score=white_score,
        black_score=black_score,
        law="match.adjudication",
        by=match.desk.officials.get(),
    )


def test_the_recorded_result_replaces_the_form_of_a_phone(open_device: OpenDevice) -> None:
    match = factories.a_called_match(factories.a_desk(factories.a_user("director")))
    phone = open_device(360)
    phone.open(table_of(match))
    choose_result(phone, "Ada", 3)

    record_result(match, 2, 7)
    phone.page.evaluate(UPDATE)
    phone.page.get_by_text("Final.").wait_for()

    assert phone.page.locator("form.result").count() == 0
    assert phone.page.locator("#standing .score-points").all_inner_texts() == ["2", "7"]
    for name in ("Report result", "Keep score game by game"):
        assert phone.page.get_by_text(name).count() == 0


def test_a_refused_report_of_an_offline_phone_does_not_stay_as_if_it_were_the_result(
    open_device: OpenDevice,
) -> None:
    match = factories.a_called_match(factories.a_desk(factories.a_user("director")))
    phone = open_device(360)
    phone.open(table_of(match))
    phone.page.locator("#connection-status[data-state]").wait_for()
    phone.page.context.set_offline(True)
    phone.report("Ada", 3)
    phone.page.get_by_text("1 report is waiting to be sent.").wait_for()

    record_result(match, 2, 7)
    phone.page.context.set_offline(False)
    phone.page.get_by_text("Not accepted:").wait_for()
    phone.page.get_by_text("Final.").wait_for()

    expect(phone.page.locator("form.result")).to_have_count(0)
    assert phone.page.locator("#standing .score-points").all_inner_texts() == ["2", "7"]


def test_another_report_replaces_the_answer_to_the_former_one(open_device: OpenDevice) -> None:
    match = factories.a_called_match(factories.a_desk(factories.a_user("director")))
    report = factories.a_report(match, 7, 5)
    phone = open_device(360)
    phone.open(table_of(match))
    phone.tap("That's wrong")
    choose_result(phone, "Bruno", 6)

    reporting.withdraw(match=match, report=report, identity=factories.at_table(match))
    match.refresh_from_db()
    later_report = factories.a_report(match, 7, 4, key="again")
    phone.page.evaluate(UPDATE)
    phone.page.locator("#standing .reported-score .score-points", has_text="4").wait_for()

    fields = phone.page.locator("#standing input[name=report]")
    assert {field.input_value() for field in fields.all()} == {str(later_report.number)}
    assert phone.page.locator("#standing input:checked").count() == 0


def test_the_next_steps_appear_when_the_opponent_confirms(open_device: OpenDevice) -> None:
    event = club_evenings.a_night(club_evenings.a_club("Monday Club"), NAMES)
    match = at_tables(event)[0]
    phone, other = open_device(360), open_device(360)
    phone.open(table_of(match))
    phone.report(match.white.name, 1)
    phone.page.get_by_text("Waiting for the other player").wait_for()

    other.open(table_of(match))
    other.tap("Confirm")
    other.page.get_by_text("Final.").wait_for()
    phone.page.evaluate(UPDATE)
    phone.page.get_by_text("Final.").wait_for()

    steps = [page.page.locator(".next-steps a").all_inner_texts() for page in (phone, other)]
    assert steps == [[match.white.name, match.black.name]] * 2


@pytest.mark.parametrize("state", ["at table", "reported"])
def test_a_score_half_typed_on_the_desk_does_not_stay_when_the_match_is_final(
    open_device: OpenDevice, state: str
) -> None:
    by = factories.a_user("director", password=PASSWORD)
    event = club_evenings.a_night(club_evenings.a_club("Monday Club", by), NAMES)
    match, other = at_tables(event)[:2]
    if state == "reported":
        factories.a_report(match, match.length, 1)
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    if state == "reported":
        director.page.locator("#reports summary").click()
        field = director.page.locator(f"#other-white-{match.code}")
    else:
        field = director.page.locator(f"#w-{match.code}")
    field.fill("2")
    typed_before = director.page.locator(f"#w-{other.code}").input_value()

    match.refresh_from_db()
    club_evenings.settle(match)
    director.page.evaluate(UPDATE)
    field.wait_for(state="detached")

    director.page.keyboard.press("5")
    assert director.page.locator(f"#w-{other.code}").input_value() == typed_before


def test_the_offline_bar_covers_no_button_of_the_report(open_device: OpenDevice) -> None:
    phone = open_device(360)
    phone.open(table_of(factories.a_called_match(length=7)))
    bar = phone.page.locator("#connection-status")
    phone.page.locator("#connection-status[data-state]").wait_for()
    phone.page.context.set_offline(True)
    phone.page.locator("#connection-status[data-state=offline]").wait_for()

    heading = phone.page.locator("h1")
    bar_box, heading_box = bar.bounding_box(), heading.bounding_box()
    assert bar_box
    assert heading_box
    assert bar_box["y"] == 0
    assert bar_box["y"] + bar_box["height"] <= heading_box["y"]


def test_text_half_typed_on_the_desk_stays_when_its_match_begins(open_device: OpenDevice) -> None:
    by = factories.a_user("director", password=PASSWORD)
    event = club_evenings.a_night(club_evenings.a_club("Monday Club", by), NAMES)
    match = at_tables(event)[0]
    desk, match_page = open_device(1280), open_device(1280)
    for device, path in ((desk, path_of(event, "desk/")), (match_page, f"/m/{match.code}/")):
        device.sign_in()
        device.open(path)
    score = desk.page.locator(f"#w-{match.code}")
    score.fill("2")
    match_page.page.locator("#postpone > summary").click()
    reason = match_page.page.locator("#postpone [name=reason]")
    reason.fill("Their train leaves")

    # Its first game starts the match; the same update of the desk shows the end of the other one.
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match))
    record_result(at_tables(event)[1], 1, 5)
    for device in (desk, match_page):
        device.page.evaluate(UPDATE)
    expect(desk.page.locator("#tables .desk-row")).to_have_count(1)
    expect(match_page.page.locator("#score .score-points").first).to_have_text("1")

    assert (score.input_value(), reason.input_value()) == ("2", "Their train leaves")


def test_a_refused_correction_keeps_what_was_typed_when_the_page_updates_itself(
    open_device: OpenDevice,
) -> None:
    match = factories.a_called_match(factories.a_desk(factories.a_user("director", password=PASSWORD)))
    record_result(match, 7, 2)
    desk = open_device(1280)
    desk.sign_in()
    desk.open(f"/m/{match.code}/")
    desk.page.locator("#correct > summary").click(timeout=9000)
    form = desk.page.locator("#correct form")
    form.locator("[name=white_score]").fill("4")
    form.locator("[name=black_score]").fill("3")
    form.locator("[name=reason]").fill("typed wrong")
    form.get_by_role("button", name="Save correction").click()
    desk.page.locator("#refusal").wait_for()
    desk.page.evaluate(UPDATE)
    desk.page.wait_for_timeout(1500)

    values = [
        form.locator(f"[name={name}]").input_value() for name in ("white_score", "black_score", "reason")
    ]
    assert values == ["4", "3", "typed wrong"]
