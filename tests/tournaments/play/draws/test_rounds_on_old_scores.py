"""Correcting a result says which round was paired on the old scores, and offers to pair it again."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of

pytestmark = pytest.mark.django_db

SIX = NAMES[:6]
NOT_STARTED = "Round 2 was paired on the old scores and has not started."
HAS_BEGUN = "Round 2 was paired on the old scores. It has begun and stays as it is."
UNAFFECTED = "No other matches are affected."
FORMATS = {
    "swiss": {"scheme": "swiss", "rounds": 3},
    "score Swiss": {"scheme": "score_swiss", "rounds": 3},
    "lives": {"scheme": "lives", "lives": 2},
    "PR event": {"scheme": "pr_event", "pr_shape": "swiss", "rounds": 3},
}


def a_chair_after_round_2_was_paired(client: Client, **options: object) -> tuple[Chair, str]:
    """A director whose event has a first round of results and a second round that has not started."""
    chair = Chair(client, str(options.pop("scheme")), **options)
    chair.begin(SIX)
    flight = chair.event.journal.filter(kind="drawn").get().payload["flight"]
    chair.post(f"round/{flight}")
    chair.play()
    while chair.step() and not chair.event.pairings.filter(round=2).exists():
        pass
    assert chair.event.pairings.filter(round=2).exists()
    return chair, flight


def first_match(chair: Chair) -> Match:
    return Match.objects.get(pairing=chair.event.pairings.filter(round=1).earliest("position"))


def reversed_score(match: Match) -> dict[str, int]:
    return {"white_score": match.black_score, "black_score": match.white_score}


@pytest.mark.parametrize("options", FORMATS.values(), ids=FORMATS)
def test_a_round_that_has_not_started_can_be_paired_again(client: Client, options: dict[str, object]) -> None:
    chair, flight = a_chair_after_round_2_was_paired(client, **options)
    match = first_match(chair)

    page = chair.get(f"correct/{match.code}/", **reversed_score(match))
    saved = chair.client.post(
        path_of(chair.event, f"desk/correct/{match.code}/"),
        {**reversed_score(match), "key": "k"},
        follow=True,
    ).content.decode()

    link = path_of(chair.event, f"desk/round/{flight}/?mode=again")
    for text in (page, saved):
        assert (NOT_STARTED in text, UNAFFECTED in text) == (True, False)
        assert re.findall(r'<a href="([^"]+)">\s*Re-pair round 2</a>', text) == [link]
    assert chair.client.get(link).status_code == 200


def correct(chair: Chair, match: Match, score: dict[str, int], key: str) -> None:
    answer = chair.client.post(
        path_of(chair.event, f"desk/correct/{match.code}/"), {**score, "key": key}, follow=True
    )
    assert answer.status_code == 200


def test_the_desk_says_it_until_the_round_is_paired_again(client: Client) -> None:
    chair, flight = a_chair_after_round_2_was_paired(client, **FORMATS["swiss"])
    match = first_match(chair)
    score = {"white_score": match.white_score, "black_score": match.black_score}
    assert NOT_STARTED not in chair.get()

    correct(chair, match, reversed_score(match), "one")
    chair.get()
    page = chair.get()
    link = path_of(chair.event, f"desk/round/{flight}/?mode=again")
    assert NOT_STARTED in page
    assert re.findall(r'<a href="([^"]+)">\s*Re-pair round 2</a>', page) == [link]

    correct(chair, match, score, "two")
    chair.get()
    assert NOT_STARTED not in chair.get()

    correct(chair, match, reversed_score(match), "three")
    chair.get()
    assert NOT_STARTED in chair.get()
    assert chair.post(f"round/{flight}", mode="again").status_code == 303
    chair.get()
    assert NOT_STARTED not in chair.get()


def test_the_desk_says_nothing_once_a_match_of_the_round_has_begun(client: Client) -> None:
    chair, _flight = a_chair_after_round_2_was_paired(client, **FORMATS["swiss"])
    match = first_match(chair)
    correct(chair, match, reversed_score(match), "one")
    chair.get()
    assert NOT_STARTED in chair.get()
    begun = Match.objects.get(pairing=chair.event.pairings.filter(round=2).earliest("position"))
    lifecycle.start_match(match=begun, by=SYSTEM)

    assert "was paired on the old scores" not in chair.get()


def test_a_round_that_has_begun_stays_as_it_is_paired(client: Client) -> None:
    chair, _flight = a_chair_after_round_2_was_paired(client, **FORMATS["swiss"])
    begun = Match.objects.get(pairing=chair.event.pairings.filter(round=2).earliest("position"))
    lifecycle.start_match(match=begun, by=SYSTEM)
    match = first_match(chair)

    page = chair.get(f"correct/{match.code}/", **reversed_score(match))

    assert (HAS_BEGUN in page, NOT_STARTED in page, "Re-pair round 2" in page) == (True, False, False)


def test_a_correction_that_changes_no_score_affects_nothing(client: Client) -> None:
    chair, _flight = a_chair_after_round_2_was_paired(client, **FORMATS["swiss"])
    match = first_match(chair)
    scores = {"white_score": match.white_score, "black_score": match.black_score}
    loser = "black_score" if match.winner == "white" else "white_score"

    page = chair.get(f"correct/{match.code}/", **{**scores, loser: 2})

    assert (UNAFFECTED in page, "was paired on the old scores" in page) == (True, False)


def test_the_api_names_the_round_too(client: Client) -> None:
    chair, flight = a_chair_after_round_2_was_paired(client, **FORMATS["swiss"])
    match = first_match(chair)

    answer = chair.client.post(
        f"/api/v1/events/{chair.event.pk}/corrections/preview/",
        {"match": match.code, **reversed_score(match)},
        content_type="application/json",
    )

    assert answer.json()["rounds"] == [
        {"flight": flight, "round": 2, "has_begun": False, "sentence": NOT_STARTED}
    ]
