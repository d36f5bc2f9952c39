"""Write random events in every format of the site, and print the decimal point and a digest.

Run as a program (`python -m tests.tournaments.exchange.everything_written`) under the locale of the
environment.
"""

import hashlib
import locale
from fractions import Fraction

from tournaments.exchange.spreadsheets import Sheet, as_csv, as_xlsx
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound, read, write
from tournaments.journal.replay import fold
from tournaments.verification.simulator.simulation import event_file
from tournaments.verification.simulator.simulation_run import run_simulation

FORMS = ("swiss", "score_swiss", "groups", "schedule", "double")
HALVES = (Fraction(1, 2), Fraction(7, 3), Fraction(-5, 2), 12, 1234567)


def written() -> bytes:
    """Event files of some formats, with findings of the checker; CSV, XLSX and TRF with fractions."""
    parts = []
    for form in FORMS:
        course = run_simulation(f"locale-{form}", [form])
        parts += [event_file(course.rows, fold(course.rows)), repr(course.findings).encode()]
    sheet = Sheet("Classifica", ("I", "ı", "Punti"), [(f"İpek {half}", half, None) for half in HALVES])
    entrant = TrfPlayer(1, "Işık", 1500, Fraction(1, 2), 1, (TrfRound(0, "-", "H"),))
    report = write(TrfReport("Torneo", (entrant,), 1))
    return b"".join([*parts, as_csv(sheet), as_xlsx([sheet]), report, repr(read(report)).encode()])


if __name__ == "__main__":
    locale.setlocale(locale.LC_ALL, "")
    print(locale.localeconv()["decimal_point"], hashlib.sha256(written()).hexdigest())
