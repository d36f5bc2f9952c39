"""What the desk counts of entries and sign-ups: nobody who has withdrawn, and nobody twice."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import an_open_event, ask, keys_of, sign_up
from tournaments.models import Entry, Event
from tournaments.play.desk.queries.next_step import get_next_step
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration
from tournaments.registration.queries.payment_notices import get_payment_notice
from tournaments.registration.queries.person_answers import count_answers
from tournaments.registration.queries.places_left import summarise_events
from tournaments.registration.queries.public_names import list_public_names
from tournaments.registration.queries.sign_up_lists import export_sheet, list_places
from tournaments.registration.services import entering
from tournaments.registration.services.mail import describe_status

pytestmark = pytest.mark.django_db


def read_desk(event: Event) -> str:
    """Return the text of the desk in one line."""
    place = [event.tournament.club.slug, event.tournament.slug, event.slug]
    text = text_of(signed_in(director_of(event.tournament.club)), reverse("desk", args=place))
    return " ".join(text.split())


def test_the_entries_of_the_desk_are_counted_without_the_withdrawn_ones() -> None:
    event = a_night(a_club())
    entries.withdraw(entry=Entry.objects.get(event=event, number=4), by=director_of(event.tournament.club))
    assert "3 entries · 1 withdrawn" in read_desk(event)


def test_a_draft_counts_the_same() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Anna\nBruno\nCarla", by=by, key="names")
    entries.withdraw(entry=Entry.objects.get(event=event, number=3), by=by)
    assert "2 entries · 1 withdrawn" in read_desk(event)


def test_who_is_entered_already_is_not_to_be_entered_again() -> None:
    event = an_open_event()
    anna, _bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    by, registration = director_of(event.tournament.club), Registration.objects.get()
    assert get_next_step(event).facts["count"] == 2
    entering.enter_sign_ups(registration=registration, places=keys_of(anna), by=by)
    event.refresh_from_db()
    step = get_next_step(event)
    assert (step.code, step.facts["count"]) == ("enter_sign_ups", 1)


def test_answers_are_counted_of_those_with_a_place_and_the_others_apart() -> None:
    event = an_open_event(capacity=1)
    shirt = ask(event, "Shirt")
    for name, size in (("Anna", "L"), ("Bruno", "M")):
        sign_up(event, name, answers={shirt.pk: size})
    (row,) = count_answers(Registration.objects.get())
    assert ([(each.answer, each.people) for each in row.counts], row.others) == ([("L", 1)], 1)


def test_the_file_of_sign_ups_says_after_the_draw_who_has_no_place() -> None:
    event = an_open_event(capacity=1)
    anna, _bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    by, registration = director_of(event.tournament.club), Registration.objects.get()
    entering.enter_sign_ups(registration=registration, places=keys_of(anna), by=by)
    entries.enter_names(event=event, names="Carla", by=by, key="names")
    event.refresh_from_db()
    draws.draw(event=event, by=by)
    sheet = export_sheet(list_places(registration), [])
    columns = [list(sheet.heads).index(heading) for heading in ("Status", "Waiting list")]
    assert [[row[column] for column in columns] for row in sheet.rows] == [
        ["confirmed", None],
        ["no place: the draw is made", None],
    ]


def test_who_was_left_out_of_the_draw_can_read_so_and_is_counted_nowhere() -> None:
    event = an_open_event()
    by, registration = director_of(event.tournament.club), Registration.objects.get()
    Registration.objects.update(lists_names=True)
    registration.refresh_from_db()
    left_out = sign_up(event, "Dario", is_public=True)
    entries.enter_names(event=event, names="Anna\nBruno\nCarla", by=by, key="names")
    assert [summary.taken for summary in summarise_events(registration, timezone.now())] == [4]
    assert list_public_names(registration) == {event.pk: ["Dario"]}

    event.refresh_from_db()
    draws.draw(event=event, by=by, leaves_out_sign_ups=True)
    draws.publish(event=event, by=by)
    assert [summary.taken for summary in summarise_events(registration, timezone.now())] == [3]
    assert list_public_names(registration) == {}
    (place,) = list_places(registration)
    assert describe_status(place) == "not in the draw"
    assert get_payment_notice(left_out, [place]) is None

    entering.enter_sign_ups(registration=registration, places=keys_of(left_out), by=by)
    (place,) = list_places(registration)
    assert describe_status(place) == "entered"
