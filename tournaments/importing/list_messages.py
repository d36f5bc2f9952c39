"""Questions about lists, their choices, and why rows of a list are left out, as a page shows them."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.lists.reading import ListQuestion

# By the code of the question, with its facts.
QUESTIONS: dict[str, str | Promise] = {
    "bracket_name": _("Is “%(text)s” the surname: %(name)s?"),
    "cancelled": _("“%(text)s”: does %(name)s still play?"),
    "columns": _("This list has no headings. Are the columns as chosen above?"),
    "date_order": _("Is %(example)s written with the day or the month first?"),
    "former": _("These people have left: %(names)s."),
    "guest": _("%(name)s brings somebody who is not named. Add the guest by name later."),
    "hidden_rows": _("These rows are hidden in the file."),
    "letters": _("Some letters may be wrong. In which character set was the file saved?"),
    "me_too": _("%(name)s writes “%(text)s”."),
    "name_unclear": _("Is “%(name)s” the name of a person?"),
    "no_person": _("This row names no person, only %(name)s."),
    "number_behind": _("The number %(number)s behind %(name)s is no rating and is not used."),
    "only_tag": _("This row has no name, only the tag %(name)s."),
    "part_payment": _("“%(text)s”: entered as not fully paid."),
    "partner": _("Is “%(text)s”, the partner of %(name)s, %(other_name)s?"),
    "partner_missing": _("%(name)s has no partner yet."),
    "rating_unclear": _("Is “%(text)s” the rating %(rating)s?"),
    "same_person": _("%(name)s and %(other_name)s: one person twice, or two people?"),
    "sections": _("This sheet has several lists. Which ones?"),
    "sheet": _("Which sheet has the list?"),
    "spectator": _("%(name)s comes as: %(text)s."),
    "struck_out": _("%(name)s is struck out."),
    "surname_alone": _("Only “%(name)s”: is the first name missing?"),
    "test_row": _("“%(name)s” looks like a test."),
    "twice": _("%(name)s has answered twice. Which answer counts?"),
    "two_names": _("Are %(name)s and %(other_name)s two people?"),
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
    "take": _("take as shown"),
    "two_people": _("two people"),
}
# Where a choice of these codes means something more particular.
CHOICES_BY_QUESTION: dict[tuple[str, str], str | Promise] = {
    ("columns", "take"): _("yes"),
    ("former", "take"): _("add them as members"),
    ("hidden_rows", "take"): _("take them too, as people who have left"),
    ("name_unclear", "take"): _("yes"),
    ("bracket_name", "take"): _("yes"),
    ("bracket_name", "leave_out"): _("no, the club"),
    ("only_tag", "take"): _("take the tag as the name"),
    ("partner", "take"): _("yes"),
    ("partner", "leave_out"): _("no"),
    ("partner_missing", "take"): _("enter alone"),
    ("rating_unclear", "take"): _("yes"),
    ("rating_unclear", "leave_out"): _("no rating"),
    ("two_names", "take"): _("no, one person"),
    ("two_names", "two_people"): _("yes"),
}

# Why a row of a list is left out.
REASONS_TO_LEAVE_OUT: dict[str, str | Promise] = {
    "bye": _("a bye"),
    "empty_number": _("a number without a name"),
    "footnote": _("a footnote"),
    "former": _("has left the club"),
    "hidden": _("hidden in the file"),
    "left_out": _("left out by your answer"),
    "name_without_letters": _("no name, only figures"),
    "nameless": _("no name"),
    "other_sheet": _("another sheet"),
    "partner_missing": _("no partner yet"),
    "remark": _("a remark"),
    "repeated": _("the same person as in row %(line)s"),
    "title": _("above the table"),
    "totals": _("totals"),
}


def describe_question(question: ListQuestion) -> str:
    """Return a question as a sentence, with the rows it is about."""
    sentence = str(QUESTIONS[question.code]) % question.facts
    if not question.lines:
        return sentence
    lines = ", ".join(map(str, question.lines))
    if len(question.lines) == 1:
        return gettext("Row %(lines)s: %(sentence)s") % {"lines": lines, "sentence": sentence}
    return gettext("Rows %(lines)s: %(sentence)s") % {"lines": lines, "sentence": sentence}


def describe_choice(question: ListQuestion, choice: str) -> str:
    """Return a choice as a sentence; one that is a text of the file stays as it is."""
    return str(CHOICES_BY_QUESTION.get((question.code, choice)) or CHOICES.get(choice, choice))
