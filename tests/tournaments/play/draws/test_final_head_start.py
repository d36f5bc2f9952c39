"""A double elimination whose undefeated player has a head start in the final; options of the format form."""

import pytest

from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, director_of, match_at, play_out
from tests.tournaments.play.entries.test_check_in import an_event
from tournaments.formats.event_format import FormatOptions
from tournaments.models import Pairing
from tournaments.play.draws import services as draws
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.event_journal.queries import audit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("number", "start"), [(2, 2), (9, 4)])
def test_the_head_start_is_less_than_the_match_length(number: int, start: int) -> None:
    options = FormatOptions(main=(5,), final="advantage", ahead=number)
    event = an_event(a_club(), "Anna\nBruno\nCarla\nDario", "double", options)
    by = director_of(event.tournament.club)
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    played = play_out(event)
    final = match_at(event, "F1-1")
    assert played[-1].pk == final.pk
    assert (final.white_start, final.black_start, final.white_score) == (start, 0, 5)
    assert {match.white_start for match in played[:-1]} == {0}
    assert Pairing.objects.get(event=event, label="F1-1").head_start == number
    projection_check.check(event)
    assert list(audit.find_disagreements(event)) == []


def test_the_format_form_has_the_head_start() -> None:
    form = FormatForm({"scheme": "double", "final": "advantage", "ahead": "2"})
    assert form.is_valid()
    assert dict(form.plan()["final"].options) == {"final": "advantage", "head_start": 2}
    plain = FormatForm({"scheme": "double"})
    assert plain.is_valid()
    assert dict(plain.plan()["final"].options) == {"final": "single"}


def test_the_format_form_has_the_groups_to_separate() -> None:
    form = FormatForm({"scheme": "knockout_consolation", "apart": ["club", "family"], "blocks": "on"})
    assert form.is_valid()
    assert dict(form.plan()["main"].options) == {"seeding": "blocks", "apart": {"club": 2, "family": 2}}
    swiss = FormatForm({"scheme": "swiss", "apart": ["partner"]})
    assert swiss.is_valid()
    assert swiss.plan()["swiss"].options["apart"] == ["partner"]
