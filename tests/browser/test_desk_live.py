"""Live updates of the desk: focus and half-typed scores stay, and the rest of the page is updated."""

import re

import pytest
from django.db import transaction
from playwright.sync_api import Route, expect

from matches.models import Match
from matches.services import lifecycle, match_rows, reporting, scoring
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import at_tables, line_of, type_result
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import club_evenings

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
FOCUSED = "document.activeElement.id"
# Tells the page that something has changed, and waits until it has requested the update.
HINT = "() => new Promise((asked) => { dispatchEvent(new Event('due')); setTimeout(asked, 600); })"
CLOCK = re.compile(r'(<time class="numeral"[^>]*>)[^<]*')
POLL, REFRESH_DELAY = 15_000, 300
UNDO_STAYS, ALARM = 10_000, 10_000
# Collects the controls that Tab has not reached (missed), and those without a visible focus (unframed).
CONTROLS = """() => {
  const able = "a[href], button, input:not([type=hidden], [type=radio]), select, textarea, summary";
  const isSeen = (part) => part.checkVisibility() && !part.disabled;
  [window.missed, window.unframed] = [new Set([...document.querySelectorAll(able)].filter(isSeen)), []];
  document.addEventListener("focusin", ({ target }) => {
    missed.delete(target);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
    const isFramed = outlineStyle !== "none" && outlineWidth !== "0px" || boxShadow !== "none";
    if (!isFramed) unframed.push(target.outerHTML);
  });
  return missed.size;
}"""
MOVES = "getComputedStyle(document.querySelector('.changed')).animationName"


def test_updates_of_the_desk_keep_the_focus_and_typed_text(open_device: OpenDevice) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    first, second, third, fourth = at_tables(event)
    director = open_device(1280, reduced_motion="reduce")
    director.sign_in()
    director.page.clock.install()
    director.open(path_of(event, "desk/"))

    focus_stays(director, second, third)
    a_typed_score_stays_when_a_game_is_scored(director, third)
    a_score_typed_against_a_report_does_not_replace_a_newer_one(director, fourth)
    what_is_typed_stays(director, second, first)
    a_fold_that_was_fetched_stays(director, third, fourth)
    forms_have_the_current_version(director, third)
    focus_moves_to_the_next_row(director, third)
    a_changed_time_is_updated(director)
    missing_answers_are_reported(director)
    requests_do_not_overlap(director)


def test_the_desk_is_usable_without_a_mouse(open_device: OpenDevice) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    director = open_device(1280)
    director.sign_in()
    director.page.clock.install()
    director.open(path_of(event, "desk/"))
    shortcuts_work_and_typing_can_be_switched_off(director, at_tables(event)[0])
    every_control_is_reached_by_tab_with_visible_focus(director)


@pytest.mark.parametrize("name", ["uma", "sarah", "Nina", "7"])
def test_text_typed_outside_a_field_goes_to_the_quick_entry_box_and_does_nothing(
    open_device: OpenDevice, name: str
) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    club_evenings.settle(at_tables(event)[0])
    count = event.journal.count()
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    director.page.locator("main").focus()
    for letter in name:
        director.page.keyboard.press(letter)

    assert director.page.evaluate(FOCUSED) == "quick-entry-line"
    assert director.page.locator("#quick-entry-line").input_value() == name
    assert director.page.url.endswith(path_of(event, "desk/"))
    assert event.journal.count() == count


