"""The pages of registration: signing up, withdrawing, and the actions of the desk."""

import csv
import io
import re
from datetime import date, datetime
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.actors import Identity
from matches.models import User
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.page_forms import form_with
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import (
    START,
    add_way,
    an_open_event,
    keys_of,
    open_registration,
    sign_up,
    yesterday,
)
from tournaments.journal.team_facts import ANYBODY, PAIRS, PLAYERS, TEAMS, EntryType
from tournaments.models import Event, EventStatus, Tournament
from tournaments.play.draws import services as draws
from tournaments.play.tournaments.services import tournament_drafts, tournament_pages, tournaments
from tournaments.registration import limits
from tournaments.registration.models import EventSignUp, Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def page(name: str, event: Event, *more: object) -> str:
    """The address of a page of a tournament."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, *more])


def settings_form(**fields: object) -> dict[str, object]:
    """The form of the settings, as a browser sends it."""
    return {"approval": "auto", "has_waiting_list": "on", "lists_names": "on", "keep_days": 30, **fields}


def post_sign_up(event: Event, name: str, **fields: object) -> str:
    """Sign up on the page and return the personal link."""
    data = {"events": [event.pk], "name": name, **fields}
    answer = Client(REMOTE_ADDR=f"10.0.0.{len(name)}").post(page("sign-up", event), data)
    assert answer.status_code == 303, answer.content.decode()
    return str(answer["Location"])


@pytest.mark.second_stage
def test_24_people_sign_up_for_16_places_and_the_director_enters_them() -> None:
    club = a_club()
    by = director_of(club)
    singles = tournaments.create_knockout_tournament(
        club=club, name="Winter Open", starts_at=START, length=7, consolation_length=5, tables=8, by=by
    )
    doubles = tournaments.add_event(
        tournament=singles.tournament,
        name="Doubles",
        length=5,
        consolation_length=3,
        by=by,
        entry_type=EntryType(PAIRS),
    )
    director = signed_in(by)
    assert "Open registration" in text_of(director, page("tournament", singles))
    saved = director.post(
        page("registration-settings", singles),
        settings_form(
            **{
                f"event-{singles.pk}-is_open": "on",
                f"event-{singles.pk}-capacity": 16,
                f"event-{singles.pk}-fee": "40",
                f"event-{doubles.pk}-is_open": "on",
            }
        ),
    )
    assert (saved.status_code, saved["Location"]) == (303, page("registration", singles))
    add_way(singles.tournament, "text", text="By transfer before the start.")
    add_way(singles.tournament, "sepa", holder="Circolo", account="IT60 X054 2811 1010 0000 0123 456")

    links = [
        post_sign_up(singles, f"Player {number:02}", is_public="on" if number % 2 else "")
        for number in range(20)
    ]
    both = {"events": [singles.pk, doubles.pk]}
    links += [
        post_sign_up(
            doubles,
            f"Partner {number}",
            **{**both, f"event-{doubles.pk}-partner": f"Friend {number}"},
        )
        for number in range(4)
    ]
    places = EventSignUp.objects.filter(event__event=singles)
    assert places.filter(status="confirmed").count() == 16
    visitor = Client()
    assert "on the waiting list, position 1" in text_of(visitor, links[16])
    assert 'class="qr-code"' in text_of(visitor, links[0])
    public = text_of(visitor, page("tournament", singles))
    assert ("Player 01" in public, "Player 00" in public) == (True, False)

    withdrawn = visitor.post(f"{links[2]}withdraw/", {"event": singles.pk})
    assert withdrawn.status_code == 303
    assert f"You have withdrawn from {singles.name}." in text_of(visitor, links[2])
    assert "confirmed" in text_of(visitor, links[16])
    changed = visitor.post(links[3], {"name": "Player Three", "country": "Italy", "rating": 1700})
    assert changed.status_code == 303

    desk = page("registration", singles)
    entered = director.post(desk, {"action": "enter-all"}, follow=True)
    assert "20 registrations entered." in entered.content.decode()
    assert "There is no confirmed registration" in director.post(desk, {"action": "enter-all"}).text
    names = set(singles.entries.values_list("player__full_name", flat=True))
    assert names == {f"Player {number:02}" for number in range(17)} - {"Player 02", "Player 03"} | {
        "Player Three"
    }
    assert set(doubles.entries.values_list("player__full_name", flat=True)) == {
        f"Partner {number} / Friend {number}" for number in range(4)
    }
    for event in (singles, doubles):
        event.refresh_from_db()
        draws.draw(event=event, by=by)
        event.refresh_from_db()
    assert {singles.status, doubles.status} == {EventStatus.DRAWN.value}
    assert "Registration is closed." in text_of(visitor, page("sign-up", singles))
    late = visitor.post(page("sign-up", singles), {"events": [singles.pk], "name": "Late"})
    assert late.status_code == 400


def test_the_desk_filters_marks_paid_corrects_and_downloads() -> None:
    event = an_open_event(capacity=1)
    director = signed_in(director_of(event.tournament.club))
    row = sign_up(event, "=cmd()", email="anna@example.org")
    other = sign_up(event, "Bruno")
    desk = page("registration", event)
    place = EventSignUp.objects.get(sign_up=row)
    assert director.post(desk, {"action": "paid", "place": [place.pk], "method": "card"}).status_code == 303
    paid_page = text_of(director, f"{desk}?status=paid")
    assert ("Bruno" in paid_page, re.search(r"paid\s+\(card\)", paid_page) is not None) == (False, True)
    assert "Bruno" in text_of(director, f"{desk}?event={event.slug}&status=waiting")
    edit = page("registration-sign-up", event, other.reference)
    assert "Name may be shown in the public list" in text_of(director, edit)
    assert "My name may" not in text_of(director, edit)
    assert director.post(edit, {"name": "Bruna", "rating": 1500}).status_code == 303
    other.refresh_from_db()
    assert (other.name, other.rating) == ("Bruna", 1500)
    data = director.get(page("registration-csv", event)).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data)))
    assert [(line[2], line[9], line[10]) for line in rows[1:]] == [
        ("'=cmd()", "anna@example.org", "confirmed"),
        ("Bruna", "", "on the waiting list"),
    ]
    assert director.post(desk, {"action": "approve"}).status_code == 400
    assert "sign-up/" in text_of(director, page("registration-poster", event))


def test_a_form_with_the_hidden_field_filled_in_is_refused() -> None:
    event = an_open_event()
    data = {"events": [event.pk], "name": "Anna", "unused": "https://example.org"}
    client = Client()
    answer = client.post(page("sign-up", event), data)
    assert (answer.status_code, SignUp.objects.count()) == (400, 0)
    html = answer.content.decode()
    assert "It is empty again: send the form once more." in " ".join(html.split())
    assert "https://example.org" not in html
    assert client.post(page("sign-up", event), {**data, "unused": ""}).status_code == 303


def test_a_double_click_signs_up_once() -> None:
    event = an_open_event()
    client = Client()
    key = re.findall(r'name="key" value="([0-9a-f]{32})"', text_of(client, page("sign-up", event)))
    data = {"events": [event.pk], "name": "Anna", "key": key[0]}
    links = {client.post(page("sign-up", event), data)["Location"] for _ in range(2)}
    assert (len(links), SignUp.objects.count()) == (1, 1)


def test_players_at_one_device_sign_up_one_after_another_within_a_limit() -> None:
    event = an_open_event()
    client = Client()
    client.get(page("sign-up", event))
    answers = [
        client.post(page("sign-up", event), {"events": [event.pk], "name": f"Player {number}"}).status_code
        for number in range(62)
    ]
    assert answers == [*[303] * 60, 429, 429]


def test_invented_devices_of_one_address_have_a_limit_together() -> None:
    registration = an_open_event().tournament.registration
    request = RequestFactory().post("/", REMOTE_ADDR="203.0.113.9")
    for number in range(240):
        limits.throttle_sign_up(request, Identity(device=f"device {number}"), registration, "")
    with pytest.raises(Refusal, match="too_many_requests"):
        limits.throttle_sign_up(request, Identity(device="another device"), registration, "")


def test_a_signed_in_player_gets_their_name_and_sees_their_sign_up() -> None:
    event, user = an_open_event(), a_user()
    a_player("Anna Rossi", user)
    client = signed_in(User.objects.get(pk=user.pk))
    assert 'value="Anna Rossi"' in text_of(client, page("sign-up", event))
    link = client.post(page("sign-up", event), {"events": [event.pk], "name": "Anna Rossi"})["Location"]
    assert link in text_of(client, page("sign-up", event))


def test_only_directors_see_the_desk() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    outsider = signed_in(a_user())
    for name, *more in (
        ("registration",),
        ("registration-settings",),
        ("registration-poster",),
        ("registration-csv",),
        ("registration-sign-up", row.reference),
    ):
        assert outsider.get(page(name, event, *more)).status_code == 404
        assert Client().get(page(name, event, *more)).status_code == 302
    assert Client().get(reverse("own-sign-up", args=["wrong"])).status_code == 404


def test_the_number_of_queries_does_not_depend_on_the_sign_ups() -> None:
    event = an_open_event(capacity=4)
    director = signed_in(director_of(event.tournament.club))
    counts = []
    for size in (3, 12):
        for number in range(size):
            sign_up(event, f"Player {size} {number}")
        for address in (page("registration", event), page("sign-up", event)):
            with CaptureQueriesContext(connection) as queries:
                director.get(address)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_a_wrong_time_is_explained() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    wrong = settings_form(
        opens_at="2026-12-10T10:00",
        closes_at="2026-12-09T10:00",
        late_fee="10",
    )
    answer = director.post(page("registration-settings", event), wrong)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Registration must close after it opens." in text
    assert text.count("Give both the late fee and its first day, or neither.") == 1


def test_the_registration_of_a_draft_is_shown_to_officials_only() -> None:
    event = an_open_event()
    tournament = event.tournament
    tournament_drafts.hide_tournament(tournament=tournament, by=director_of(tournament.club))
    club, director = tournament.club, signed_in(director_of(tournament.club))
    api = f"/api/v1/clubs/{club.slug}/tournaments/{tournament.slug}/registration/"
    for address in (page("sign-up", event), api):
        assert (Client().get(address).status_code, director.get(address).status_code) == (404, 200)
    assert Client().post(page("sign-up", event), {"events": [event.pk], "name": "Zeno"}).status_code == 404


def test_an_entered_person_sees_a_contact_and_the_desk_sees_payments() -> None:
    event = an_open_event()
    tournament, by = event.tournament, director_of(event.tournament.club)
    text = tournament_pages.PageText(contact="Anna, 333 1234567")
    tournament_pages.update_tournament_page(tournament=tournament, text=text, by=by)
    paula, quentin = sign_up(event, "Paula"), sign_up(event, "Quentin")
    director = signed_in(by)
    for action, rows in (("paid", [paula]), ("enter-all", [])):
        form = {"action": action, "place": keys_of(*rows), "method": "cash"}
        assert director.post(page("registration", event), form).status_code == 303

    own = text_of(Client(), reverse("own-sign-up", args=[get_token(quentin)]))
    assert ("tell the tournament desk." in own, "Contact: Anna, 333 1234567" in own) == (True, True)
    assert "Payment" not in own
    desk = text_of(director, reverse("desk", args=[tournament.club.slug, tournament.slug, event.slug]))
    assert desk.count("paid at registration") == 1


def test_settings_and_public_page_link_registration() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))

    for name in ("tournament-settings", "tournament-page"):
        assert f'href="{page("registration", event)}"' in director.get(page(name, event)).content.decode()


def test_an_empty_list_offers_the_link_and_no_action() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))

    content = text_of(director, page("registration", event))
    assert "No registrations yet." in content
    assert "Enter all confirmed" not in content


def visible_text(address: str) -> str:
    """The text of a page as a visitor reads it."""
    return " ".join(re.sub(r"<[^>]*>", " ", text_of(Client(), address)).split())


@pytest.mark.parametrize(
    ("options", "link_text"),
    [
        ({}, "Sign up"),
        ({"capacity": 2}, "Sign up"),
        ({"capacity": 1}, "Join the waiting list"),
        ({"capacity": 1, "has_waiting_list": False}, ""),
        ({"capacity": 2, "closes_at": yesterday()}, ""),
    ],
)
def test_the_link_of_an_event_names_what_one_can_sign_up_for(options: dict[str, Any], link_text: str) -> None:
    event = an_open_event(**{**options, "closes_at": None})
    address, visitor = page("event", event, event.slug), Client()
    before = visitor.get(address)
    sign_up(event, "Anna Rossi")
    open_registration(event, **options)
    # 304, without content, while the text of the link stays the same
    answer = visitor.get(address, headers={"if-none-match": before["ETag"]})
    content = (answer.content or before.content).decode()

    links = re.findall(rf'<a[^>]*href="{page("sign-up", event)}"[^>]*>.*?([\w ]*)</a>', content)
    assert links == ([link_text] if link_text else [])


def test_the_number_signed_up_is_shown_until_the_desk_enters_them() -> None:
    event = an_open_event(capacity=2)
    for name in ("Anna Rossi", "Bruno Verdi", "Carla Neri"):
        sign_up(event, name)
    tournament_page = visible_text(page("tournament", event))

    assert "open for entries · 2 places taken" in tournament_page
    assert "2 signed up · full · 1 on the waiting list" in tournament_page
    assert "Join the waiting list" in tournament_page
    assert "0 entries" not in tournament_page
    assert "2 places taken" in visible_text("/")
    assert "Join the waiting list" in visible_text(page("sign-up", event))

    entering.enter_sign_ups(
        registration=Registration.objects.get(), places=None, by=director_of(event.tournament.club)
    )
    assert "open for entries · 2 entries" in visible_text(page("tournament", event))
    assert "2 entries" in visible_text("/")


def test_a_second_sign_up_of_a_name_shows_that_there_is_a_first() -> None:
    event = an_open_event()
    first = sign_up(event, "Anna Rossi", email="anna@example.com", club="Bar Point", is_public=True)
    second, other = sign_up(event, "anna  ROSSI", is_another=True), sign_up(event, "Bruno Verdi")
    note = f"anna ROSSI had already signed up for {event.name}. If that was you"

    pages = [visible_text(reverse("own-sign-up", args=[get_token(row)])) for row in (first, second, other)]

    assert [note in page for page in pages] == [False, True, False]
    assert ("Bar Point" in pages[1], "anna@example.com" in pages[1]) == (False, False)
    assert "had already signed up" not in pages[0] + pages[2]


def test_signing_up_with_the_same_name_does_not_reveal_a_sign_up_that_is_not_listed() -> None:
    event = an_open_event()
    sign_up(event, "Anna Rossi")
    sign_up(event, "Bruno Verdi", is_public=True)
    repeated_pages = [
        reverse("own-sign-up", args=[get_token(sign_up(event, name, is_another=True))])
        for name in ("Anna Rossi", "Bruno Verdi")
    ]
    assert ["had already signed up" in visible_text(page) for page in repeated_pages] == [False, True]

    Registration.objects.update(lists_names=False)
    assert ["had already signed up" in visible_text(page) for page in repeated_pages] == [False, False]


def test_after_the_start_the_page_names_the_lost_place_or_links_the_event() -> None:
    event = an_open_event(capacity=2)
    by = director_of(event.tournament.club)
    entered, _, waiting = (sign_up(event, name) for name in ("Anna Rossi", "Bruno Verdi", "Carla Neri"))
    entering.enter_sign_ups(registration=Registration.objects.get(), places=None, by=by)
    own = {row: reverse("own-sign-up", args=[get_token(row)]) for row in (entered, waiting)}
    assert "on the waiting list, position 1" in visible_text(own[waiting])

    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)

    assert "no place: the draw is made" in visible_text(own[waiting])
    assert "position 1" not in visible_text(own[waiting])
    link = f'<a href="{page("event", event, event.slug)}">Draw and results</a>'
    assert [link in text_of(Client(), own[row]) for row in (entered, waiting)] == [True, False]

    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINISHED)
    assert "no place: the event is over" in visible_text(own[waiting])


def test_entering_all_enters_nobody_who_was_confirmed_since_the_page_was_shown() -> None:
    event = an_open_event()
    sign_up(event, "Anna")
    director = signed_in(director_of(event.tournament.club))
    desk = page("registration", event)
    shown = form_with(text_of(director, desk), "Enter all").data("Enter all")
    sign_up(event, "Bruno")

    refused = director.post(desk, shown)
    entered_before = event.entries.count()
    again = director.post(desk, form_with(refused.text, "Enter all").data("Enter all"))

    assert (refused.status_code, entered_before) == (409, 0)
    assert "since the page was shown, Bruno can be entered too" in refused.text
    assert (again.status_code, event.entries.count()) == (303, 2)


def test_the_registration_of_an_entered_player_leads_to_the_entry() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    director = director_of(event.tournament.club)
    client, address = signed_in(director), page("registration-sign-up", event, row.reference)
    entry_page = reverse(
        "desk-entry", args=[event.tournament.club.slug, event.tournament.slug, event.slug, 1]
    )
    assert entry_page not in client.get(address).text

    entering.enter_sign_ups(registration=Registration.objects.get(), places=None, by=director)

    assert entry_page in client.get(address).text


def test_the_pages_of_a_registration_show_all_days_of_the_tournament() -> None:
    event = an_open_event()
    starts_at = datetime(2026, 12, 12, 14, 0, tzinfo=timezone.get_current_timezone())
    Tournament.objects.filter(pk=event.tournament_id).update(starts_at=starts_at, ends_on=date(2026, 12, 13))

    assert "12–13 December 2026, 14:00" in Client().get(page("sign-up", event)).text


def test_the_method_of_payment_stays_chosen_when_an_action_is_refused() -> None:
    event = an_open_event(capacity=4)
    sign_up(event, "Anna")
    place = EventSignUp.objects.get()
    director = signed_in(director_of(event.tournament.club))
    form = {"action": "enter", "place": [place.pk], "method": "card"}
    director.post(page("registration", event), form)
    refused = director.post(page("registration", event), form)

    shown = form_with(refused.content.decode(), "Mark as paid").data()
    assert (refused.status_code, shown["method"], shown["place"]) == (409, "card", str(place.pk))


def test_details_changed_after_a_refused_withdrawal_withdraw_nothing() -> None:
    event = an_open_event()
    link = post_sign_up(event, "Anna Rossi")
    visitor = Client()
    for _ in range(limits.CHANGES):
        visitor.post(link, {"name": "Anna Rossi"})
    refused = visitor.post(f"{link}withdraw/", {"event": event.pk})
    assert refused.status_code == 429
    cache.clear()

    form = form_with(refused.text, "Save")
    data = {**form.data(), "name": "Anna Bianchi"}
    answer = visitor.post(urljoin(f"{link}withdraw/", form.action), data)

    assert (answer.status_code, answer["Location"]) == (303, link)
    assert list(SignUp.objects.values_list("name", "places__status")) == [("Anna Bianchi", "confirmed")]


@pytest.mark.parametrize(
    ("takes", "label"),
    [(ANYBODY, "Fee"), (PLAYERS, "Fee per player"), (PAIRS, "Fee per pair"), (TEAMS, "Fee per team")],
)
def test_the_settings_say_of_whom_a_fee_is_asked(takes: str, label: str) -> None:
    event = an_open_event(takes=takes)
    settings_page = signed_in(director_of(event.tournament.club)).get(page("registration-settings", event))
    form = next(one for one in settings_page.context["event_forms"] if one.event == event)
    assert form["fee"].label == label
