"""The shapes of what pages about accounts send: the library's forms in the words of this house."""

from typing import Any

from allauth.account import app_settings
from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as second
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.core import signing
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches import rate_limits

LONGEST_PASSWORD = 256
LONGEST_KEY_NAME = 60
FORM_COUNTS = 3600
PASSWORD_HELP = _("At least 12 letters or signs, not a common word and not your name.")
ADDRESS = {"type": "email", "autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
NAME = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
CODE = {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}


def _set_texts(form: Any, name: str, label: str | Promise, help_text: str | Promise = "") -> None:
    """Give a field of the library our words; no placeholder says again what a label says."""
    field = form.fields[name]
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)


def _limit_length(form: Any, *names: str) -> None:
    """No hash is made of a book."""
    for name in names:
        form.fields[name].widget.attrs["maxlength"] = LONGEST_PASSWORD
        form.fields[name].validators.append(_validate_length)


def _ask_for_one_password(form: Any) -> None:
    """A new password is written once: it can be looked at before it is sent."""
    del form.fields["password2"]
    _set_texts(form, "password1", _("New password"), PASSWORD_HELP)
    _limit_length(form, "password1")


def _set_up_code_field(form: Any, label: str | Promise) -> None:
    form.fields["code"].widget.attrs.update(CODE)
    _set_texts(form, "code", label)


def _validate_length(value: str) -> None:
    if len(value) > LONGEST_PASSWORD:
        raise forms.ValidationError(
            _("A password has at most %(most)s letters."), params={"most": LONGEST_PASSWORD}
        )


class SignInForm(account.LoginForm):
    """Name or address, and password. The first field is sent as `username`, as it always was."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.max_length = 254
        field.validators.append(ProhibitNullCharactersValidator())
        field.widget.attrs.update({**NAME, "autocomplete": "username webauthn"})
        _set_texts(self, "login", _("Username or e-mail address"))
        _set_texts(self, "password", _("Password"))
        _limit_length(self, "password")

    def add_prefix(self, field_name: str) -> str:
        """The name of a field in what a browser sends."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))


class SignUpForm(account.SignupForm):
    """A name, a password and, in a house with mail, an address for the day the password is forgotten."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(NAME)
        _set_texts(self, "username", _("Username"), _("Others see it where you decide something at a desk."))
        _set_texts(self, "password1", _("Password"), PASSWORD_HELP)
        _limit_length(self, "password1")
        if "email" in self.fields:
            self.fields["email"].widget.attrs.update(ADDRESS)
            _set_texts(
                self,
                "email",
                _("E-mail address (may stay empty)"),
                _("For a new password. Nobody else sees it."),
            )


class RequestCodeForm(account.RequestLoginCodeForm):
    """Where to send a code. Only a confirmed address, or that of an account made by hand, opens an account:
    else whoever makes an account with somebody else's address could wait for him in it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(ADDRESS)
        _set_texts(self, "email", _("E-mail address"))

    def clean_email(self) -> str:
        """The address; the account it opens, if any, is kept aside."""
        email = str(super().clean_email())
        user: Any = getattr(self, "_user", None)
        rows = EmailAddress.objects.filter(user=user, email__iexact=email, verified=False)
        self._user: Any = None if user is None or rows.exists() else user
        return email


