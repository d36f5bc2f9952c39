"""What is said of seasons, rating lists and results of earlier years: refusals, presets, constants."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SEASONS: dict[str, str | Promise] = {
    "import_broke_off": _("The import was interrupted several times and given up."),
    "past_choice_unknown": _("It is not clear who “%(choice)s” is: one name cannot be two people."),
    "past_file_twice": _("The matches of %(name)s are here already, from the same file."),
    "past_names_open": _(
        "Say for %(count)s names whether they are people of the club or new, %(names)s among them."
    ),
    "past_nobody": _("There is no name in this list."),
    "past_nothing": _("There is neither a match nor a place in this file."),
    "past_taken_back": _("The matches of %(name)s were taken back already."),
    "past_unready": _("This file cannot be taken in as it is: look at what its preview says."),
    "sheet_columns_many": _("A table may have up to %(most)s columns. Remove the columns you do not need."),
    "sheet_elements_many": _(
        "This workbook holds more than %(most)s cells, texts and formats, far more than a table needs. "
        "Copy the table alone into a new workbook, or save it as CSV, and send that."
    ),
    "sheet_empty": _("There is nothing in this file."),
    "sheet_rows_many": _("A table may have up to %(most)s rows. Split it into several files."),
    "sheet_slow": _(
        "This workbook takes more than %(most)s seconds to read. "
        "Copy the table alone into a new workbook, or save it as CSV, and send that."
    ),
    "sheet_too_large": _("A table may have up to %(most)s MB. Split it into several files."),
    "sheet_unpacks_too_large": _(
        "Unpacked, this workbook is larger than %(most)s MB. "
        "Copy the table alone into a new workbook, or save it as CSV, and send that."
    ),
    "sheet_unreadable": _("This file is not a table. Send it as CSV or as an Excel workbook (XLSX)."),
    "sheets_busy": _("Other workbooks are being read right now. Send the file again in a few seconds."),
    "length_not_rated": _("Only a match to one point or more can be rated, not one to %(length)s."),
    "rated_against_himself": _("Nobody is rated for a match against himself."),
    "rating_constant_unknown": _("This rating system has no constant called %(names)s."),
    "rating_constant_unreadable": _("The constant “%(name)s” is no number a list could rate by."),
    "rating_constant_wrong": _("The constant “%(name)s” lies between %(least)s and %(most)s."),
    "rating_counts_unknown": _("A rating list cannot count “%(counts)s”: only singles, doubles, or both."),
    "rating_system_unknown": _("This house does not rate by “%(system)s”."),
    "starting_rating_unlikely": _(
        "A starting rating is between %(lowest)s and %(highest)s; %(rating)s is not."
    ),
    "season_dates_reversed": _("The season would end before it begins."),
    "season_division_unknown": _("The season has no division %(division)s."),
    "season_divisions_wrong": _(
        "Divisions have names that differ, and to go up and down it takes two of them at least."
    ),
    "season_figure_impossible": _("“%(text)s” cannot count: figures go from 0 to %(most)s."),
    "season_figure_unreadable": _("“%(text)s” is no figure a season could count by."),
    "season_names_many": _("That is too long for a season: the most it can hold of these is %(most)s."),
    "season_rule_unknown": _("A season has no rule called %(names)s."),
    "season_word_unknown": _("A season cannot count by “%(word)s”."),
    "tiebreak_unknown": _("There is no tie-break called “%(name)s”."),
}

WINS: dict[str, str | Promise] = {
    "flat": _("the same for every match won"),
    "length": _("for each point of the length of the match"),
    "root": _("times the root of the length of the match"),
}

UNITS: dict[str, str | Promise] = {
    "points": _("points"),
    "percent": _("percent of the number of players"),
    "pool": _("parts of a pool of one point for each player"),
    "log": _("times the binary logarithm of the number of players"),
}

SEASON_PRESETS: dict[str, str | Promise] = {
    "wins": _("One point for each match won"),
    "length": _("The length of each match won"),
    "places": _("Points for places alone, shared when a place is shared"),
    "length-and-places": _("Points for wins by match length, and for places"),
    "doubled-months": _("The same, doubled in May and November, halved for the intermediate event"),
    "entrants": _("A point for each win and for coming; places by the number of players"),
    "best-of": _("Length of matches won and coming; the best eight evenings, at least four"),
    "attendance": _("Coming alone"),
    "league": _("Three points for a win, one for a match played and lost"),
    "divisions": _("The same in two divisions; two go up and two go down"),
    "one-up": _("The same in two divisions; one goes up and two go down"),
    "master": _("Master points: root of the length, places by the size of the field"),
    "tour": _("Tour points: as many as there are players, the first twice the second"),
}

RATING_PRESETS: dict[str, str | Promise] = {
    "fibs": _("FIBS, with the ramp for newcomers"),
    "no-ramp": _("FIBS without a ramp"),
    "short-ramp": _("FIBS with a ramp from two"),
    "elo": _("Elo by the root of the length"),
    "elo-steep": _("Elo by the root of the length, with the spread of chess"),
    "elo-skill": _("Elo by skill, which grows half as fast as the length"),
    "elo-flat": _("Elo as at chess, every length alike"),
    "glicko2": _("Glicko-2, every length alike"),
    "glicko2-length": _("Glicko-2, longer matches say more"),
}

CONSTANTS: dict[str, str | Promise] = {
    "base": _("Where everybody starts"),
    "spread": _("Spread: distance at which one side has ten times the chance, to one point"),
    "step": _("Step: how far a match moves"),
    "ramp_start": _("Ramp: how many times faster a newcomer moves"),
    "ramp_length": _("Points of match length until the ramp has ended"),
    "length_cap": _("Longest length that counts (0: any)"),
    "provisional_below": _("Provisional below so many points of match length"),
    "exponent": _("Exponent of the length (0: every length alike, 0.5: its root)"),
    "skill": _("Skill: how fast it grows with the length (2: as the length)"),
    "deviation": _("Deviation of a newcomer"),
    "volatility": _("Volatility of a newcomer"),
    "tau": _("Tau: how fast volatility changes"),
    "period_days": _("Days after which a rating is one period less sure"),
    "provisional_above": _("Provisional above this deviation"),
}

PARTS: dict[str, str | Promise] = {
    "win": _("matches won"),
    "loss": _("matches lost"),
    "attendance": _("coming"),
    "bonus": _("places"),
}

ROLES: dict[str, str | Promise] = {
    "": _("not used"),
    "date": _("Date"),
    "evening": _("Evening or event"),
    "one": _("First player, or winner"),
    "other": _("Second player, or loser"),
    "score_one": _("Points of the first"),
    "score_other": _("Points of the second"),
    "result": _("Result, as 7-5"),
    "length": _("Length of the match"),
    "winner": _("Who won"),
    "ending": _("How it ended"),
    "place": _("Place, as 3 or 3-4"),
    "flight": _("Main or consolation"),
    "field": _("How many played"),
    "name": _("Name"),
    "first": _("First name"),
    "surname": _("Surname"),
    "club": _("Club"),
    "country": _("Country"),
    "rating": _("Rating"),
    "family": _("Family"),
}

DATE_ORDERS: dict[str, str | Promise] = {
    "day": _("day first: 25/3/2026"),
    "month": _("month first: 3/25/2026"),
}

FAULTS: dict[str, str | Promise] = {
    "past_against_himself": _("%(text)s plays himself."),
    "past_date_impossible": _("The date %(text)s lies in the future or too long ago."),
    "past_date_unreadable": _("“%(text)s” is no date."),
    "past_ending_unknown": _("“%(text)s” is no way a match ends: played, walk-over, forfeit or retired."),
    "past_length_wrong": _("“%(text)s” is no length of a match."),
    "past_name_long": _("The name %(text)s… is too long."),
    "past_name_missing": _("A name is missing."),
    "past_field_wrong": _("“%(text)s” cannot be the number of players."),
    "past_flight_unknown": _("“%(text)s” is neither the main bracket nor a consolation nor a last chance."),
    "past_place_taken": _("Place %(text)s is held by others already, or by more players than can share it."),
    "past_place_twice": _("%(text)s has two places on one evening."),
    "past_place_wrong": _("“%(text)s” is no place: write 3, or 3-4 for a shared one."),
    "past_score_missing": _("Neither a score nor a length is given."),
    "past_score_wrong": _("“%(text)s” is no final score."),
    "past_winner_unknown": _("“%(text)s” is neither of the two players."),
    "past_winner_open": _("%(text)s does not tell who won: say so in a column of winners."),
}
