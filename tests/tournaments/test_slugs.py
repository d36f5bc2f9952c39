"""Slugs of names, and the order of names in lists."""

import pytest

from matches.names import get_sort_key
from tournaments.slugs import make_free_slug, slugify_name


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Łódź Open 2026", "lodz-open-2026"),
        ("Køge Bræt & Straße", "koge-braet-strasse"),
        ("Città di Foligno", "citta-di-foligno"),
        ("Клуб", ""),
    ],
)
def test_a_slug_keeps_every_letter_that_has_a_plain_form(name: str, slug: str) -> None:
    assert slugify_name(name) == slug


def test_a_free_slug_is_numbered_and_never_empty() -> None:
    assert make_free_slug("Łódź", {"lodz", "lodz-2"}) == "lodz-3"
    assert make_free_slug("Клуб", set()) == "event"


def test_letters_with_accents_are_sorted_among_the_plain_ones() -> None:
    names = ["Zoe", "łukasz", "Lena", "Øystein", "Olga", "Marta"]
    assert sorted(names, key=get_sort_key) == ["Lena", "łukasz", "Marta", "Olga", "Øystein", "Zoe"]
