"""Postponing a match and resuming it with the same score and clocks."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Adjournment, Match
from matches.queries import desks, matches
from matches.services import lifecycle, penalties, postponing, rulings, scoring
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table, with_account
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

START = "4HPwATDgc/ABMA"


def a_postponed_match() -> Match:
    match = a_called_match()
    scoring.score_game(match=match, winner="white", kind="gammon", cube=2, identity=at_table(match))
    return postponing.postpone_match(
        match=match,
        reason="The hall closes",
        by=SYSTEM,
        resumes_at=timezone.now() + timedelta(days=1),
        clocks=(412, 655),
        position=f" {START} ",
    )


def test_postponing_stores_score_clocks_position_and_reason_and_frees_the_table() -> None:
    match = a_postponed_match()
    adjournment = Adjournment.objects.get()
    assert (match.status, match.table, match.white_score) == ("postponed", None, 4)
    assert (adjournment.white_clock, adjournment.black_clock, adjournment.position) == (412, 655, START)
    assert (adjournment.ruling.kind, adjournment.ruling.reason, adjournment.ruling.white_score) == (
        "postponing",
        "The hall closes",
        4,
    )
    assert len(desks.get_free_tables(match.desk)) == 2


def test_a_resumed_match_waits_for_a_table_and_keeps_its_score() -> None:
    match = a_postponed_match()
    assert postponing.resume_match(match=match, by=SYSTEM).status == "scheduled"
    assert match.rulings.get(number=2).kind == "resuming"
    called = lifecycle.call_match(match=match, table=match.desk.tables.get(number=2), by=SYSTEM)
    scoring.score_game(match=called, winner="black", kind="single", cube=1, identity=at_table(called))
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("running", 4, 1)
    adjournment = matches.get_sheet(match).adjournment
    assert adjournment is not None
    assert (adjournment.position, adjournment.resumed_at is not None) == (START, True)


def test_a_call_resumes_a_match_which_may_be_postponed_again() -> None:
    match = a_postponed_match()
    called = lifecycle.call_match(match=match, table=match.desk.tables.get(number=1), by=SYSTEM)
    assert (called.status, Adjournment.objects.get().resumed_at is not None) == ("called", True)
    assert postponing.postpone_match(match=match, reason="Again", by=SYSTEM).status == "postponed"
    assert match.adjournments.count() == 2


def test_a_match_can_be_postponed_before_its_call() -> None:
    match = a_called_match()
    lifecycle.cancel_call(match=match, by=SYSTEM)
    assert postponing.postpone_match(match=match, reason="Ill", by=SYSTEM).status == "postponed"


def test_impossible_postponing_and_resuming_are_refused() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    past = timezone.now() - timedelta(minutes=1)
    assert refusal(postponing.postpone_match, match=match, reason=" ", by=official).code == "reason_missing"
    assert refusal(postponing.postpone_match, match=match, reason="x", by=a_user()).code == "desk_only"
    early = refusal(postponing.postpone_match, match=match, reason="x", by=official, resumes_at=past)
    assert early.code == "time_past"
    assert (
        refusal(postponing.postpone_match, match=match, reason="x", by=official, version=1).code
        == "changed_meanwhile"
    )
    assert refusal(postponing.resume_match, match=match, by=official).code == "not_postponed"
    a_report(match)
    assert refusal(postponing.postpone_match, match=match, reason="x", by=official).code == "already_reported"


def test_only_the_desk_closes_a_postponed_match() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    postponing.postpone_match(match=match, reason="Ill", by=official)
    assert refusal(a_report, match=match, identity=with_account(a_user())).code == "not_your_match"
    assert (
        refusal(penalties.penalise_player, match=match, side="white", points=1, by=official).code
        == "match_postponed"
    )
    rulings.walk_over(match=match, winner="white", by=official)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("settled", "walkover")


@pytest.mark.parametrize("has_details", [True, False])
def test_the_pages_of_a_postponed_match_announce_its_state_only_if_there_is_one(has_details: bool) -> None:
    match = a_postponed_match()
    if not has_details:
        Adjournment.objects.update(resumes_at=None, white_clock=None, black_clock=None, position="")
    client = Client()
    page = client.get(f"/m/{match.code}/").content.decode()
    phone = client.get(f"/m/{match.code}/report/").content.decode()

    assert ("State in the activity log:" in page, START in page) == (has_details, has_details)
    assert ("The desk will call the match when it resumes." in page) is not has_details
    assert (START in phone, '<dl class="description-list">' in phone) == (has_details, has_details)
