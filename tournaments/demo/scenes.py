"""What happens at the tables of the demo: every scene is played through the services, as by people."""

from collections.abc import Sequence
from importlib.resources import files

from matches.identity import Identity, device_hash
from matches.models import Match, Player, Report, User
from matches.records.services import uploads
from matches.services import reporting, scoring
from rules.formats.mat import read_mat
from tournaments.models import Event, FundKind, Method
from tournaments.services.money import funds, payments, pools, receipts

Game = tuple[str, str, int]
FEES_GO_TO, SIDE_POOL = "columbus", "Jackpot"


def tell_the_desk(match: Match, white_score: int, black_score: int, director: User) -> None:
    """Both players come to the desk and tell the score."""
    identity = Identity(user=director, device=device_hash("the desk"))
    reporting.report(match=match, white_score=white_score, black_score=black_score, identity=identity)


def report_from_the_table(match: Match, white_score: int, black_score: int) -> Report:
    """One of the two scans the card of the table and reports."""
    return reporting.report(
        match=match, white_score=white_score, black_score=black_score, identity=_phone(match, "one")
    )


def confirm_from_the_table(match: Match, report: Report) -> None:
    """The other one confirms with his own phone."""
    reporting.confirm(match=match, report=report, identity=_phone(match, "other"))


def disagree(match: Match, ours: tuple[int, int], theirs: tuple[int, int]) -> None:
    """One reports, the other says otherwise: the desk will have to decide."""
    report = report_from_the_table(match, *ours)
    reporting.dispute(
        match=match,
        report=report,
        white_score=theirs[0],
        black_score=theirs[1],
        identity=_phone(match, "other"),
    )


def keep_score(match: Match, games: Sequence[Game]) -> None:
    """Games are put on the sheet as they end: (winner, kind, cube)."""
    for winner, kind, cube in games:
        scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, identity=_phone(match, "one"))


def upload_transcript(match: Match, name: str) -> None:
    """Upload a transcript of the match, then both players confirm its score."""
    text = files("tournaments.demo").joinpath(name).read_text(encoding="utf-8")
    data = _with_names(text, match.white, match.black).encode()
    transcript = uploads.attach_file(match=match, name=name, data=data, identity=_phone(match, "one"))
    report = report_from_the_table(match, transcript.white_score or 0, transcript.black_score or 0)
    confirm_from_the_table(match, report)


def take_fees(event: Event, director: User) -> None:
    """The event goes with money: most have paid at the door, some have entered the side pool."""
    fees = funds.Wish(fee=10_00, template=FEES_GO_TO, is_shown=True)
    funds.switch_on(event=event, currency="EUR", wish=fees, by=director, key="fees")
    side = funds.Wish(fee=5_00, name=SIDE_POOL, template="two_one", is_shown=True)
    pool = funds.add_pool(event=event, kind=FundKind.POOL, wish=side, by=director, key="pool")
    entered = event.entries.select_related("player").order_by("number")
    for number, entry in enumerate(entered, start=1):
        paid = receipts.Hand(director, Method.CASH.value, f"paid-{number}")
        amount = fees.fee
        if number % 3 == 0:
            pools.join(event=event, fund=pool.fund, player=entry.player, by=director, key="pool")
            amount += side.fee
        if number % 5:
            payments.take(event=event, player=entry.player, amount=amount, hand=paid)


def on_now(event: Event) -> list[Match]:
    """The matches of an event that are at a table, by table."""
    found = Match.objects.filter(pairing__event=event, table__isnull=False, status__in=("called", "running"))
    return list(found.select_related("white", "black", "table", "desk").order_by("table__number"))


def _with_names(text: str, white: Player, black: Player) -> str:
    old = read_mat(text).players
    return text.replace(old[0], white.name).replace(old[1], black.name)


def _phone(match: Match, whose: str) -> Identity:
    return Identity(device=device_hash(f"{whose} of {match.pk}"), table=match.table)
