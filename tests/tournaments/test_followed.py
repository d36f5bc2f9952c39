"""Journals a process follows: only new lines are read, and one that took another way is read anew."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import nights
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts
from tournaments.queries.followed import followed, with_undoable
from tournaments.services import undoing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return nights.a_night(nights.a_club())


def test_after_every_line_it_is_what_the_database_says(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    for label in ("M1-1", "M1-2"):
        followed(event)
        nights.settle(nights.match_at(event, label))
        assert (followed(event).rows, followed(event).state) == (tuple(facts.rows(event)), facts.state(event))
    last = event.journal.order_by("-seq")[0].seq
    assert last in with_undoable(event).undoable
    undoing.undo(event=event, command=last, by=by)
    assert (followed(event).rows, followed(event).state) == (tuple(facts.rows(event)), facts.state(event))


def test_what_was_read_is_not_read_again(event: Event) -> None:
    followed(event)
    nights.settle(nights.match_at(event, "M1-1"))

    with CaptureQueriesContext(connection) as asked:
        followed(event)
    assert [query["sql"].count('"seq" >=') for query in asked] == [1]


def test_a_journal_put_back_from_a_copy_is_read_anew(event: Event) -> None:
    nights.settle(nights.match_at(event, "M1-1"))
    followed(event)
    last = JournalEntry.objects.filter(event=event).order_by("-seq")[:1]
    JournalEntry.objects.filter(pk__in=[last[0].pk])._raw_delete("default")

    assert followed(event).rows == tuple(facts.rows(event))
