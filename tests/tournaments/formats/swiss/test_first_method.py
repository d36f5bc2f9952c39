"""The pairing method of the first round, which may differ from that of later rounds."""

from tournaments.formats.pairing import PairingCard, PairingRequest
from tournaments.formats.swiss.pairing_methods import get_pairing_method
from tournaments.formats.swiss.round_pairing import pair_round

CARDS = tuple(PairingCard(entry, entry) for entry in range(1, 7))


def boards(number: int, **text: str) -> list[tuple[int, int]]:
    round_ = pair_round(PairingRequest("swiss", number, CARDS, options=text, seed="0" * 32))
    return [(board.white, board.black) for board in round_.boards]


def test_the_first_round_goes_by_its_own_method() -> None:
    assert boards(1, method="slide", first_method="fold") == [(1, 6), (2, 5), (3, 4)]


def test_later_rounds_go_by_the_usual_method() -> None:
    assert boards(2, method="slide", first_method="fold") == [(1, 4), (2, 5), (3, 6)]


def test_without_its_own_the_first_round_goes_by_the_usual_one() -> None:
    assert boards(1, method="adjacent") == [(1, 2), (3, 4), (5, 6)]
    assert (get_pairing_method({}), get_pairing_method({}, 1)) == ("slide", "slide")