class SignInCodeForm(account.ConfirmLoginCodeForm):
    """The code from the mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("Code from the mail"))

    def clean_code(self) -> str:
        """The code. The library counts wrong ones in the session, which parallel requests write over one
        another: so each is also counted, in one step, before it is compared."""
        request = context.request
        started_at = get_pending_stage(request).state["at"]
        if not rate_limits.consume(
            "sign-in-code",
            f"{request.session.session_key} {started_at}",
            limit=app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS,
            seconds=app_settings.LOGIN_BY_CODE_TIMEOUT,
        ):
            raise get_adapter().validation_error("too_many_login_attempts")
        return str(super().clean_code())


class ResetPasswordForm(account.ResetPasswordForm):
    """Where to send the link to a new password.

    An address nobody has confirmed does only while the account holds no key: else whoever wrote somebody
    else's address into an account would keep a way in after the other has taken it for his own.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(ADDRESS)
        _set_texts(self, "email", _("E-mail address"))

    def clean_email(self) -> str:
        """The address; the accounts it opens are kept aside."""
        email = str(super().clean_email())
        rows = EmailAddress.objects.filter(email__iexact=email, verified=True)
        confirmed = set(rows.values_list("user", flat=True))
        with_authenticator = set(
            Authenticator.objects.filter(user__in=self.users).values_list("user", flat=True)
        )
        self.users: list[Any] = [
            user for user in self.users if user.pk in confirmed or user.pk not in with_authenticator
        ]
        return email


class NewPasswordForm(account.ResetPasswordKeyForm):
    """A new password, by the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)


class ChangePasswordForm(account.ChangePasswordForm):
    """The password there is, and the one that follows it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)
        _set_texts(self, "oldpassword", _("Password until now"))
        _limit_length(self, "oldpassword")


class SetPasswordForm(account.SetPasswordForm):
    """A password where there is none, or where a sign-in link stands for the one forgotten."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)


class ReauthenticateForm(account.ReauthenticateForm):
    """The password once more, before something grave."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_texts(self, "password", _("Password"))
        _limit_length(self, "password")


class AddEmailForm(account.AddEmailForm):
    """One address more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(ADDRESS)
        _set_texts(self, "email", _("New e-mail address"))


class SecondFactorForm(second.AuthenticateForm):
    """The code of the second factor, while signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("Code of your app, or a recovery code"))


class SecondFactorReauthenticateForm(second.ReauthenticateForm):
    """The same once more, before something grave."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("Code of your app, or a recovery code"))


class AuthenticatorAppForm(ActivateTOTPForm):
    """The first code of an authenticator app. Its secret travels sealed in the form, for looking at a page
    writes nothing down."""

    sealed = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        forms.Form.__init__(self, *args, **kwargs)
        self.user = user
        self._salt = f"second factor of {user.pk}"
        self.secret = self._unsealed() or generate_totp_secret()
        self.fields["sealed"].initial = signing.dumps(self.secret, salt=self._salt)
        _set_up_code_field(self, _("Code of the app"))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"

    def _unsealed(self) -> str:
        try:
            return str(signing.loads(self.data.get("sealed", ""), salt=self._salt, max_age=FORM_COUNTS))
        except signing.BadSignature:
            return ""


class PasskeyForm(AddWebAuthnForm):
    """A passkey a browser has made, with a name. Each can open the account by itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].widget.attrs["maxlength"] = LONGEST_KEY_NAME
        _set_texts(self, "name", _("Name of the passkey"))

    def clean_name(self) -> str:
        """The name, on one line; never a reason to lose a passkey that is made already."""
        return " ".join(str(super().clean_name()).split())[:LONGEST_KEY_NAME]

    def clean(self) -> dict[str, Any]:
        """Only a passkey that asked for finger, face or code of the device is taken."""
        return dict(super().clean() or {})


class PasskeyNameForm(EditWebAuthnForm):
    """Another name for a passkey."""

    name = forms.CharField(max_length=LONGEST_KEY_NAME)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_texts(self, "name", _("Name of the passkey"))


class AccountNameForm(forms.Form):
    """The name somebody signs in with."""

    username = forms.CharField(max_length=150, label=_("Username"), widget=forms.TextInput(attrs=NAME))


class CloseAccountForm(forms.Form):
    """The username, typed, before an account is closed."""

    confirmation = forms.CharField(
        max_length=150,
        label=_("Type the username"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class IssueLinkForm(forms.Form):
    """Whom to hand a sign-in link to."""

    username = forms.CharField(
        max_length=150, label=_("Username"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class SignInLinkForm(forms.Form):
    """The secret of a sign-in link."""

    token = forms.CharField(
        max_length=64,
        label=_("Words of the link"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
