"""Two phones and a desk, open at once on a site with streams: everything that happens in a match, tap by
tap."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError, expect

from tests.browser import session_taps
from tests.browser.desk_driver import send_lines
from tests.browser.journeys import took
from tests.browser.phones import Phone
from tests.browser.test_streams import WITHOUT_SHARED_WORKERS
from tests.config.stream_client import call
from tests.matches.moneyplay.sessions import SIX
from tests.matches.records import files
from tests.servers import ROOT, environment, site

A_MINUTE = 60_000
MOST_TAPS_TO_REPORT = 4

KEYS = (
    *(("ArrowRight", "1 5/42"), ("End", "1 42/42"), ("ArrowRight", "2 0/58"), ("PageUp", "1 0/42")),
    *(("f", "1 3/42"), ("ArrowLeft", "1 2/42"), ("Home", "1 0/42"), ("PageDown", "2 0/58")),
    ("ArrowLeft", "1 42/42"),
)


@pytest.fixture(scope="module")
def devices(
    chromium: Browser, migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SimpleNamespace]:
    """A running site with its matches; `one` and `other` are phones, `desk` is the laptop of the director."""
    env = {"CRAWFORD_DATA": str(shutil.copytree(migrated_folder, tmp_path_factory.mktemp("site") / "data"))}
    command = [sys.executable, "-m", "tests.browser.phone_site"]
    stdout = subprocess.run(
        command, env=environment(env), cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    with site(env) as (address, _):
        screens = {"one": (360, 640), "other": (360, 640), "desk": (1280, 800)}
        screens_by_name = {name: a_screen(chromium, address, *size) for name, size in screens.items()}
        screens_by_name["desk"].enter_password()
        parts = {
            name: SimpleNamespace(**part) if isinstance(part, dict) else part
            for name, part in json.loads(stdout).items()
        }
        yield SimpleNamespace(address=address, desk_path=parts.pop("desk"), **parts, **screens_by_name)
        for screen in screens_by_name.values():
            screen.page.context.close()


def a_screen(chromium: Browser, address: str, width: int, height: int) -> Phone:
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    return Phone(context, address)


def open_all(devices: SimpleNamespace, match: SimpleNamespace, page: str = "") -> None:
    """Open the table on both phones and the desk on the laptop, and wait for their streams."""
    devices.desk.open(devices.desk_path)
    for phone in (devices.one, devices.other):
        phone.open(f"/t/{match.table}/{page}")
    for screen in (devices.one, devices.other, devices.desk):
        expect(screen.page.locator("#connection-status")).to_have_attribute("data-state", "live")


def soon(place: Locator) -> None:
    """Wait until the element appears by a live update; a failure says what every open page shows."""
    try:
        place.first.wait_for(timeout=A_MINUTE)
    except TimeoutError as error:
        contexts = place.page.context.browser.contexts if place.page.context.browser else []
        for page in [page for context in contexts for page in context.pages]:
            error.add_note(f"{page.url}\n{page.locator('body').inner_text()}")
        raise


def sheet(devices: SimpleNamespace, match: SimpleNamespace) -> dict[str, Any]:
    """The match as the API answers everybody."""
    return call(devices.address, f"/api/v1/matches/{match.code}/")


def outcome(devices: SimpleNamespace, match: SimpleNamespace) -> tuple[Any, ...]:
    """The status, ending, winner and score of a match."""
    match_data = sheet(devices, match)
    return tuple(match_data[name] for name in ("status", "ending", "winner", "white_score", "black_score"))


def test_a_result_both_agree_on_counts_and_is_corrected_by_the_desk(devices: SimpleNamespace) -> None:
    match, one, other, desk = devices.agreed, devices.one, devices.other, devices.desk
    open_all(devices, match)
    one.report(match.white, 4)
    assert one.taps == 3 < MOST_TAPS_TO_REPORT
    soon(other.page.get_by_text("Reported at the table:"))
    soon(desk.page.locator("#reports").get_by_text(f"{match.white} 7–4 {match.black}"))

    other.tap("Confirm")
    soon(one.page.get_by_text("Final."))
    soon(desk.page.locator("#settled").get_by_text(match.black))
    assert (other.taps, outcome(devices, match)) == (1, ("settled", "played", "white", 7, 4))

    desk.taps = 0
    desk.tap(desk.page.get_by_label(f"Correct {match.white} – {match.black}"))
    desk.tap("It was the other way round: 4–7")
    desk.tap("Save correction")
    soon(one.page.locator("#standing .score", has_text="4"))
    assert (desk.taps, outcome(devices, match)) == (3, ("settled", "played", "black", 4, 7))


def test_two_different_reports_are_a_dispute_until_the_desk_rules(devices: SimpleNamespace) -> None:
    match, one, other, desk = devices.disputed, devices.one, devices.other, devices.desk
    open_all(devices, match)
    one.report(match.white, 5)
    soon(other.page.get_by_text("That's wrong"))
    confirm = other.page.get_by_role("button", name="Confirm", exact=True)
    other.tap("That's wrong")
    assert not confirm.is_visible()
    other.page.locator("#other-result > summary").click()
    assert confirm.is_visible()
    other.page.get_by_text("That's wrong").click()
    other.report(match.black, 6, send="Send score")
    assert other.taps == MOST_TAPS_TO_REPORT
    for phone in (one, other):
        soon(phone.page.get_by_text("The two reports disagree."))
    soon(desk.page.locator("#disputes", has_text=match.white))
    assert desk.page.locator(".reported-score b").all_inner_texts() == ["7–5", "6–7"]

    desk.tap("Accept 6–7")
    for phone in (one, other):
        soon(phone.page.get_by_text("Final."))
    assert (desk.taps, outcome(devices, match)) == (1, ("settled", "played", "black", 6, 7))
    assert [ruling["rule"] for ruling in sheet(devices, match)["rulings"]] == ["match.adjudication"]
    for phone in (one, other):
        phone.open(f"/m/{match.code}/")
        assert phone.page.locator('#history a[href="/laws/match.adjudication/"]').count() == 1


def test_a_result_reported_offline_is_sent_once_after_reconnecting(devices: SimpleNamespace) -> None:
    match, one, other = devices.offline, devices.one, devices.other
    open_all(devices, match)
    one.page.context.set_offline(True)
    one.page.locator('#connection-status[data-state="offline"]').wait_for()
    assert one.page.locator("#connection-status").inner_text().startswith("No connection. Last updated at")
    one.report(match.black, 2)
    one.page.get_by_text("1 report is waiting to be sent.").wait_for()
    assert (one.taps, sheet(devices, match)["reports"]) == (3, [])

    one.page.context.set_offline(False)
    one.page.get_by_text("Waiting for the other player").wait_for()
    soon(other.page.get_by_role("button", name="Confirm"))
    reports = sheet(devices, match)["reports"]
    assert [(report["white_score"], report["black_score"]) for report in reports] == [(2, 5)]


def test_a_refresh_that_succeeds_after_the_connection_was_lost_does_not_hide_that(
    devices: SimpleNamespace,
) -> None:
    phone, table = devices.one, devices.offline.table
    phone.open(f"/t/{table}/")
    phone.page.locator('#connection-status[data-state="live"]').wait_for()
    delayed_requests = phone.delay_requests(f"**/report/?table={table}", times=1)
    phone.page.evaluate("dispatchEvent(new Event('changed'))")
    request = phone.wait_for_request(delayed_requests)
    page = request.fetch()
    phone.page.context.set_offline(True)
    phone.page.locator('#connection-status[data-state="offline"]').wait_for()
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith(table)):
        request.fulfill(response=page, body=page.text())

    expect(phone.page.locator("#connection-status")).to_have_attribute("data-state", "offline")
    phone.page.context.set_offline(False)
    phone.page.locator('#connection-status[data-state="live"]').wait_for()


def test_a_match_is_scored_on_two_phones_game_by_game(devices: SimpleNamespace) -> None:
    match, one, other, watcher = devices.live, devices.one, devices.other, devices.desk
    open_all(devices, match, "score/")
    other.open(f"/t/{match.table}/")
    watcher.open(f"/m/{match.code}/")
    watcher.page.locator('#connection-status[data-state="live"]').wait_for()
    other.tap(match.black)

    one.tap(match.white)
    one.tap("Gammon")
    took("J2b", one.taps)
    soon(watcher.page.locator("#score .score-points", has_text="2"))
    soon(watcher.page.locator("#games", has_text="Gammon"))
    # Whether the score is marked whole or part by part depends on how many refreshes it took.
    changed = watcher.page.locator(".changed").evaluate_all(
        "parts => parts.map((part) => part.closest('[data-live]').id)"
    )
    assert set(changed) == {"score", "games"}
    # A half-filled form stays although the score beside it has changed.
    assert other.page.locator("input[name=winner][value=black]").is_checked()

    one.taps = 0
    one.page.get_by_text("Game 2: who won?").wait_for()
    one.tap("Undo game 1")
    soon(watcher.page.locator("#score .score-points", has_not_text="2"))
    one.page.get_by_text("Game 1: who won?").wait_for()
    took("J2b undo", one.taps)
    assert outcome(devices, match) == ("running", None, None, 0, 0)

    other.open(f"/t/{match.table}/score/")
    for phone, number in ((one, 1), (other, 2)):
        soon(phone.page.get_by_text(f"Game {number}: who won?"))
        phone.tap(match.black)
        phone.tap("Gammon")
    soon(one.page.get_by_text("Crawford game", exact=True))
    assert outcome(devices, match) == ("running", None, None, 0, 4)


def test_a_tap_counts_although_the_page_is_updated_while_it_is_pressed(devices: SimpleNamespace) -> None:
    match, one, other = devices.pressed, devices.one, devices.other
    open_all(devices, match, "score/")
    delayed_requests = other.delay_requests(f"**/score/?table={match.table}", times=1)
    one.tap(match.white)
    one.tap("Gammon")
    soon(one.page.get_by_text("Game 2: who won?"))
    request = other.wait_for_request(delayed_requests)
    updated_page = request.fetch()
    other.page.locator("#won-black > summary").hover()
    other.page.mouse.down()
    request.fulfill(response=updated_page)
    other.page.wait_for_timeout(500)
    other.page.mouse.up()

    soon(other.page.get_by_text("Game 2: who won?"))
    expect(other.page.locator("#won-black")).to_have_attribute("open", "")


def test_a_late_player_gets_penalty_points_and_then_loses_the_match(devices: SimpleNamespace) -> None:
    late, lost, one, other, desk = devices.late, devices.lost, devices.one, devices.other, devices.desk
    open_all(devices, late)
    other.open(f"/t/{lost.table}/")
    assert "Late: 2 penalty points so far." in one.text()

    desk.tap(desk.page.locator(f"#actions-{late.code} > summary"))
    desk.tap(f"{late.white} is late: 2 penalty points")
    soon(one.page.locator("#standing .score", has_text="2"))
    assert (desk.taps, outcome(devices, late)) == (2, ("called", None, None, 0, 2))

    desk.taps = 0
    row = desk.page.locator(f"#late-{lost.code}")
    desk.tap(row.locator("summary"))
    desk.tap(row.get_by_role("button", name=f"{lost.black} loses the match"))
    soon(other.page.get_by_text("Final."))
    assert (desk.taps, outcome(devices, lost)) == (2, ("settled", "forfeit", "white", 0, 0))


@pytest.mark.parametrize("stream_state", ["live", "stale"])
def test_a_new_result_appears_on_an_open_page(
    devices: SimpleNamespace, chromium: Browser, stream_state: str
) -> None:
    desk, watcher = devices.desk, a_screen(chromium, devices.address, 360, 640)
    if stream_state == "stale":
        watcher.page.add_init_script(WITHOUT_SHARED_WORKERS)
        watcher.page.route("**/stream/**", lambda route: route.abort())
    desk.open(devices.watched)
    watcher.open(devices.watched.removesuffix("desk/"))
    expect(watcher.page.locator("#connection-status")).to_have_attribute("data-state", stream_state)
    row = desk.page.locator("#tables .desk-row").first
    length = re.search(r"to (\d+)", row.inner_text())
    assert length
    white = row.locator(".side-choice .name").first.inner_text()

    send_lines(desk, [f"{row.locator('.table-tag').inner_text().split()[-1]} {length[1]}-0"])
    new_result = watcher.page.locator("#now .latest li", has_text=f"{white} {length[1]}–0")
    new_result.wait_for(timeout=A_MINUTE)
    watcher.page.context.close()


def test_a_silent_stream_is_opened_again(devices: SimpleNamespace, chromium: Browser) -> None:
    watcher = a_screen(chromium, devices.address, 360, 640)
    watcher.page.add_init_script(WITHOUT_SHARED_WORKERS)
    watcher.page.clock.install()
    watcher.open(devices.watched.removesuffix("desk/"))
    expect(watcher.page.locator("#connection-status")).to_have_attribute("data-state", "live")
    with watcher.page.expect_request("**/stream/**"):
        watcher.page.clock.fast_forward(A_MINUTE)
    expect(watcher.page.locator("#connection-status")).to_have_attribute("data-state", "live")
    watcher.page.context.close()


def test_a_record_with_an_illegal_play_is_dropped_and_replayed_by_keys(devices: SimpleNamespace) -> None:
    desk, phone = devices.desk, devices.one
    desk.open("/records/")
    desk.drop("final.mat", files.with_an_illegal_play())
    desk.page.wait_for_url(re.compile(r"/records/\d+/"))
    assert "Has errors" in desk.text()
    desk.tap("José-María – X")
    desk.page.wait_for_url(re.compile(r"/m/\w+/record/\d+/"))
    took("J10", desk.taps)
    assert "24/20 13/9" in desk.text()

    path = desk.page.url.removeprefix(devices.address).split("?")[0]
    desk.open(f"{path}?game=1&action=4")
    desk.page.locator("[data-ready]").wait_for()
    desk.page.evaluate("document.title = 'still here'")
    for key, place in KEYS:
        desk.page.keyboard.press(key)
        game, step = place.split()
        expect(desk.page.locator("[data-slot=game]")).to_have_text(f"Game {game}")
        expect(desk.page.locator("[data-slot=place]")).to_have_text(step)
    assert desk.page.title() == "still here"

    phone.open(path)
    assert phone.page.locator(".replay-board .remark").inner_text().startswith("Game 1, action 3")
    assert phone.page.locator(".replay-board .remark a").first.get_attribute("href") == "/laws/move.dice/"


def test_a_chouette_of_six_whose_captain_drops(devices: SimpleNamespace) -> None:
    keeper, guest = devices.one, devices.other
    code = session_taps.opened(keeper, "Chouette")
    for name in SIX[:5]:
        session_taps.write_down(keeper, name)
    keeper.tap("Show join code")
    link = keeper.page.locator("#link .code").text_content() or ""
    keeper.tap("Back to the table")
    session_taps.sit_down(guest, link, SIX[5])
    soon(keeper.page.locator(".score-table", has_text=SIX[5]))
    assert session_taps.enter(keeper, "Draw a random order") == 1
    line = session_taps.session_data(keeper, code)["line"]
    assert sorted(line) == sorted(SIX)
    assert keeper.page.locator(".table-player strong").all_inner_texts() == line[:2]
    assert keeper.page.locator(".table-player strong").first.evaluate(session_taps.SIZE) >= 32

    session_taps.enter(keeper, "Start game 1")
    assert session_taps.say(keeper, line[0], "Double all") <= session_taps.TWO_TAPS
    soon(guest.page.get_by_text("Waiting for:"))
    assert session_taps.say(keeper, line[1], "Drop") <= session_taps.TWO_TAPS
    for name in line[2:]:
        assert session_taps.say(guest if name == SIX[5] else keeper, name, "Take") <= session_taps.TWO_TAPS
    for phone in (keeper, guest):
        expect(phone.page.locator(".table-player strong")).to_have_text([line[0], line[2]], timeout=A_MINUTE)
    assert session_taps.won(keeper, "The team", "Gammon") == session_taps.TWO_TAPS
    soon(guest.page.get_by_text("Start game 2"))
    seats = {seat["name"]: seat["balance"] for seat in session_taps.session_data(keeper, code)["seats"]}
    assert seats == {line[0]: -15, line[1]: -1, **dict.fromkeys(line[2:], 4)}
    keeper.tap("Settlement")
    assert ("−15" in keeper.text(), keeper.page.locator("tfoot .numeral").inner_text()) == (True, "0")
