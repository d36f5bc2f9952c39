"""TRF files: the columns of the format, reading back what was written, and refusing inconsistent reports."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules.errors import Refusal
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound, read, write

REPORT = TrfReport(
    name="Coppa d'Autunno",
    rounds=3,
    date="2026/11/22",
    entrants=(
        TrfPlayer(1, "Rossi, Anna", 1812, Fraction(2), 1, (TrfRound(2, "w", "1"), TrfRound(0, "-", "U"))),
        TrfPlayer(2, "Bianchi, Bruno", 0, Fraction(1), 2, (TrfRound(1, "b", "0"), TrfRound(3, "w", "+"))),
        TrfPlayer(3, "Verdi, Ço", 1500, Fraction(1, 2), 3, (TrfRound(0, "-", "H"), TrfRound(2, "b", "-"))),
    ),
    notes=("crawford:event/1",),
)


def test_a_report_is_read_back_unchanged() -> None:
    assert read(write(REPORT)) == REPORT


def test_every_figure_stands_in_its_column() -> None:
    line = write(REPORT).decode().split("\r\n")[5]
    assert line[:3] == "001"
    assert [line[4:8], line[14:25], line[48:52], line[80:84], line[85:89]] == [
        "   1",
        "Rossi, Anna",
        "1812",
        " 2.0",
        "   1",
    ]
    assert [line[91:95], line[96], line[98], line[101:105], line[106], line[108]] == [
        "0002",
        "w",
        "1",
        "0000",
        "-",
        "U",
    ]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_any_line_ending_is_read(end: str) -> None:
    assert read(write(REPORT).replace(b"\r\n", end.encode())) == REPORT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (" 2.0", " 2.5"),
        ("0002 w 1", "0003 w 1"),
        ("0002 w 1", "0002 w ?"),
        ("0002 w 1", "000x w 1"),
        ("0001 b 0", "0002 b 0"),
        ("001    2", "001    1"),
        ("001", "xxx"),
    ],
)
def test_a_report_that_does_not_add_up_is_refused(before: str, after: str) -> None:
    with pytest.raises(Refusal) as excinfo:
        read(write(REPORT).decode().replace(before, after).encode())
    assert excinfo.value.code == "trf_unreadable"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\0\0", b"001 ", b"001   1" + b" " * 200 + b"9" * 50])
def test_invalid_reports_are_refused(data: bytes) -> None:
    with pytest.raises(Refusal):
        read(data)


LISTS = Path(__file__).parent.parent.parent / "data" / "lists"


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("r11_swiss_cp1252.trf", {"Favre, Zoë", "Müller, Jörg", "O'Neill, Niamh", "Dvorak, Jiri"}),
        ("t_crlf_latin.trf", None),
    ],
)
def test_a_report_of_another_encoding_keeps_its_letters(name: str, names: set[str] | None) -> None:
    report_names = {entrant.name for entrant in read((LISTS / name).read_bytes()).entrants}
    assert "\ufffd" not in "".join(report_names)
    assert names is None or report_names == names


def test_a_report_whose_letters_are_lost_is_refused() -> None:
    with pytest.raises(Refusal, match="text_letters_unknown"):
        read(write(REPORT) + b"\xff")
