"""The ways to pay of a club or a tournament, and how pages, mails and the API show them."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString

from tournaments.models import Club, Tournament
from tournaments.payment_codes.code_texts import PaymentRequest
from tournaments.payment_codes.way_kinds import DETAIL_NAMES, Instruction, WayDetails, get_way_kind
from tournaments.registration.messages import FACT_NAMES, WAY_KIND_NAMES
from tournaments.registration.models import WayToPay

# The Swiss cross in a code of 46 mm is 7 mm wide (Swiss guidelines).
CODE_MILLIMETRES, CROSS_MILLIMETRES = 46, 7


@dataclass(frozen=True, slots=True)
class ShownWay:
    """A way to pay as it is shown: its name, and the instruction for what is requested."""

    way_to_pay: WayToPay
    name: str
    instruction: Instruction

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The facts of the instruction with their names in the reader's language."""
        return [(str(FACT_NAMES[fact]), value) for fact, value in self.instruction.facts]

    @property
    def code_svg(self) -> SafeString:
        """The QR code as SVG without styles; empty if there is none."""
        instruction = self.instruction
        return (
            draw_code(instruction.code, has_cross=instruction.has_cross) if instruction.code else SafeString()
        )


def list_ways(owner: Club | Tournament) -> list[WayToPay]:
    """Return the ways of a club, or those that a tournament has of its own, in their order."""
    rows = WayToPay.objects.select_related("club", "tournament__club", "by")
    return list(rows.filter(club=owner) if isinstance(owner, Club) else rows.filter(tournament=owner))


def get_way(owner: Club | Tournament, key: int) -> WayToPay | None:
    """Return a way of a club or tournament by its key; None if it has no such way."""
    return next((way_to_pay for way_to_pay in list_ways(owner) if way_to_pay.pk == key), None)


def list_ways_of_tournament(tournament: Tournament, *, has_fees: bool) -> list[WayToPay]:
    """Return the ways of a tournament: its own, or if it has none and there are fees, those of its club."""
    own_ways = list_ways(tournament)
    return own_ways or (list_ways(tournament.club) if has_fees else [])


def get_details(way_to_pay: WayToPay) -> WayDetails:
    """Return the details of a way."""
    return WayDetails(**{name: getattr(way_to_pay, name) for name in DETAIL_NAMES})


def show_ways(ways: Sequence[WayToPay], request: PaymentRequest) -> list[ShownWay]:
    """Return ways as they are shown for what is requested."""
    return [
        ShownWay(
            way_to_pay,
            get_name(way_to_pay),
            get_way_kind(way_to_pay.kind).instruct(get_details(way_to_pay), request),
        )
        for way_to_pay in ways
    ]


def get_name(way_to_pay: WayToPay) -> str:
    """Return what a way is called: as its manager has named it, or by its kind."""
    return way_to_pay.label or str(WAY_KIND_NAMES[way_to_pay.kind])


def draw_code(text: str, *, has_cross: bool) -> SafeString:
    """Return a QR code of level M, as EPC069-12 and the Swiss guidelines require it, as SVG."""
    code = segno.make_qr(text, error="m", boost_error=False, encoding="utf-8")
    svg = code.svg_inline(svgclass="qr-code", lineclass=None, omitsize=True, title=None)
    if has_cross:
        border = 4
        svg = svg.replace("</svg>", f"{_draw_swiss_cross(code.symbol_size(border=0)[0], border)}</svg>")
    return SafeString(svg)


def _draw_swiss_cross(modules: float, border: int) -> str:
    """Return the cross in the middle of a code: white on black, with a white edge."""
    unit = modules / CODE_MILLIMETRES
    middle = border + modules / 2

    def draw_rectangle(width: float, height: float, colour: str) -> str:
        x, y = middle - width * unit / 2, middle - height * unit / 2
        size = f'width="{width * unit:.2f}" height="{height * unit:.2f}"'
        return f'<rect x="{x:.2f}" y="{y:.2f}" {size} fill="{colour}"/>'

    # The cross of the flag is 20 units of 32 long, and 6 wide.
    edge = CROSS_MILLIMETRES - 1
    length, width = edge * 20 / 32, edge * 6 / 32
    return "".join(
        (
            draw_rectangle(CROSS_MILLIMETRES, CROSS_MILLIMETRES, "#fff"),
            draw_rectangle(edge, edge, "#000"),
            draw_rectangle(length, width, "#fff"),
            draw_rectangle(width, length, "#fff"),
        )
    )
