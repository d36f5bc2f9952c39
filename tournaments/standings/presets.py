"""Ways clubs and federations are known to count; a season starts from one and may change any figure."""

from fractions import Fraction

from tournaments.standings.rules import FLAT, LENGTH, LOG, PERCENT, POOL, ROOT, Figure, SeasonRules

# A third of a point times the root of the length; places below the first pay 1 / (place - 1) of log2 of the
# field (USBGF, May 2015). What the first place paid is not handed down: twice the second stands here.
MASTER_PLACES: tuple[Figure, ...] = (2, *(Fraction(1, place - 1) for place in range(2, 17)))
# One point for each entrant is shared; the first place has twice the second, and so on down (ABT).
HALVES = (8, 4, 2, 2, 1, 1, 1, 1)

PRESETS: dict[str, SeasonRules] = {
    "wins": SeasonRules(win=FLAT),
    "length": SeasonRules(win=LENGTH),
    "places": SeasonRules(
        win=FLAT,
        win_value=0,
        bonuses={"main": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1), "consolation": (8, 5, 3, 2)},
        best_bonus_only=False,
    ),
    "length-and-places": SeasonRules(
        attendance=2, bonuses={"main": (50, 25, 12, 12), "consolation": (25, 12)}
    ),
    "doubled-months": SeasonRules(
        attendance=2,
        bonuses={"main": (50, 25, 12, 12), "consolation": (25, 12)},
        weights={"intermediate": Fraction(1, 2)},
        months={5: 2, 11: 2},
    ),
    "entrants": SeasonRules(win=FLAT, attendance=1, bonuses={"main": (100, 50, 25)}, bonus_unit=PERCENT),
    "best-of": SeasonRules(win=LENGTH, attendance=1, best_evenings=8, minimum_evenings=4),
    "attendance": SeasonRules(win=FLAT, win_value=0, attendance=1),
    "league": SeasonRules(win=FLAT, win_value=3, loss_value=1, walkovers_count=False),
    "divisions": SeasonRules(
        win=FLAT, win_value=3, loss_value=1, walkovers_count=False, divisions=("1", "2"), up=2, down=2
    ),
    "one-up": SeasonRules(
        win=FLAT, win_value=3, loss_value=1, walkovers_count=False, divisions=("1", "2"), up=1, down=2
    ),
    "master": SeasonRules(
        win=ROOT,
        win_value=Fraction(1, 3),
        bonuses={"main": MASTER_PLACES},
        bonus_unit=LOG,
        weights={"intermediate": Fraction(7, 10), "novice": Fraction(1, 2)},
        walkovers_count=False,
        tiebreaks=("wins", "difference"),
    ),
    "tour": SeasonRules(
        win=FLAT,
        win_value=0,
        bonuses={"main": HALVES},
        bonus_unit=POOL,
        weights={"intermediate": Fraction(1, 2), "novice": Fraction(1, 4)},
        tiebreaks=("wins", "difference"),
    ),
}
