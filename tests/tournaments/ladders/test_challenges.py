"""Challenges on a ladder: made, answered, played, corrected, cancelled and expired."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM, Identity
from matches.models import Match
from matches.services import badges, lifecycle, settling
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.ladders.challenges import (
    DAY,
    NAMES,
    a_ladder,
    accepted_match,
    badge_of,
    challenge,
    desk,
    order,
    player,
    refusal,
    settle,
)
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LOSS, SWAP, LadderRules
from tournaments.ladders.journal.state import DONE, EXPIRED
from tournaments.ladders.models import Ladder, LadderLine
from tournaments.models import RatingList
from tournaments.people.services import clubs
from tournaments.play.event_journal.services import maintenance

pytestmark = pytest.mark.django_db


def test_challenges_in_an_archived_club_are_refused() -> None:
    ladder = a_ladder()
    clubs.archive(club=ladder.club, by=a_user(is_superuser=True))
    with pytest.raises(Refusal, match="club_archived"):
        challenge(Ladder.objects.get(), "Bruno", "Anna")


def test_a_challenger_who_wins_takes_the_place_of_the_holder() -> None:
    ladder = a_ladder()

    settle(accepted_match(ladder, "Dario", "Anna"), "white")

    assert order(ladder) == ["Dario", "Anna", "Bruno", "Carla", "Elena"]
    assert ladder.challenges.get().status == DONE


def test_a_challenger_who_wins_may_swap_places_with_the_holder() -> None:
    ladder = a_ladder(LadderRules(win=SWAP))

    settle(accepted_match(ladder, "Dario", "Anna"), "white")

    assert order(ladder) == ["Dario", "Bruno", "Carla", "Anna", "Elena"]


def test_a_holder_who_wins_stays() -> None:
    ladder = a_ladder()

    settle(accepted_match(ladder, "Dario", "Anna"), "black")

    assert order(ladder) == list(NAMES)


def test_a_corrected_result_changes_the_order_after_it() -> None:
    ladder = a_ladder(LadderRules(protected_days=0))
    first = accepted_match(ladder, "Dario", "Bruno")
    settle(first, "white")
    settle(accepted_match(ladder, "Elena", "Dario"), "white")
    assert order(ladder) == ["Anna", "Elena", "Dario", "Bruno", "Carla"]

    settle(first, "black")

    assert order(ladder) == ["Anna", "Bruno", "Carla", "Elena", "Dario"]


def test_a_reopened_result_restores_the_order() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")
    settle(match, "white")

    settling.reopen_match(match=match, by=club_evenings.director_of(ladder.club), reason="Wrong match")

    assert order(ladder) == list(NAMES)
    assert ladder.challenges.get().match == match


def test_a_voided_match_cancels_the_challenge() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")

    lifecycle.void_match(match=match, reason="Never played", by=club_evenings.director_of(ladder.club))

    assert (order(ladder), ladder.challenges.get().status) == (list(NAMES), "cancelled")


def test_an_unchanged_result_is_recorded_once() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")
    settle(match, "white")
    lines = LadderLine.objects.count()

    ladders.record_match_outcome(match=Match.objects.get(pk=match.pk), by=SYSTEM, reason="again")

    assert LadderLine.objects.count() == lines


@pytest.mark.parametrize(
    ("challenger", "holder", "code"),
    [
        ("Elena", "Anna", "challenge_too_far"),
        ("Anna", "Bruno", "challenge_too_far"),
        ("Dario", "Dario", "challenge_too_far"),
    ],
)
def test_a_challenge_beyond_the_reach_is_refused(challenger: str, holder: str, code: str) -> None:
    ladder = a_ladder()

    refusal(code, lambda: challenge(ladder, challenger, holder))


def test_a_member_with_an_open_challenge_gets_no_other() -> None:
    ladder = a_ladder()
    challenge(ladder, "Dario", "Bruno")

    refusal("challenge_open", lambda: challenge(ladder, "Carla", "Bruno"))
    refusal("challenge_open", lambda: challenge(ladder, "Elena", "Dario"))


def test_a_holder_is_protected_for_some_days_after_a_challenge() -> None:
    ladder = a_ladder()
    settle(accepted_match(ladder, "Dario", "Bruno"), "black")
    played = timezone.localdate()

    refusal("holder_protected", lambda: challenge(ladder, "Carla", "Bruno", played))
    assert challenge(ladder, "Carla", "Bruno", played + timedelta(days=8)).status == "waiting"


def test_a_holder_who_refuses_loses_a_place() -> None:
    ladder = a_ladder()
    row = challenge(ladder, "Dario", "Anna")

    ladders.answer_challenge(
        ladder=ladder, number=row.number, answer="refuse", identity=desk(ladder), today=DAY
    )

    assert order(ladder) == ["Bruno", "Anna", "Carla", "Dario", "Elena"]


def test_a_cancelled_challenge_voids_the_match_and_moves_nobody() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")

    ladders.answer_challenge(ladder=ladder, number=1, answer="call_off", identity=desk(ladder), today=DAY)

    match.refresh_from_db()
    assert (order(ladder), match.status) == (list(NAMES), Status.VOID.value)


def test_only_the_challenger_and_the_holder_act_for_themselves() -> None:
    ladder = a_ladder()
    dario, anna, bruno = (badge_of(ladder, name) for name in ("Dario", "Anna", "Bruno"))
    challenge_args: dict[str, Any] = {
        "ladder": ladder,
        "challenger": player(ladder, "Dario"),
        "holder": player(ladder, "Anna"),
    }
    answer_args: dict[str, Any] = {"ladder": ladder, "number": 1, "today": DAY}

    refusal("not_your_challenge", lambda: ladders.challenge(identity=bruno, today=DAY, **challenge_args))
    ladders.challenge(identity=dario, today=DAY, **challenge_args)
    refusal(
        "not_your_challenge", lambda: ladders.answer_challenge(answer="accept", identity=dario, **answer_args)
    )
    refusal(
        "not_your_challenge",
        lambda: ladders.answer_challenge(answer="call_off", identity=anna, **answer_args),
    )
    ladders.answer_challenge(answer="accept", identity=anna, **answer_args)

    assert ladder.challenges.get().status == "agreed"


def test_a_badge_of_another_desk_cannot_challenge() -> None:
    ladder = a_ladder()
    elsewhere = ladder.club.tournaments.get().desk
    badge = badges.issue_badge(desk=elsewhere, player=player(ladder, "Dario"), by=SYSTEM).badge

    refusal(
        "not_your_challenge",
        lambda: ladders.challenge(
            ladder=ladder,
            challenger=player(ladder, "Dario"),
            holder=player(ladder, "Anna"),
            identity=Identity(badge=badge),
            today=DAY,
        ),
    )


def test_a_deadline_is_applied_once() -> None:
    ladder = a_ladder(LadderRules(unanswered=LOSS))
    challenge(ladder, "Dario", "Anna")

    call_command("check_deadlines", today=DAY + timedelta(days=7))
    assert order(ladder) == list(NAMES)
    for _ in range(2):
        call_command("check_deadlines", today=DAY + timedelta(days=8))

    assert order(ladder) == ["Dario", "Anna", "Bruno", "Carla", "Elena"]
    assert ladder.challenges.get().status == EXPIRED
    assert LadderLine.objects.filter(kind="expired").count() == 1


def test_a_match_in_play_does_not_expire() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")
    lifecycle.start_match(match=match, by=SYSTEM)

    maintenance.check_deadlines(today=DAY + timedelta(days=100))

    assert ladder.challenges.get().status == "agreed"


def test_idle_members_move_below_active_ones_in_their_order() -> None:
    ladder = a_ladder(LadderRules(idle_days=30, unanswered="nothing"))
    for number, (challenger, holder) in enumerate((("Dario", "Carla"), ("Dario", "Carla")), start=1):
        day = DAY + timedelta(days=25 * (number - 1))
        challenge(ladder, challenger, holder, day)
        answer_args: dict[str, Any] = {
            "ladder": ladder,
            "number": number,
            "identity": desk(ladder),
            "today": day,
        }
        ladders.answer_challenge(answer="accept", **answer_args)
        Match.objects.filter(challenge__number=number).update(status=Status.RUNNING.value)
        if number == 1:
            Match.objects.filter(challenge__number=number).update(status=Status.CALLED.value)
            ladders.answer_challenge(answer="call_off", **answer_args)

    maintenance.check_deadlines(today=DAY + timedelta(days=31))

    assert order(ladder) == ["Carla", "Anna", "Bruno", "Dario", "Elena"]


def test_no_member_moves_when_all_are_idle() -> None:
    ladder = a_ladder(LadderRules(idle_days=30))

    maintenance.check_deadlines(today=DAY + timedelta(days=400))

    assert order(ladder) == list(NAMES)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("accept", "Challenge accepted."),
        ("refuse", "Challenge declined."),
        ("call_off", "Challenge called off."),
    ],
)
def test_the_page_says_what_became_of_a_challenge_and_its_cost(answer: str, sentence: str) -> None:
    ladder = a_ladder()
    open_challenge = challenge(ladder, "Carla", "Bruno")
    client = Client()
    client.force_login(club_evenings.director_of(ladder.club))
    address = f"/clubs/{ladder.club.slug}/ladders/{ladder.slug}/"
    page = client.get(address).content.decode()
    answered = client.post(
        f"{address}answer/", {"challenge": open_challenge.number, "answer": answer, "key": "a"}, follow=True
    ).text
    assert "Declining costs one place." in page
    assert page.count("Only a director can undo it.") == 2
    assert sentence in answered


@pytest.mark.parametrize("answer", ["accept", "refuse", "call_off"])
def test_an_answer_to_a_challenge_follows_a_question(answer: str) -> None:
    ladder = a_ladder()
    challenge(ladder, "Carla", "Bruno")
    client = Client()
    client.force_login(club_evenings.director_of(ladder.club))

    page = client.get(f"/clubs/{ladder.club.slug}/ladders/{ladder.slug}/").text

    before = page[: page.index(f'name="answer" value="{answer}"')]
    assert before.count("<details") - before.count("</details>") == 1


def test_a_ladder_match_leads_back_to_its_ladder_which_says_whether_it_is_rated(
    client: Client,
) -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")
    settle(match, "white")
    address = f"/clubs/{ladder.club.slug}/ladders/{ladder.slug}/"

    assert f'<li><a href="{address}">{ladder.name}</a></li>' in client.get(f"/m/{match.code}/").text
    assert "Matches of the ladder are not rated." in client.get(address).text

    RatingList.objects.filter(club=ladder.club).update(ladders=True)
    assert "Matches of the ladder are rated in:" in client.get(address).text
