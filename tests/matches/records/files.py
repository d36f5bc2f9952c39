"""Match files of GNU Backgammon playing against itself, and damaged copies of them."""

import io
import zipfile
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "data" / "records"

# José-María beats X by 3-0 in a match to 3.
THREE = "m015_3pt.mat"
# Alice beats X by 7-1 in a match to 7.
SEVEN = "m054_7pt.mat"


def record(name: str = THREE) -> bytes:
    """The bytes of a match file."""
    return (RECORDS / name).read_bytes()


def damaged(old: str, new: str, name: str = THREE) -> bytes:
    """A match file in which one piece of text was replaced."""
    data = record(name)
    assert data.count(old.encode()) == 1
    return data.replace(old.encode(), new.encode())


def with_an_illegal_play() -> bytes:
    """A match file in which White plays 5-4 as 5-3 in the second turn of game 1."""
    return damaged("54: 24/20 13/8 ", "54: 24/20 13/9 ")


def resigned_record(*, length: int, points: int) -> str:
    """A match of one game that ends after two rolls with these points for the first player."""
    return (
        f" {length} point match\n\n"
        " Game 1\n Ada : 0                        Bo : 0\n"
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
        f"      Wins {points} points and the match\n"
    )


def with_a_wrong_score_line() -> bytes:
    """Game 2 is declared to begin at 2-0 though it began at 1-0."""
    return damaged("José-María : 1               X : 0", "José-María : 2               X : 0")


def a_zip(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these names and bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return target.getvalue()