def test_results_typed_while_one_is_being_sent_are_all_entered(open_device: OpenDevice) -> None:
    """Each line has its own answer, a refused one can be edited, and text typed meanwhile stays."""
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    first, second, third, _ = at_tables(event)
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    box, answers = (
        director.page.locator("#quick-entry-line"),
        director.page.locator("#quick-entry-answers > li"),
    )
    delayed_requests = director.delay_requests("**/desk/quick/", times=1)

    with director.page.expect_request("**/desk/quick/"):
        type_result(director, line_of(first, 3))
    director.type("99 5-0")
    director.type(line_of(second, 1))
    director.page.keyboard.type("half a na")
    expect(answers).to_have_count(3)
    delayed_requests[0].continue_()

    expect(answers.filter(has_text=f"Recorded: {first.white}")).to_have_count(1)
    expect(answers.filter(has_text=f"Recorded: {second.white}")).to_have_count(1)
    refused_line = answers.filter(has_text="There is no match at table 99")
    expect(refused_line.locator("b")).to_have_text("99 5-0")
    assert box.input_value() == "half a na"
    scores = [
        (match.status, match.white_score, match.black_score)
        for match in Match.objects.filter(pk__in=[first.pk, second.pk]).order_by("pk")
    ]
    assert scores == [("settled", first.length, 3), ("settled", second.length, 1)]

    refused_line.get_by_role("button", name="Edit").click()
    assert (director.page.evaluate(FOCUSED), box.input_value()) == ("quick-entry-line", "99 5-0")
    director.page.reload()
    # The line is in the field again, with what was wrong with it.
    expect(answers.filter(has_text="There is no match at table 99")).to_have_count(1)
    assert box.input_value() == "99 5-0"
    box.fill("")
    director.type(line_of(third, 2))
    expect(answers.filter(has_text=f"Recorded: {third.white}")).to_have_count(1)


def test_a_match_recorded_by_another_line_is_offered_no_more(open_device: OpenDevice) -> None:
    """The question of an unclear line loses the button of the match, also after a reload, and then goes."""
    names = ("Rosa Blu", "Bruno", "Rocco Neri", "Dario", "Elena", "Fabio", "Gina", "Hugo")
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), names
    )
    meant = [match for match in at_tables(event) if "Ro" in f"{match.white} {match.black}"]
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    question = director.page.locator("#quick-entry-answers > li.danger")

    director.type("ro 5-0")
    # The two can meet each other: then there are two buttons for one match.
    expect(question.locator("button[data-match]")).to_have_count(2)
    for match in meant:
        button = question.locator(f'button[data-match="{match.code}"]')
        expect(button.first).to_be_visible()
        type_result(director, line_of(match, 1))
        expect(button).to_have_count(0)
        director.page.reload()
        director.page.get_by_text(f"{match.white}").first.wait_for()
        expect(button).to_have_count(0)
    expect(question).to_have_count(0)


def test_a_refresh_requested_before_a_result_does_not_bring_back_the_former_undo(
    open_device: OpenDevice,
) -> None:
    """The undo button can be used again when it names the result, and then undoes it."""
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    match = at_tables(event)[0]
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    undo = director.page.locator("[data-undo]")
    delayed_requests = director.delay_requests("**/desk/")
    director.page.evaluate(HINT)
    request = director.wait_for_request(delayed_requests)
    former_desk = request.fetch()
    type_result(director, line_of(match, 3))
    director.page.get_by_text(f"Recorded: {match.white}").wait_for()
    request.fulfill(response=former_desk, body=former_desk.text())
    next_request = director.wait_for_request(delayed_requests, 2)

    expect(undo).to_be_disabled()
    next_request.continue_()
    expect(undo).to_be_enabled()
    director.press("Alt+u")
    director.page.locator(f"#row-{match.code}").wait_for()


def test_a_change_makes_the_desk_request_its_page_once(open_device: OpenDevice) -> None:
    """Requests do not overlap, so that all those of a first change are counted when a second one is shown."""
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    matches = at_tables(event)[:2]
    director = open_device(1280)
    director.sign_in()
    page = director.page
    # The clock stands still, so that the desk does not poll: it requests its page after a change alone.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    director.open(path_of(event, "desk/"))
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    for match in matches:
        type_result(director, line_of(match, 3))
        page.get_by_text(f"Recorded: {match.white}").wait_for()
        page.clock.run_for(REFRESH_DELAY)
        page.locator(f"#row-{match.code}").wait_for(state="detached")

    assert addresses.count(page.url) == len(matches)


