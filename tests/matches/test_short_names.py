"""Short names: initials with a surname in either order, and a part of a name alone."""

import pytest

from matches.short_names import ShortNameIndex

MEMBERS = {
    1: "Giovanni Rossi",
    2: "Gianni Rossi",
    3: "Anna Maria Cossutta",
    4: "Stefano De Luca",
    5: "Paola Dell'Antonio",
    6: "Thomas Müller",
    7: "Rossi G.",
}


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("Rossi", [1, 2, 7]),
        ("Rossi Giov.", [1]),
        ("Rossi G", [1, 2]),
        ("g. rossi", [1, 2]),
        ("Rossi G. (sen.)", [1, 2]),
        ("Rossi sen.", [1, 2, 7]),
        ("Cossutta A.M.", [3]),
        ("A. M. Cossutta", [3]),
        ("Cossutta M.A.", [3]),
        ("Cossutta A.B.", []),
        ("De Luca S.", [4]),
        ("DE LUCA", [4]),
        ("Dell'Antonio P.", [5]),
        ("Th. Müller", [6]),
        ("Muller T.", [6]),
        ("Giovanni Rossi", []),
        ("Giovanni Rossini", []),
        ("G. R.", []),
        ("Rossi M.", []),
    ],
)
def test_a_short_name_finds_everybody_it_can_mean(name, keys):
    assert ShortNameIndex(MEMBERS).find_full_names(name) == keys
