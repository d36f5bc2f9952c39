"""A weekend tournament of 32 players through the pages: main bracket, progressive consolation, last chance.

Clicks are counted; the codes J1 to J14 are those of the table "Clicks, taps and keys" in docs/proofs.md.
"""

import re
from datetime import timedelta
from urllib.parse import urlencode

from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import FIELD, at_tables, let_minutes_pass, line_of, send_results, type_result
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of, table_of
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import club_evenings
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.finances.models import Receipt
from tournaments.models import Entry, Event, Pairing

LATE_COMER = "Tardivo Ultimo"


def test_a_weekend_of_32_from_the_first_name_to_the_last_prize(open_device: OpenDevice) -> None:
    club_evenings.a_club("Monday Club", factories.a_user("director", password=PASSWORD))
    director = open_device(1280)
    director.sign_in()
    event = a_preset_and_the_pasted_names_make_a_published_draw(director)
    fees_are_paid(director, event)
    lateness_penalties_are_turned_on(director, event)

    a_late_entry_is_added_after_the_draw(director, event)
    a_double_no_show_is_undone(director, event)
    a_no_show_loses_the_match(director, event)
    a_phone_reports_and_another_confirms(open_device(), open_device(), event)
    a_dispute_is_decided(open_device(), open_device(), director, event)
    results_are_typed_by_table_and_by_letters(director, event)
    a_line_typed_wrongly_is_undone(director, event)
    a_player_withdraws(director, event)
    the_status_sheet_is_printed(director, event)

    the_last_chance_is_drawn(director, event)
    play_until(director, event, "M5-1")
    a_semi_final_is_corrected_after_the_final_began(open_device(), director, event)
    play_until(director, event, "")

    prizes_are_paid(director, event)
    visitors_see_the_winners(open_device(), event)
    the_event_is_exported_and_shown_on_a_screen(director, event)


def a_preset_and_the_pasted_names_make_a_published_draw(director: Phone) -> Event:
    """J1: seven clicks from the home page; all entries have their club, country and rating."""
    director.open("/")
    director.tap("Create tournament")
    director.page.get_by_label("Name").fill("Open")
    director.page.get_by_label("Tables").fill("16")
    director.tap("Knockout, progressive consolation, last chance")
    director.tap(director.page.get_by_role("button", name="Create tournament"))
    director.page.get_by_label("Names").fill(FIELD)
    director.tap("Check the names")
    repeated = director.page.locator(".checked .repeated .badge")
    assert repeated.all_inner_texts() == ["twice in the list"]
    director.tap("Add 31 players")
    director.tap("Make the draw")
    assert "Estimated finish: " in director.text()
    director.tap("Publish the draw")
    director.page.get_by_text("Draw published; first matches called.").wait_for()

    event = Event.objects.get()
    took("J1", director.taps)
    assert event.entries.exclude(club="").exclude(country="").exclude(rating__isnull=True).count() == 31
    assert event.entries.get(player__name="Bruno Ferrari").rating == 1688
    assert len(at_tables(event)) == 15
    return event


def fees_are_paid(director: Phone, event: Event) -> None:
    """J14: two clicks for a payer; two for all the others."""
    director.open(path_of(event, "desk/"))
    director.tap("Finances")
    director.page.get_by_label("Fee per player", exact=True).fill("60")
    director.tap(director.page.get_by_role("button", name="Turn on fees"))
    director.page.locator("#fees-due").wait_for()
    director.page.get_by_role("searchbox", name="Part of a name").fill("kjær")
    director.page.keyboard.press("Enter")
    before = director.taps
    director.tap(director.page.locator("#fees-due .payer > summary", has_text="Søren Kjær"))
    director.tap(director.page.get_by_role("button", name="in cash from Søren Kjær"))
    director.page.locator(".messages", has_text="Søren Kjær").wait_for()
    took("J14", director.taps - before)
    before = director.taps
    director.tap(director.page.locator("#all-paid > summary"))
    director.tap(director.page.locator("#all-paid button").first)
    director.page.get_by_role("heading", name="All have paid").wait_for()
    took("J14 all", director.taps - before)
    assert Receipt.objects.count() == 31


def lateness_penalties_are_turned_on(director: Phone, event: Event) -> None:
    """Choose the lateness penalties of UKBGF."""
    director.open(path_of(event, "desk/"))
    director.tap("Tables")
    penalty = director.page.get_by_label("Lateness penalty")
    penalty.select_option("ukbgf")
    director.tap(director.page.locator("form", has=penalty).get_by_role("button", name="Save"))
    director.page.locator(".messages").wait_for()
    assert director.taps == 2
    director.open(path_of(event, "desk/"))