def test_a_result_typed_without_connection_is_sent_from_the_next_desk_that_opens(
    open_device: OpenDevice,
) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    match = at_tables(event)[0]
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    director.page.route("**/desk/quick/", lambda route: route.abort())
    type_result(director, line_of(match, 3))
    director.page.get_by_text("Not sent yet: no connection.").wait_for()

    director.page.unroute("**/desk/quick/")
    director.page.reload()
    director.page.get_by_text(f"Recorded: {match.white}").wait_for()
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("settled", match.length, 3)


def shortcuts_work_and_typing_can_be_switched_off(director: Phone, match: Match) -> None:
    """A refused line, a result, undo by shortcut ten seconds later, and the list of shortcuts with its
    setting."""
    page = director.page
    director.press("/")
    assert page.evaluate(FOCUSED) == "quick-entry-line"
    director.type("99 5-0")
    page.get_by_text("There is no match at table 99").wait_for()
    director.type(f"{match.table} 5-0")
    page.get_by_text(f"Recorded: {match.white} 5–0 {match.black}").wait_for()
    page.clock.run_for(UNDO_STAYS)
    expect(page.locator("[data-undo]")).to_be_enabled()
    expect(page.locator("[data-undo]")).to_be_in_viewport()
    page.locator("#newest-log-lines summary").click()
    expect(page.locator("#newest-log-lines .button", has_text="Undo")).to_have_count(1)
    director.press("Alt+u")
    page.locator(f"#row-{match.code}").wait_for()

    director.press("Alt+k")
    assert page.locator("#shortcuts[open]").count() == 1
    page.locator("#type-anywhere").focus()
    page.keyboard.press("Space")
    for _page in range(2):
        director.press("/")
        assert page.evaluate(FOCUSED) == "main"
        page.reload()


def every_control_is_reached_by_tab_with_visible_focus(director: Phone) -> None:
    """Tab reaches every control of the page, and the focus is always visible."""
    page = director.page
    count = page.evaluate(CONTROLS)
    assert count > 60
    for _control in range(count + len(NAMES)):
        page.keyboard.press("Tab")

    assert page.evaluate("[...missed].map((part) => part.outerHTML)") == []
    assert page.evaluate("unframed") == []


def wait_for_update(director: Phone) -> None:
    """Let the page poll: the test server has no streams, and a page without a stream polls four times a
    minute."""
    director.page.locator('#connection-status[data-state="stale"]').wait_for()
    director.page.clock.fast_forward(POLL)


def a_typed_score_stays_when_a_game_is_scored(director: Phone, match: Match) -> None:
    """A half-typed score stays when a phone enters a game of the same match."""
    white = director.page.locator(f"#w-{match.code}")
    white.fill("5")
    scoring.score_game(
        match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match, "phone")
    )
    wait_for_update(director)
    director.page.locator(f"#row-{match.code}.running").wait_for()
    assert white.input_value() == "5"
    white.fill("")


def a_score_typed_against_a_report_does_not_replace_a_newer_one(director: Phone, match: Match) -> None:
    """A score typed beside one report stays in its field, and does not replace a later report."""
    report = factories.a_report(match, 5, 1)
    wait_for_update(director)
    fold = director.page.locator(f"#report-{match.code}-{report.number} details")
    fold.locator("summary").click()
    fold.locator("[name=white_score]").fill("5")
    match.refresh_from_db()
    reporting.withdraw(match=match, report=report, identity=factories.at_table(match))
    match.refresh_from_db()
    factories.a_report(match, 3, 5, key="again")
    wait_for_update(director)
    director.page.locator("#reports b.numeral", has_text="3–5").wait_for()
    assert fold.locator("[name=white_score]").input_value() == "5"
    fold.locator("[name=black_score]").fill("2")
    fold.locator("button").click()
    director.page.locator("#refusal").wait_for()
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("reported", 3, 5)
    director.open(path_of(match.pairing.event, "desk/"))


