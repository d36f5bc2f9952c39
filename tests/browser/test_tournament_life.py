"""A tournament from an empty site to the archive: sign-ups from phones, the draw, all matches."""

import re
from collections import Counter
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from matches.accounts.services import issue_setup_link
from matches.models import Player
from tests.browser.conftest import OpenDevice
from tests.browser.desk_driver import at_tables, send_results
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tournaments.finances.models import CashDesk, Receipt
from tournaments.models import Event, EventStatus, Tournament
from tournaments.registration.models import EventSignUp, SignUpStatus

PLACES, TABLES, TEXT = 20, 12, "Play starts at noon."
TYPO, NAME, PARTNER = "Carla De Sanctis", "Carla De Santis", "Dario Colombo"
PEOPLE = (
    *("Anna Rossi", "Bruno Ferrari", "Dario Colombo", "Elena Ricci", "Fabio Marino", "Giulia Greco"),
    *("Hans Müller", "Ivana Petrović", "Jérôme Lefèvre", "Kasia Wiśniewska", "Luca Moretti", "Mara Bruno"),
    *("Nina Galli", "Ottavio Conti", "Paola Mancini", "Quentin Harris", "Ruth Whitfield", "Søren Kjær"),
)
LEAVER, NEXT, LAST = "Tove Lindqvist", "Ugo Fontana", ("Viola Serra", "Wanda Zieliński", "Xavier Morel")
PAIRS = {"Elena Ricci": "Fabio Marino", "Nina Galli": "Hans Müller", "Ruth Whitfield": "Søren Kjær"}


def test_a_tournament_from_an_empty_site_to_the_archive(open_device: OpenDevice) -> None:
    director = open_device(1280)
    tournament = an_empty_site_becomes_a_public_tournament(director)
    doubles = a_wrong_date_and_a_second_copy_are_corrected(director, tournament)
    main = tournament.events.exclude(pk=doubles.pk).get()

    people_sign_up(open_device, tournament, main, doubles)
    the_desk_corrects_a_name_and_enters_all(director, tournament, main, doubles)
    fees_are_turned_on(director, main)
    for event in (main, doubles):
        play_event(director, event)
    finish_tournament(director, tournament, main, doubles)


def an_empty_site_becomes_a_public_tournament(director: Phone) -> Tournament:
    """Set up the site, create a tournament with its public page, and open registration."""
    director.open(f"/setup/{issue_setup_link()}/")
    for label, value in (("Username", "director"), ("Password", PASSWORD), ("Club name", "Bar Point")):
        director.page.get_by_label(label).fill(value)
    director.tap("Create account and club")
    director.tap("Create tournament")
    director.page.get_by_label("Name").fill("Open")
    director.page.get_by_label("Tables").fill(str(TABLES))
    director.page.get_by_label("Match length", exact=True).fill("5")
    director.tap(director.page.get_by_label("Draft"))
    director.tap(director.page.get_by_role("button", name="Create tournament"))
    director.tap("Settings")
    director.tap("Edit public page")
    director.page.get_by_label("Description").fill(TEXT)
    director.tap(director.page.locator("#text button"))
    director.tap("Publish tournament")
    director.tap("Registration")
    director.page.get_by_label("Places").fill(str(PLACES))
    director.tap("Save")
    director.page.get_by_role("heading", name="Registrations").wait_for()
    took("J15", director.taps)

    tournament = Tournament.objects.get()
    answer = Client().get(public_page(tournament))
    assert (answer.status_code, TEXT in answer.text, "Sign up" in answer.text) == (200, True, True)
    return tournament


def public_page(tournament: Tournament) -> str:
    """Return the path of the page of a tournament."""
    return f"/clubs/{tournament.club.slug}/{tournament.slug}/"


