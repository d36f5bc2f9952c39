"""Random actions of random people on a match: invariants hold, and a refusal changes nothing."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from matches.actors import Identity
from matches.models import Match, User
from matches.queries import audits, matches
from matches.records.services import uploads
from matches.services import lifecycle, reporting, rulings, scoring, settling
from matches.signals import match_reopened, match_settled
from matches.states import may_become
from rules.errors import Refusal
from tests.factories import a_called_match, a_desk, a_match, a_user, at_table, with_account, with_badge
from tests.matches.records.files import record, with_an_illegal_play
from tests.matches.signals import sent_signals

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

WALKS, STEPS, LENGTH = 8, 15, 3
SIDES = ["white", "black"]
Act = Callable[[], object]


class Walk:
    """One match and all identities that may change it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.official: User = a_user(f"official{seed}")
        policy = self.dice.choice(["trust", "both", "both", "desk"])
        self.match: Match = a_called_match(
            a_desk(self.official, policy=policy), length=LENGTH, white="José-María", black="X"
        )
        self.people: list[Identity] = [
            at_table(self.match, "one"),
            at_table(self.match, "two"),
            with_badge(self.match, "white"),
            with_badge(self.match, "black"),
            with_account(self.official),
            with_account(a_user(f"stranger{seed}")),
        ]

    def score(self) -> dict[str, int]:
        loser = self.dice.randrange(LENGTH + 1)
        white, black = self.dice.choice([(LENGTH, loser), (loser, LENGTH)])
        return {"white_score": white, "black_score": black}

    def act(self) -> Act:
        """A random action by a random identity."""
        dice, match = self.dice, self.match
        identity, by = dice.choice(self.people), dice.choice([self.official, self.official, None])
        winner, reason = dice.choice(SIDES), dice.choice(["seen", "seen", ""])
        reports = list(match.reports.order_by("number"))
        report: Any = dice.choice(reports) if reports else None
        table = dice.choice([None, *match.desk.tables.all()])
        key, version = dice.choice(["", "a", "b"]), dice.choice([None, None, match.version, 1])
        keyed: dict[str, Any] = {"identity": identity, "key": key, "version": version}
        acts: list[Act] = [
            lambda: reporting.report(match=match, **self.score(), **keyed),
            lambda: reporting.report(match=match, **self.score(), **keyed),
            lambda: scoring.score_game(
                match=match,
                winner=winner,
                kind=dice.choice(["single", "gammon", "backgammon", "drop"]),
                cube=dice.choice([1, 1, 2, 4]),
                **keyed,
            ),
            lambda: scoring.strike_last_game(match=match, identity=identity, version=version),
            lambda: lifecycle.call_match(match=match, table=table, by=by),
            lambda: lifecycle.cancel_call(match=match, by=by),
            lambda: lifecycle.start_match(match=match, by=by),
            lambda: lifecycle.replace_players(match=match, white=match.black, black=match.white, by=by),
            lambda: rulings.walk_over(match=match, winner=dice.choice([*SIDES, None]), by=by),
            lambda: rulings.retire(match=match, winner=winner, by=by),
            lambda: settling.correct_result(match=match, **self.score(), by=by, reason=reason),
            lambda: settling.reopen_match(match=match, by=by, reason=reason),
            lambda: rulings.rule_on_match(match=match, **self.score(), law="match.length", by=by),
            lambda: uploads.attach_file(match=match, name="a", data=self.record(), identity=identity),
        ]
        if report is not None:
            acts += 3 * [
                lambda: reporting.confirm(match=match, report=report, identity=identity, version=version),
                lambda: reporting.dispute(match=match, report=report, **self.score(), **keyed),
            ]
            acts += [
                lambda: reporting.withdraw(match=match, report=report, identity=identity),
                lambda: reporting.accept(match=match, report=report, identity=identity, version=version),
            ]
        if dice.random() < 0.02:
            return lambda: lifecycle.void_match(match=match, reason=reason, by=by)
        return dice.choice(acts)

    def record(self) -> bytes:
        return self.dice.choice([record(), record(), with_an_illegal_play()])


def match_state(match: Match) -> dict[str, list[dict[str, Any]]]:
    """The rows of a match."""
    facts = {
        name: list(getattr(match, name).order_by("pk").values())
        for name in ("games", "reports", "rulings", "transcripts")
    }
    return {"match": list(Match.objects.filter(pk=match.pk).values()), **facts}


def result_in(rows: dict[str, list[dict[str, Any]]]) -> list[Any]:
    """The result of a match as its signal states it."""
    return [rows["match"][0][name] for name in ("status", "white_score", "black_score", "winner", "ending")]


def check(match: Match) -> None:
    """Check the invariants that hold after every action, beyond database constraints."""
    sheet = matches.get_sheet(match)
    states = [report.state for report in sheet.reports]
    assert states.count("open") == (match.status == "reported")
    disputed = [report for report in sheet.reports if report.state == "disputed"]
    is_against_sheet = len(disputed) == 1 and disputed[0].contradicts_sheet
    assert len(disputed) == (2 - is_against_sheet) * (match.status == "disputed")
    assert states.count("confirmed") <= (match.status == "settled")
    if "confirmed" in states:
        confirmed = sheet.reports[states.index("confirmed")]
        assert (confirmed.white_score, confirmed.black_score) == (match.white_score, match.black_score)
    if match.status in ("called", "running", "disputed"):
        assert (sheet.score.white, sheet.score.black) == (match.white_score, match.black_score)
    if sheet.open_report is not None:
        assert (sheet.open_report.white_score, sheet.open_report.black_score) == (
            match.white_score,
            match.black_score,
        )
    assert list(audits.find_match_disagreements(match)) == []
    assert [game.number for game in sheet.games] == list(range(1, len(sheet.games) + 1))


@pytest.mark.parametrize("seed", range(WALKS))
def test_invariants_hold_after_random_actions(seed: int) -> None:
    walk = Walk(seed)
    other = a_match(walk.match.desk)
    untouched = match_state(other)
    number = 0
    for _ in range(STEPS):
        before, old = match_state(walk.match), walk.match.status
        with sent_signals(match_settled) as settled, sent_signals(match_reopened) as reopened:
            try:
                walk.act()()
                number += 1
            except Refusal:
                assert match_state(walk.match) == before
        walk.match.refresh_from_db()
        check(walk.match)
        new = walk.match.status
        assert new == old or may_become(old, new)
        assert len(settled) == (new == "settled" and result_in(before) != result_in(match_state(walk.match)))
        assert len(reopened) == (old != new and (old == "settled" or new == "void"))
    assert match_state(other) == untouched
    assert number > 0
