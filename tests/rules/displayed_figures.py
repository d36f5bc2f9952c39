"""The figures that programs show for matches, beside those read here from the same files.

`python -m tests.rules.displayed_figures` prints the tables of docs/match-files.md.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.analysis import Sums, sums
from rules.formats import read
from rules.sides import SIDES
from tests.rules.binary_files import MATCHES, NAMES, bgf_match, data_of
from tests.rules.sample_records import DATA

ANALYSED = DATA / "analysed"
# Equity lost and decisions of both players of each .xg, as gvformat reads and counts them: the converter of
# the package that the files come from (gammonview 3.1.0, MIT), written apart from this library.
COUNTED_BY_GVFORMAT: Mapping[str, Sequence[tuple[float, int]]] = {
    "3WNK_g1Z-PLsh_HyvQ5j4a": ((1.6061, 107), (1.3387, 123)),
    "5nqfGw9bWG3deTaU": ((2.3447, 119), (1.3677, 131)),
    "B4_SrGcsKAQmoTyHlgJCbM": ((0.6390, 28), (1.0422, 41)),
    "C07OQCKyw4Pe-CnjFiAMYO": ((1.0176, 135), (3.8314, 127)),
    "MYdvw1qGuyaRUH__": ((1.0104, 45), (0.8111, 55)),
    "Sz-2PgKnvb6aFls69-qFXg": ((0.4500, 111), (1.4181, 99)),
    "UL-CV6F9jMM-E1Pu": ((3.9760, 94), (1.6960, 100)),
    "XCu3RJ0UvDg_Tldl": ((1.9184, 50), (0.3062, 40)),
    "baR-U643iUDpvzTC": ((0.5106, 43), (0.8958, 51)),
    "eXBNG5wZHS5Alu3P": ((1.0628, 94), (0.7283, 91)),
    "hQ8sVn2LbTdF4wRm": ((0.9018, 81), (1.1227, 80)),
    "rK7pXm4TqLb9NzWd": ((6.6548, 212), (6.5833, 189)),
    "uwvEbd63UvdX7SDin5o_Iw": ((0.8076, 97), (3.5841, 115)),
}
COLUMNS = ("Checker play lost", "Cube lost", "Decisions", "PR", "Luck")
NOT_SHOWN = "–"


class Figures(NamedTuple):
    """The figures of one side of a match; None for one that a program does not show."""

    lost: float
    decisions: int
    rating: float
    checker_lost: float | None = None
    cube_lost: float | None = None
    luck: float | None = None


class ComparedSide(NamedTuple):
    """One side of a match: the figures that the program shows, and those that are read here."""

    program: str
    file: str
    side: str
    shown: Figures
    read: Figures


def list_compared_sides() -> list[ComparedSide]:
    """Return every side of every match for which a program shows figures."""
    return [*_list_gnubg(), *_list_bgblitz(), *_list_xg()]


def _list_gnubg() -> Iterator[ComparedSide]:
    for path in sorted(ANALYSED.glob("*.sgf")):
        analysis = read(path.read_bytes()).analysis
        assert analysis is not None
        shown = read_gnubg_figures(path.with_suffix(".txt").read_text(encoding="utf-8"))
        program = f"{analysis.engine}, {analysis.settings}"
        for side, figures in zip(SIDES, shown, strict=True):
            yield ComparedSide(
                program, path.name, side.value, figures, _to_figures(sums(analysis.games, side))
            )


def read_gnubg_figures(text: str) -> tuple[Figures, Figures]:
    """Return the figures of both sides from the answer to `show statistics match`.

    Its error rate is of thousandths of a point for each decision, which is twice the performance rating.
    """
    checker_lost, cube_lost, lost = _find_pairs(text, "Error total EMG (MWC)")
    [unforced], [close_cubes] = (
        _find_pairs(text, name) for name in ("Unforced moves", "Close or actual cube decisions")
    )
    rates = _find_pairs(text, "Error rate mEMG (MWC)")[-1]
    [luck] = _find_pairs(text, "Luck total EMG (MWC)")
    white, black = (
        Figures(
            lost=-lost[place],
            decisions=round(unforced[place] + close_cubes[place]),
            rating=-rates[place] / 2,
            checker_lost=-checker_lost[place],
            cube_lost=-cube_lost[place],
            luck=luck[place],
        )
        for place in (0, 1)
    )
    return white, black


def _find_pairs(text: str, name: str) -> list[tuple[float, float]]:
    """Return the numbers of both sides in the lines of this name, without those in parentheses."""
    number = r"([-+]?[\d.]+)\s*(?:\([^)]*\))?"
    return [
        (float(white), float(black))
        for white, black in re.findall(rf"^{re.escape(name)}\s+{number}\s+{number}\s*$", text, re.MULTILINE)
    ]


def _list_bgblitz() -> Iterator[ComparedSide]:
    for name in NAMES:
        if not (MATCHES / "bgf" / f"{name}.bgf").exists():
            continue
        analysis, match = read(data_of(name, "bgf")).analysis, bgf_match(name)
        assert analysis is not None
        for side, key in zip(SIDES, ("prGreen", "prRed"), strict=True):
            total = match[key]
            lost = (-float(total["checkerError"]), -float(total["cubeError"]))
            decisions = total["checkerCnt"] + total["cubeCnt"]
            shown = Figures(sum(lost), decisions, 500 * sum(lost) / decisions, *lost)
            program = f"{analysis.engine}, {analysis.settings}"
            yield ComparedSide(
                program, f"{name}.bgf", side.value, shown, _to_figures(sums(analysis.games, side))
            )


def _list_xg() -> Iterator[ComparedSide]:
    for name in NAMES:
        analysis = read(data_of(name, "xg")).analysis
        assert analysis is not None
        for side, (lost, decisions) in zip(SIDES, COUNTED_BY_GVFORMAT[name], strict=True):
            shown = Figures(lost, decisions, 500 * lost / decisions)
            yield ComparedSide(
                "eXtreme Gammon, counted by gvformat",
                f"{name}.xg",
                side.value,
                shown,
                _to_figures(sums(analysis.games, side)),
            )


def _to_figures(total: Sums) -> Figures:
    return Figures(
        lost=total.lost,
        decisions=total.decisions,
        rating=500 * total.lost / total.decisions,
        checker_lost=total.checker_lost,
        cube_lost=total.cube_lost,
        luck=total.luck,
    )


def format_table(rows: Sequence[ComparedSide]) -> str:
    """Return the compared sides as a table in Markdown: what the program shows, then what is read here."""
    lines = [
        f"| Program | File | Side | Equity lost | {' | '.join(COLUMNS)} |",
        f"|{'---|' * (4 + len(COLUMNS))}",
    ]
    lines += [
        f"| {row.program} | `{row.file}` | {row.side} | {_format(row.shown.lost, row.read.lost, 3)} "
        f"| {_format(row.shown.checker_lost, row.read.checker_lost, 3)} "
        f"| {_format(row.shown.cube_lost, row.read.cube_lost, 3)} "
        f"| {row.shown.decisions} / {row.read.decisions} "
        f"| {_format(row.shown.rating, row.read.rating, 1)} | {_format(row.shown.luck, row.read.luck, 3)} |"
        for row in rows
    ]
    return "\n".join(lines)


def _format(shown: float | None, here: float | None, decimals: int) -> str:
    """Return two figures; -0.000 is written as 0.000."""
    texts = [
        NOT_SHOWN if figure is None else f"{round(figure, decimals) + 0.0:.{decimals}f}"
        for figure in (shown, here)
    ]
    return " / ".join(texts)


if __name__ == "__main__":
    print(format_table(list_compared_sides()))