def a_wrong_date_and_a_second_copy_are_corrected(director: Phone, tournament: Tournament) -> Event:
    """Move the start, add a side event, add it again by another name, delete the copy, open registration."""
    starts_at = timezone.localtime() + timedelta(days=3)
    director.open(f"{public_page(tournament)}settings/")
    director.page.get_by_label("Start time").fill(starts_at.strftime("%Y-%m-%dT12:00"))
    director.tap(director.page.get_by_role("button", name="Save"))
    director.page.get_by_text("Saved.").wait_for()
    tournament.refresh_from_db()
    assert timezone.localtime(tournament.starts_at).date() == starts_at.date()

    for attempt in range(2):
        director.open(f"{public_page(tournament)}add/")
        director.page.get_by_label("Name").fill("Doubles")
        director.tap("Doubles or consultation")
        director.tap("Losers are out.")
        director.page.get_by_label("Match length", exact=True).fill("3")
        director.tap("Add event")
        if attempt:
            director.page.get_by_text("already has an event called “Doubles”").wait_for()
            director.page.get_by_label("Name").fill("Doubles again")
            director.tap("Add event")
    assert tournament.events.count() == 3
    director.tap("Settings")
    copy = director.page.locator("#events ~ section, section section.panel").last
    director.tap(copy.locator("summary", has_text="Delete event"))
    director.tap(copy.get_by_role("button", name="Delete event"))
    director.page.get_by_text("was deleted").wait_for()
    doubles = tournament.events.get(name="Doubles")

    director.open(f"{public_page(tournament)}registration/settings/")
    director.page.locator(f"section[aria-labelledby=event-{doubles.pk}]").get_by_role("checkbox").check()
    director.tap("Save")
    return doubles


def people_sign_up(open_device: OpenDevice, tournament: Tournament, main: Event, doubles: Event) -> None:
    """Sign up players: three in browsers (one with a partner, one who withdraws, one from the waiting
    list)."""
    phone, second_phone, third_phone = open_device(360), open_device(360), open_device(360)
    phone.open(public_page(tournament))
    phone.tap("Sign up")
    phone.page.get_by_role("checkbox", name="Open").check()
    phone.page.get_by_role("checkbox", name="Doubles").check()
    phone.page.get_by_label("Partner").fill(PARTNER)
    phone.page.get_by_label("Name", exact=True).fill(TYPO)
    phone.page.get_by_label("My name may be shown").check()
    phone.tap("Sign up")
    phone.page.get_by_role("heading", name="Keep this link").wait_for()
    took("J16", phone.taps + 3)

    sign_up(second_phone, tournament, LEAVER)
    for name in PEOPLE:
        sign_up_elsewhere(tournament, name, main, doubles)
    sign_up(third_phone, tournament, NEXT)
    assert "on the waiting list" in third_phone.text()
    for name in LAST:
        sign_up_elsewhere(tournament, name, main, doubles)
    second_phone.tap("Withdraw")
    second_phone.tap("Withdraw from Open")
    second_phone.page.get_by_text("You have withdrawn from Open.").wait_for()
    third_phone.page.reload()

    statuses = dict(EventSignUp.objects.filter(event__event=main).values_list("sign_up__name", "status"))
    assert "confirmed" in third_phone.text()
    assert Counter(statuses.values()) == {"confirmed": PLACES, "waiting": 3, "withdrawn": 1}
    assert (statuses[LEAVER], statuses[NEXT]) == (SignUpStatus.WITHDRAWN, SignUpStatus.CONFIRMED)


def sign_up(phone: Phone, tournament: Tournament, name: str) -> None:
    """Sign up for the main event in a browser."""
    phone.open(f"{public_page(tournament)}sign-up/")
    phone.page.get_by_role("checkbox", name="Open").check()
    phone.page.get_by_label("Name", exact=True).fill(name)
    phone.tap("Sign up")
    phone.page.get_by_role("heading", name="Keep this link").wait_for()


def sign_up_elsewhere(tournament: Tournament, name: str, main: Event, doubles: Event) -> None:
    """Sign up by posting the form without a browser."""
    partner = PAIRS.get(name, "")
    events = [main.pk, *([doubles.pk] if partner else [])]
    form = {"events": events, "name": name, "key": name, f"event-{doubles.pk}-partner": partner}
    assert Client().post(f"{public_page(tournament)}sign-up/", form).status_code == 303


