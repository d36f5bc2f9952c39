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
    "already_decided": _("%(pairing)s is already decided: no other player can get there."),
    "already_entered": _("Entry %(entry)s or its player is already there."),
    "already_published": _("The draw is already published. Unpublish it first."),
    "pairing_settled": _("This result is already final."),
    "audit_team": _("Team %(entry)s, its players or its boards do not match the activity log."),
    "audit_takes": _("The event is stored under “%(stored)s”, but its activity log says “%(told)s”."),
    "board_has_result": _("Board %(pairing)s has been played: its two players stay."),
    "board_not_ruled": _(
        "Board %(pairing)s is decided by its own match; a ruling applies to the whole team match."
    ),
    "board_without_players": _("A team has no player at board %(pairing)s, so it is already lost."),
    "boards_wrong": _("Team match %(pairing)s needs a line-up of %(boards)s boards."),
    "entries_there": _("Players are already entered, so the entry type can no longer change."),
    "lined_up_already": _("The line-ups for %(pairing)s are revealed: only the desk can put in a reserve."),
    "meeting_by_boards": _(
        "Team match %(pairing)s is decided by its boards: enter or correct their results."
    ),
    "meeting_waits": _("The teams at %(pairing)s are not known yet."),
    "member_at_two_boards": _("A player is on two boards of %(pairing)s."),
    "member_lined_up": _(
        "A player leaving the team is in the line-up of %(pairing)s. Put in a reserve first."
    ),
    "not_lined_up": _("The line-ups for %(pairing)s have not been revealed yet."),
    "not_of_the_team": _(
        "A player in this line-up does not belong to team %(entry)s. Choose players of the team."
    ),
    "not_the_captain": _("Only the captain of %(team)s or the desk can submit its line-up."),
    "takes_no_teams": _("Teams cannot enter this event."),
    "takes_pairs": _("%(event)s is for pairs, but %(player)s is not a pair. Enter both names: one / other."),
    "takes_players": _("%(event)s is for single players, but %(player)s is not one."),
    "takes_teams": _("%(event)s is for teams, but %(player)s is not a team. Enter teams with their members."),
    "team_member_twice": _("A player would be in two teams; they are already in team %(entry)s."),
    "team_wrong": _("Team %(team)s cannot be entered like this. Check its line."),
    "audit_drawn": _("Pairing %(pairing)s is at a different place than in the draw."),
    "audit_entry": _("Entry %(entry)s is stored differently from the activity log."),
    "audit_journal": _("Line %(seq)s of the activity log cannot follow the lines before it."),
    "audit_lines": _("The activity log has %(lines)s lines, but their numbering has a gap."),
    "audit_lots": _("The seed stored for the next draw does not match its commitment."),
    "audit_people": _("The match of pairing %(pairing)s has different players from the activity log."),
    "audit_pairing": _("Pairing %(pairing)s is stored differently from the activity log."),
    "audit_rating": _("From match %(match)s on, the ledger of %(list)s does not match the results."),
    "audit_twice": _("%(player)s has two entries in %(event)s."),
    "audit_pairing_match": _("The match of pairing %(pairing)s does not agree with the activity log."),
    "audit_seed": _("Entry %(entry)s is stored with seed %(stored)s; the draw says %(told)s."),
    "audit_status": _("The event is stored as “%(stored)s”, but its activity log says “%(told)s”."),
    "audit_undoing": _("Line %(seq)s undoes a different line from the one stored."),
    "choices_needed": _(
        "A later match has started with the players of the old result. Correct the result at "
        "the desk and choose what happens to that match."
    ),
    "club_officers_only": _("Only directors and secretaries of %(club)s can do this."),
    "directors_only": _("Only a director of %(name)s can do this."),
    "draw_made_already": _("The draw has already been made. Review it before redoing it."),
    "draw_not_by_lots": _("These lines do not match the draw seed, so the draw was not accepted."),
    "draw_not_published": _("The draw is not published yet. Publish it first."),
    "entered_together": _("Both are entered in %(event)s, so they are two people."),
    "entry_unknown": _("There is no entry %(entry)s still in play."),
    "event_changed_meanwhile": _(
        "%(event)s has changed in the meantime (by %(by)s). Check again, then decide."
    ),
    "field_size": _("A draw needs from %(smallest)s to %(largest)s entries; there are %(entrants)s."),
    "event_format_unknown": _("The format “%(format)s” is not available on this site."),
    "journal_unreadable": _("Line %(seq)s of the activity log cannot be read."),
    "key_used_before": _(
        "This request was already used for something else (line %(seq)s of the activity log)."
    ),
    "last_director": _("%(club)s would be left without a director."),
    "line_not_two": _("“%(name)s” is not a pair: write two different names separated by a slash."),
    "lots_not_committed": _("The draw seed does not match the commitment published before the draw."),
    "match_begun": _(
        "A match in play would change or lose its players. Finish it first, or correct the "
        "result it depends on."
    ),
    "name_taken": _("The name %(name)s is already in use. Choose another one."),
    "names_missing": _("This list contains no new names."),
    "not_drawn": _("The draw has not been made yet."),
    "not_in_event": _("This match is not part of an event."),
    "not_settled": _("%(pairing)s has no result yet."),
    "pairing_unknown": _("Pairing %(pairing)s does not exist in this event."),
    "figures_missing": _("The standings are waiting for PR values: %(pairings)s."),
    "ratings_not_counted": _("PR does not count in this stage."),
    "reaches_further": _(
        "The matches affected by this correction have changed since the preview. Nothing was "
        "done: check the new preview."
    ),
    "presence_open": _(
        "%(count)s entries are not marked as checked in or absent. Mark them, or draw "
        "without them. Nothing was drawn."
    ),
    "presence_said": _("All entries are already marked as checked in or absent."),
    "role_unknown": _("The role “%(role)s” does not exist."),
    "seeds_unknown": _("A seeded entry is missing or listed twice."),
    "sits_already": _("%(player)s would have two entries in %(event)s. No entry was added."),
    "slug_missing": _("“%(name)s” has no letters to form a web address. Choose another name."),
    "slug_taken": _("The address “%(slug)s” is already in use. Choose another one."),
    "name_not_playing": _("No player at a table has a name that starts with “%(letters)s”."),
    "name_not_clear": _("“%(letters)s” matches %(names)s: type more of the name."),
    "table_empty": _("There is no match at table %(table)s."),
    "tables_impossible": _("The maximum is %(most)s tables."),
    "redo_nothing": _("There is nothing to redo."),
    "undo_blocked": _(
        "This cannot be undone on its own: “%(later)s” came later and depends on it. Undo "
        "that first, or correct the result."
    ),
    "undo_nothing": _("There is nothing to undo."),
    "wrong_players": _("The players at %(pairing)s have changed."),
}
