"""Three seasons of a club of sixty as CSV files, and independently computed standings, ratings and ladder."""

import csv
import random
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from math import sqrt

FIRST = (
    *("Ada", "Beatrice", "Carla", "Dorotea", "Elsa", "Federica", "Gaia", "Ines"),
    *("Livia", "Matilde", "Nora", "Olga", "Pia", "Rita", "Susanna"),
)
LAST = ["Alfieri", "Bentivoglio", "Castelnuovo", "Dellacqua"]
SIXTY = tuple(f"{first} {last}" for last in LAST for first in FIRST)
YEARS = (2023, 2024, 2025)
EVENINGS, TABLES, LENGTHS = 10, 14, (3, 5, 7, 9, 11)
BEST, MINIMUM, COMING = 8, 4, 1


def played(seed=60):
    """Random matches of three years: day, evening, winner, loser, length, the loser's points."""
    rng, matches = random.Random(seed), []
    skill = {name: rng.gauss(0, 1) for name in SIXTY}
    for year in YEARS:
        for number in range(EVENINGS):
            day = date(year, 1, 10) + timedelta(days=33 * number)
            present = rng.sample(SIXTY, 2 * TABLES)
            for _ in range(2):
                rng.shuffle(present)
                for one, other in zip(present[::2], present[1::2], strict=True):
                    length = rng.choice(LENGTHS)
                    edge = 1 / (1 + 10 ** (-(skill[one] - skill[other]) * sqrt(length) / 6))
                    winner, loser = (one, other) if rng.random() < edge else (other, one)
                    matches.append((day, f"Night {number + 1}", winner, loser, length, rng.randrange(length)))
    return matches


def as_csv(matches, year):
    """The matches of one year as the bytes of a CSV file."""
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=";")
    writer.writerow(["Data", "Serata", "Vincitore", "Perdente", "Risultato", "Lunghezza"])
    for day, evening, winner, loser, length, points in matches:
        if day.year == year:
            writer.writerow([day.strftime("%d/%m/%Y"), evening, winner, loser, f"{length}-{points}", length])
    return buffer.getvalue().encode()


def standings(matches, year):
    """Place, total, won and lost by name: length of each match won and a point for coming, the best eight
    evenings, nobody placed below four; ties by wins, then by the difference of points."""
    evenings, won, lost, margin = defaultdict(dict), defaultdict(int), defaultdict(int), defaultdict(int)
    for day, _, winner, loser, length, points in matches:
        if day.year != year:
            continue
        for name, earned in ((winner, length), (loser, 0)):
            evenings[name][day] = evenings[name].get(day, COMING) + earned
        won[winner] += 1
        lost[loser] += 1
        margin[winner] += length - points
        margin[loser] -= length - points
    total = {name: sum(sorted(nights.values(), reverse=True)[:BEST]) for name, nights in evenings.items()}
    key = {name: (total[name], won[name], margin[name]) for name in total}
    placed = [name for name in total if len(evenings[name]) >= MINIMUM]
    return {
        name: (
            1 + sum(key[other] > key[name] for other in placed) if name in placed else None,
            total[name],
            won[name],
            lost[name],
        )
        for name in total
    }


PAID = {"main": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1), "consolation": (8, 5, 3, 2)}


def placed(seed=16):
    """Random places of twelve evenings: day, evening, flight, name, the first of the places shared."""
    rng, places = random.Random(seed), []
    for number in range(12):
        day = date(2024, 1, 10) + timedelta(days=21 * number)
        entrants = rng.sample(SIXTY, 16)
        for flight, names, ranks in (
            ("main", entrants, (1, 2, 3, 3, 5, 5, 5, 5, *(9,) * 8)),
            ("consolation", entrants[8:], (1, 2, 3, 3, *(5,) * 4)),
        ):
            places += [
                (day, f"Night {number + 1}", flight, *entry) for entry in zip(names, ranks, strict=True)
            ]
    return places


def as_place_csv(places):
    """Places as the bytes of a CSV file: shared places as the first of them, or as a span."""
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=";")
    writer.writerow(["Data", "Serata", "Tabellone", "Giocatore", "Posto"])
    for day, evening, flight, name, rank in places:
        heading = {"main": "Principale", "consolation": "Consolazione"}[flight]
        writer.writerow(
            [day.strftime("%d/%m/%Y"), evening, heading, name, "3-4" if rank == 3 else f"{rank}°"]
        )
    return buffer.getvalue().encode()


def standings_by_place(places):
    """Place and total by name: places pay by `PAID`, shared places the mean of the places they cover."""
    total = defaultdict(Fraction)
    for day, _, flight, name, rank in places:
        shared = sum(place[:4:2] == (day, flight) and place[4] == rank for place in places)
        total[name] += Fraction(sum(PAID[flight][rank - 1 : rank - 1 + shared]), shared)
    return {
        name: (1 + sum(other > amount for other in total.values()), amount) for name, amount in total.items()
    }


def ratings(matches):
    """Rating and experience by name, by the FIBS formula with its ramp."""
    rating, experience = defaultdict(lambda: 1500.0), defaultdict(int)
    for _, _, winner, loser, length, _ in matches:
        upset = 1 / (10 ** (abs(rating[winner] - rating[loser]) * sqrt(length) / 2000) + 1)
        share = upset if rating[winner] >= rating[loser] else 1 - upset
        step = {name: max(1, 5 - experience[name] / 100) for name in (winner, loser)}
        rating[winner] += round(4 * step[winner] * sqrt(length) * share, 4)
        rating[loser] -= round(4 * step[loser] * sqrt(length) * share, 4)
        for name in (winner, loser):
            experience[name] += length
    return {name: (round(rating[name], 4), experience[name]) for name in rating}


def ladder(matches):
    """Names from the top: newcomers at the bottom, a winner from below takes the loser's place."""
    order = []
    for _, _, winner, loser, _, _ in matches:
        order += [name for name in (winner, loser) if name not in order]
        if order.index(winner) > order.index(loser):
            order.remove(winner)
            order.insert(order.index(loser), winner)
    return order
