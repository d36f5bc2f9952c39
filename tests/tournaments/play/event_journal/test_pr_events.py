"""Events in which the match and the lower performance rating count a point each."""

import re
from collections import Counter
from copy import copy
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import Identity
from matches.models import Match
from matches.records.models import Analysis, AnalysisState, PerformanceFigure, Transcript
from matches.records.services import analyses, identifications, uploads
from matches.records.services.analyses import FigureData
from matches.records.signals import figures_changed
from matches.services import rulings
from matches.states import Status
from rules.errors import Refusal
from tests.matches.records import files
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.importing.queries import exports
from tournaments.journal.facts import UNMEASURED, Measure
from tournaments.models import Event, EventStatus, JournalEntry
from tournaments.play.desk.forms import PerformanceRatingsForm
from tournaments.play.desk.queries import next_step
from tournaments.play.event_journal.queries import audit
from tournaments.play.event_journal.services import journal, performance_ratings
from tournaments.play.events import event_state, events

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_chair(module_transaction: None) -> Chair:
    """A round robin of four players in matches to 7 points, drawn and published."""
    chair = Chair(Client(), "pr_event")
    chair.begin(NAMES[:4])
    return chair


@pytest.fixture
def chair(client: Client, module_chair: Chair) -> Chair:
    chair_copy = copy(module_chair)
    chair_copy.client, chair_copy.event = client, Event.objects.get(pk=chair_copy.event.pk)
    client.force_login(chair_copy.director)
    return chair_copy


def matches_of(chair: Chair) -> list[Match]:
    return list(Match.objects.filter(pairing__event=chair.event).order_by("pairing__label"))


def a_transcript(match: Match) -> Transcript:
    columns = {"name": f"{match.code}.mat", "format": "mat", "digest": match.code, "status": "certified"}
    return Transcript.objects.create(match=match, text="", verdict={}, **columns)


def enter_figure(
    chair: Chair, match: Match, record: Transcript, side: str, rating: float, engine: str = "gnubg"
) -> None:
    figure_data = FigureData(side=side, engine=engine, lost=rating * 100 / 500, decisions=100)
    analyses.enter_figure(
        match=match, transcript=record, data=figure_data, identity=Identity(user=chair.director)
    )


def measure(chair: Chair, match: Match, white: float, black: float) -> Transcript:
    record = a_transcript(match)
    enter_figure(chair, match, record, "white", white)
    enter_figure(chair, match, record, "black", black)
    return record


def figures_in_journal(chair: Chair) -> list[dict[str, Any]]:
    return [line.payload for line in chair.event.journal.filter(kind="measured").order_by("seq")]


def points(chair: Chair) -> dict[str, str]:
    chair.event.refresh_from_db()
    rows = events.get_overview(chair.event).rows["league"]
    names = {entry.number: entry.player.name for entry in chair.event.entries.select_related("player")}
    return {names[row.entry]: str(row.values[0].amount) for row in rows}


