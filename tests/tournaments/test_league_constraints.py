"""What the database refuses of ladders and of seasons of a league."""

from datetime import date

import pytest
from django.utils import timezone

from matches.models import Match
from tests.tournaments import leagues as seasons
from tests.tournaments.rungs import DAY, a_ladder, challenge
from tests.tournaments.test_event_constraints import broken
from tournaments.models import (
    Arrangement,
    Ladder,
    LadderChallenge,
    LadderLine,
    LeagueSeason,
    Reminder,
)

pytestmark = pytest.mark.django_db


def test_the_database_keeps_ladders_in_shape() -> None:
    ladder = a_ladder()
    match = Match.objects.filter(desk__tournament__club=ladder.club).first()
    row = challenge(ladder, "Dario", "Anna")
    mine, line = LadderChallenge.objects.filter(pk=row.pk), ladder.lines.filter(seq=2)
    fresh = {"ladder": ladder, "kind": "ruled", "payload": {}}

    for bad in (
        lambda: Ladder.objects.create(club=ladder.club, name="Other", slug=ladder.slug),
        lambda: Ladder.objects.create(club=ladder.club, name="", slug="x"),
        lambda: LadderLine.objects.create(seq=2, key="new", **fresh),
        lambda: LadderLine.objects.create(seq=99, key=line.get().key, **fresh),
        lambda: LadderLine.objects.create(seq=99, key="", **fresh),
        lambda: line.update(kind="wished"),
        lambda: line.update(undoes=1),
        lambda: line.update(kind="undone", undoes=2),
        lambda: mine.update(number=0),
        lambda: mine.update(challenger=row.holder_id),
        lambda: mine.update(stands="perhaps"),
        lambda: mine.update(due=None),
        lambda: mine.update(stands="done"),
        lambda: mine.update(match=match),
    ):
        broken(bad)


def test_the_database_keeps_leagues_in_shape() -> None:
    league = seasons.begun()
    match = seasons.match_of(league.event, "Anna", "Bruno")
    mine = LeagueSeason.objects.filter(pk=league.pk)
    Reminder.objects.create(match=match, occasion="soon", last_day=DAY)

    for bad in (
        lambda: mine.update(ends_on=date(2025, 1, 1)),
        lambda: mine.update(pace="slow"),
        lambda: mine.update(before=league.pk),
        lambda: Reminder.objects.create(match=match, occasion="soon", last_day=DAY),
        lambda: Reminder.objects.create(match=match, occasion="never", last_day=DAY),
        lambda: Arrangement.objects.create(match=match, by=match.white),
        lambda: Arrangement.objects.create(match=match, by=match.white, note="x", agreed_at=timezone.now()),
    ):
        broken(bad)


def test_a_league_follows_another_once() -> None:
    league = seasons.begun()
    other = seasons.a_season(league.event.tournament.club)
    third = seasons.a_season(league.event.tournament.club)
    LeagueSeason.objects.filter(pk=other.pk).update(before=league)

    broken(lambda: LeagueSeason.objects.filter(pk=third.pk).update(before=league))
