"""Ways to damage the text of a match file, whatever its format."""

from collections.abc import Callable
from random import Random


def scrambled(random: Random, text: bytes, way: str) -> bytes:
    """A copy of the text, damaged in one of the ways of `OF_TEXTS`."""
    return OF_TEXTS[way](random, text)


def _flipped(random: Random, text: bytes) -> bytes:
    spoiled = bytearray(text)
    for _ in range(random.choice([1, 1, 2, 5, 20])):
        spoiled[random.randrange(len(spoiled))] ^= 1 << random.randrange(8)
    return bytes(spoiled)


def _other_digit(random: Random, text: bytes) -> bytes:
    digits = [place for place, byte in enumerate(text) if 48 <= byte < 58]
    place = random.choice(digits)
    return text[:place] + str(random.randrange(10)).encode() + text[place + 1 :]


def _other_phrases(random: Random, text: bytes) -> bytes:
    start = random.randrange(len(text))
    noise = bytes(random.choices(b'"[]{}(),;:/*\\-0123456789 \n\t\0\xff\xfe\xc3', k=random.randint(1, 30)))
    return text[:start] + noise + text[start + random.choice([0, 1, 10]) :]


def _truncated(random: Random, text: bytes) -> bytes:
    return text[: random.randint(0, len(text))]


def _head_lost(random: Random, text: bytes) -> bytes:
    return text[random.randint(0, len(text) // 2) :]


def _in_lines(hurt: Callable[[Random, list[bytes]], None]) -> Callable[[Random, bytes], bytes]:
    def change(random: Random, text: bytes) -> bytes:
        between = b"\n" if text.count(b"\n") > 10 else b"]" if text.count(b"]") > 10 else b"["
        lines = text.split(between)
        hurt(random, lines)
        return between.join(lines)

    return change


def _swap(random: Random, lines: list[bytes]) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _delete(random: Random, lines: list[bytes]) -> None:
    start = random.randrange(len(lines))
    del lines[start : start + random.choice([1, 1, 1, 5])]


def _double(random: Random, lines: list[bytes]) -> None:
    start = random.randrange(len(lines))
    end = start + random.choice([1, 1, 1, 5])
    lines[end:end] = lines[start:end]


OF_TEXTS: dict[str, Callable[[Random, bytes], bytes]] = {
    "bits flipped": _flipped,
    "other digit": _other_digit,
    "noise": _other_phrases,
    "truncated": _truncated,
    "head lost": _head_lost,
    "lines swapped": _in_lines(_swap),
    "lines deleted": _in_lines(_delete),
    "lines doubled": _in_lines(_double),
}
