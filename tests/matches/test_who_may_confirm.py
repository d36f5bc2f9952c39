"""Who may report and whose report confirms, for every combination of site setting and identity."""

import pytest

from matches.actors import SYSTEM, Identity
from matches.models import Match, Report
from matches.permissions import may_confirm, may_report
from matches.services import badges, lifecycle, reporting
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_player,
    a_report,
    a_user,
    at_table,
    with_account,
    with_badge,
)
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

IDENTITIES = (
    "same device at the table",
    "other device at the table",
    "white's badge",
    "black's badge",
    "white's account",
    "black's account",
    "official",
    "card of another table",
    "badge of another desk",
    "badge of another player",
    "revoked badge",
    "stranger",
    "nobody",
)


def a_match_with_accounts(policy: str) -> Match:
    desk = a_desk(a_user("official"), policy=policy, tables=3)
    match = lifecycle.create_match(
        desk=desk,
        white=a_player("Ada", a_user("ada")),
        black=a_player("Bruno", a_user("bruno")),
        length=7,
        by=SYSTEM,
    )
    return lifecycle.call_match(match=match, table=desk.tables.get(number=1), by=SYSTEM)


def identity_of(name: str, match: Match) -> Identity:
    identities = {
        "same device at the table": lambda: at_table(match),
        "other device at the table": lambda: at_table(match, "two"),
        "white's badge": lambda: with_badge(match, "white"),
        "black's badge": lambda: with_badge(match, "black"),
        "white's account": lambda: with_account(match.white.user),
        "black's account": lambda: with_account(match.black.user),
        "official": lambda: with_account(match.desk.officials.get()),
        "card of another table": lambda: Identity(device="d", table=match.desk.tables.get(number=2)),
        "badge of another desk": lambda: Identity(
            device="d", badge=badges.issue_badge(desk=a_desk(), player=match.black, by=SYSTEM).badge
        ),
        "badge of another player": lambda: Identity(
            device="d", badge=badges.issue_badge(desk=match.desk, player=a_player(), by=SYSTEM).badge
        ),
        "revoked badge": lambda: revoked(match),
        "stranger": lambda: with_account(a_user("stranger")),
        "nobody": Identity,
    }
    return identities[name]()


def revoked(match: Match) -> Identity:
    identity = with_badge(match, "black")
    assert identity.badge is not None
    badges.revoke_badge(badge=identity.badge, by=SYSTEM)
    identity.badge.refresh_from_db()
    return identity


OUTSIDERS = {
    "card of another table",
    "badge of another desk",
    "badge of another player",
    "revoked badge",
    "stranger",
    "nobody",
}


def refusal_of(name: str) -> str:
    """The code of the refusal for somebody who may do nothing in the match."""
    return "badge_of_other_desk" if name == "badge of another desk" else "not_your_match"


@pytest.mark.parametrize("policy", ["trust", "both", "desk"])
@pytest.mark.parametrize("name", IDENTITIES)
def test_who_may_report_and_what_the_report_does(policy: str, name: str) -> None:
    match = a_match_with_accounts(policy)
    identity = identity_of(name, match)
    if name in OUTSIDERS:
        assert not may_report(identity, match)
        assert refusal(a_report, match=match, identity=identity).code == refusal_of(name)
        return
    a_report(match, identity=identity)
    match.refresh_from_db()
    at_once = policy == "trust" or name == "official"
    assert match.status == ("settled" if at_once else "reported")


CONFIRMS_A_REPORT_MADE_AT_THE_TABLE = {
    "other device at the table",
    "white's badge",
    "black's badge",
    "white's account",
    "black's account",
    "official",
}
CONFIRMS_WHITES_BADGE = {
    "same device at the table",
    "other device at the table",
    "black's badge",
    "black's account",
    "official",
}


