"""Forms of a club: page, members, invitations, casual matches, weekly tournaments."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.names import LONGEST_DISTINCTION, LONGEST_NAME
from rules.match import LONGEST_MATCH
from tournaments.currencies import CODES, CURRENCY_CHOICES
from tournaments.formats.plan import PRESETS, Plan
from tournaments.forms.desk import MOST_TABLES, POLICIES, CommandForm, DayInput
from tournaments.forms.plans import FormatForm
from tournaments.forms.teams import EntryTypeForm
from tournaments.journal.team_facts import EntryType
from tournaments.models import Casual, Club, Joining, Role, WeeklyNight
from tournaments.models.invitation import MOST_USES
from tournaments.payloads import make_payload, read_payload
from tournaments.queries.weekly_nights import make_entry_type_data
from tournaments.registry import weekly_night_extensions
from tournaments.services.clubs import LONGEST_ABOUT
from tournaments.services.currency import choose_currency
from tournaments.services.invitations import LONGEST_DAYS
from tournaments.services.weekly_nights import NightTemplate

# The longest line of a new member: a name with details.
LONGEST_LINE = 240


class ClubPageForm(forms.Form):
    """The name and public page of a club, its membership policy and its casual matches."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("The web address stays the same."),
    )
    about = forms.CharField(
        label=_("About us"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("Markdown: **bold**, *italic*, # heading, - list, [text](https://address)."),
    )
    place = forms.CharField(
        label=_("Venue"), max_length=200, required=False, widget=forms.TextInput(attrs={"size": 40})
    )
    contact = forms.CharField(
        label=_("How to reach us"),
        max_length=200,
        required=False,
        help_text=_("A web or e-mail address, visible to all."),
    )
    joining = forms.ChoiceField(
        label=_("Membership"),
        choices=[
            (Joining.INVITED, _("By invitation only")),
            (Joining.OPEN, _("Any signed-in user who wants to join")),
        ],
    )
    casual = forms.ChoiceField(label=_("Casual matches count for"), choices=Casual.choices)
    members_open = forms.BooleanField(label=_("Members can open casual matches"), required=False)

    @staticmethod
    def get_initial(club: Club) -> dict[str, Any]:
        """Return the current values."""
        names = ("name", "about", "place", "contact", "joining", "casual", "members_open")
        return {name: getattr(club, name) for name in names}

    def clean_about(self) -> str:
        """Normalise line ends, so that an unchanged text is no change."""
        return str(self.cleaned_data["about"]).replace("\r\n", "\n").strip()


class OfficialForm(forms.Form):
    """A user and the role to offer them in the club."""

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices[::-1], initial=Role.HELPER)


class TournamentOfficialForm(forms.Form):
    """A user to add to the officials of a tournament, or to remove."""

    username = forms.CharField(label=_("Username"), max_length=150)


class DistinctionForm(forms.Form):
    """What tells a member from others of the name."""

    distinction = forms.CharField(
        label=_("Tell apart by"),
        max_length=LONGEST_DISTINCTION,
        required=False,
        help_text=_(
            "Shown after the name if another player has the same name, such as “jun.” or “Leeds”. If empty, "
            "their club, country or code is shown."
        ),
    )


class NewMemberNameForm(DistinctionForm):
    """A new member without an account; `name` is a line of the entry box."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_LINE)
    field_order = ("name", "distinction")


class InvitationForm(forms.Form):
    """An invitation for one person or many."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, required=False)
    player = forms.ChoiceField(label=_("Member without an account"), required=False)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("The link is sent to this address; leave empty to pass it on yourself."),
    )
    most = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=MOST_USES, initial=1)
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=LONGEST_DAYS, initial=14)

    def __init__(
        self, *args: Any, players: list[tuple[str, str]], can_offer_roles: bool, **more: Any
    ) -> None:
        """Offer `players`, as (code, name), and all roles or only that of a member."""
        super().__init__(*args, **more)
        player, role = self.fields["player"], self.fields["role"]
        if isinstance(player, forms.ChoiceField) and isinstance(role, forms.ChoiceField):
            player.choices = [("", _("Anyone")), *players]
            role.choices = Role.choices[::-1] if can_offer_roles else [(Role.MEMBER, Role.MEMBER.label)]

    def clean_role(self) -> str:
        """Default to the member role."""
        return str(self.cleaned_data["role"] or Role.MEMBER.value)