def a_late_entry_is_added_after_the_draw(director: Phone, event: Event) -> None:
    """J5: the name in the quick entry box and Enter, then two clicks; called matches are not changed."""
    called = {(str(match), match.table.number) for match in at_tables(event) if match.table}
    type_result(director, LATE_COMER)
    director.page.get_by_text("No entry has a name").wait_for()
    enter_and_clicks = 1 + director.clicks("Add late entry")
    assert director.page.locator(".change-preview > ul > li").count() == 1
    enter_and_clicks += director.clicks("Apply")
    took("J5", enter_and_clicks)

    assert event.entries.get(player__name=LATE_COMER).number == 32
    now = {(str(match), match.table.number) for match in at_tables(event) if match.table}
    ((match_name, table),) = now - called
    assert LATE_COMER in match_name
    assert table == 16
    assert called < now


def a_double_no_show_is_undone(director: Phone, event: Event) -> None:
    """J6: two clicks record a double no-show, one undoes it."""
    match = first_round(event)[-1]
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=31))
    director.open(path_of(event, "desk/"))
    row = director.page.locator(f"#late-{match.code}")
    took("J6 both", director.clicks(row.locator("summary"), row.locator("button[value=both]")))
    match.refresh_from_db()
    assert (match.status, match.ending, match.winner) == ("settled", "double_walkover", "")
    took("J6 back", director.clicks(director.page.locator("[data-undo]")))
    match.refresh_from_db()
    assert (match.status, match.ending) == ("called", "")


def a_no_show_loses_the_match(director: Phone, event: Event) -> None:
    """J6: at the limit of the scale, two clicks record the lost match."""
    match = first_round(event)[0]
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=31))
    director.open(path_of(event, "desk/"))
    row = director.page.locator(f"#late-{match.code}")
    took("J6", director.clicks(row.locator("summary"), f"{match.white} loses the match"))
    match.refresh_from_db()
    assert (match.status, match.ending, match.winner) == ("settled", "forfeit", "black")


def a_phone_reports_and_another_confirms(one: Phone, other: Phone, event: Event) -> None:
    """J2: three taps for a report, one to confirm."""
    match = first_round(event)[0]
    one.open(table_of(match))
    one.report(match.white.name, 4)
    one.page.get_by_text("Waiting for the other player").wait_for()
    other.open(table_of(match))
    other.tap("Confirm")
    other.page.get_by_text("Final.").wait_for()
    took("J2", one.taps)
    took("J2 confirm", other.taps)
    one.page.close()
    other.page.close()


def a_dispute_is_decided(one: Phone, other: Phone, director: Phone, event: Event) -> None:
    """J3: the desk lists both reports at the top and rules with one click."""
    match = first_round(event)[0]
    one.open(table_of(match))
    one.report(match.white.name, 5)
    one.page.get_by_text("Waiting for the other player").wait_for()
    other.open(table_of(match))
    other.tap("That's wrong")
    other.report(match.black.name, 6, send="Send score")
    other.page.get_by_text("The two reports disagree.").wait_for()
    took("J3", other.taps)
    one.page.close()
    other.page.close()

    director.open(path_of(event, "desk/"))
    assert director.page.locator(".reported-score b").all_inner_texts() == ["7–5", "6–7"]
    took("J3 rule", director.clicks("Accept 6–7"))
    match.refresh_from_db()
    assert (match.status, match.winner) == ("settled", "black")


def results_are_typed_by_table_and_by_letters(director: Phone, event: Event) -> None:
    """J1b: no clicks; losers are called in the consolation as soon as they have opponents."""
    by_table, by_letters, *others = first_round(event)
    let_minutes_pass(event)
    type_result(director, line_of(by_table, 3))
    director.page.get_by_text(f"Recorded: {by_table.white} 7–3 {by_table.black}").wait_for()
    letters = " ".join(part[:4].lower() for part in by_letters.black.full_name.split())
    type_result(director, f"{letters} 7-2")
    director.page.get_by_text(f"Recorded: {by_letters.white} 2–7 {by_letters.black}").wait_for()
    send_results(director, others)
    below = [match for match in at_tables(event) if match.pairing.flight == "consolation"]
    assert len(below) >= 4


def a_line_typed_wrongly_is_undone(director: Phone, event: Event) -> None:
    """J4 undo: one click undoes the last action."""
    match = at_tables(event)[0]
    let_minutes_pass(event)
    director.page.locator(f"#row-{match.code}").wait_for()
    type_result(director, line_of(match, 0))
    director.page.get_by_text(f"Recorded: {match.white}").wait_for()
    took("J4 undo", director.clicks(director.page.locator("[data-undo]")))
    again = at_tables(event)[0]
    assert (str(again), again.status, again.winner) == (str(match), "called", "")


def a_player_withdraws(director: Phone, event: Event) -> None:
    """J7: the desk asks before it withdraws; the opponent of the withdrawn player wins the match."""
    match = at_tables(event)[-1]
    director.open(path_of(event, "desk/"))
    entries = director.page.locator("#entry-list > summary")
    ask = director.page.get_by_role("link", name=f"Withdraw {match.white}")
    withdraw = director.page.get_by_role("button", name=f"Withdraw {match.white}")
    took("J7", director.clicks(entries, ask, withdraw))
    pairing = event.pairings.select_related("winner_entry__player").get(label=match.pairing.label)
    assert pairing.winner_entry is not None
    assert pairing.winner_entry.player == match.black
    assert Entry.objects.get(event=event, player=match.white).status == "withdrawn"