def check(match: Match, report: Report, name: str, allowed: set[str]) -> None:
    identity = identity_of(name, match)
    report = match.reports.select_related("match__desk").get(pk=report.pk)
    assert may_confirm(identity, report) == (name in allowed)
    if name in allowed:
        assert reporting.confirm(match=match, report=report, identity=identity).status == "settled"
        return
    code = refusal(reporting.confirm, match=match, report=report, identity=identity).code
    assert code == (refusal_of(name) if name in OUTSIDERS else "own_report")
    match.refresh_from_db()
    assert match.status == "reported"


@pytest.mark.parametrize("name", IDENTITIES)
def test_who_confirms_a_report_made_at_the_table(name: str) -> None:
    match = a_match_with_accounts("both")
    report = a_report(match)
    check(match, report, name, CONFIRMS_A_REPORT_MADE_AT_THE_TABLE)


@pytest.mark.parametrize("name", IDENTITIES)
def test_who_confirms_a_report_made_with_whites_badge(name: str) -> None:
    match = a_match_with_accounts("both")
    report = a_report(match, identity=with_badge(match, "white"))
    assert (report.side, report.channel) == ("white", "badge")
    check(match, report, name, CONFIRMS_WHITES_BADGE)


@pytest.mark.parametrize("name", IDENTITIES)
def test_only_officials_confirm_where_the_desk_confirms(name: str) -> None:
    match = a_match_with_accounts("desk")
    report = a_report(match, identity=with_badge(match, "white"))
    identity = identity_of(name, match)
    report = match.reports.select_related("match__desk").get(pk=report.pk)
    assert may_confirm(identity, report) == (name == "official")


def test_a_player_cannot_confirm_their_badge_report_from_their_device() -> None:
    match = a_called_match()
    report = a_report(match, identity=with_badge(match, "white", device="phone"))
    assert (
        refusal(reporting.confirm, match=match, report=report, identity=at_table(match)).code == "own_report"
    )


def test_two_badges_on_one_phone_are_two_reports() -> None:
    match = a_called_match()
    report = a_report(match, identity=with_badge(match, "white", device="phone"))
    shared = with_badge(match, "black", device="phone")
    assert reporting.confirm(match=match, report=report, identity=shared).status == "settled"


def test_the_same_player_with_account_and_badge_is_one_reporter() -> None:
    match = a_match_with_accounts("both")
    report = a_report(match, identity=with_badge(match, "white"))
    identity = with_account(match.white.user, device="laptop")
    assert refusal(reporting.confirm, match=match, report=report, identity=identity).code == "own_report"


def test_one_account_is_one_reporter_on_every_device_at_the_table() -> None:
    match = a_called_match()
    user = a_user()
    report = a_report(match, identity=Identity(user=user, device="phone", table=match.table))
    second = Identity(user=user, device="laptop", table=match.table)
    assert refusal(reporting.confirm, match=match, report=report, identity=second).code == "own_report"


def test_a_device_without_identifier_confirms_nothing_at_the_table() -> None:
    match = a_called_match()
    report = a_report(match)
    nameless = Identity(table=match.table)
    assert refusal(reporting.confirm, match=match, report=report, identity=nameless).code == "own_report"


def test_a_table_card_is_void_once_the_match_has_moved() -> None:
    match = a_called_match()
    identity = at_table(match)
    lifecycle.call_match(match=match, table=match.desk.tables.get(number=2), by=SYSTEM)
    assert refusal(a_report, match=match, identity=identity).code == "not_your_match"


def test_an_official_who_plays_counts_as_the_desk() -> None:
    user = a_user()
    desk = a_desk(user)
    match = lifecycle.create_match(
        desk=desk, white=a_player("Ada", user), black=a_player("Bruno"), length=7, by=SYSTEM
    )
    report = a_report(match, identity=with_account(user))
    assert (report.channel, report.side, report.state) == ("desk", "white", "confirmed")


def test_signed_out_or_inactive_users_are_no_officials() -> None:
    user = a_user(is_active=False)
    match = a_match(a_desk(user))
    assert refusal(lifecycle.start_match, match=match, by=user).code == "desk_only"
