"""The services of a ladder for directors: open, add members, move, undo and repair."""

from typing import Any

import pytest

from matches.actors import SYSTEM
from matches.services import merging
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.ladders.challenges import (
    DAY,
    NAMES,
    a_ladder,
    accepted_match,
    challenge,
    order,
    player,
    refusal,
    settle,
)
from tournaments.ladders import queries as ladder_queries
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import RATING, LadderRules
from tournaments.ladders.queries import get_state, list_newcomers
from tournaments.people.services import members

pytestmark = pytest.mark.django_db


def test_former_members_of_the_club_cannot_join_a_ladder() -> None:
    ladder = a_ladder()
    by, club = club_evenings.director_of(ladder.club), ladder.club
    elena = player(ladder, "Elena")
    members.leave(membership=club.memberships.get(player=elena), by=by)

    second = ladders.open_with_members(club=club, name="Second", rules=LadderRules(), today=DAY, by=by)

    codes = [member.player for member in get_state(second).members.values()]
    assert codes == [player(ladder, name).code for name in NAMES[:4]]
    assert list_newcomers(second, get_state(second)) == []
    with pytest.raises(Refusal, match="not_a_member"):
        ladders.add_member(ladder=second, player=elena, today=DAY, by=by)


def test_the_queries_to_open_a_ladder_do_not_depend_on_the_members(
    django_assert_max_num_queries: Any,
) -> None:
    few, many = club_evenings.a_club(), club_evenings.a_club()
    for club, count in ((few, 2), (many, 12)):
        for number in range(count):
            members.enrol_by_name(club=club, name=f"Player {number}", by=club_evenings.director_of(club))
    opening = {"name": "Ladder", "rules": LadderRules(), "today": DAY}
    with django_assert_max_num_queries(80) as first:
        ladders.open_with_members(club=few, by=club_evenings.director_of(few), **opening)
    with django_assert_max_num_queries(len(first)):
        ladder = ladders.open_with_members(club=many, by=club_evenings.director_of(many), **opening)
    ladder.refresh_from_db()
    assert (len(get_state(ladder).order), ladder.version) == (12, 13)


def test_a_ladder_opened_with_results_has_their_order() -> None:
    club = club_evenings.a_club()
    event = club_evenings.a_night(club, NAMES[:4])
    first, second = (club_evenings.match_at(event, label) for label in ("M1-1", "M1-2"))
    for match in (first, second):
        club_evenings.settle_and_rate(match)
    by = club_evenings.director_of(club)
    ladder = ladders.open_with_results(
        club=club, name="Results", rules=LadderRules(entry=RATING), today=DAY, by=by
    )
    state = get_state(ladder)
    order = [state.members[number].player for number in state.order]
    assert order == [player.code for match in (first, second) for player in (match.white, match.black)]


def test_new_members_are_placed_by_rating() -> None:
    ladder = a_ladder(LadderRules(entry="rating"))
    night = club_evenings.a_night(ladder.club, ["Zoe", "Anna"], week=1)
    club_evenings.settle_and_rate(club_evenings.match_at(night, "M1-1"), side_of(night, "Zoe"))

    ladders.add_member(
        ladder=ladder, player=player(ladder, "Zoe"), today=DAY, by=club_evenings.director_of(ladder.club)
    )

    assert order(ladder)[0] == "Zoe"


def side_of(night: object, name: str) -> str:
    match = club_evenings.match_at(night, "M1-1")  # type: ignore[arg-type]
    return "white" if match.white.full_name == name else "black"


def test_rows_are_undone_but_not_results() -> None:
    ladder = a_ladder()
    by = club_evenings.director_of(ladder.club)
    ladders.move_member(ladder=ladder, member=5, place=1, today=DAY, by=by, reason="A mistake")
    assert order(ladder)[0] == "Elena"
    ladders.undo_line(ladder=ladder, seq=ladder.lines.latest("seq").seq, by=by)
    assert order(ladder) == list(NAMES)

    settle(accepted_match(ladder, "Dario", "Anna"), "white")
    played = ladder.lines.get(kind="played").seq

    refusal("result_of_match", lambda: ladders.undo_line(ladder=ladder, seq=played, by=by))
    refusal("undo_blocked", lambda: ladders.undo_line(ladder=ladder, seq=2, by=by))


def test_a_refused_undo_names_the_later_line() -> None:
    ladder = a_ladder()
    by = club_evenings.director_of(ladder.club)
    challenge(ladder, "Dario", "Anna")
    later = ladder.lines.get(kind="challenged")

    with pytest.raises(Refusal) as excinfo:
        ladders.undo_line(ladder=ladder, seq=2, by=by)

    assert excinfo.value.facts == {
        "line": 2,
        "blocking": later.seq,
        "kind": "challenged",
        "later": f"{later.seq} · Dario challenges Anna",
    }


def test_undoing_an_acceptance_voids_its_match() -> None:
    ladder = a_ladder()
    match = accepted_match(ladder, "Dario", "Anna")

    ladders.undo_line(
        ladder=ladder, seq=ladder.lines.get(kind="accepted").seq, by=club_evenings.director_of(ladder.club)
    )

    match.refresh_from_db()
    assert (match.status, ladder.challenges.get().status) == (Status.VOID.value, "waiting")


def test_outsiders_are_refused() -> None:
    ladder, by = a_ladder(), a_user()
    actions = (
        lambda: ladders.open_ladder(club=ladder.club, name="B", rules=LadderRules(), today=DAY, by=by),
        lambda: ladders.change_ladder_rules(ladder=ladder, rules=LadderRules(), today=DAY, by=by),
        lambda: ladders.add_member(ladder=ladder, player=player(ladder, "Anna"), today=DAY, by=by),
        lambda: ladders.remove_member(ladder=ladder, member=1, today=DAY, by=by),
        lambda: ladders.move_member(ladder=ladder, member=1, place=2, today=DAY, by=by, reason="x"),
        lambda: ladders.undo_line(ladder=ladder, seq=2, by=by),
    )

    for action in actions:
        refusal("directors_only", action)


def test_a_changed_challenge_is_found_and_repaired() -> None:
    ladder = a_ladder()
    settle(accepted_match(ladder, "Dario", "Anna"), "white")
    challenge(ladder, "Elena", "Carla")
    ladder.refresh_from_db()
    assert list(ladder_queries.find_disagreements(ladder)) == []
    ladder.challenges.filter(number=2).update(due=DAY)
    ladder.refresh_from_db()

    assert [finding.code for finding in ladder_queries.find_disagreements(ladder)] == ["audit_challenge"]
    repaired = ladders.repair_ladder(ladder=ladder, reason="doctor")
    assert list(ladder_queries.find_disagreements(repaired)) == []


def test_a_person_stands_on_a_ladder_once_under_any_spelling() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    anna, other_anna = (
        members.enrol_by_name(club=club, name=name, by=by).player for name in ("Anna", "Anne")
    )
    ladder = ladders.open_ladder(club=club, name="Ladder", rules=LadderRules(), today=DAY, by=by)
    ladders.add_member(ladder=ladder, player=anna, today=DAY, by=by)
    merging.merge_players(keep=anna, absorb=other_anna, by=SYSTEM, reason="one person")
    other_anna.refresh_from_db()
    assert "Anneliese" not in [player.name for player in list_newcomers(ladder, get_state(ladder))]
    with pytest.raises(Refusal, match="already_on_ladder"):
        ladders.add_member(ladder=ladder, player=other_anna, today=DAY, by=by)
