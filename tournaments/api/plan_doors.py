"""What is planned for an event, for programs: another format, a stage more, less, or changed."""

from tournaments.api.deeds import Asked, Deed, event_path
from tournaments.forms import plan_edits as plan_edit_forms
from tournaments.forms import plans as plan_forms
from tournaments.models import Event, JournalEntry
from tournaments.services import stages

At = Asked[Event]
FORM = plan_edit_forms.PlanChange
TERMS = ("clock", "holland", "illegal_plays")


def _format(at: At) -> JournalEntry:
    return stages.plan_event(event=at.of, plan=at.form.plan(), **at.signed)


def _add(at: At) -> JournalEntry:
    said = {name: at.said[name] for name in ("what", "count", "lengths")}
    return stages.add_stage(event=at.of, **said, **at.signed)


def _drop(at: At) -> JournalEntry:
    return stages.drop_stage(event=at.of, flight=at.said["flight"], **at.signed)


def _reshape(at: At) -> JournalEntry:
    said = {name: at.said[name] for name in ("flight", "lengths", "name")}
    has_terms = any(name in at.request.data for name in TERMS)
    agreed = at.form.terms() if has_terms else None
    return stages.reshape_stage(event=at.of, **said, agreed=agreed, **at.signed)


urlpatterns = [
    event_path("plan/format/", Deed(name="event_plan_format", form=plan_forms.Format, act=_format,
        about="Another format, by the few figures it hangs on.")),
    event_path("plan/stages/add/", Deed(name="event_add_stage", form=FORM, act=_add,
        fixed={"deed": plan_edit_forms.ADD}, without=("flight", "name", *TERMS), needed=("what",),
        about="A stage more: a consolation, a last chance, a final of the best.")),
    event_path("plan/stages/drop/", Deed(name="event_drop_stage", form=FORM, act=_drop,
        fixed={"deed": plan_edit_forms.DROP}, without=("what", "count", "lengths", "name", *TERMS),
        needed=("flight",), about="Give a stage up that is not drawn.")),
    event_path("plan/stages/change/", Deed(name="event_reshape_stage", form=FORM, act=_reshape,
        fixed={"deed": plan_edit_forms.SHAPE}, without=("what", "count"), needed=("flight",),
        about="Other lengths, another name, a clock and laws of its own for a stage.")),
]  # fmt: skip
