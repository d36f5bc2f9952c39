"""Messages of imports: refusals, and texts about uploaded tables, such as the roles of columns."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.lists.member_lists import NOT_STORED, RowNote
from tournaments.messages.details import DETAIL_TITLES

IMPORTS: dict[str, str | Promise] = {
    "import_broke_off": _(
        "The import was interrupted several times and has been cancelled. Upload the file again."
    ),
    "list_unclear": _(
        "More than %(most)s rows of this list are unclear. Correct the file, or split it into several."
    ),
    "list_questions_open": _(
        "Questions about this list that need an answer first: %(count)s, including %(keys)s."
    ),
    "past_all_known": _(
        "All %(count)s results of this list are here already: the same people, day and score. To import them "
        "nonetheless, tick the box that says so."
    ),
    "past_choice_unknown": _("“%(choice)s” is ambiguous: one name cannot be two people."),
    "past_file_twice": _(
        "The matches of %(name)s, from %(day)s to %(until)s, have already been imported from the same list."
    ),
    "past_names_open": _(
        "Names still to be chosen as a club member or a new player: %(count)s, including %(names)s."
    ),
    "past_nobody": _("This list contains no names."),
    "past_nothing": _("This file contains neither matches nor places."),
    "past_one_person": _("Row %(row)s: %(one)s and %(other)s play each other and cannot both be %(name)s."),
    "past_taken_back": _("The matches of %(name)s have already been withdrawn."),
    "past_unready": _("This file cannot be imported as it is. Check the preview."),
    "sheet_columns_many": _(
        "A spreadsheet can have at most %(most)s columns. Remove the columns you do not need."
    ),
    "sheet_elements_many": _(
        "This workbook contains more than %(most)s cells, texts and formats, far more than a "
        "list needs. Copy only the list into a new workbook, or save it as CSV, and upload "
        "that."
    ),
    "sheet_empty": _("This file is empty."),
    "sheet_only_text": _(
        "This server reads no workbooks, because its system cannot limit what reading them takes. Save the "
        "list as CSV, and upload that."
    ),
    "sheet_rows_many": _("A spreadsheet can have at most %(most)s rows. Split it into several files."),
    "sheet_slow": _(
        "This workbook takes more than %(most)s seconds to read. Copy only the list into a "
        "new workbook, or save it as CSV, and upload that."
    ),
    "sheet_too_large": _("A spreadsheet can have at most %(most)s MB. Split it into several files."),
    "sheet_unpacks_too_large": _(
        "Uncompressed, this workbook is larger than %(most)s MB. Copy only the list into a "
        "new workbook, or save it as CSV, and upload that."
    ),
    "sheet_unreadable": _(
        "This file is not a spreadsheet. Upload it as CSV or as a workbook (XLSX, XLS, ODS or XLSB)."
    ),
    "text_letters_unknown": _(
        "Some letters of this file cannot be read. Save it as CSV UTF-8, or as an Excel workbook (XLSX), and "
        "upload that."
    ),
    "sheets_busy": _("Other spreadsheets are being read right now. Upload the file again in a few seconds."),
}

# By role, of columns of results, member lists and entries.
ROLES: dict[str, str | Promise] = {
    "": _("not used"),
    "date": _("Date"),
    "evening": _("Tournament or event"),
    "one": _("First player"),
    "other": _("Second player"),
    "one_first": _("First name of the first player"),
    "other_first": _("First name of the second player"),
    "players": _("Both players, e.g. Rossi – Bianchi"),
    "score_one": _("Points of the first player"),
    "score_other": _("Points of the second player"),
    "result": _("Result, e.g. 7-5"),
    "length": _("Match length"),
    "winner": _("Winner"),
    "loser": _("Loser"),
    "points": _("Points of a tournament"),
    "ending": _("Ending"),
    "place": _("Place, e.g. 3 or 3-4"),
    "flight": _("Main or consolation"),
    "field": _("Number of players"),
    "name": _("Name"),
    "first": _("First name"),
    "surname": _("Surname"),
    **DETAIL_TITLES,
    "card": _("Card or member number"),
    "born": _("Birth date or year"),
    "email": _("E-mail"),
    "phone": _("Phone"),
    "mobile": _("Mobile phone"),
    "birth_year": _("Year of birth"),
    "joined": _("Joined"),
    "left": _("Left"),
    "status": _("Status"),
    "city": _("Town"),
    "nickname": _("Nickname"),
    "note": _("Note"),
    "paid": _("Fee paid"),
    "fee": _("Fee of the year"),
    "paid_on": _("Day of payment"),
    "method": _("Payment method"),
}

RECORDED = _("stored in the member records, which only club managers and the member read")
# What becomes of the columns of a list of members, besides the names.
COLUMN_USES: dict[str, str | Promise] = {
    "card": RECORDED,
    "born": _("only the year is stored, in the member records, which only club managers and the member read"),
    "birth_year": RECORDED,
    "email": RECORDED,
    "phone": RECORDED,
    "mobile": RECORDED,
    "joined": RECORDED,
    "club": RECORDED,
    "note": RECORDED,
    "left": _("tells who has left; the day is stored of those added as former members"),
    "status": _("not stored, but tells who has left"),
    "city": _("not stored, but tells people of the same name apart"),
    "nickname": _("stored as another spelling of the name, by which the member is found"),
}

# What seems wrong in a row of a list of members.
ROW_NOTES: dict[str, str | Promise] = {
    "born_impossible": _("“%(text)s” is not a possible birth date."),
    "card_twice": _("The card number %(text)s is also in row %(line)s, and is stored only there."),
    "number_taken": _(
        "The number %(text)s is that of a member already. It is stored only if this is that member."
    ),
    "nickname": _("Also found as %(text)s."),
    "not_stored": _("“%(text)s” cannot be stored."),
    "joined_year": _("Only the year of joining is known. It is stored as %(text)s."),
    "joined_month": _("Only the month of joining is known. It is stored as %(text)s."),
    "differs": _("%(column)s differs: the record has “%(recorded)s”, the list “%(text)s”. The record stays."),
    "email_twice": _("The e-mail address %(text)s is also in row %(line)s."),
}


# Why a cell of a column cannot be stored.
REASONS_NOT_TO_STORE: dict[str, str | Promise] = {
    "email": _("E-mail: “%(text)s” is no e-mail address and is not stored."),
    "other_email": _("Only one e-mail address is stored, not “%(text)s”."),
    "mobile": _("Mobile phone: “%(text)s” is no number and is not stored."),
    "phone": _("Phone: “%(text)s” is no number or a second one, and is not stored."),
    "birthplace": _("The place of birth “%(text)s” is not stored."),
    "birth_year": _("Year of birth: “%(text)s” is no year and is not stored."),
    "joined": _("Joined: “%(text)s” is no possible date and is not stored."),
    "left": _("“%(text)s” is no date of leaving. This person is taken to have left."),
    "card": _("The number %(text)s is too long and is not stored."),
    "club": _("The name of the club %(text)s is too long and is not stored."),
    "note": _("This note is too long and is not stored: %(text)s"),
}


def describe_row_note(note: RowNote) -> str:
    """Return what seems wrong in the row of a member, or is not stored, as a sentence."""
    text = REASONS_NOT_TO_STORE.get(note.role) if note.code == NOT_STORED else None
    facts = {"text": note.text, "line": note.other_line, "role": note.role}
    facts |= {"column": note.heading or ROLES.get(note.role, ""), "recorded": note.recorded}
    return str(text or ROW_NOTES[note.code]) % facts


# Why a member of a list stays when its import is withdrawn.
REASONS_TO_STAY: dict[str, str | Promise] = {
    "account": _("%(name)s has an account."),
    "casual": _("%(name)s has a casual match."),
    "entered": _("%(name)s is entered in %(event)s."),
    "fee": _("%(name)s has paid a membership fee."),
    "own_fee": _("An own fee of %(name)s for a year is recorded."),
    "imported": _("%(name)s is in imported results of earlier years."),
}
