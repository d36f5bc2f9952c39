"""What a process holds of drawn parts, and large ones in the pages they are sent with."""

import pytest

from tournaments.parts import Large, Part, Parts


def held(parts: Parts, *keys: str) -> list[bool]:
    """Which of these parts are held."""
    return [parts.get(key) is not None for key in keys]


def test_a_process_holds_so_many_letters_and_lets_go_what_nobody_asked_for() -> None:
    parts = Parts(letters=10, seconds=60)
    for key in ("one", "two", "one", "three"):
        if parts.get(key) is None:
            parts.put(key, Part("four"))

    assert held(parts, "one", "two", "three") == [True, False, True]
    assert parts.letters == 8


def test_a_part_put_again_counts_once_and_one_too_large_is_held_alone() -> None:
    parts = Parts(letters=10, seconds=60)
    parts.put("one", Part("four"))
    parts.put("one", Part("five!"))
    assert parts.letters == 5
    parts.put("two", Part("twelve words"))
    assert (held(parts, "one", "two"), parts.letters) == ([False, True], 12)
    parts.clear()
    assert (held(parts, "one", "two"), parts.letters) == ([False, False], 0)


def test_a_part_is_held_no_longer_than_it_is_kept() -> None:
    parts = Parts(letters=10, seconds=0)
    parts.put("one", Part("four"))

    assert held(parts, "one") == [False]


@pytest.mark.parametrize("told", [(), ("é",), ("a", "–", "c")])
def test_a_page_is_sent_with_its_large_parts_where_they_stand(told: tuple[str, ...]) -> None:
    large = Large()
    page = "".join(f"<{number}>{large.place_of(Part(text))}" for number, text in enumerate(told)) + "ende…"
    whole = "".join(f"<{number}>{text}" for number, text in enumerate(told)) + "ende…"

    assert large.sent(page).decode() == whole
