"""Every kind of command of a desk is undone and redone exactly, at the desk and by the API."""

import pytest

from matches.models import Match
from matches.services import reporting
from tests.factories import with_badge
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import match_at
from tests.tournaments.undo_walks import Director
from tournaments.models import Pairing

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina"]


def a_desk(scheme: str, names: list[str], **options: object) -> Director:
    """An event that is drawn and published."""
    desk = Director(scheme, **options)
    desk.begin(names)
    desk.states = [desk.shown()]
    return desk


def seated(desk: Director) -> list[str]:
    """The labels of the pairings with an unsettled match, in order."""
    rows = Pairing.objects.filter(event=desk.event, match__status__in=("scheduled", "called", "running"))
    return list(rows.order_by("-flight", "round", "position").values_list("label", flat=True))


def play_round(desk: Director) -> None:
    """Enter a result for every unsettled match."""
    for label in seated(desk):
        desk.result(label, match_at(desk.event, label).length, 1)


def test_an_event_before_it_is_published() -> None:
    desk = Director("knockout_consolation")
    desk.command(lambda: desk.post("names", enter=1, names="\n".join(NAMES)))
    desk.command(lambda: desk.post("names", wait=1, names="Wanda"))
    desk.command(lambda: desk.post("entry/3", club="Roma", country="ITA", rating=1700))
    desk.command(lambda: desk.post("presence", entry=1, presence="here"))
    desk.command(lambda: desk.post("presence", entry=3, presence="here"))
    desk.command(lambda: desk.post("withdraw", entry=7))
    desk.command(lambda: desk.post("plan", action="shape", flight="main", lengths="5 7 9", name="Open"))
    desk.command(lambda: desk.post("plan", action="drop", flight="consolation"))
    desk.command(lambda: desk.post("draw", absent="without"))
    desk.command(lambda: desk.post("presence", entry=2, presence="here"))
    desk.command(lambda: desk.post("draw", version=desk.event.version))
    desk.change(act="late", name="Hugo", flight="main")
    desk.change(act="swap", entry=1, other=2, flight="main")
    desk.command(lambda: desk.post("publish"))
    desk.there_and_back()


def test_flights_that_are_split_and_merged_and_another_format() -> None:
    desk = Director("knockout")
    desk.command(lambda: desk.post("names", enter=1, names="\n".join(NAMES)))
    desk.command(lambda: desk.post("presence"))
    desk.change(act="split", flight="main", entries=["5", "6", "7"])
    desk.change(act="merge", flight="main_2", into="main")
    desk.command(lambda: desk.post("plan", action="format", scheme="swiss", rounds=2))
    desk.there_and_back()


def test_a_knockout_with_fewer_tables_than_matches() -> None:
    desk = a_desk("knockout_consolation", [*NAMES, "Hugo"], tables=3)
    first, second = seated(desk)[:2]
    desk.result(first, 0, match_at(desk.event, first).length)
    desk.command(lambda: desk.post("award", match=match_at(desk.event, second).code, late="white"))
    desk.correction(first, match_at(desk.event, first).length, 2)
    desk.command(lambda: desk.post("withdraw", entry=match_entry(desk, first)))
    play_round(desk)
    desk.there_and_back()


def match_entry(desk: Director, label: str) -> int:
    """The number of the White entry of a pairing."""
    entry = Pairing.objects.select_related("white_entry").get(event=desk.event, label=label).white_entry
    assert entry is not None
    return entry.number


def test_changes_of_a_draw_that_is_played() -> None:
    desk = a_desk("knockout", NAMES, lengths="5 7 9")
    desk.command(lambda: desk.post("names", wait=1, names="Wanda"))
    desk.change(act="late", name="Ida", flight="main")
    desk.change(act="late", name="Late Again", flight="main")
    sitting = [match_entry(desk, label) for label in seated(desk)]
    desk.change(act="swap", entry=sitting[0], other=sitting[1], flight="main")
    desk.change(act="alternate", entry=sitting[1], other=8, flight="main")
    desk.change(act="substitute", entry=sitting[2], name="Otto")
    desk.change(act="withdraw", entry=sitting[0], flight="main")
    desk.change(act="reinstate", entry=sitting[0], flight="main")
    desk.change(act="length", flight="main", number=3, length=11)
    desk.there_and_back()


def test_rounds_of_a_swiss_event() -> None:
    desk = a_desk("swiss", NAMES, rounds=3)
    desk.command(lambda: desk.post("round/swiss", away=[7]))
    desk.command(lambda: desk.post("round/swiss", mode="again", away=[6]))
    desk.command(lambda: desk.post("round/swiss", mode="late", arrivals=[6]))
    play_round(desk)
    desk.change(act="late", name="Ida", flight="swiss")
    desk.command(lambda: desk.post("round/swiss", action="forbid", one=1, other=2))
    desk.command(lambda: desk.post("round/swiss", action="rounds", rounds=4))
    desk.command(lambda: desk.post("round/swiss"))
    desk.change(act="withdraw", entry=1, flight="swiss")
    desk.there_and_back()


def test_results_from_phones_disputes_and_rulings() -> None:
    desk = a_desk("knockout", NAMES[:4], policy="both")
    first, second = (match_at(desk.event, label) for label in seated(desk))

    def report(match: Match, side: str, white: int, black: int) -> None:
        match.refresh_from_db()
        reporting.report(match=match, white_score=white, black_score=black, identity=with_badge(match, side))

    report(first, "white", first.length, 2)
    desk.states = [desk.shown()]
    desk.command(lambda: report(first, "black", first.length, 2))
    score = {"white_score": second.length, "black_score": 3}
    report(second, "white", *score.values())
    with refused("already_reported"):
        report(second, "black", 3, second.length)
    reporting.dispute(
        match=second,
        report=second.reports.get(),
        white_score=3,
        black_score=second.length,
        identity=with_badge(second, "black"),
    )
    desk.states = [desk.shown()]
    ruling = {"law": "match.adjudication", "reason": "Heard both", "match": second.code}
    desk.command(lambda: desk.post("rule", **score, **ruling))
    desk.there_and_back()
