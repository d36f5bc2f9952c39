"""What is said when an act at the desk is refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORBIDDEN = frozenset({"club_officers_only", "directors_only"})

DESK: dict[str, str | Promise] = {
    "already_decided": _("%(pairing)s is decided already: nobody else can come there."),
    "already_entered": _("Entry %(entry)s is there already, or its player is."),
    "already_published": _("The draw has been published. Undo that first."),
    "pairing_settled": _("This result has been settled already."),
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
    "rating_constants_wrong": _("These rating constants cannot be used: %(reason)s."),
    "role_unknown": _("There is no office “%(role)s”."),
    "screen_flight_unknown": _("There is nothing drawn by this name. The screen shows what it showed."),
    "screen_pace_impossible": _("A screen shows each page for %(least)s to %(most)s seconds."),
    "screen_part_unknown": _("A screen cannot show “%(part)s”."),
    "screen_taken": _("Screen %(figures)s is run from another desk. Let it go there first."),
    "screen_unknown": _("There is no screen %(figures)s. Read the figures on it again."),
    "screens_many": _("There is no room for more than %(most)s screens. Let one go first."),
    "season_dates_reversed": _("The season would end before it begins."),
    "season_rules_wrong": _("These season rules cannot be used: %(reason)s."),
    "seeds_unknown": _("A seeded entry is missing or named twice."),
    "sits_already": _("%(player)s would sit in two entries of %(event)s. Nobody was entered."),
    "slug_missing": _("“%(name)s” has no letters an address could be made of."),
    "slug_taken": _("The address “%(slug)s” is taken."),
    "table_empty": _("Nobody plays at table %(table)s."),
    "tables_impossible": _("There can be up to %(most)s tables."),
    "undo_blocked": _(
        "Line %(blocking)s of the journal builds on this one. Undo that first, or correct the result."
    ),
    "undo_nothing": _("There is nothing to undo on line %(seq)s."),
    "wrong_players": _("Other players sit at %(pairing)s now."),
}