class JoinClubForm(forms.Form):
    """The player name of a new member."""

    name = forms.CharField(
        label=_("Your player name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class CasualForm(CommandForm):
    """Two members and the match length."""

    LENGTH_ATTRIBUTES: ClassVar = {"inputmode": "numeric"}

    white = forms.ChoiceField(label=_("Player"))
    black = forms.ChoiceField(label=_("against"))
    length = forms.IntegerField(
        label=_("Points"),
        min_value=1,
        max_value=LONGEST_MATCH,
        widget=forms.NumberInput(attrs=LENGTH_ATTRIBUTES),
    )

    def __init__(self, *args: Any, white: list[tuple[str, str]], black: list[tuple[str, str]], **more: Any):
        super().__init__(*args, **more)
        for name, choices in (("white", white), ("black", black)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices if len(choices) == 1 else [("", _("choose")), *choices]

    def clean(self) -> dict[str, Any]:
        """Require two different players."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("white") and data.get("white") == data.get("black"):
            self.add_error("black", _("Choose two different players."))
        return data


class HostReasonForm(forms.Form):
    """Why the host archives or reopens a club."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


WEEKDAYS = (
    (0, _("Monday")),
    (1, _("Tuesday")),
    (2, _("Wednesday")),
    (3, _("Thursday")),
    (4, _("Friday")),
    (5, _("Saturday")),
    (6, _("Sunday")),
)
MOST_REGULARS = 256


class WeeklyNightForm(CommandForm):
    """A weekly tournament: name, day, start time, tables and result confirmation."""

    name = forms.CharField(label=_("Name"), max_length=120)
    weekday = forms.TypedChoiceField(label=_("Day"), choices=WEEKDAYS, coerce=int)
    begins = forms.TimeField(
        label=_("Start time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=MOST_TABLES)
    policy = forms.ChoiceField(label=_("Result confirmation"), choices=POLICIES)
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCY_CHOICES, required=False)

    @staticmethod
    def get_initial() -> dict[str, Any]:
        """Return initial values."""
        return {
            "name": _("Club night"),
            "weekday": 0,
            "begins": "20:30",
            "tables": 8,
            "policy": "both",
            "currency": choose_currency(""),
        }


class SkipDayForm(forms.Form):
    """A day to skip or restore."""

    day = forms.DateField(label=_("Day"), widget=DayInput())
    reason = forms.CharField(label=_("Reason"), max_length=120, required=False)


class RegularPlayersForm(CommandForm):
    """Regular players chosen by code."""

    players = forms.MultipleChoiceField(required=True)

    def __init__(self, *args: Any, codes: list[str], **more: Any) -> None:
        super().__init__(*args, **more)
        players = self.fields["players"]
        if isinstance(players, forms.MultipleChoiceField):
            players.choices = [(code, code) for code in codes[:MOST_REGULARS]]


class WeeklyNightChangeForm(WeeklyNightForm):
    """A changed weekly tournament; its format changes only if `anew` is set."""

    anew = forms.BooleanField(label=_("Change the format to the one chosen here"), required=False)

    @staticmethod
    def initial_values(night: WeeklyNight) -> dict[str, Any]:
        """Return the current values of the night."""
        names = ("name", "weekday", "begins", "tables", "policy", "currency")
        return {name: getattr(night, name) for name in names}


def get_format_initial(night: WeeklyNight) -> dict[str, Any]:
    """Return the values of the form of the format for the first event of a night."""
    event = night.events[0]
    if event["plan"] is not None:
        return FormatForm.get_initial_of_plan(read_payload(Plan, event["plan"]))
    main, consolation = event["lengths"]
    preset = PRESETS["knockout_consolation"]
    lengths = {"length": str(main), "consolation_length": str(consolation)}
    return {**FormatForm.get_initial_of_plan(preset), **lengths}


def get_entry_type_initial(night: WeeklyNight) -> dict[str, Any]:
    """Return the values of the form of the entry type for the first event of a night."""
    formed = night.events[0]["formed"]
    if formed is None:
        return EntryTypeForm.get_initial()
    entry_type = EntryType(formed["takes"], formed["boards"], tuple(formed["lengths"]), tuple(formed["ties"]))
    return EntryTypeForm.get_initial_of_type(entry_type)


def make_extension_forms(data: Any = None, night: WeeklyNight | None = None) -> dict[str, forms.Form]:
    """Return the forms of the apps that extend the template of a night (such as fees), by app name.

    Amounts in the data are in the currency that the data name, if it is known, or in that of the night.
    """
    features = night.events[0]["features"] if night is not None else {}
    current_currency = night.currency if night is not None else choose_currency("")
    named_currency = data.get("currency") if data is not None else ""
    return {
        name: extension.form(
            data,
            initial=extension.initial(features.get(name), current_currency),
            currency=named_currency if named_currency in CODES else current_currency,
        )
        for name, extension in weekly_night_extensions.items()
    }


def build_template(
    form: WeeklyNightForm,
    format_form: FormatForm,
    entry_form: EntryTypeForm,
    extension_forms: Mapping[str, forms.Form],
) -> NightTemplate:
    """Return the template of a new night with one event, from its valid forms."""
    entry_type = entry_form.entry_type()
    event = {
        "name": "",
        "lengths": [format_form.cleaned_data["length"][0], format_form.cleaned_data["consolation_length"][0]],
        "plan": make_payload(format_form.plan()),
        "formed": make_entry_type_data(entry_type) if entry_type is not None else None,
        "features": {},
    }
    return _make_template(form, extension_forms, [event], {}, {}, form.cleaned_data["currency"])


def build_changed_template(
    night: WeeklyNight,
    form: WeeklyNightChangeForm,
    format_form: FormatForm,
    entry_form: EntryTypeForm,
    extension_forms: Mapping[str, forms.Form],
) -> NightTemplate:
    """Return the template of a changed night, from its valid forms.

    Without `anew` the events are unchanged, except for the extension data of the first, and for amounts in
    another currency.
    """
    currency = form.cleaned_data["currency"] or night.currency
    if form.cleaned_data["anew"]:
        events = build_template(form, format_form, entry_form, extension_forms).events
    else:
        events = [_convert_event_data(event, night.currency, currency) for event in night.events]
    return _make_template(form, extension_forms, events, night.times, night.laws, currency)


def _convert_event_data(event: Mapping[str, Any], former: str, currency: str) -> dict[str, Any]:
    """Return the data of an event of a night after its currency was changed."""
    features = {
        name: weekly_night_extensions[name].convert(data, former, currency)
        if name in weekly_night_extensions
        else data
        for name, data in event["features"].items()
    }
    return {**event, "features": features}


def _make_template(
    form: WeeklyNightForm,
    extension_forms: Mapping[str, forms.Form],
    events: Sequence[Mapping[str, Any]],
    times: Mapping[str, Any],
    laws: Mapping[str, Any],
    currency: str,
) -> NightTemplate:
    values = form.cleaned_data
    first_event, *others = events
    return NightTemplate(
        name=values["name"],
        weekday=values["weekday"],
        begins=values["begins"],
        tables=values["tables"],
        policy=values["policy"],
        currency=currency,
        events=[
            {**first_event, "features": _change_features(first_event["features"], extension_forms)},
            *others,
        ],
        times=times,
        laws=laws,
    )


def _change_features(
    features: Mapping[str, Any], extension_forms: Mapping[str, forms.Form]
) -> dict[str, Any]:
    """Return the data of the extensions by app name, as changed by their forms."""
    changed = {
        name: weekly_night_extensions[name].change(features.get(name), form.cleaned_data)
        for name, form in extension_forms.items()
    }
    return {name: data for name, data in {**features, **changed}.items() if data is not None}
