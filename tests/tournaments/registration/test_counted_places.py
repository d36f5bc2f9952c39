"""What the desk counts of entries and sign-ups: nobody who has withdrawn, and nobody twice."""

import pytest
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.models import Entry, Event
from tournaments.play.desk.queries.next_step import get_next_step
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration
from tournaments.registration.services import entering

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


def test_who_is_entered_already_is_not_asked_to_be_entered() -> None:
    event = an_open_event()
    anna, _bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    by, registration = director_of(event.tournament.club), Registration.objects.get()
    assert get_next_step(event).facts["count"] == 2
    entering.enter_sign_ups(registration=registration, places=keys_of(anna), by=by)
    event.refresh_from_db()
    step = get_next_step(event)
    assert (step.code, step.facts["count"]) == ("enter_sign_ups", 1)
