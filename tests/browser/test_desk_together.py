"""Two directors at one desk: typed text survives changes by the other, and each sees who did what."""

from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import at_tables, let_minutes_pass, line_of, type_result
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
HINT = "dispatchEvent(new Event('changed'))"


def test_two_directors_keep_their_typed_text_and_see_each_others_actions(open_device: OpenDevice) -> None:
    club = club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD))
    event = club_evenings.a_night(club, NAMES)
    event.tournament.desk.officials.add(factories.a_user("second", password=PASSWORD))
    first, second, third, fourth = at_tables(event)
    writer, colleague = open_device(1280), open_device(1280)
    for device, name in ((writer, "director"), (colleague, "second")):
        device.sign_in(name)
        device.open(path_of(event, "desk/"))

    writer.page.locator(f"#w-{first.code}").fill("3")
    writer.page.locator(f"#b-{second.code}").fill("4")
    endings = [writer.page.locator(f"#ending-{match.code}") for match in (third, fourth)]
    for match, ending in zip((third, fourth), endings, strict=True):
        writer.page.locator(f"#more-{match.code} > summary").click()
        ending.select_option("retired-white")
    writer.page.locator("#quick-entry-line").fill("half a na")

    # The colleague settles the match whose score is being typed, and another one.
    for match in (first, third):
        type_result(colleague, line_of(match, 1))
        colleague.page.get_by_text(f"Recorded: {match.white}").first.wait_for()
    see_news(writer, f"second {first.white}")

    # What was typed for a match that is final now could only be refused: it goes with the match.
    for match in (first, third):
        expect(writer.page.locator(f"#row-{match.code}")).to_have_count(0)
    assert writer.page.locator(f"#b-{second.code}").input_value() == "4"
    assert endings[1].input_value() == "retired-white"
    assert writer.page.locator("#quick-entry-line").input_value() == "half a na"

    writer.page.locator("#quick-entry-line").fill("")
    type_result(writer, line_of(second, 2))
    see_news(colleague, f"director {second.white}")


def test_a_line_stored_without_connection_is_not_recorded_for_the_next_match(open_device: OpenDevice) -> None:
    """A colleague records the result meanwhile, and the table is called again: the stored line asks."""
    club = club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD))
    event = club_evenings.a_night(club, names(32))
    event.tournament.desk.officials.add(factories.a_user("second", password=PASSWORD))
    first = at_tables(event)[0]
    writer, colleague = open_device(1280), open_device(360)
    for device, name in ((writer, "director"), (colleague, "second")):
        device.sign_in(name)
        device.open(path_of(event, "desk/"))
    writer.page.route("**/desk/quick/", lambda route: route.abort())
    type_result(writer, "1 5-2")
    writer.page.get_by_text("Not sent yet: no connection.").wait_for()
    type_result(colleague, "1 5-2")
    colleague.page.get_by_text(f"Recorded: {first.white}").first.wait_for()
    following = at_tables(event)[0]
    writer.page.locator(f"#row-{following.code}").wait_for()

    writer.page.unroute("**/desk/quick/")
    answer = writer.page.locator("#quick-entry-answers > li")
    expect(answer).to_contain_text("This is not the match you saw any more")
    following.refresh_from_db()
    assert (following.status, writer.page.locator("#quick-entry-line").input_value()) == ("called", "")

    buttons = answer.get_by_role("button")
    assert buttons.all_inner_texts() == ["Edit", "Discard"]
    buttons.nth(0).click()
    writer.page.keyboard.press("Enter")
    expect(answer).to_contain_text("This is not the match you saw any more")
    buttons.nth(1).click()
    expect(answer).to_have_count(0)
    following.refresh_from_db()
    assert following.status == "called"


def test_a_line_begun_before_a_live_update_is_meant_for_the_match_seen_then(open_device: OpenDevice) -> None:
    club = club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD))
    event = club_evenings.a_night(club, names(32))
    first = at_tables(event)[0]
    director = open_device(1280)
    director.sign_in()
    director.open(path_of(event, "desk/"))
    director.page.locator("#quick-entry-line").press_sequentially("1 5")
    club_evenings.settle(first)
    director.page.evaluate(HINT)
    following = at_tables(event)[0]
    director.page.locator(f"#row-{following.code}").wait_for()

    director.page.locator("#quick-entry-line").press_sequentially("-2\n")

    expect(director.page.locator("#quick-entry-answers > li")).to_contain_text("not the match you saw")


def test_names_half_typed_survive_the_draw_of_a_colleague(open_device: OpenDevice) -> None:
    """The desk of an event in play is shown once the names are deleted."""
    by = factories.a_user("director", password=PASSWORD)
    event = tournaments.create_knockout_tournament(
        club=club_evenings.a_club("Monday Club", by),
        name="Monday night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=4,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(NAMES), by=by, key="names")
    writer = open_device(1280)
    writer.sign_in()
    writer.open(path_of(event, "desk/"))
    names = writer.page.locator("#names textarea")
    names.fill("Ivo Late")

    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    see_news(writer, "director Draw published")
    assert names.input_value() == "Ivo Late"

    names.fill("")
    writer.page.evaluate(HINT)
    expect(writer.page.locator("#quick-entry-line")).to_be_visible()


def see_news(device: Phone, text: str) -> None:
    """Wait for a new line of the activity log with this user name and text ("name text")."""
    device.page.evaluate(HINT)
    username, message = text.split(" ", 1)
    line = device.page.locator(".newest > li", has=device.page.locator("b", has_text=username))
    expect(line.filter(has_text=message).first).to_be_visible()


def test_the_answer_to_a_line_replaces_the_banners_before_it(open_device: OpenDevice) -> None:
    club = club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD))
    event = club_evenings.a_night(club, NAMES)
    let_minutes_pass(event)
    first, second, *_ = at_tables(event)
    desk = open_device(1280)
    desk.sign_in()
    desk.open(path_of(event, "desk/"))
    desk.page.locator("#begin-break > summary").click()
    desk.page.locator("#begin-break button[name=minutes]").first.click()
    banner = desk.page.locator(".messages > li")
    expect(banner).to_contain_text("Break announced.")

    type_result(desk, f"{first.table.number} 5-5")
    refused = desk.page.locator("#quick-entry-answers > .danger")
    expect(refused).to_have_count(1)
    expect(banner).to_have_count(0)
    type_result(desk, f"{second.table.number} 5-2")
    desk.page.get_by_text(f"Recorded: {second.white}").first.wait_for()
    expect(refused).to_have_count(0)