def the_status_sheet_is_printed(director: Phone, event: Event) -> None:
    """J12: one click or shortcut for the status sheet, on at most two pages."""
    for print_sheet in (lambda: director.tap("Status sheet"), lambda: director.press("Alt+p")):
        director.open(path_of(event, "desk/"))
        sheet = read_leaves(director.get_opened_pdf(print_sheet))
        took("J12 paper", director.taps)
        assert len(sheet) <= 2
        assert squeezed(LATE_COMER) in "".join(leaf.text for leaf in sheet)


def play_until(director: Phone, event: Event, label: str) -> None:
    """Enter all results until only the match of this pairing is open; with an empty label, all."""
    director.open(path_of(event, "desk/"))
    while playing := [match for match in at_tables(event) if match.pairing.label != label]:
        send_results(director, playing)


def a_semi_final_is_corrected_after_the_final_began(phone: Phone, director: Phone, event: Event) -> None:
    """J4: five clicks, two of them to choose what happens to the final in play and a later match."""
    final = Pairing.objects.get(event=event, label="M5-1").match
    semi_final = Pairing.objects.get(event=event, label="M4-1").match
    assert final is not None
    assert semi_final is not None
    write_down_a_game(phone, final)
    director.open(path_of(event, f"desk/find/?{urlencode({'q': semi_final.white.full_name})}"))
    director.tap(
        director.page.locator("p.row", has_text=str(semi_final.black)).get_by_role("link", name="Correct")
    )
    score = f"{semi_final.black_score}–{semi_final.white_score}"
    director.tap(f"It was the other way round: {score}")
    assert final.white.name in director.page.locator(".changes .started del").first.inner_text()
    played = director.page.locator(".changes .started", has_text="Final").first
    director.tap(played.locator("label.choice").last)
    later = director.page.locator(".changes .started", has_text="Consolation").first
    director.tap(later.locator("label.choice").first)
    director.tap("Save correction")
    director.page.get_by_text("Result corrected").wait_for()
    took("J4", director.taps)


def the_last_chance_is_drawn(director: Phone, event: Event) -> None:
    """As soon as its entries are known, the desk offers the draw as the next step: two clicks."""
    draw = director.page.get_by_role("button", name="Make the draw")
    director.open(path_of(event, "desk/"))
    while not draw.count():
        send_results(director, at_tables(event)[:8])
        director.open(path_of(event, "desk/"))
    assert director.clicks(draw, "Publish the draw") == 2
    assert event.pairings.filter(flight="last_chance").exists()


def prizes_are_paid(director: Phone, event: Event) -> None:
    """J14: one click for each prize, until all are paid."""
    director.open(path_of(event, "desk/money/prizes/"))
    before = Receipt.objects.count()
    rows = director.page.get_by_role("button", name=re.compile("^Pay "))
    prizes = rows.count()
    while rows.count():
        took("J14 prize", director.clicks(rows.first))
    assert (director.taps, Receipt.objects.count() - before) == (prizes, prizes)


def visitors_see_the_winners(phone: Phone, event: Event) -> None:
    """Visitors see the winner of every flight."""
    event.refresh_from_db()
    assert event.status == "finished"
    phone.open(path_of(event))
    for flight, final in (("Main", "M"), ("Consolation", "C"), ("Last chance", "L")):
        last = event.pairings.filter(label__startswith=final).latest("round")
        winner = last.winner_entry
        assert winner is not None
        section = phone.page.locator("#brackets section", has=phone.page.get_by_role("heading", name=flight))
        assert winner.player.name in section.inner_text()


def the_event_is_exported_and_shown_on_a_screen(director: Phone, event: Event) -> None:
    """J12: one click for the file of the event. J11: one for the screen."""
    director.open(path_of(event, "desk/"))
    with director.page.expect_download() as download:
        director.tap("Event file")
    took("J12", director.taps)
    assert download.value.suggested_filename.endswith(".json")

    director.open(path_of(event, "desk/"))
    director.tap("TV mode")
    director.page.locator(".screen-page").first.wait_for(state="attached")
    took("J11", director.taps)


def first_round(event: Event) -> list[Match]:
    """The matches to seven at the tables: those of the main bracket."""
    return [match for match in at_tables(event) if match.length == 7]


def write_down_a_game(phone: Phone, match: Match) -> None:
    """Score the first game of a match, so that it is in play."""
    phone.open(f"{table_of(match)}score/")
    phone.tap(match.white.name)
    phone.tap("Single game")
    phone.page.get_by_text("Game 2: who won?").wait_for()