def focus_stays(director: Phone, match: Match, other: Match) -> None:
    """The focus stays when a match at another table begins."""
    director.page.locator(f"#w-{match.code}").focus()
    lifecycle.start_match_at_table(match=other, identity=factories.at_table(other))
    wait_for_update(director)
    director.page.locator(f"#row-{other.code}.running").wait_for()
    assert director.page.evaluate(FOCUSED) == f"w-{match.code}"
    assert director.page.evaluate(MOVES) == "none"


def what_is_typed_stays(director: Phone, match: Match, other: Match) -> None:
    """A half-typed score and the focus stay when a match above is settled and its row removed."""
    director.page.locator(f"#w-{match.code}").fill("3")
    club_evenings.settle(other)
    wait_for_update(director)
    director.page.locator(f"#row-{other.code}").wait_for(state="detached")
    assert director.page.evaluate(FOCUSED) == f"w-{match.code}"
    assert director.page.locator(f"#w-{match.code}").input_value() == "3"


def a_fold_that_was_fetched_stays(director: Phone, opened: Match, other: Match) -> None:
    """Fetched further actions of a match stay open when other matches are settled."""
    director.page.locator(f"#more-{opened.code} > summary").click()
    award = director.page.locator(f"#more-{opened.code} form[action$='award/']")
    award.wait_for()
    club_evenings.settle(other)
    wait_for_update(director)
    director.page.locator(f"#row-{other.code}").wait_for(state="detached")
    assert award.count() == 1


def forms_have_the_current_version(director: Phone, shown_match: Match) -> None:
    """The form of a match gets its new version, also if no text has changed."""
    with transaction.atomic():
        locked_match = match_rows.lock_match(shown_match)
        match_rows.write_match(locked_match, actor="")
    form = f"#match-{shown_match.code} input[name=version]"
    director.page.locator(f'{form}[value="{locked_match.version}"]').wait_for(state="attached")


def focus_moves_to_the_next_row(director: Phone, match: Match) -> None:
    """When the row with the focus is removed, the focus moves to the next row."""
    director.page.locator(f"#w-{match.code}").focus()
    club_evenings.settle(match)
    wait_for_update(director)
    director.page.locator(f"#row-{match.code}").wait_for(state="detached")
    assert re.fullmatch(r"w-\w+", director.page.evaluate(FOCUSED))


def missing_answers_are_reported(director: Phone) -> None:
    """When requests get no answer, the desk says within ten seconds that it is offline, and how old it is."""
    page = director.page
    line, title = page.locator("#connection-status"), page.title()
    page.route("**/desk/", lambda route: None)
    page.route("**/healthz", lambda route: route.abort())
    page.clock.fast_forward(ALARM)
    expect(line).to_have_attribute("data-state", "offline")
    expect(line).to_have_role("alert")
    expect(line).to_be_in_viewport()
    assert line.inner_text().startswith("No connection. Last updated at")
    assert page.title() == f"⚠ {title}"

    page.unroute("**/desk/")
    page.unroute("**/healthz")
    page.reload()
    expect(line).to_have_attribute("data-state", "stale")
    assert page.title() == title


def a_changed_time_is_updated(director: Phone) -> None:
    """The estimated finish is updated, also if nothing else has changed."""

    def later(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=CLOCK.sub(r"\g<1>23:55", answer.text()))

    director.page.route("**/desk/", later)
    director.page.locator("#forecast time.numeral", has_text="23:55").first.wait_for()
    director.page.unroute("**/desk/")


def requests_do_not_overlap(director: Phone) -> None:
    """Only one request runs at a time: a late answer would show an older desk."""
    delayed_requests = director.delay_requests("**/desk/")
    with director.page.expect_request("**/desk/"):
        director.page.evaluate(HINT)
    director.page.evaluate(HINT)
    assert len(delayed_requests) == 1
    with director.page.expect_response("**/desk/"):
        delayed_requests[0].continue_()
