"""The clock and the rules of a stage: chosen on the plan page and stored in each of its matches."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle
from matches.services.lifecycle import NewMatch
from matches.templatetags.times import clock_setting
from rules.errors import Refusal
from tests import factories
from tests.tournaments.club_evenings import director_of, match_at
from tests.tournaments.play.entries.test_entry_types import an_event
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db


def test_matches_store_the_clock_and_rules_of_their_stage(client: Client) -> None:
    event = an_event("")
    by = director_of(event.tournament.club)
    client.force_login(by)
    fields = {
        "action": "shape",
        "flight": "main",
        "lengths": "5",
        "clock": "nova",
        "holland": "yes",
        "key": "k",
    }

    answer = client.post(path_of(event, "desk/plan/"), {**fields, "illegal_plays": "condone"})
    page = client.get(path_of(event, "desk/plan/")).content.decode()
    entries.enter_names(event=event, names="\n".join(names(4)), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)

    match = match_at(event, "M1-1")
    assert answer.status_code == 303
    assert '<option value="nova" selected>' in page
    assert (match.clock, match.laws["holland"], match.laws["illegal_plays"]) == ("nova", True, "condone")
    assert clock_setting(match) == {"whole": "10", "now": "", "delay": 15}


def test_renaming_a_stage_keeps_its_clock(client: Client) -> None:
    event = an_event("")
    client.force_login(director_of(event.tournament.club))
    fields = {"action": "shape", "flight": "main", "lengths": "5"}

    client.post(path_of(event, "desk/plan/"), {**fields, "clock": "us", "key": "a"})
    client.post(path_of(event, "desk/plan/"), {**fields, "name": "Masters", "key": "b"})

    assert '<option value="us" selected>' in client.get(path_of(event, "desk/plan/")).content.decode()


def test_an_unknown_clock_is_refused_by_service_and_database() -> None:
    match = factories.a_match()

    new_match = NewMatch(match.white, match.black, match.length, {}, clock="sundial")

    with pytest.raises(Refusal, match="clock_unknown"):
        lifecycle.create_matches(desk=match.desk, new_matches=[new_match], by=SYSTEM)
    with pytest.raises(IntegrityError, match="match_clock_is_known"), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(clock="sundial")
