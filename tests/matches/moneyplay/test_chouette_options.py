"""The form that opens a chouette: each option is enforced as its label says."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import translation

from matches.moneyplay.forms import CHOUETTE_OPTIONS, OpenSessionForm
from rules.chouette.consultation import consultants
from rules.chouette.events import (
    Doubled,
    Dropped,
    Ended,
    Event,
    Joined,
    OfferedExtra,
    Opened,
    PartnerRequested,
    Settled,
    Took,
)
from rules.chouette.replay import apply
from rules.chouette.state import ChouetteState
from rules.errors import Refusal
from rules.options import ChouetteLaws
from tests.rules.chouettes import after, opened

Observe = Callable[[ChouetteLaws], object]

LONE = (Doubled("a"), Took("c"), Dropped("b"), Dropped("d"), Dropped("e"))
ALL_DOUBLE = tuple(map(Doubled, "bcde"))
TOO_FEW_TAKEN = (Took("a", ("b",)), Dropped("a", ("c",)), Dropped("a", ("d",)))


def agreed(**text: str) -> ChouetteLaws:
    """The rules from these choices of the form, without duties of a lone taker unless chosen."""
    form = OpenSessionForm({"kind": "chouette", "jacoby": "on", "lone_taker": "free"} | text)
    assert form.is_valid(), form.errors
    return ChouetteLaws.from_json(form.laws())


def refusal_of(evening: ChouetteState, event: Event) -> str:
    """The code with which an event is refused, "" when it is not."""
    try:
        apply(evening, event)
    except Refusal as error:
        return error.code
    return ""


def cubes_doubled_by_the_captain(laws: ChouetteLaws) -> int:
    return sum(bet.wager.offer is not None for bet in opened(laws, 4, Doubled("b")).game.bets)


def fate_of_the_lone_taker(laws: ChouetteLaws) -> list[str]:
    """What happens to a lone taker among four players and among five."""
    return [_fate(opened(laws, players, *LONE[:players])) for players in (4, 5)]


def _fate(evening: ChouetteState) -> str:
    if evening.game is None:
        return "drops"
    if evening.game.round:
        return "beavers or drops"
    return "takes extra cubes" if evening.game.may_offer_extras else "plays on"


def prices_of_extras(laws: ChouetteLaws) -> list[int]:
    """What a member who dropped has paid for an extra cube."""
    extras = replace(laws, lone_taker="accepts_extras")
    evening = opened(extras, 4, *LONE[:4], OfferedExtra("b"), Ended("box"))
    return [line.points for line in evening.rows[0].lines if line.kind == "extra_price"]


def advisers(laws: ChouetteLaws) -> list[tuple[str, ...]]:
    """Before any double, and once the box has doubled one member who took."""
    doubled = (Doubled("a", ("b", "c")), Took("b"), Took("c"))
    return [consultants(opened(laws, 4)), consultants(opened(laws, 4, *doubled))]


def boxes(laws: ChouetteLaws) -> list[str]:
    """The next box after the captain dropped and the last two won, and after the captain alone won."""
    lost_later = (Doubled("a", ("b",)), Dropped("b"), Ended("team"))
    beaten_first = (Doubled("b"), Dropped("a"), Ended("box"))
    return [opened(laws, 4, *events).box for events in (lost_later, beaten_first)]


def box_after_losing_points(laws: ChouetteLaws) -> str:
    """The next box after one who beat the captain and lost more to another member."""
    return opened(laws, 4, Doubled("c"), Took("a"), Settled("c", "a", 6), Ended("box")).box


def line_after_joining(laws: ChouetteLaws) -> tuple[str, ...]:
    return opened(laws, 4, Joined("e"), Ended("box")).queue


def seats(laws: ChouetteLaws) -> int:
    """How many of fourteen players can join."""
    evening = after(laws, 3)
    for name in "defghijklmn":
        if not refusal_of(evening, Joined(name)):
            evening = apply(evening, Joined(name))
    return len(evening.queue)


def partner_from(laws: ChouetteLaws) -> int:
    """From how many players the box may ask for a partner, 0 never."""
    asking = [n for n in range(3, 12) if not refusal_of(after(laws, n), PartnerRequested())]
    return min(asking, default=0)


def partner_compulsory_from(laws: ChouetteLaws) -> int:
    """From how many players no game begins without a partner, 0 never."""
    return min((n for n in range(3, 12) if refusal_of(after(laws, n), Opened())), default=0)


def duties_of_the_box(laws: ChouetteLaws) -> list[str]:
    """Doubling past the captain; doubled by all, dropping the captain, too many to break even, and all."""
    doubled = opened(laws, 5, *ALL_DOUBLE)
    return [
        refusal_of(opened(laws, 4), Doubled("a", ("c",))),
        refusal_of(apply(doubled, Took("a", ("c",))), Dropped("a", ("b",))),
        refusal_of(opened(laws, 5, *ALL_DOUBLE, *TOO_FEW_TAKEN), Dropped("a", ("e",))),
        refusal_of(doubled, Dropped("a")),
    ]


FREE_BOX = ["", "", "", ""]
DUTIFUL_BOX = ["captain_first", "captain_first", "box_must_break_even", ""]
NUMBERS = {str(number): number for number in range(4, 11)}
PROMISES: dict[str, tuple[Observe, dict[str, object]]] = {
    "cubes": (cubes_doubled_by_the_captain, {"several": 1, "single": 3}),
    "lone_taker": (
        fate_of_the_lone_taker,
        {
            "free": ["plays on", "plays on"],
            "must_drop": ["plays on", "drops"],
            "must_beaver": ["beavers or drops", "beavers or drops"],
            "accepts_extras": ["takes extra cubes", "takes extra cubes"],
            "must_drop_or_extras": ["takes extra cubes", "drops"],
        },
    ),
    "extra_is_paid": (prices_of_extras, {"yes": [1], "no": []}),
    "consultation": (
        advisers,
        {
            "free": [("c", "d"), ("c", "d")],
            "after_cube": [(), ("c", "d")],
            "after_own_cube": [(), ("c",)],
            "never": [(), ()],
        },
    ),
    "box_keeps": (
        boxes,
        {
            "beats_acting_captain": ["c", "b"],
            "beats_captain": ["a", "b"],
            "not_lose_overall": ["c", "a"],
        },
    ),
    "newcomers": (
        line_after_joining,
        {"before_losers": ("a", "c", "d", "e", "b"), "last": ("a", "c", "d", "b", "e")},
    ),
    "most_players": (seats, {"0": 14} | {str(number): number for number in range(4, 13)}),
    "partner_from": (partner_from, {"0": 0} | NUMBERS),
    "partner_compulsory_from": (partner_compulsory_from, {"0": 0} | NUMBERS),
    "captain_first": (duties_of_the_box, {"yes": DUTIFUL_BOX, "no": FREE_BOX}),
    "box_breaks_even": (box_after_losing_points, {"yes": "c", "no": "a"}),
}
LABELS = {
    "captain_first": (
        (
            "A box that doubles must double the captain too; if all double it, it takes the captain's "
            "cube and enough others to break even, or drops all"
        ),
        "Il box che raddoppia deve raddoppiare anche il capitano; raddoppiato da tutti, accetta il cubo del "
        "capitano e abbastanza altri per andare in pari, oppure li rifiuta tutti",
    ),
    "box_breaks_even": (
        "The box passes on after losing points in a game",
        "Il box che in una partita perde punti lascia il posto",
    ),
}


def test_every_choice_of_the_form_is_covered_here() -> None:
    offered = {
        name: [value for value, _ in choices_of_option]
        for name, (_, choices_of_option) in CHOUETTE_OPTIONS.items()
    }
    assert offered == {name: list(choices) for name, (_, choices) in PROMISES.items()}


def test_each_choice_is_enforced(subtests: pytest.Subtests) -> None:
    for name, value in [(name, value) for name, (_, choices) in PROMISES.items() for value in choices]:
        with subtests.test(name=name, value=value):
            observe, choices = PROMISES[name]
            assert observe(agreed(**{name: value})) == choices[value]


def test_the_duty_to_break_even_and_the_loss_of_the_box_are_two_options() -> None:
    assert duties_of_the_box(agreed(box_breaks_even="yes", captain_first="no")) == FREE_BOX
    assert box_after_losing_points(agreed(box_breaks_even="no", captain_first="yes")) == "a"


@pytest.mark.parametrize("name", LABELS)
def test_the_labels_distinguish_the_two_options(name: str) -> None:
    label, _ = CHOUETTE_OPTIONS[name]
    labels = []
    for language in ("en", "it"):
        with translation.override(language):
            labels.append(str(label))
    assert tuple(labels) == LABELS[name]


def test_a_plain_choice_removes_the_rule_for_small_tables() -> None:
    latest = agreed(lone_taker="must_drop_or_extras").to_json()
    again = OpenSessionForm({"kind": "chouette", "house": "last", "lone_taker": "must_drop"}, latest=latest)
    open_session_form = OpenSessionForm({"kind": "chouette", "house": "last"}, latest=latest)
    fates = [fate_of_the_lone_taker(_laws(form)) for form in (again, open_session_form)]
    assert fates == [["plays on", "drops"], ["takes extra cubes", "drops"]]


def _laws(form: OpenSessionForm) -> ChouetteLaws:
    assert form.is_valid()
    return ChouetteLaws.from_json(form.laws())
