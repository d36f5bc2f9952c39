"""A club ladder through its services: challenged, answered, played, corrected, undone; and time passes."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.identity import Identity
from matches.models import Match, Outbox, Player
from matches.services import awards, badges, lifecycle, outbox, settling
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import leagues as seasons
from tests.tournaments import nights
from tournaments.ladders.rules import LOST, RATING, SWAP, LadderRules
from tournaments.ladders.state import DONE, OUT_OF_TIME
from tournaments.models import Arrangement, Ladder, LadderChallenge, LadderLine, LeagueSeason, Reminder
from tournaments.queries import ladder_audit
from tournaments.queries.ladders import newcomers, state_of
from tournaments.services import clubs, entries, ladder_play, ladders, members, timers

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 1)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")


def a_ladder(rules: LadderRules | None = None) -> Ladder:
    """Five members of a club, Anna at the top."""
    club = nights.a_club()
    by = nights.director_of(club)
    nights.a_night(club, NAMES)
    ladder = ladders.open_ladder(club=club, name="Ladder", rules=rules or LadderRules(), today=DAY, by=by)
    for name in NAMES:
        ladders.put_on(ladder=ladder, player=player(ladder, name), today=DAY, by=by)
    return ladder


def player(ladder: Ladder, name: str) -> Player:
    return Player.objects.get(memberships__club=ladder.club, full_name=name)


def badge_of(ladder: Ladder, name: str) -> Identity:
    desk = ladder.club.desk
    return Identity(badge=badges.issue(desk=desk, player=player(ladder, name)).badge, device=name)


def desk(ladder: Ladder) -> Identity:
    return Identity(user=nights.director_of(ladder.club))


def test_who_has_left_the_club_does_not_come_on_a_ladder() -> None:
    ladder = a_ladder()
    by, club = nights.director_of(ladder.club), ladder.club
    gone = player(ladder, "Elena")
    members.leave(membership=club.memberships.get(player=gone), by=by)

    second = ladders.open_with_members(club=club, name="Second", rules=LadderRules(), today=DAY, by=by)

    on = [member.player for member in state_of(second).members.values()]
    assert on == [player(ladder, name).code for name in NAMES[:4]]
    assert newcomers(second, state_of(second)) == []
    with pytest.raises(Refusal, match="not_a_member"):
        ladders.put_on(ladder=second, player=gone, today=DAY, by=by)


def test_a_ladder_of_all_members_asks_as_much_for_many_as_for_few(django_assert_max_num_queries: Any) -> None:
    few, many = nights.a_club(), nights.a_club()
    for club, count in ((few, 2), (many, 12)):
        for number in range(count):
            members.enrol_by_name(club=club, name=f"Player {number}", by=nights.director_of(club))
    opening = {"name": "Ladder", "rules": LadderRules(), "today": DAY}
    with django_assert_max_num_queries(80) as first:
        ladders.open_with_members(club=few, by=nights.director_of(few), **opening)
    with django_assert_max_num_queries(len(first)):
        ladder = ladders.open_with_members(club=many, by=nights.director_of(many), **opening)
    ladder.refresh_from_db()
    assert (len(state_of(ladder).order), ladder.version) == (12, 13)


def test_a_ladder_of_results_has_their_order_where_newcomers_come_by_rating() -> None:
    club = nights.a_club()
    event = nights.a_night(club, NAMES[:4])
    first, second = (nights.match_at(event, label) for label in ("M1-1", "M1-2"))
    for match in (first, second):
        nights.settle_and_rate(match)
    by = nights.director_of(club)
    ladder = ladders.open_with_results(
        club=club, name="Results", rules=LadderRules(entry=RATING), today=DAY, by=by
    )
    state = state_of(ladder)
    order = [state.members[number].player for number in state.order]
    assert order == [player.code for match in (first, second) for player in (match.white, match.black)]


def test_nobody_challenges_in_an_archived_club() -> None:
    ladder = a_ladder()
    clubs.archive(club=ladder.club, by=a_user(is_superuser=True))
    with pytest.raises(Refusal, match="club_archived"):
        challenge(Ladder.objects.get(), "Bruno", "Anna")


def challenge(ladder: Ladder, challenger: str, holder: str, today: date = DAY) -> LadderChallenge:
    ladder_play.challenge(
        ladder=ladder,
        challenger=player(ladder, challenger),
        holder=player(ladder, holder),
        identity=desk(ladder),
        today=today,
    )
    return ladder.challenges.latest("number")


def agreed(ladder: Ladder, challenger: str, holder: str) -> Match:
    row = challenge(ladder, challenger, holder)
    ladder_play.answer(ladder=ladder, number=row.number, said="accept", identity=desk(ladder), today=DAY)
    row.refresh_from_db()
    assert row.match is not None
    return row.match


def settle(match: Match, winner: str, loser_score: int = 2) -> None:
    match.refresh_from_db()
    scores = (match.length, loser_score) if winner == "white" else (loser_score, match.length)
    settling_by = nights.director_of(match.desk.club)
    if match.status == Status.SETTLED.value:
        settling.correct(
            match=match,
            white_score=scores[0],
            black_score=scores[1],
            winner=winner,
            by=settling_by,
            reason="Both say so",
        )
    else:
        from_desk(match, scores, winner)


def from_desk(match: Match, scores: tuple[int, int], winner: str) -> None:
    awards.award(
        match=match,
        white_score=scores[0],
        black_score=scores[1],
        winner=winner,
        ending="played",
        by=nights.director_of(match.desk.club),
        reason="Score sheet",
    )


def order(ladder: Ladder) -> list[str]:
    state = state_of(ladder)
    names = dict(Player.objects.values_list("code", "full_name"))
    return [names[state.members[number].player] for number in state.order]


def refusal(code: str, deed: object) -> None:
    with pytest.raises(Refusal) as refused:
        deed()  # type: ignore[operator]
    assert refused.value.code == code


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

    settling.reopen(match=match, by=nights.director_of(ladder.club), reason="Wrong match")

    assert order(ladder) == list(NAMES)
    assert ladder.challenges.get().match == match


def test_a_match_declared_void_calls_the_challenge_off() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")

    lifecycle.void(match=match, reason="Never played", by=nights.director_of(ladder.club))

    assert (order(ladder), ladder.challenges.get().stands) == (list(NAMES), "off")


def test_a_match_corrected_from_its_own_page_is_known_once() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")
    settle(match, "white")
    lines = LadderLine.objects.count()

    ladder_play.absorb(match=Match.objects.get(pk=match.pk), by=None, reason="again")

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

    ladder_play.answer(ladder=ladder, number=row.number, said="refuse", identity=desk(ladder), today=DAY)

    assert order(ladder) == ["Bruno", "Anna", "Carla", "Dario", "Elena"]


def test_calling_off_moves_nobody_and_voids_the_match() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")

    ladder_play.answer(ladder=ladder, number=1, said="call_off", identity=desk(ladder), today=DAY)

    match.refresh_from_db()
    assert (order(ladder), match.status) == (list(NAMES), Status.VOID.value)


def test_only_those_concerned_speak_for_themselves() -> None:
    ladder = a_ladder()
    dario, anna, bruno = (badge_of(ladder, name) for name in ("Dario", "Anna", "Bruno"))
    asked: dict[str, Any] = {
        "ladder": ladder,
        "challenger": player(ladder, "Dario"),
        "holder": player(ladder, "Anna"),
    }
    answered: dict[str, Any] = {"ladder": ladder, "number": 1, "today": DAY}

    refusal("not_your_challenge", lambda: ladder_play.challenge(identity=bruno, today=DAY, **asked))
    ladder_play.challenge(identity=dario, today=DAY, **asked)
    refusal("not_your_challenge", lambda: ladder_play.answer(said="accept", identity=dario, **answered))
    refusal("not_your_challenge", lambda: ladder_play.answer(said="call_off", identity=anna, **answered))
    ladder_play.answer(said="accept", identity=anna, **answered)

    assert ladder.challenges.get().stands == "agreed"


def test_a_badge_of_another_desk_speaks_for_nobody_here() -> None:
    ladder = a_ladder()
    elsewhere = ladder.club.tournaments.get().desk
    held = badges.issue(desk=elsewhere, player=player(ladder, "Dario")).badge

    refusal(
        "not_your_challenge",
        lambda: ladder_play.challenge(
            ladder=ladder,
            challenger=player(ladder, "Dario"),
            holder=player(ladder, "Anna"),
            identity=Identity(badge=held),
            today=DAY,
        ),
    )


def test_time_runs_out_once_however_often_it_is_asked() -> None:
    ladder = a_ladder(LadderRules(unanswered=LOST))
    challenge(ladder, "Dario", "Anna")

    call_command("pass_time", today=DAY + timedelta(days=7))
    assert order(ladder) == list(NAMES)
    for _ in range(2):
        call_command("pass_time", today=DAY + timedelta(days=8))

    assert order(ladder) == ["Dario", "Anna", "Bruno", "Carla", "Elena"]
    assert ladder.challenges.get().stands == OUT_OF_TIME
    assert LadderLine.objects.filter(kind="lapsed").count() == 1


def test_a_match_that_has_begun_does_not_run_out() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")
    lifecycle.start(match=match)

    timers.pass_day(today=DAY + timedelta(days=100))

    assert ladder.challenges.get().stands == "agreed"


def test_who_does_not_play_sinks_below_who_does_and_not_below_each_other() -> None:
    ladder = a_ladder(LadderRules(idle_days=30, unanswered="nothing"))
    for number, (challenger, holder) in enumerate((("Dario", "Carla"), ("Dario", "Carla")), start=1):
        day = DAY + timedelta(days=25 * (number - 1))
        challenge(ladder, challenger, holder, day)
        asked: dict[str, Any] = {"ladder": ladder, "number": number, "identity": desk(ladder), "today": day}
        ladder_play.answer(said="accept", **asked)
        Match.objects.filter(challenge__number=number).update(status=Status.RUNNING.value)
        if number == 1:
            Match.objects.filter(challenge__number=number).update(status=Status.CALLED.value)
            ladder_play.answer(said="call_off", **asked)

    timers.pass_day(today=DAY + timedelta(days=31))

    assert order(ladder) == ["Carla", "Anna", "Bruno", "Dario", "Elena"]


def test_where_nobody_plays_nobody_moves() -> None:
    ladder = a_ladder(LadderRules(idle_days=30))

    timers.pass_day(today=DAY + timedelta(days=400))

    assert order(ladder) == list(NAMES)


def test_lines_are_undone_and_results_are_not() -> None:
    ladder = a_ladder()
    by = nights.director_of(ladder.club)
    ladders.move(ladder=ladder, member=5, place=1, today=DAY, by=by, reason="A mistake")
    assert order(ladder)[0] == "Elena"
    ladders.undo(ladder=ladder, seq=ladder.lines.latest("seq").seq, by=by)
    assert order(ladder) == list(NAMES)

    settle(agreed(ladder, "Dario", "Anna"), "white")
    played = ladder.lines.get(kind="played").seq

    refusal("result_of_match", lambda: ladders.undo(ladder=ladder, seq=played, by=by))
    refusal("undo_blocked", lambda: ladders.undo(ladder=ladder, seq=2, by=by))


def test_undoing_an_acceptance_voids_its_match() -> None:
    ladder = a_ladder()
    match = agreed(ladder, "Dario", "Anna")

    ladders.undo(ladder=ladder, seq=ladder.lines.get(kind="accepted").seq, by=nights.director_of(ladder.club))

    match.refresh_from_db()
    assert (match.status, ladder.challenges.get().stands) == (Status.VOID.value, "waiting")


def test_newcomers_begin_at_the_bottom_or_by_rating() -> None:
    ladder = a_ladder(LadderRules(entry="rating"))
    night = nights.a_night(ladder.club, ["Zoe", "Anna"], week=1)
    nights.settle_and_rate(nights.match_at(night, "M1-1"), nights_winner(night, "Zoe"))

    ladders.put_on(ladder=ladder, player=player(ladder, "Zoe"), today=DAY, by=nights.director_of(ladder.club))

    assert order(ladder)[0] == "Zoe"


def nights_winner(night: object, name: str) -> str:
    match = nights.match_at(night, "M1-1")  # type: ignore[arg-type]
    return "white" if match.white.full_name == name else "black"


def test_strangers_change_nothing() -> None:
    ladder, by = a_ladder(), a_user()
    deeds = (
        lambda: ladders.open_ladder(club=ladder.club, name="B", rules=LadderRules(), today=DAY, by=by),
        lambda: ladders.change_rules(ladder=ladder, rules=LadderRules(), today=DAY, by=by),
        lambda: ladders.put_on(ladder=ladder, player=player(ladder, "Anna"), today=DAY, by=by),
        lambda: ladders.take_off(ladder=ladder, member=1, today=DAY, by=by),
        lambda: ladders.move(ladder=ladder, member=1, place=2, today=DAY, by=by, reason="x"),
        lambda: ladders.undo(ladder=ladder, seq=2, by=by),
    )

    for deed in deeds:
        refusal("directors_only", deed)


def test_players_of_a_league_are_reminded_once_of_each_day() -> None:
    league = seasons.begun()
    day = date(2026, 1, 28)

    made = [timers.pass_day(today=day), timers.pass_day(today=day)]
    outbox_rows = Outbox.objects.filter(kind="remind_match")
    for row in outbox_rows:
        outbox.deliver(outbox_id=row.pk)

    assert made == [4, 0]
    assert set(Reminder.objects.values_list("occasion", "last_day")) == {("soon", date(2026, 1, 30))}
    assert Reminder.objects.filter(told_at=None).count() == 0
    assert timers.pass_day(today=date(2026, 2, 2)) == 4
    assert league.event.status == "published"


def broken(rows: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        rows()  # type: ignore[operator]


def test_the_database_keeps_ladders_in_shape() -> None:
    ladder = a_ladder()
    match = Match.objects.filter(desk__tournament__club=ladder.club).first()
    row = challenge(ladder, "Dario", "Anna")
    mine, line = LadderChallenge.objects.filter(pk=row.pk), ladder.lines.filter(seq=2)
    fresh = {"ladder": ladder, "kind": "ruled", "payload": {}}

    for bad in (
        lambda: Ladder.objects.create(club=ladder.club, name="Other", slug=ladder.slug),
        lambda: Ladder.objects.create(club=ladder.club, name="", slug="x"),
        lambda: LadderLine.objects.create(seq=2, key="new", **fresh),
        lambda: LadderLine.objects.create(seq=99, key=line.get().key, **fresh),
        lambda: LadderLine.objects.create(seq=99, key="", **fresh),
        lambda: line.update(kind="wished"),
        lambda: line.update(undoes=1),
        lambda: line.update(kind="undone", undoes=2),
        lambda: mine.update(number=0),
        lambda: mine.update(challenger=row.holder_id),
        lambda: mine.update(stands="perhaps"),
        lambda: mine.update(due=None),
        lambda: mine.update(stands="done"),
        lambda: mine.update(match=match),
    ):
        broken(bad)


def test_the_database_keeps_leagues_in_shape() -> None:
    league = seasons.begun()
    match = seasons.match_of(league.event, "Anna", "Bruno")
    mine = LeagueSeason.objects.filter(pk=league.pk)
    Reminder.objects.create(match=match, occasion="soon", last_day=DAY)

    for bad in (
        lambda: mine.update(ends_on=date(2025, 1, 1)),
        lambda: mine.update(pace="slow"),
        lambda: mine.update(before=league.pk),
        lambda: Reminder.objects.create(match=match, occasion="soon", last_day=DAY),
        lambda: Reminder.objects.create(match=match, occasion="never", last_day=DAY),
        lambda: Arrangement.objects.create(match=match, by=match.white),
        lambda: Arrangement.objects.create(match=match, by=match.white, note="x", agreed_at=timezone.now()),
    ):
        broken(bad)


def test_a_league_follows_another_once() -> None:
    league = seasons.begun()
    other = seasons.a_season(league.event.tournament.club)
    third = seasons.a_season(league.event.tournament.club)
    LeagueSeason.objects.filter(pk=other.pk).update(before=league)

    broken(lambda: LeagueSeason.objects.filter(pk=third.pk).update(before=league))


def test_a_withdrawn_player_is_not_reminded() -> None:
    league = seasons.begun()
    entries.withdraw(entry=league.event.entries.get(player__full_name="Bruno"), by=seasons.director(league))

    assert timers.pass_day(today=date(2026, 1, 28)) == 3


def test_the_doctor_finds_a_challenge_that_was_changed_and_puts_it_right() -> None:
    ladder = a_ladder()
    settle(agreed(ladder, "Dario", "Anna"), "white")
    challenge(ladder, "Elena", "Carla")
    ladder.refresh_from_db()
    assert list(ladder_audit.disagreements(ladder)) == []
    ladder.challenges.filter(number=2).update(due=DAY)
    ladder.refresh_from_db()

    assert [one.code for one in ladder_audit.disagreements(ladder)] == ["audit_challenge"]
    mended = ladders.put_right(ladder=ladder, reason="doctor")
    assert list(ladder_audit.disagreements(mended)) == []
