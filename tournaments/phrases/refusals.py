"""What is said when an act at the desk is refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORBIDDEN = frozenset(
    {
        "club_officers_only",
        "directors_only",
        "not_of_club",
        "not_your_token",
        "token_elsewhere",
        "token_reads_only",
        "token_unknown",
    }
)

DESK: dict[str, str | Promise] = {
    "already_decided": _("%(pairing)s is decided already: nobody else can come there."),
    "already_entered": _("Entry %(entry)s is there already, or its player is."),
    "already_published": _("The draw has been published. Undo that first."),
    "pairing_settled": _("This result has been settled already."),
    "audit_team": _("Team %(entry)s, its people or its boards are stored otherwise than the journal tells."),
    "audit_takes": _("The event is stored as one of “%(stored)s”; its journal says “%(told)s”."),
    "board_has_result": _("Board %(pairing)s was played: the same two stay there."),
    "board_not_ruled": _("Board %(pairing)s ends at its match; a ruling is given for the whole meeting."),
    "board_without_players": _("A team has nobody at board %(pairing)s, so it is lost already."),
    "boards_wrong": _("Meeting %(pairing)s needs a line-up of %(boards)s boards."),
    "entries_there": _("Somebody is entered already: what the event takes is said before that."),
    "lined_up_already": _("The line-ups of %(pairing)s are open: only the desk can put in a reserve."),
    "meeting_by_boards": _("Meeting %(pairing)s is decided by its boards: give or correct their results."),
    "meeting_waits": _("It is not known yet which teams meet at %(pairing)s."),
    "member_at_two_boards": _("Somebody sits at two boards of %(pairing)s."),
    "member_lined_up": _("Somebody who leaves the team is lined up at %(pairing)s. Put a reserve in first."),
    "not_lined_up": _("The line-ups of %(pairing)s are not open yet."),
    "not_of_the_team": _("Somebody in this line-up does not belong to team %(entry)s."),
    "not_the_captain": _("Only the captain of %(team)s or the desk may hand in its line-up."),
    "takes_no_teams": _("This event does not take teams."),
    "takes_pairs": _("%(event)s takes pairs, and %(player)s is none. Write both names: one / other."),
    "takes_players": _("%(event)s takes single players, and %(player)s is none."),
    "takes_teams": _("%(event)s takes teams, and %(player)s is none. Enter teams with their members."),
    "team_member_twice": _("Somebody would be in two teams; he is in team %(entry)s already."),
    "team_wrong": _("Team %(team)s cannot be entered so. Check its line."),
    "audit_drawn": _("Pairing %(pairing)s stands at another place than in the draw."),
    "audit_entry": _("Entry %(entry)s is stored otherwise than the journal tells."),
    "audit_journal": _("Line %(seq)s of the journal cannot stand after the lines before it."),
    "audit_lines": _("The journal has %(lines)s lines, but they are not numbered without a gap."),
    "audit_lots": _("The seed kept for the next draw is not the one that was promised."),
    "audit_people": _("Other people sit at the match of pairing %(pairing)s than the journal tells."),
    "audit_pairing": _("Pairing %(pairing)s is stored otherwise than the journal tells."),
    "audit_rating": _("From match %(match)s on the ledger of %(list)s is not what the results give."),
    "audit_twice": _("%(player)s sits in two entries of %(event)s."),
    "audit_pairing_match": _("The match of pairing %(pairing)s does not stand as the journal tells."),
    "audit_seed": _("Entry %(entry)s is stored with seed %(stored)s; the draw says %(told)s."),
    "audit_status": _("The event is stored as “%(stored)s”; its journal says “%(told)s”."),
    "audit_undoing": _("Line %(seq)s undoes another line than it is stored to."),
    "choices_needed": _(
        "A later match has begun with the players of the old result. Correct the result at the desk and "
        "choose what becomes of that match."
    ),
    "club_officers_only": _("Only directors and secretaries of %(club)s may do this."),
    "directors_only": _("Only a director of %(name)s may do this."),
    "draw_made_already": _("The draw has already been made. Look at it before you make it again."),
    "draw_not_by_lots": _("These lines are not what the lots give, so the draw was not taken."),
    "draw_not_published": _("The draw is not published yet. Publish it first."),
    "entered_together": _("Both are entered in %(event)s, so they are two people."),
    "entry_unknown": _("There is no entry %(entry)s that still plays."),
    "event_changed_meanwhile": _("%(event)s has changed meanwhile (by %(by)s). Look again, then decide."),
    "field_size": _("A draw needs from %(smallest)s to %(largest)s entries; there are %(entrants)s."),
    "event_format_unknown": _("This house does not know the format “%(format)s”."),
    "journal_unreadable": _("Line %(seq)s of the journal cannot be read."),
    "key_used_before": _("This request was used before for something else (line %(seq)s of the journal)."),
    "last_director": _("%(club)s would be left without a director."),
    "line_not_two": _("“%(name)s” is no pair: write two different names with a stroke between them."),
    "lots_not_committed": _("The lots do not fit the commitment shown before the draw."),
    "match_begun": _(
        "A match that has begun would get other players or lose them. Settle it first, or correct the "
        "result it hangs on."
    ),
    "name_taken": _("The name %(name)s is taken."),
    "names_missing": _("There is no new name in this list."),
    "not_drawn": _("There is no draw yet."),
    "not_in_event": _("This match belongs to no event."),
    "not_settled": _("%(pairing)s has no result yet."),
    "pairing_unknown": _("There is no pairing %(pairing)s in this event."),
    "figures_missing": _("The table waits for the performance ratings of: %(pairings)s."),
    "ratings_not_counted": _("Performance ratings do not count in this stage."),
    "reaches_further": _(
        "This correction would change other matches by now than you were shown. Nothing was done: look again."
    ),
    "presence_open": _(
        "Of %(count)s nobody has said whether they are here. "
        "Mark them, or draw without them. Nothing was drawn."
    ),
    "presence_said": _("Of everybody it is said already whether they are here."),
    "role_unknown": _("There is no office “%(role)s”."),
    "seeds_unknown": _("A seeded entry is missing or named twice."),
    "sits_already": _("%(player)s would sit in two entries of %(event)s. Nobody was entered."),
    "slug_missing": _("“%(name)s” has no letters an address could be made of."),
    "slug_taken": _("The address “%(slug)s” is taken."),
    "name_not_playing": _("Nobody at a table has a name that begins with “%(letters)s”."),
    "name_not_clear": _("“%(letters)s” may mean %(names)s: write more of the name."),
    "table_empty": _("Nobody plays at table %(table)s."),
    "tables_impossible": _("There can be up to %(most)s tables."),
    "redo_nothing": _("There is nothing to redo: nothing was undone since the last change."),
    "undo_blocked": _(
        "This cannot be undone by itself: “%(later)s” came later and builds on it. Undo that first, or "
        "correct the result."
    ),
    "undo_nothing": _("There is nothing to undo."),
    "wrong_players": _("Other players sit at %(pairing)s now."),
}
