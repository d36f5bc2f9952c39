"""The next step as the desk shows it: its sentence, its button or link, and the steps of other events."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from matches.views.errors import make_refusal_message
from tournaments.messages import next_step
from tournaments.models import Event
from tournaments.play.desk.queries.next_step import NextStep, get_next_step, list_steps_of_other_events
from tournaments.play.entrants.queries.sign_ups_to_enter import join_keys
from tournaments.play.events import events
from tournaments.play.events.events import EventOverview
from tournaments.play.events.pairing_obstacles import add_names_to_proof
from tournaments.web.decorators import event_url

# The place of a step on the desk, and the text of the link to it.
STEP_LINKS = {
    "enter": ("#names", gettext_lazy("Add names")),
    "rule": ("#disputes", gettext_lazy("Decide")),
    "confirm": ("#reports", gettext_lazy("Reported results")),
}

# The URLs of the steps whose button has another name.
STEP_URLS = {"attend": "desk-draw", "enter_confirmed": "desk-draw", "start_calling": "desk-end-break"}

BUTTON_TEXTS = {
    "draw": gettext_lazy("Make the draw"),
    "attend": gettext_lazy("Draw without them"),
    "enter_confirmed": gettext_lazy("Draw without them"),
    "publish": gettext_lazy("Publish the draw"),
    "draw_stage": gettext_lazy("Make the draw"),
    "publish_stage": gettext_lazy("Publish the draw"),
    "end_stage": gettext_lazy("End stage here"),
    "start_calling": gettext_lazy("Start calling now"),
}


def make_next_step_context(event: Event, overview: EventOverview) -> dict[str, Any]:
    """Return the next step with its sentence and, where there is one, its button or link."""
    step = get_next_step(event, overview)
    obstacle = ""
    if step.obstacle:
        named_obstacle = add_names_to_proof(step.obstacle, events.entries_of(event))
        obstacle = make_refusal_message(named_obstacle).sentence
    link, link_text = _get_step_link(event, step)
    sign_ups: Any = step.facts.get("sign_ups", ())
    step_context: dict[str, Any] = {
        "sentence": next_step(step.code, step.facts),
        "obstacle": obstacle,
        "link": link,
        "link_text": link_text,
        # The round that can be paired without choices, by the pairings that its preview shows.
        "round": step.facts["round"] if step.code == "pair_stage" else None,
        "sign_ups": sign_ups,
        "sign_up_keys": join_keys(sign_ups),
    }
    if step.code in BUTTON_TEXTS:
        url_name = STEP_URLS.get(step.code) or f"desk-{step.code.removesuffix('_stage')}"
        step_context |= {"post_url": event_url(url_name, event), "text": str(BUTTON_TEXTS[step.code])}
        step_context["break_number"] = step.facts.get("number")
        step_context["flight"] = str(step.facts.get("flight", ""))
        step_context["is_draw"] = url_name == "desk-draw"
        presences = step.facts.get("presences")
        step_context["absent"] = "without" if step.code == "attend" or presences else ""
        if isinstance(presences, Mapping):
            step_context["obstacle"] = next_step("attend", presences)
        step_context["can_pair"] = step.code in {"publish", "publish_stage"} and any(
            draft.is_of_rounds for draft in overview.drafts if step_context["flight"] in {"", draft.stage}
        )
    return step_context


def make_other_steps_context(event: Event) -> dict[str, Any]:
    """Return the name, the step and its address of each other event that waits for the director.

    `waiting_desks` are the addresses of the desks of these events.
    """
    steps = list_steps_of_other_events(event)
    rows = [
        (
            other_event.name,
            next_step(step.code, step.facts),
            _get_step_link(other_event, step)[0] or event_url("desk", other_event),
        )
        for other_event, step in steps
    ]
    return {
        "other_steps": rows,
        "waiting_desks": [event_url("desk", other_event) for other_event, _ in steps],
    }


def _get_step_link(event: Event, step: NextStep) -> tuple[str, str]:
    """Return the address where a step is done and the name of the place; both empty if it has none."""
    if step.code in {"start_stage", "gather_stage", "enter_confirmed_stage"}:
        return event_url("desk-mini-brackets", event), gettext("Waiting players")
    if step.code == "enter_sign_ups":
        tournament = event.tournament
        return reverse("registration", args=[tournament.club.slug, tournament.slug]), gettext("Registration")
    if step.code == "line_ups":
        return event_url("meeting", event, step.facts["label"]), gettext("Line-ups")
    if step.code == "measure":
        return event_url("desk-performance-ratings", event), gettext("Performance ratings")
    if step.code == "pair_stage":
        return event_url("desk-round", event, step.facts["flight"]), gettext("Pairings")
    link, text = STEP_LINKS.get(step.code, ("", ""))
    return link, str(text)
