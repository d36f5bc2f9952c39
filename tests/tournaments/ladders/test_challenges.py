"""Challenges on a ladder: made, answered, played, corrected, called off; and time passes."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from matches.actors import SYSTEM, Identity
from matches.models import Match
from matches.services import lifecycle, players, settling
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.ladders.challenges import (
    DAY,
    NAMES,
    a_ladder,
    agreed,
    badge_of,
    challenge,
    desk,
    order,
    player,
    refusal,
    settle,
)
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.rules import LOSS, SWAP, LadderRules
from tournaments.ladders.journal.state import DONE, EXPIRED
from tournaments.ladders.models import Ladder, LadderLine
from tournaments.services import clubs, maintenance

pytestmark = pytest.mark.django_db


def test_nobody_challenges_in_an_archived_club() -> None:
    ladder = a_ladder()
    clubs.archive(club=ladder.club, by=a_user(is_superuser=True))
    with pytest.raises(Refusal, match="club_archived"):
        challenge(Ladder.objects.get(), "Bruno", "Anna")


def test_who_challenges_and_wins_takes_the_place() -> None:
    ladder = a_ladder()

    settle(agreed(ladder, "Dario", "Anna"), "white")

    assert order(ladder) == ["Dario", "Anna", "Bruno", "Carla", "Elena"]
    assert ladder.challenges.get().stands == DONE


def test_or_changes_places() -> None:
    ladder = a_ladder(LadderRules(win=SWAP))

    settle(agreed(ladder, "Dario", "Anna"), "white")

    assert order(ladder) == ["Dario", "Bruno", "Carla", "Anna", "Elena"]


def test_who_defends_stays() -> None:
    ladder = a_ladder()

    settle(agreed(ladder, "Dario", "Anna"), "black")

    assert order(ladder) == list(NAMES)


def test_an_old_result_is_corrected_and_everybody_follows() -> None:
    ladder = a_ladder(LadderRules(protected_days=0))
    first = agreed(ladder, "Dario", "Bruno")
    settle(first, "white")
    settle(agreed(ladder, "Elena", "Dario"), "white")
    assert order(ladder) == ["Anna", "Elena", "Dario", "Bruno", "Carla"]

    settle(first, "black")

    assert order(ladder) == ["Anna", "Bruno", "Carla", "Elena", "Dario"]


def test_a_result_taken_back_moves_nobody() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")
    settle(match, "white")

    settling.reopen_match(match=match, by=club_evenings.director_of(ladder.club), reason="Wrong match")

    assert order(ladder) == list(NAMES)
    assert ladder.challenges.get().match == match


def test_a_match_declared_void_calls_the_challenge_off() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")

    lifecycle.void_match(match=match, reason="Never played", by=club_evenings.director_of(ladder.club))

    assert (order(ladder), ladder.challenges.get().stands) == (list(NAMES), "off")


def test_a_match_corrected_from_its_own_page_is_known_once() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")
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
def test_nobody_challenges_further_than_the_rules_say(challenger: str, holder: str, code: str) -> None:
    ladder = a_ladder()

    refusal(code, lambda: challenge(ladder, challenger, holder))


def test_one_challenge_at_a_time() -> None:
    ladder = a_ladder()
    challenge(ladder, "Dario", "Bruno")

    refusal("challenge_open", lambda: challenge(ladder, "Carla", "Bruno"))
    refusal("challenge_open", lambda: challenge(ladder, "Elena", "Dario"))


def test_who_was_challenged_is_safe_for_a_while() -> None:
    ladder = a_ladder()
    settle(agreed(ladder, "Dario", "Bruno"), "black")
    played = timezone.localdate()

    refusal("holder_protected", lambda: challenge(ladder, "Carla", "Bruno", played))
    assert challenge(ladder, "Carla", "Bruno", played + timedelta(days=8)).stands == "waiting"


def test_refusing_costs_a_place() -> None:
    ladder = a_ladder()
    row = challenge(ladder, "Dario", "Anna")

    ladders.answer_challenge(
        ladder=ladder, number=row.number, answer="refuse", identity=desk(ladder), today=DAY
    )

    assert order(ladder) == ["Bruno", "Anna", "Carla", "Dario", "Elena"]


def test_calling_off_moves_nobody_and_voids_the_match() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")

    ladders.answer_challenge(ladder=ladder, number=1, answer="call_off", identity=desk(ladder), today=DAY)

    match.refresh_from_db()
    assert (order(ladder), match.status) == (list(NAMES), Status.VOID.value)


def test_only_those_concerned_speak_for_themselves() -> None:
    ladder = a_ladder()
    dario, anna, bruno = (badge_of(ladder, name) for name in ("Dario", "Anna", "Bruno"))
    mapping: dict[str, Any] = {
        "ladder": ladder,
        "challenger": player(ladder, "Dario"),
        "holder": player(ladder, "Anna"),
    }
    answered: dict[str, Any] = {"ladder": ladder, "number": 1, "today": DAY}

    refusal("not_your_challenge", lambda: ladders.challenge(identity=bruno, today=DAY, **mapping))
    ladders.challenge(identity=dario, today=DAY, **mapping)
    refusal(
        "not_your_challenge", lambda: ladders.answer_challenge(answer="accept", identity=dario, **answered)
    )
    refusal(
        "not_your_challenge", lambda: ladders.answer_challenge(answer="call_off", identity=anna, **answered)
    )
    ladders.answer_challenge(answer="accept", identity=anna, **answered)

    assert ladder.challenges.get().stands == "agreed"


def test_a_badge_of_another_desk_speaks_for_nobody_here() -> None:
    ladder = a_ladder()
    elsewhere = ladder.club.tournaments.get().desk
    badge = players.issue_badge(desk=elsewhere, player=player(ladder, "Dario"), by=SYSTEM).badge

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


def test_a_deadline_is_applied_once_however_often_it_is_checked() -> None:
    ladder = a_ladder(LadderRules(unanswered=LOSS))
    challenge(ladder, "Dario", "Anna")

    call_command("check_deadlines", today=DAY + timedelta(days=7))
    assert order(ladder) == list(NAMES)
    for _ in range(2):
        call_command("check_deadlines", today=DAY + timedelta(days=8))

    assert order(ladder) == ["Dario", "Anna", "Bruno", "Carla", "Elena"]
    assert ladder.challenges.get().stands == EXPIRED
    assert LadderLine.objects.filter(kind="lapsed").count() == 1


def test_a_match_that_has_begun_does_not_run_out() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")
    lifecycle.start_match(match=match, by=SYSTEM)

    maintenance.check_deadlines(today=DAY + timedelta(days=100))

    assert ladder.challenges.get().stands == "agreed"


def test_who_does_not_play_sinks_below_who_does_and_not_below_each_other() -> None:
    ladder = a_ladder(LadderRules(idle_days=30, unanswered="nothing"))
    for number, (challenger, holder) in enumerate((("Dario", "Carla"), ("Dario", "Carla")), start=1):
        day = DAY + timedelta(days=25 * (number - 1))
        challenge(ladder, challenger, holder, day)
        mapping: dict[str, Any] = {"ladder": ladder, "number": number, "identity": desk(ladder), "today": day}
        ladders.answer_challenge(answer="accept", **mapping)
        Match.objects.filter(challenge__number=number).update(status=Status.RUNNING.value)
        if number == 1:
            Match.objects.filter(challenge__number=number).update(status=Status.CALLED.value)
            ladders.answer_challenge(answer="call_off", **mapping)

    maintenance.check_deadlines(today=DAY + timedelta(days=31))

    assert order(ladder) == ["Carla", "Anna", "Bruno", "Dario", "Elena"]


def test_where_nobody_plays_nobody_moves() -> None:
    ladder = a_ladder(LadderRules(idle_days=30))

    maintenance.check_deadlines(today=DAY + timedelta(days=400))

    assert order(ladder) == list(NAMES)