def test_figures_count_as_soon_as_both_are_entered(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    record = a_transcript(first)
    enter_figure(chair, first, record, "white", 4.25)
    assert figures_in_journal(chair) == []
    enter_figure(chair, first, record, "black", 5.1)
    label = first.pairing.label
    assert figures_in_journal(chair) == [{"pairing": label, "white_pr": "4.250", "black_pr": "5.100"}]
    assert list(audit.find_disagreements(chair.event)) == []


def test_the_table_as_a_file_leaves_out_unknown_ratings(chair: Chair) -> None:
    chair.play()
    measure(chair, matches_of(chair)[0], 4.25, 5.1)
    chair.event.refresh_from_db()

    (sheet,) = exports.standings_sheets(chair.event)

    at = sheet.heads.index("PR")
    assert Counter(row[at] for row in sheet.rows) == {Fraction("4.25"): 1, Fraction("5.1"): 1, None: 2}


def test_figures_entered_before_the_result_count_once_it_is_settled(chair: Chair) -> None:
    first = matches_of(chair)[0]
    measure(chair, first, 3, 4)
    assert figures_in_journal(chair) == []
    chair.play()
    assert figures_in_journal(chair) == [
        {"pairing": first.pairing.label, "white_pr": "3.000", "black_pr": "4.000"}
    ]


def test_ratings_of_a_file_that_names_others_do_not_count(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    record = a_transcript(first)
    Transcript.objects.filter(pk=record.pk).update(names_others=True)
    enter_figure(chair, first, record, "white", 3)
    enter_figure(chair, first, record, "black", 4)

    assert figures_in_journal(chair) == []


def test_ratings_of_a_file_that_is_withdrawn_are_taken_back_and_entered_ones_stay(chair: Chair) -> None:
    chair.play()
    first, second = matches_of(chair)[:2]
    records = [measure(chair, match, 3, 4) for match in (first, second)]
    entered = Measure("5.000", "6.000")
    performance_ratings.set_match_measure(
        event=chair.event, pairing=second.pairing.label, measure=entered, by=chair.director
    )
    for record in records:
        uploads.withdraw_transcript(transcript=record, identity=Identity(user=chair.director))
    state = event_state.get_event_state(chair.event)

    assert [state.results[match.pairing.label].measure for match in (first, second)] == [UNMEASURED, entered]
    assert list(audit.find_disagreements(chair.event)) == []


def test_ratings_of_a_file_that_is_moved_are_taken_back_from_its_former_match(chair: Chair) -> None:
    chair.play()
    first, second = matches_of(chair)[:2]
    record = measure(chair, first, 3, 4)
    Transcript.objects.filter(pk=record.pk).update(text=files.record(files.SEVEN).decode())
    uploads.move_transcript(transcript=record, match=second, identity=Identity(user=chair.director))
    state = event_state.get_event_state(chair.event)

    # The file names other players than those of the second match.
    assert [state.results[match.pairing.label].measure for match in (first, second)] == [UNMEASURED] * 2
    assert list(audit.find_disagreements(chair.event)) == []


def test_ratings_of_a_file_count_again_once_it_is_assigned_again(chair: Chair) -> None:
    chair.play()
    (first, *_others) = matches_of(chair)
    record = measure(chair, first, 3, 4)
    Transcript.objects.filter(pk=record.pk).update(text=files.record(files.SEVEN).decode())
    identity = Identity(user=chair.director)
    withdrawn = uploads.withdraw_transcript(transcript=record, identity=identity)
    linked = uploads.link_transcript(transcript=withdrawn, match=first, identity=identity)
    identifications.identify_players(transcript=linked, swapped=False, identity=identity)
    state = event_state.get_event_state(chair.event)

    assert state.results[first.pairing.label].measure == Measure("3.000", "4.000")
    assert list(audit.find_disagreements(chair.event)) == []


def test_the_latest_figure_of_an_engine_counts(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    record = measure(chair, first, 3, 4)
    enter_figure(chair, first, record, "white", 4.5)
    assert figures_in_journal(chair)[-1] == {
        "pairing": first.pairing.label,
        "white_pr": "4.500",
        "black_pr": "4.000",
    }
    before = points(chair)
    enter_figure(chair, first, record, "white", 4.5)
    assert (len(figures_in_journal(chair)), points(chair)) == (2, before)


def test_the_event_finishes_when_no_figures_are_missing(chair: Chair) -> None:
    chair.play()
    *measured, last = matches_of(chair)
    for match in measured:
        measure(chair, match, 4, 5)
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    step = next_step.get_next_step(chair.event)
    assert step.code == "measure"
    assert step.facts["count"] == 1
    assert {last.white.name, last.black.name} == set(str(step.facts["names"]).split(" – "))
    page = chair.get()
    assert "PR missing for:" in page
    assert path_of(chair.event, "desk/figures/") in page
    measure(chair, last, 4, 5)
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    assert next_step.get_next_step(chair.event).code == "finished"


def test_the_desk_enters_figures_and_rules_without_them(client: Client, chair: Chair) -> None:
    chair.play()
    for match in matches_of(chair):
        label = match.pairing.label
        page = chair.get("figures/")
        assert f'value="{label}"' in page
        assert "Upload match file" in page
        answer = chair.post("figures", pairing=label, ruling="figures", white_pr="4,25", black_pr="5")
        assert answer.status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    assert figures_in_journal(chair)[0]["white_pr"] == "4.250"
    assert figures_in_journal(chair)[0]["ruling"] == "figures"
    label = matches_of(chair)[0].pairing.label
    assert chair.post("figures", pairing=label, ruling="nobody").status_code == 303
    assert figures_in_journal(chair)[-1] == {
        "pairing": label,
        "white_pr": "",
        "black_pr": "",
        "ruling": "nobody",
    }
    answers = [client.get(path_of(chair.event), {"explain": place}) for place in range(1, 5)]
    page = "".join(answer.content.decode() for answer in answers)
    assert "PR point awarded against" in page
    assert re.search(r"lower PR, [0-9.]+ vs [0-9.]+ for", page)
    assert chair.post("figures", pairing=label, ruling="record").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED


def test_incomplete_and_invalid_figures_are_rejected(chair: Chair) -> None:
    chair.play()
    label = matches_of(chair)[0].pairing.label
    for fields in (
        {"white_pr": "4"},
        {"white_pr": "four", "black_pr": "5"},
        {"white_pr": "-1", "black_pr": "5"},
    ):
        assert chair.post("figures", pairing=label, ruling="figures", **fields).status_code == 400
    assert chair.post("figures", pairing="R9-9", ruling="half").status_code == 409
    assert figures_in_journal(chair) == []


def test_figures_entered_later_do_not_replace_a_ruling_of_the_desk(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    event, label = chair.event, first.pairing.label
    performance_ratings.set_match_measure(
        event=event, pairing=label, measure=Measure(ruling="white"), by=chair.director
    )
    measure(chair, first, 9, 1)
    assert len(figures_in_journal(chair)) == 1
    performance_ratings.set_match_measure(event=event, pairing=label, measure=Measure(), by=chair.director)
    assert figures_in_journal(chair)[-1] == {"pairing": label, "white_pr": "9.000", "black_pr": "1.000"}


def test_figures_are_undone_and_redone(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    measure(chair, first, 3, 4)
    before = points(chair)
    line = chair.event.journal.get(kind="measured")
    journal.undo(event=chair.event, command=line.seq, by=chair.director)
    assert points(chair) != before
    journal.redo(event=chair.event, by=chair.director)
    assert points(chair) == before


def test_an_event_without_performance_ratings_takes_no_figures(client: Client) -> None:
    other = Chair(client, "round_robin")
    other.begin(NAMES[:4])
    other.play()
    first = matches_of(other)[0]
    measure(other, first, 3, 4)
    assert figures_in_journal(other) == []
    with pytest.raises(Refusal, match="ratings_not_counted"):
        performance_ratings.set_match_measure(
            event=other.event, pairing=first.pairing.label, measure=Measure(ruling="half"), by=other.director
        )


def test_a_corrected_result_keeps_its_figures(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    measure(chair, first, 3, 4)
    first.refresh_from_db()
    loser = "black" if first.winner == "white" else "white"
    scores = {"white_score": 0, "black_score": 0, f"{loser}_score": first.length}
    rulings.award(match=first, **scores, winner=loser, ending="played", by=chair.director, reason="Wrong box")
    chair.event.refresh_from_db()
    assert chair.event.journal.filter(kind="corrected").count() == 1
    assert event_state.get_event_state(chair.event).results[first.pairing.label].measure == Measure(
        "3.000", "4.000"
    )
    assert list(audit.find_disagreements(chair.event)) == []


def test_the_knockout_stage_waits_for_the_figures(client: Client) -> None:
    chair = Chair(client, "pr_event", pr_best=2)
    chair.begin(NAMES[:4])
    chair.play()
    final = chair.event.pairings.get(label="M1-1")
    assert (final.white_entry, final.match) == (None, None)
    for match in Match.objects.filter(pairing__event=chair.event, pairing__flight="league"):
        measure(chair, match, 4, 5)
    final.refresh_from_db()
    assert final.match is not None


def test_figures_changed_after_the_next_stage_began_move_nobody(client: Client) -> None:
    chair = Chair(client, "pr_event", pr_best=2)
    chair.begin(NAMES[:4])
    chair.play()
    league = list(Match.objects.filter(pairing__event=chair.event, pairing__flight="league"))
    records = [measure(chair, match, 4, 5) for match in league]
    chair.play()
    before = len(figures_in_journal(chair))
    for match, record in zip(league, records, strict=True):
        enter_figure(chair, match, record, "white", 9)
    chair.event.refresh_from_db()
    assert list(audit.find_disagreements(chair.event)) == []
    assert JournalEntry.objects.filter(event=chair.event, kind="settled").count() == 7
    assert len(figures_in_journal(chair)) >= before


def test_a_swiss_with_performance_ratings_is_finished(client: Client) -> None:
    chair = Chair(client, "pr_event", pr_shape="swiss", rounds=2, pr_best=2)
    chair.begin(NAMES[:5])
    for _turn in range(20):
        chair.event.refresh_from_db()
        step = next_step.get_next_step(chair.event)
        if step.code == "measure":
            for match in Match.objects.filter(pairing__event=chair.event, pairing__flight="swiss"):
                chair.post("figures", pairing=match.pairing.label, ruling="half")
        elif not chair.play() and not chair.step():
            break
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    assert Status.SETTLED.value == chair.event.pairings.get(label="M1-1").match.status  # type: ignore[union-attr]


def test_figures_of_an_analysed_file_count_once_the_director_confirms_them(chair: Chair) -> None:
    chair.play()
    first = matches_of(chair)[0]
    record = a_transcript(first)
    analysis = Analysis.objects.create(
        transcript=record,
        origin=Analysis.FILE,
        state=AnalysisState.DONE,
        engine="XG 2.19",
        settings="4-ply",
        source="Ada",
        ended_at=timezone.now(),
    )
    for side, lost in (("white", 0.438), ("black", 1.02)):
        PerformanceFigure.objects.create(
            transcript=record,
            analysis=analysis,
            side=side,
            engine="XG 2.19",
            settings="4-ply",
            lost=lost,
            decisions=100,
            source="Ada",
        )
    figures_changed.send(sender=Match, match=first, by=chair.director)
    assert figures_in_journal(chair) == []
    page = chair.get("figures/")
    assert all(text in page for text in ("2.190 – 5.100", "XG 2.19, 4-ply", "Ada"))
    address = f"/api/v1/events/{chair.event.pk}/performance-ratings/"
    rated = chair.client.get(address).json()["missing"]
    offers = {missing["pairing"]: missing["offer"] for missing in rated}
    label = first.pairing.label
    assert offers.pop(label) == {
        "white": "2.190",
        "black": "5.100",
        "engine": "XG 2.19",
        "settings": "4-ply",
        "by": "Ada",
    }
    assert set(offers.values()) == {None}
    chair.post("figures", pairing=label, ruling="figures", white_pr="2.190", black_pr="5.100")
    assert figures_in_journal(chair) == [
        {"pairing": label, "white_pr": "2.190", "black_pr": "5.100", "ruling": "figures"}
    ]
    assert "Use file values" not in chair.get("figures/")


@pytest.mark.parametrize("ruling", ["half", "record"])
def test_prs_beside_a_ruling_without_them_are_refused(ruling: str) -> None:
    form = PerformanceRatingsForm({"pairing": "R1-1", "white_pr": "2.190", "ruling": ruling})

    assert form.errors == {"__all__": ["Leave both PRs empty, or choose that the match counts by them."]}
