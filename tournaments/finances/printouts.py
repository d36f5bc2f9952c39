"""The prize list to print."""

from collections.abc import Iterator

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.finances.messages import money
from tournaments.finances.models import FundKind
from tournaments.finances.prizes.sharing import Share
from tournaments.finances.queries import prizes
from tournaments.finances.queries.funds import terms_of, till_of
from tournaments.formats.field import MAIN
from tournaments.models import Event
from tournaments.phrases import flight_name
from tournaments.phrases.names import places
from tournaments.registry import Printout, PrintTable


def tabulate_prizes(event: Event) -> list[PrintTable]:
    """The prizes of every fund: what each place has, who takes it; empty without a cash desk."""
    till = till_of(event.tournament)
    if till is None:
        return []
    return [_fund(sheet, till.currency) for sheet in prizes.sheets(event)]


def _fund(sheet: prizes.Sheet, currency: str) -> PrintTable:
    columns = (
        (gettext("Place"), "left"),
        (gettext("Name"), "left"),
        (gettext("Prize"), "right"),
        (gettext("Signature"), "wide"),
    )
    rows = tuple(_prizes(sheet, currency))
    title = sheet.terms.name or str(FundKind(sheet.terms.kind).label)
    return PrintTable(f"{title[:1].upper()}{title[1:]} · {money(sheet.fund.pot, currency)}", columns, rows)


def _prizes(sheet: prizes.Sheet, currency: str) -> Iterator[tuple[str, ...]]:
    for claim in sheet.claims:
        if claim.shares:
            where = ", ".join(_place(share) for share in claim.shares)
            yield where, claim.name, money(claim.due, currency), ""
    for share in sheet.open:
        yield _place(share), gettext("not decided yet"), money(share.amount, currency), ""


def _place(share: Share) -> str:
    where = places((share.first, share.last))
    return where if share.flight == MAIN else f"{flight_name(share.flight)}, {where}"


PRIZE_LIST = Printout(_("Prize list"), lambda event: bool(terms_of(event)), tabulate_prizes)