def the_desk_corrects_a_name_and_enters_all(
    director: Phone, tournament: Tournament, main: Event, doubles: Event
) -> None:
    """Correct one name, and enter all confirmed sign-ups with one tap."""
    director.open(f"{public_page(tournament)}registration/")
    director.tap(director.page.get_by_role("link", name=f"Edit {TYPO}").first)
    director.page.get_by_label("Name", exact=True).fill(NAME)
    director.tap("Save")
    director.page.get_by_text("The registration has been changed.").wait_for()
    taps = director.taps
    director.tap("Enter all confirmed")
    director.page.get_by_text("24 registrations entered.").wait_for()
    took("J17", director.taps - taps)

    names = Counter(Player.objects.filter(first=None).values_list("name", flat=True))
    assert set(names.values()) == {1}
    assert {NAME, NEXT, *PEOPLE} == set(names)
    assert (main.entries.count(), doubles.entries.count()) == (PLACES, 4)


def fees_are_turned_on(director: Phone, main: Event) -> None:
    """Turn on a fee, correct its currency, and take the payments of all players."""
    director.open(path_of(main, "desk/money/"))
    director.page.get_by_label("Currency").select_option("GBP")
    director.page.get_by_label("Fee per player", exact=True).fill("30")
    director.tap(director.page.get_by_role("button", name="Turn on fees"))
    director.page.locator("#fees-due").wait_for()
    director.open(path_of(main, "desk/money/terms/"))
    director.page.get_by_label("Currency").select_option("EUR")
    director.tap("Save")
    director.page.locator(".messages").wait_for()
    assert CashDesk.objects.get().tournament.currency == "EUR"
    director.open(path_of(main, "desk/money/"))
    director.tap(director.page.locator("#all-paid > summary"))
    director.tap(director.page.locator("#all-paid button").first)
    director.page.get_by_role("heading", name="All have paid").wait_for()
    assert Receipt.objects.count() == PLACES


def play_event(director: Phone, event: Event) -> None:
    """Check in all players, draw, publish, and enter every result by the quick entry form."""
    director.open(path_of(event, "desk/"))
    director.tap("Check in all")
    director.page.get_by_text(f"{event.entries.count()} checked in").wait_for()
    director.tap("Make the draw")
    director.tap("Publish the draw")
    director.page.get_by_text("Draw published. Matches are called from").wait_for()
    director.page.get_by_text("Start calling now").first.click()
    director.tap(director.page.get_by_role("button", name="Call matches now"))
    director.page.get_by_text("are called from now on").wait_for()
    while matches := [match for match in at_tables(event) if match.pairing.event_id == event.pk]:
        director.open(path_of(event, "desk/"))
        send_results(director, matches)
    event.refresh_from_db()
    assert event.status == EventStatus.FINISHED


def finish_tournament(director: Phone, tournament: Tournament, main: Event, doubles: Event) -> None:
    """Pay prizes, check the report, its PDF and the standings, and archive the tournament."""
    director.open(path_of(main, "desk/"))
    director.tap("Pay out")
    prizes = director.page.get_by_role("button", name=re.compile("^Pay .* to "))
    while prizes.count():
        director.tap(prizes.first)
        director.page.locator(".messages").wait_for()
    director.open(path_of(main, "desk/"))
    director.tap("Open report")
    director.page.get_by_role("heading", name="Event report").wait_for()
    pdf = director.page.get_by_role("link", name="PDF").get_attribute("href")
    assert director.page.request.get(f"{director.address}{pdf}").body().startswith(b"%PDF")
    for event in (main, doubles):
        director.open(path_of(event, "standings/"))
        assert director.page.locator("main table tbody tr").count() >= event.entries.count()
    director.open(path_of(main, "desk/"))
    director.tap("Archive")
    director.tap(director.page.get_by_role("button", name="Archive tournament"))
    director.page.get_by_text("Tournament archived.").wait_for()
    took("J18", director.taps)

    visitor = Client()
    assert "Registration is closed." in visitor.get(public_page(tournament)).text
    assert tournament.name not in visitor.get("/").text
