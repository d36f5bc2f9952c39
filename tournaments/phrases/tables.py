"""The criteria of a table in words: what each figure is, and what each of its parts was."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

HALF = Fraction(1, 2)

CRITERIA: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "score": (_("Score"), _("What the rounds were worth, byes included.")),
    "wins": (_("Wins"), _("Matches won; a bye is no win.")),
    "wins_played": (_("Wins at the board"), _("Matches won at the board.")),
    "points_for": (_("Points won"), _("Match points won, the winner's cut off at the length of the match.")),
    "points_against": (_("Points lost"), _("Match points lost; fewer is better.")),
    "difference": (_("Difference"), _("Match points won less match points lost.")),
    "points_share": (_("Share of points"), _("Match points won as a part of the lengths played.")),
    "head_to_head": (_("Head to head"), _("What the tied players scored against each other.")),
    "playoff": (_("Play-off"), _("Matches played to break the tie.")),
    "cumulative": (_("Progress"), _("Sum of the score after each round.")),
    "cumulative_cut_1": (_("Progress, cut 1"), _("Sum of the score after each round but the first.")),
    "performance": (_("PR"), _("500 times the equity lost for each decision, from analysed records.")),
    "lots": (_("Lots"), _("A lot drawn from the published seed.")),
    "buchholz": (_("Buchholz"), _("Sum of the scores of the opponents.")),
    "buchholz_cut_1": (_("Buchholz, cut 1"), _("Sum of the scores of the opponents without the lowest.")),
    "buchholz_cut_2": (_("Buchholz, cut 2"), _("Sum of the scores of the opponents without the two lowest.")),
    "median_1": (_("Median"), _("Sum of the scores of the opponents without the highest and the lowest.")),
    "median_2": (
        _("Median 2"),
        _("Sum of the scores of the opponents without the two highest and two lowest."),
    ),
    "sonneborn_berger": (_("Sonneborn-Berger"), _("Sum of the scores of the opponents who were beaten.")),
    "koya": (_("Koya"), _("Score against those who have at least half of what could be scored.")),
    "strength_of_losses": (
        _("Strength of losses"),
        _("Sum of the wins of those who won against the player."),
    ),
    "hundred": (
        _("Hundreds"),
        _("A hundred for a win and the difference in points; the loser loses the difference."),
    ),
    "pr_points": (_("Match and PR"), _("A point for the match and a point for the lower PR in it.")),
}

PARTS: Mapping[str, str | Promise] = {
    "won": _("Round %(round)s: won against %(name)s"),
    "lost": _("Round %(round)s: lost to %(name)s"),
    "drawn": _("Round %(round)s: drawn with %(name)s"),
    "shared": _("Round %(round)s: as many wins as %(name)s"),
    "walkover_won": _("Round %(round)s: %(name)s was absent"),
    "walkover_lost": _("Round %(round)s: absent against %(name)s"),
    "ruled_won": _("Round %(round)s: given by ruling against %(name)s"),
    "ruled_lost": _("Round %(round)s: taken by ruling against %(name)s"),
    "bye": _("Round %(round)s: bye"),
    "half_bye": _("Round %(round)s: bye asked for"),
    "away": _("Round %(round)s: not there"),
    "dummy": _("Round %(round)s: not played, counted as against an equal"),
    "cut": _("Round %(round)s: left out"),
    "decisions": _("decisions counted"),
}


def criterion_name(name: str) -> str:
    """The name of a criterion, as it heads a column."""
    return str(CRITERIA[name][0])


def criterion_meaning(name: str) -> str:
    """What a criterion counts, in one sentence."""
    return str(CRITERIA[name][1])


def part(code: str, number: int, name: str) -> str:
    """One part of a figure: in which round, against whom."""
    return str(PARTS[code]) % {"round": number, "name": name or gettext("nobody")}


def shown(name: str, amount: Fraction) -> Fraction:
    """A figure as people read it: what is kept negative because fewer is better is told as it is."""
    return -amount if name in {"points_against", "performance", "lots"} else amount


def figure(name: str, amount: Fraction) -> str:
    """A figure as it stands in a column: whole, with a half, or with two decimals, in the reader's format."""
    amount = shown(name, amount)
    whole, rest = divmod(abs(amount), 1)
    sign = "−" if amount < 0 else ""
    if rest == 0:
        return f"{sign}{number_format(int(whole))}"
    if rest == HALF:
        return f"{sign}{number_format(int(whole)) if whole else ''}½"
    return f"{sign}{number_format(round(float(abs(amount)), 2), decimal_pos=2)}"
