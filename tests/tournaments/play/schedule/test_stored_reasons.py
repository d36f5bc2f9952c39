"""What the site itself stores as a reason is read by everybody in their own language."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.translation import override

from matches.messages.stored_reasons import NIGHT, describe_stored_reason
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tournaments.models import Break, Tournament

pytestmark = pytest.mark.django_db


def test_nights_announced_in_italian_are_read_in_english() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna", "Bruno"))
    tournament = event.tournament
    ends_on = tournament.starts_at.date() + timedelta(days=1)
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=ends_on)
    desk = signed_in(club_evenings.director_of(tournament.club))
    place = [tournament.club.slug, tournament.slug, event.slug]
    data = {"closes": "23:00", "opens": "10:00"}
    address = reverse("desk-announce-nights", args=place)
    assert desk.post(address, data, headers={"accept-language": "it"}).status_code == 303
    assert list(Break.objects.values_list("reason", flat=True)) == [NIGHT]

    page = reverse("desk-table-settings", args=place)
    assert "<strong>Night</strong>" in desk.get(page).text
    assert "<strong>Notte</strong>" in desk.get(page, headers={"accept-language": "it"}).text


def test_a_typed_reason_is_shown_as_it_was_typed() -> None:
    with override("it"):
        assert describe_stored_reason("Night of the long knives") == "Night of the long knives"
