"""Reminders of the deadlines of league matches."""

from datetime import date

import pytest

from matches.models import Outbox
from matches.services import outbox
from tests.tournaments.leagues import league_seasons as seasons
from tournaments.leagues.models import Reminder
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import maintenance

pytestmark = pytest.mark.django_db


def test_players_are_reminded_once_of_each_deadline() -> None:
    league = seasons.begun()
    day = date(2026, 1, 28)

    reminded = [maintenance.check_deadlines(today=day), maintenance.check_deadlines(today=day)]
    outbox_rows = Outbox.objects.filter(kind="remind_match")
    for row in outbox_rows:
        outbox.deliver_message(outbox_id=row.pk)

    assert reminded == [4, 0]
    assert set(Reminder.objects.values_list("occasion", "last_day")) == {("soon", date(2026, 1, 30))}
    assert Reminder.objects.filter(notified_at=None).count() == 0
    assert maintenance.check_deadlines(today=date(2026, 2, 2)) == 4
    assert league.event.status == "published"


def test_a_withdrawn_player_is_not_reminded() -> None:
    league = seasons.begun()
    entries.withdraw(entry=league.event.entries.get(player__full_name="Bruno"), by=seasons.director(league))

    assert maintenance.check_deadlines(today=date(2026, 1, 28)) == 3
