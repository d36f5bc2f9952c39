"""The encoding of a text file is guessed from the letters that it gives."""

from pathlib import Path

import pytest

from rules.formats import read
from rules.formats.text_encodings import REPLACEMENT, decode_text

LISTS = Path(__file__).parent.parent / "data" / "lists"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Zoë Favre"),
        ("cp1252", "Søren Kjær, Hélène, Muñoz, Müller, João"),
        ("cp1252", "Þórður Guðmundsson"),
        ("cp1252", "Mosè D’Angelo, £40"),
        ("cp1250", "Łukasz Żak"),
        ("cp1250", "Jiří Dvořák, Ondřej, Tomáš"),
        ("cp1250", "Žiga Simončič, Đorđe Petrović"),
        ("cp1250", "László Erdős"),
        ("cp1254", "Gülşen IŞIK, Ayşe Yıldız"),
        ("cp1254", "İbrahim Şahin"),
        ("cp1251", "Иван Петров"),
        ("cp1253", "Γιώργος Παπαδόπουλος"),
        ("cp1257", "Jānis Bērziņš"),
        ("mac_roman", "Jörg Müller"),
        ("cp850", "Käthe Weiß, Jörg Müller"),
    ],
)
def test_names_of_many_languages_are_read_as_they_were_written(encoding: str, text: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert (decoded.text, decoded.is_certain) == (text, True)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("m02_german_cp1252.csv", "cp1252"),
        ("m04_polish_cp1250.csv", "cp1250"),
        ("m05_turkish_cp1254.csv", "cp1254"),
        ("m06_french_utf16.txt", "utf-16"),
        ("r04_german_results.csv", "cp1252"),
        ("r11_swiss_cp1252.trf", "cp1252"),
        ("cp1250.csv", "cp1250"),
        ("t_crlf_latin.trf", "cp1252"),
    ],
)
def test_files_as_secretaries_have_them(name: str, encoding: str) -> None:
    data = (LISTS / name).read_bytes()
    decoded = decode_text(data)
    assert (decoded.text, decoded.is_certain) == (data.decode(encoding), True)


@pytest.mark.parametrize(
    "data",
    [
        "Zoë Müller".encode() + b"\xff",
        b"\xff\xfeA\x00\x00\xd8B\x00",
        f"Zo{REPLACEMENT} Favre".encode(),
        bytes(range(128, 256)) * 3,
    ],
)
def test_letters_that_nobody_can_know_are_reported(data: bytes) -> None:
    assert not decode_text(data).is_certain


def test_a_match_file_never_gives_a_replacement_character() -> None:
    match = "5 point match\n\n Game 1\n Zoë : 0                          Bob : 0\n  1) 31: 8/5 6/5\n"
    damaged = match.encode("utf-8") + "é".encode() * 2 + b"\xc3"
    assert REPLACEMENT not in repr(read(damaged))
    assert "Łukasz" in repr(read(match.replace("Zoë", "Łukasz").encode("cp1250")))
