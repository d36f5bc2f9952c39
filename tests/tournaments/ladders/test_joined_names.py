"""Two places of a ladder become one when their names turn out to be one person, and two again when not."""

from datetime import timedelta

import pytest

from matches.actors import SYSTEM
from matches.models import Match, PlayerChange
from matches.services import merging
from matches.states import Status
from rules.errors import Refusal
from tests.tournaments import club_evenings
from tests.tournaments.ladders.challenges import (
    DAY,
    a_ladder,
    accepted_match,
    challenge,
    order,
    player,
    settle,
)
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.journal.state import CANCELLED
from tournaments.ladders.models import Ladder
from tournaments.ladders.queries import find_disagreements, get_state
from tournaments.people.services import members

pytestmark = pytest.mark.django_db


def a_ladder_with_newcomer(name: str = "Annabel", rules: LadderRules | None = None) -> Ladder:
    """Return the ladder of five with a sixth who has played nobody."""
    ladder = a_ladder(rules)
    enter(ladder, name)
    return ladder


def enter(ladder: Ladder, name: str) -> None:
    by = club_evenings.director_of(ladder.club)
    newcomer = members.enrol_by_name(club=ladder.club, name=name, by=by).player
    assert newcomer is not None
    ladders.add_member(ladder=ladder, player=newcomer, today=DAY, by=by)


def join(ladder: Ladder, keep: str, absorb: str) -> PlayerChange:
    return merging.merge_players(
        keep=player(ladder, keep), absorb=player(ladder, absorb), by=SYSTEM, reason="one person"
    )


def disagreements(ladder: Ladder) -> list[str]:
    ladder.refresh_from_db()
    return [one.code for one in find_disagreements(ladder)]


@pytest.mark.parametrize(("keep", "absorb"), [("Anna", "Annabel"), ("Annabel", "Anna")])
def test_a_person_who_stood_twice_keeps_the_higher_place(keep: str, absorb: str) -> None:
    ladder = a_ladder_with_newcomer()
    join(ladder, keep, absorb)
    assert order(ladder) == ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    assert disagreements(ladder) == []


def test_those_between_move_up_and_separated_names_stand_as_before() -> None:
    ladder = a_ladder_with_newcomer()
    settle(accepted_match(ladder, "Annabel", "Dario"), "white")
    assert order(ladder) == ["Anna", "Bruno", "Carla", "Annabel", "Dario", "Elena"]
    merged = join(ladder, "Anna", "Annabel")
    assert order(ladder) == ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    merging.undo_merge(merged=merged, by=SYSTEM, reason="two people")
    assert order(ladder) == ["Anna", "Bruno", "Carla", "Annabel", "Dario", "Elena"]
    assert disagreements(ladder) == []


def test_protection_and_the_last_day_of_play_go_to_the_place_that_stays() -> None:
    ladder = a_ladder_with_newcomer(rules=LadderRules(protected_days=7))
    enter(ladder, "Zoe")
    match = accepted_match(ladder, "Zoe", "Annabel")
    settle(match, "black")
    join(ladder, "Anna", "Annabel")
    state = get_state(ladder)
    remaining, other = (
        state.member_of(player(ladder, "Anna").code),
        state.member_of(player(ladder, "Annabel").code),
    )
    assert remaining is not None
    assert other is not None
    match.refresh_from_db()
    played_on = ladders.get_settled_date(match)
    assert (remaining.played_on, remaining.protected_until) == (played_on, played_on + timedelta(days=7))
    assert (remaining.is_active, other.is_active) == (True, False)


def test_an_open_challenge_goes_on_from_the_higher_place() -> None:
    ladder = a_ladder_with_newcomer("Dariusz")
    match = accepted_match(ladder, "Dariusz", "Carla")
    merged = join(ladder, "Dario", "Dariusz")
    match.refresh_from_db()
    assert match.status == Status.CALLED.value
    assert ladder.challenges.get().challenger.full_name == "Dario"
    settle(match, "white")
    assert order(ladder) == ["Anna", "Bruno", "Dario", "Carla", "Elena"]
    merging.undo_merge(merged=merged, by=SYSTEM, reason="two people")
    assert sorted(order(ladder)) == ["Anna", "Bruno", "Carla", "Dario", "Dariusz", "Elena"]
    assert disagreements(ladder) == []


def test_a_result_before_the_join_can_be_corrected_and_withdrawn_after_it() -> None:
    ladder = a_ladder_with_newcomer("Dariusz")
    match = accepted_match(ladder, "Dariusz", "Carla")
    settle(match, "black")
    join(ladder, "Dario", "Dariusz")
    settle(match, "white")
    assert order(ladder) == ["Anna", "Bruno", "Dario", "Carla", "Elena"]
    assert disagreements(ladder) == []


def test_a_challenge_between_two_names_of_one_person_is_cancelled() -> None:
    ladder = a_ladder_with_newcomer("Dariusz")
    row = challenge(ladder, "Dariusz", "Dario")
    join(ladder, "Dario", "Dariusz")
    row.refresh_from_db()
    assert (row.status, order(ladder)) == (CANCELLED, ["Anna", "Bruno", "Carla", "Dario", "Elena"])


def test_a_challenge_that_has_to_be_cancelled_during_play_refuses_the_join() -> None:
    ladder = a_ladder_with_newcomer()
    match = accepted_match(ladder, "Annabel", "Elena")
    match.refresh_from_db()
    ladders_before = order(ladder)
    Match.objects.filter(pk=match.pk).update(white_score=1)
    with pytest.raises(Refusal, match="match_begun"):
        join(ladder, "Anna", "Annabel")
    assert order(ladder) == ladders_before


def test_a_former_name_on_the_ladder_does_not_let_a_person_in_twice() -> None:
    ladder = a_ladder_with_newcomer()
    join(ladder, "Annabel", "Anna")
    for name in ("Anna", "Annabel"):
        with pytest.raises(Refusal, match="already_on_ladder"):
            ladders.add_member(
                ladder=ladder,
                player=player(ladder, name),
                today=DAY,
                by=club_evenings.director_of(ladder.club),
            )


def test_places_doubled_before_are_found_and_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = a_ladder_with_newcomer()
    with monkeypatch.context() as patched:
        patched.setattr(ladders, "apply_spellings", lambda **_: None)
        join(ladder, "Anna", "Annabel")
    assert disagreements(ladder) == ["audit_ladder_person"]
    ladders.repair_ladder(ladder=ladder, reason="doctor")
    assert (order(ladder), disagreements(ladder)) == (
        ["Anna", "Bruno", "Carla", "Dario", "Elena"],
        [],
    )


def test_the_line_of_a_join_is_undone_only_by_separating_the_names() -> None:
    ladder = a_ladder_with_newcomer()
    by = club_evenings.director_of(ladder.club)
    merged = join(ladder, "Anna", "Annabel")
    line = ladder.lines.get(kind="merged").seq
    with pytest.raises(Refusal, match="names_were_joined"):
        ladders.undo_line(ladder=ladder, seq=line, by=by)
    merging.undo_merge(merged=merged, by=SYSTEM, reason="two people")
    with pytest.raises(Refusal, match="names_were_joined"):
        ladders.undo_line(ladder=ladder, seq=line + 1, by=by)
    assert order(ladder) == ["Anna", "Bruno", "Carla", "Dario", "Elena", "Annabel"]
