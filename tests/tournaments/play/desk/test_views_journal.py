"""The page of the activity log at the desk."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.event_pages.test_views_public import path_of

pytestmark = pytest.mark.django_db


def test_the_log_of_a_finished_event_is_read_once() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    desk = signed_in(club_evenings.director_of(event.tournament.club))

    with CaptureQueriesContext(connection) as queries:
        page = desk.get(path_of(event, "desk/journal/")).text

    readings = Counter(each["sql"] for each in queries if 'FROM "tournaments_journalentry"' in each["sql"])
    assert [sql for sql, times in readings.items() if times > 1] == []
    assert page.count("/desk/undo/") > 1
