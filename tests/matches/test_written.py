"""Queries put into words once: their rows are those of the query itself, for every value."""

from datetime import datetime, timedelta

import pytest
from django.db.models import Count, QuerySet

from matches.models import Match
from matches.queries.written import Written
from tests.tournaments import nights
from tournaments.models import Event
from tournaments.queries.events import event_by_address

pytestmark = pytest.mark.django_db


def called_before(desk: int, moment: datetime) -> QuerySet[Match]:
    held = Match.objects.filter(desk=desk, status="called", called_at__lt=moment)
    return held.order_by("pk").values_list("pk", "code")


def test_rows_are_those_of_the_query_for_other_values_too() -> None:
    asked = Written(called_before, int, datetime)
    events = [nights.a_night(nights.a_club()) for _ in range(2)]
    now = max(match.called_at for match in Match.objects.exclude(called_at=None) if match.called_at)
    moments = (now - timedelta(days=1), now + timedelta(days=1))
    values = [(event.tournament.desk_id, moment) for event in events for moment in moments]

    assert [asked.rows(*each) for each in values] == [list(called_before(*each)) for each in values]


def test_a_query_of_no_rows_has_none() -> None:
    counted = Written(
        lambda desk: Match.objects.filter(desk=desk).values("desk").annotate(all=Count("pk")), int
    )

    assert counted.rows(0) == []


def test_a_value_that_its_query_changes_is_refused() -> None:
    asked = Written(lambda letters: Match.objects.filter(title__icontains=letters).values_list("pk"), str)

    with pytest.raises(ValueError, match="changed on its way"):
        asked.rows("final")


def test_an_event_at_an_address_is_the_event_with_all_it_belongs_to() -> None:
    event = nights.a_night(nights.a_club())
    night = event.tournament
    found = event_by_address(night.club.slug, night.slug, event.slug)
    kept = Event.objects.select_related("tournament__club", "tournament__desk").get(pk=event.pk)

    assert found is not None
    pairs = (
        (found, kept),
        (found.tournament, kept.tournament),
        (found.tournament.desk, kept.tournament.desk),
        (found.tournament.club, kept.tournament.club),
    )
    assert [
        [getattr(one, field.attname) == getattr(other, field.attname) for field in one._meta.concrete_fields]
        for one, other in pairs
    ] == [[True] * len(one._meta.concrete_fields) for one, _ in pairs]
    assert event_by_address(night.club.slug, night.slug, "nothing") is None
