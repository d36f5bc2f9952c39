"""What the desk shows about events without a free place."""

import pytest
from django.urls import reverse

from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up, status_of

pytestmark = pytest.mark.django_db


def test_the_desk_says_how_to_take_somebody_beyond_the_places() -> None:
    event = an_open_event(capacity=1)
    sign_up(event, "Anna")
    bruno = sign_up(event, "Bruno")
    slugs = [event.tournament.club.slug, event.tournament.slug]
    client = signed_in(director_of(event.tournament.club))

    answer = client.post(reverse("registration", args=slugs), {"action": "approve", "place": keys_of(bruno)})

    assert (answer.status_code, status_of(bruno)) == (409, "waiting")
    refusal = answer.context["refusal"]
    assert refusal.sentence == "Winter Open is full."
    assert refusal.link == (
        reverse("registration-settings", args=slugs),
        "Raise the number of places, or add the player under Entries, where there is no limit.",
    )
    assert refusal.link[1] in answer.text
