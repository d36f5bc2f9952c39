"""Questions about lists, their choices, and why rows of a list are left out, as a page shows them."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.lists.entry_box_lines import UnusedNote
from tournaments.exchange.lists.member_lists import LeftOutRow
from tournaments.exchange.lists.reading import ListQuestion
from tournaments.exchange.past_results import RowFault

# So many rows one after the other are written as a range.
SHORTEST_RANGE = 3
# By the code of the question, with its facts.
QUESTIONS: dict[str, str | Promise] = {
    "above_length": _("%(one)s – %(other)s %(score)s in a match to %(length)s: was it longer?"),
    "bracket": _("This looks like a bracket. Are these its matches: %(matches)s?"),
    "bracket_name": _("Is “%(text)s” the surname: %(name)s?"),
    "capitals": _("%(name)s is written in capitals, unlike most names: %(other_name)s?"),
    "capitals_of_list": _("Are names with capitals, such as %(name)s, written as usual: %(other_name)s?"),
    "cancelled": _("“%(text)s”: does %(name)s still play?"),
    "carry_dates": _("These rows have no date. Does the date above hold for them?"),
    "columns": _("This list has no headings. Are the columns as chosen above?"),
    "date_order": _("Is %(example)s written with the day or the month first?"),
    "former": _("These people have left: %(names)s."),
    "guest": _("%(name)s brings somebody who is not named. Add the guest by name later."),
    "halves_differ": _("%(one)s – %(other)s: one row says %(score)s, the other %(mirror)s."),
    "handles": _("These may be names of accounts, not of people: %(names)s. They are read as names."),
    "hidden_results": _("These rows are hidden in the file."),
    "hidden_rows": _("These rows are hidden in the file."),
    "label_twice": _("%(name)s has several rows in this cross-table. They are read as %(names)s."),
    "holds": _("What does the sheet “%(sheet)s” hold?"),
    "letters": _("Some letters may be wrong. In which character set was the file saved?"),
    "list_holds": _("What does this list hold?"),
    "matches_twice": _("Is this in the list twice by mistake? Same day, players and score: %(matches)s"),
    "me_too": _("%(name)s writes “%(text)s”."),
    "month_of_days": _("The days have no month. In which month were these matches played?"),
    "name_column": _("The names are read from the column “%(heading)s”."),
    "name_unclear": _("Is “%(name)s” the name of a person?"),
    "name_brackets": _("How should the text in brackets be read? %(names)s"),
    "no_person": _("This row names no person, only %(name)s."),
    "number_behind": _("The number %(number)s behind %(name)s is no rating and is not used."),
    "only_tag": _("This row has no name, only the tag %(name)s."),
    "part_fee": _("%(name)s, “%(text)s”: how much of the membership fee is paid?"),
    "part_payment": _("“%(text)s”: entered as not fully paid."),
    "partner": _("Is “%(text)s”, the partner of %(name)s, %(other_name)s?"),
    "partner_missing": _("%(name)s has no partner yet."),
    "rating_unclear": _("Is “%(text)s” the rating %(rating)s?"),
    "retired_length": _("%(match)s ended early, at %(points)s. To how many points was it?"),
    "row_numbers": _("“%(heading)s” counts the rows from 1. Are these the numbers of the members?"),
    "rows_without": _("These rows lack what is asked for above."),
    "same_person": _("%(name)s and %(other_name)s: one person twice, or two people?"),
    "score_against_winner": _("%(winner)s is named as the winner, but the score is %(score)s."),
    "score_dates": _("The spreadsheet has made dates of scores. Is the first one %(day)s or %(month)s?"),
    "score_times": _("The spreadsheet has made times of scores. They are read as: %(scores)s."),
    "season_year": _("In which year was the first of these dates?"),
    "sections": _("This sheet has several lists. Which ones?"),
    "sets": _("%(one)s – %(other)s %(score)s: a match of several sets. %(winner)s is named as the winner."),
    "sheet": _("Which sheet has the list?"),
    "sheets": _("Several sheets have results. Which ones?"),
    "spectator": _("%(name)s comes as: %(text)s."),
    "struck_out": _("%(name)s is struck out."),
    "surname_first": _("The heading “%(heading)s” has the surname first. Is %(name)s called %(other_name)s?"),
    "surname_alone": _("Only “%(name)s”: is the first name missing?"),
    "test_row": _("“%(name)s” looks like a test."),
    "twice": _("%(name)s has answered twice. Which answer counts?"),
    "two_names": _("Are %(name)s and %(other_name)s two people?"),
    "unclear_names": _("Are these names of people: %(names)s?"),
    "unfinished": _("%(one)s – %(other)s %(score)s in a match to %(length)s: which player won?"),
    "unmarked": _(
        "The other rows have a mark because the first player won. Did the second player win these?"
    ),
    "unplayed_with_winner": _("%(one)s – %(other)s %(score)s: did %(winner)s win without play?"),
    "unread_sheet": _(
        "The sheet %(sheet)s has two names in each row, but no result that is known. Choose the sheet above "
        "to say which column has it, or leave the sheet out."
    ),
    "unreadable_rows": _("These rows cannot be read, as said below."),
    "walkover_winner": _("%(one)s – %(other)s was not played (%(remark)s). Which player won?"),
}

# Other choices are texts of the file, such as the name of a player or a sheet.
CHOICES: dict[str, str | Promise] = {
    "all": _("all of them"),
    "day": _("day first"),
    "earlier": _("the earlier one"),
    "later": _("the later one"),
    "leave_out": _("leave out"),
    "month": _("month first"),
    "one_person": _("one person"),
    "stated": _("state it above"),
    "take": _("take as shown"),
    "score_is_right": _("the score is right"),
    "second_won": _("yes, the second player won"),
    "two_people": _("two people"),
    "walkover": _("yes, a walk-over"),
    "winner_is_right": _("the winner is right"),
    "winner_only": _("take the winner only"),
}
# Where a choice of these codes means something more particular.
CHOICES_BY_QUESTION: dict[tuple[str, str], str | Promise] = {
    ("above_length", "take"): _("yes"),
    ("bracket", "take"): _("yes"),
    ("carry_dates", "take"): _("yes"),
    ("carry_dates", "as_written"): _("no, they have no date"),
    ("columns", "take"): _("yes"),
    ("former", "former"): _("add them as former members"),
    ("former", "take"): _("add them as members"),
    ("holds", "members"): _("members"),
    ("holds", "former"): _("former members (their membership has ended)"),
    ("list_holds", "members"): _("members"),
    ("list_holds", "former"): _("former members (their membership has ended)"),
    ("hidden_rows", "take"): _("take them too, as people who have left"),
    ("hidden_rows", "as_present"): _("take them like the others"),
    ("name_unclear", "take"): _("yes"),
    ("name_brackets", "club"): _("their club or place"),
    ("name_brackets", "distinction"): _("what tells people of one name apart"),
    ("name_brackets", "as_written"): _("a part of the name"),
    ("capitals", "take"): _("yes"),
    ("capitals", "as_written"): _("leave it as it is written"),
    ("capitals_of_list", "take"): _("yes"),
    ("capitals_of_list", "as_written"): _("leave them as they are written"),
    ("label_twice", "two_people"): _("they are two people"),
    ("matches_twice", "leave_out"): _("yes, count each match once"),
    ("matches_twice", "take"): _("no, it was played again"),
    ("rows_without", "leave_out"): _("leave these rows out"),
    ("surname_first", "take"): _("yes; each name as shown below"),
    ("surname_first", "turned"): _("turn all names round"),
    ("surname_first", "as_written"): _("no, leave them as they are"),
    ("row_numbers", "take"): _("yes, store them"),
    ("row_numbers", "leave_out"): _("no, not used"),
    ("bracket_name", "take"): _("yes"),
    ("bracket_name", "leave_out"): _("no, the club"),
    ("only_tag", "take"): _("take the tag as the name"),
    ("partner", "take"): _("yes"),
    ("partner", "leave_out"): _("no"),
    ("partner_missing", "take"): _("enter alone"),
    ("part_fee", "take"): _("the whole fee"),
    ("part_fee", "half_due"): _("half is their own fee of the year; nothing is paid yet"),
    ("part_fee", "half_due_paid"): _("half is their own fee of the year, and it is paid"),
    ("part_fee", "half_paid"): _("half of the fee is paid"),
    ("part_fee", "leave_out"): _("record no fee for this person"),
    ("rating_unclear", "take"): _("yes"),
    ("rating_unclear", "leave_out"): _("no rating"),
    ("score_dates", "day"): _("the day is the first score"),
    ("score_dates", "month"): _("the month is the first score"),
    ("unread_sheet", "leave_out"): _("leave this sheet out"),
    ("unreadable_rows", "leave_out"): _("leave these rows out"),
    ("unclear_names", "take"): _("yes"),
    ("two_names", "take"): _("no, one person"),
    ("two_names", "two_people"): _("yes"),
}

# Why a row of a list is left out.
REASONS_TO_LEAVE_OUT: dict[str, str | Promise] = {
    "bye": _("a bye"),
    "empty_number": _("a number without a name"),
    "footnote": _("a footnote"),
    "former": _("has left the club"),
    "halves_differ": _("the two cells of this match differ"),
    "headings": _("headings"),
    "hidden": _("hidden in the file"),
    "left_out": _("left out by your answer"),
    "name_without_letters": _("no name, only figures"),
    "match_twice": _("the same match as in row %(line)s"),
    "more_headings": _("headings of another list"),
    "nameless": _("no name"),
    "no_place": _("no place"),
    "no_players": _("no players"),
    "no_results": _("no results"),
    "not_played": _("not played"),
    "other_sheet": _("another sheet"),
    "partner_missing": _("no partner yet"),
    "remark": _("a remark"),
    "repeated": _("the same person as in row %(line)s"),
    "title": _("above the table"),
    "totals": _("totals"),
}

# Why a row of a list of results cannot be read.
ROW_FAULTS: dict[str, str | Promise] = {
    "against_oneself": _("A player against themselves: %(text)s"),
    "date_unreadable": _("The date cannot be read: %(text)s"),
    "field_wrong": _("The number of players is not valid: %(text)s"),
    "flight_unknown": _("Neither a main bracket nor a consolation or last chance: %(text)s"),
    "length_wrong": _("Not a match length: %(text)s"),
    "name_missing": _("A name is missing: %(text)s"),
    "name_unclear": _("Not the name of a person: %(text)s"),
    "past_date_impossible": _("The date %(text)s is in the future or too far back."),
    "past_field_wrong": _("“%(text)s” is not a valid number of players."),
    "past_name_long": _("The name %(text)s… is too long."),
    "past_place_taken": _("Place %(text)s is already taken, or is shared by more players than it can hold."),
    "past_place_twice": _("%(text)s has two places in one tournament."),
    "past_score_wrong": _("“%(text)s” is not a final score."),
    "place_wrong": _("Not a place, such as 3, or 3-4 for a tie: %(text)s"),
    "points_twice": _("%(text)s has two rows in this season table."),
    "points_unreadable": _("These points cannot be read: %(text)s"),
    "score_became_date": _("The spreadsheet has made a date of the score: %(text)s"),
    "score_became_time": _("The spreadsheet has made a time of the score: %(text)s"),
    "score_level": _("Neither player has won: %(text)s"),
    "result_unclear": _("The players or the score are not clear: %(text)s"),
    "score_missing": _("The score is missing: %(text)s"),
    "score_unreadable": _("The score cannot be read: %(text)s"),
    "winner_missing": _("Nothing says who won: %(text)s"),
    "winner_unknown": _("The winner is neither of the two players: %(text)s"),
}


# What is typed beside a name and not stored.
UNUSED_NOTES: dict[str, str | Promise] = {
    "nickname": _("nickname %(text)s"),
    "paid": _("paid %(text)s"),
    "team": _("team %(text)s"),
    "title": _("title %(text)s"),
    "unpaid": _("not paid %(text)s"),
}


def describe_note(note: UnusedNote) -> str:
    """Return what is typed beside a name and not stored."""
    if note.code == "note":
        return note.text
    return (str(UNUSED_NOTES[note.code]) % {"text": note.text}).strip()


def describe_fault(fault: RowFault) -> str:
    """Return why a row of results cannot be read, as a sentence."""
    return str(ROW_FAULTS[fault.code]) % {"text": fault.text}


def describe_question(question: ListQuestion) -> str:
    """Return a question as a sentence, with the rows it is about, and their sheet if it is named."""
    sentence = str(QUESTIONS[question.code]) % question.facts
    if not question.lines:
        return sentence
    sheet = question.key.partition(":")[2].rpartition("!")[0]
    lines_by_sheet: dict[str, list[int]] = {}
    for name, line in question.rows:
        lines_by_sheet.setdefault(name or sheet, []).append(line)
    lines = ", ".join(
        describe_numbers(numbers) + (f" ({name})" if name else "") for name, numbers in lines_by_sheet.items()
    )
    if len(question.lines) == 1:
        return gettext("Row %(lines)s: %(sentence)s") % {"lines": lines, "sentence": sentence}
    return gettext("Rows %(lines)s: %(sentence)s") % {"lines": lines, "sentence": sentence}


def describe_numbers(numbers: Iterable[int]) -> str:
    """Return numbers of rows, three or more in a row as a range: "3–40, 42"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [[f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST_RANGE else map(str, run) for run in runs]
    return ", ".join(text for each in texts for text in each)


def describe_choice(question: ListQuestion, choice: str) -> str:
    """Return a choice as a sentence; one that is a text of the file stays as it is."""
    return str(CHOICES_BY_QUESTION.get((question.code, choice)) or CHOICES.get(choice, choice))


def describe_row(line: int, sheet: str = "") -> str:
    """Return how a page names a row of a list; "" for a whole sheet."""
    if not line:
        return ""
    if sheet:
        return gettext("%(sheet)s, row %(line)s") % {"sheet": sheet, "line": line}
    return gettext("Row %(line)s") % {"line": line}


def describe_left_out(rows: Iterable[LeftOutRow]) -> list[tuple[str, str, str]]:
    """Return the rows that bring nobody, each with its reason as a sentence; with sheets if of several."""
    left_out = list(rows)
    is_of_several = len({row.sheet for row in left_out if row.line and row.sheet}) > 1
    return [
        (
            describe_row(row.line, row.sheet if is_of_several else ""),
            row.text,
            str(REASONS_TO_LEAVE_OUT[row.reason]) % {"line": row.repeated_line},
        )
        for row in left_out
    ]
