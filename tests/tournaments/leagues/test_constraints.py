"""The database constraints of ladders and league seasons."""

from datetime import date

import pytest
from django.utils import timezone

from matches.models import Match
from tests.tournaments.ladders.challenges import DAY, a_ladder, challenge
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.play.events.test_event_constraints import broken
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.leagues.models import Arrangement, LeagueSeason, Reminder

pytestmark = pytest.mark.django_db


def test_the_constraints_of_ladders_hold() -> None:
    ladder = a_ladder()
    match = Match.objects.filter(desk__tournament__club=ladder.club).first()
    row = challenge(ladder, "Dario", "Anna")
    challenges, line = LadderChallenge.objects.filter(pk=row.pk), ladder.lines.filter(seq=2)
    columns = {"ladder": ladder, "kind": "rules_set", "payload": {}}

    for write in (
        lambda: Ladder.objects.create(club=ladder.club, name="Other", slug=ladder.slug),
        lambda: Ladder.objects.create(club=ladder.club, name="", slug="x"),
        lambda: LadderLine.objects.create(seq=2, key="new", **columns),
        lambda: LadderLine.objects.create(seq=99, key=line.get().key, **columns),
        lambda: LadderLine.objects.create(seq=99, key="", **columns),
        lambda: line.update(kind="wished"),
        lambda: line.update(undoes=1),
        lambda: line.update(kind="undone", undoes=2),
        lambda: challenges.update(number=0),
        lambda: challenges.update(challenger=row.holder_id),
        lambda: challenges.update(status="perhaps"),
        lambda: challenges.update(due=None),
        lambda: challenges.update(status="done"),
        lambda: challenges.update(match=match),
    ):
        broken(write)


def test_the_constraints_of_leagues_hold() -> None:
    league = seasons.begun()
    match = seasons.match_of(league.event, "Anna", "Bruno")
    rows = LeagueSeason.objects.filter(pk=league.pk)
    Reminder.objects.create(match=match, occasion="soon", last_day=DAY)

    for write in (
        lambda: rows.update(ends_on=date(2025, 1, 1)),
        lambda: rows.update(pace="slow"),
        lambda: rows.update(previous=league.pk),
        lambda: Reminder.objects.create(match=match, occasion="soon", last_day=DAY),
        lambda: Reminder.objects.create(match=match, occasion="never", last_day=DAY),
        lambda: Arrangement.objects.create(match=match, by=match.white),
        lambda: Arrangement.objects.create(match=match, by=match.white, note="x", agreed_at=timezone.now()),
    ):
        broken(write)


def test_a_season_has_at_most_one_next_season() -> None:
    league = seasons.begun()
    other = seasons.a_season(league.event.tournament.club)
    third = seasons.a_season(league.event.tournament.club)
    LeagueSeason.objects.filter(pk=other.pk).update(previous=league)

    broken(lambda: LeagueSeason.objects.filter(pk=third.pk).update(previous=league))
