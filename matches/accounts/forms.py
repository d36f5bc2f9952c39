"""Forms of accounts: those of allauth with the texts and limits of this site, and some of our own."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.core import signing
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.accounts import sign_in_limits

LONGEST_PASSWORD = 256
LONGEST_KEY_NAME = 60
# Seconds for which the secret in the form of a new authenticator app is valid.
MAX_FORM_AGE = 3600
PASSWORD_HELP = _("At least 12 characters, not a common word and not your name.")
EMAIL_ATTRS = {"type": "email", "autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
USERNAME_ATTRS = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
CODE_ATTRS = {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}


def _set_texts(form: Any, name: str, label: str | Promise, help_text: str | Promise = "") -> None:
    """Set label and help text of a field of allauth and remove its placeholder."""
    field = form.fields[name]
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)


def _limit_length(form: Any, *names: str) -> None:
    """Limit the length of passwords, so that hashing them stays cheap."""
    for name in names:
        form.fields[name].widget.attrs["maxlength"] = LONGEST_PASSWORD
        form.fields[name].validators.append(_validate_length)


def _ask_for_one_password(form: Any) -> None:
    """Ask for a new password once: the page can show it."""
    del form.fields["password2"]
    _set_texts(form, "password1", _("New password"), PASSWORD_HELP)
    _limit_length(form, "password1")


def _set_up_code_field(form: Any, label: str | Promise) -> None:
    form.fields["code"].widget.attrs.update(CODE_ATTRS)
    _set_texts(form, "code", label)


def _validate_length(value: str) -> None:
    if len(value) > LONGEST_PASSWORD:
        raise forms.ValidationError(
            _("A password can have at most %(most)s characters."), params={"most": LONGEST_PASSWORD}
        )


class SignInForm(account_forms.LoginForm):
    """Username or address, and password. The first field is sent as `username`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.max_length = 254
        field.validators.append(ProhibitNullCharactersValidator())
        field.widget.attrs.update({**USERNAME_ATTRS, "autocomplete": "username webauthn"})
        _set_texts(self, "login", _("Username or e-mail address"))
        _set_texts(self, "password", _("Password"))
        _limit_length(self, "password")

    def add_prefix(self, field_name: str) -> str:
        """The name of a field in the request."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))


class SignUpForm(account_forms.SignupForm):
    """A username, a password and, where the site can send mail, an address to reset the password by."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(USERNAME_ATTRS)
        _set_texts(self, "username", _("Username"), _("Shown next to your decisions at a desk."))
        _set_texts(self, "password1", _("Password"), PASSWORD_HELP)
        _limit_length(self, "password1")
        if "email" in self.fields:
            self.fields["email"].widget.attrs.update(EMAIL_ATTRS)
            _set_texts(
                self,
                "email",
                _("E-mail address (optional)"),
                _("For a new password. Only you can see it."),
            )


class RequestCodeForm(account_forms.RequestLoginCodeForm):
    """The address to send a sign-in code to.

    An unconfirmed address gets no code, unless an admin entered it: otherwise somebody could create an
    account with another person's address and wait until that person signs in to it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(EMAIL_ATTRS)
        _set_texts(self, "email", _("E-mail address"))

    def clean_email(self) -> str:
        """The address; the account it opens, if any, is in `_user`."""
        email = str(super().clean_email())
        user: Any = getattr(self, "_user", None)
        rows = EmailAddress.objects.filter(user=user, email__iexact=email, verified=False)
        self._user: Any = None if user is None or rows.exists() else user
        return email


class SignInCodeForm(account_forms.ConfirmLoginCodeForm):
    """The code from the mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("Code from the e-mail"))

    def clean_code(self) -> str:
        """Count the attempt before the code is compared."""
        request = context.request
        if not sign_in_limits.consume_code(request, get_pending_stage(request).state["at"]):
            raise get_adapter().validation_error("too_many_login_attempts")
        return str(super().clean_code())


class ResetPasswordForm(account_forms.ResetPasswordForm):
    """The address to send a link for a new password to.

    An unconfirmed address is accepted only for accounts without authenticators. Otherwise somebody could
    create an account with another person's address and a passkey, and keep access after that person has taken
    it over.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(EMAIL_ATTRS)
        _set_texts(self, "email", _("E-mail address"))

    def clean_email(self) -> str:
        """The address; the accounts it opens are in `users`."""
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


class NewPasswordForm(account_forms.ResetPasswordKeyForm):
    """A new password, by the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)


class ChangePasswordForm(account_forms.ChangePasswordForm):
    """The current password and the new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)
        _set_texts(self, "oldpassword", _("Current password"))
        _limit_length(self, "oldpassword")


class SetPasswordForm(account_forms.SetPasswordForm):
    """A password where there is none, or after signing in by a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_one_password(self)


class ReauthenticateForm(account_forms.ReauthenticateForm):
    """The password again, before a critical action."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_texts(self, "password", _("Password"))
        _limit_length(self, "password")


class AddEmailForm(account_forms.AddEmailForm):
    """Another address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs.update(EMAIL_ATTRS)
        _set_texts(self, "email", _("New e-mail address"))


class SecondFactorForm(mfa_forms.AuthenticateForm):
    """The code of the second factor, while signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("App code or recovery code"))


class SecondFactorReauthenticateForm(mfa_forms.ReauthenticateForm):
    """The code of the second factor again, before a critical action."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_up_code_field(self, _("App code or recovery code"))


class AuthenticatorAppForm(ActivateTOTPForm):
    """The first code of a new authenticator app.

    Its secret is a signed field of the form, so that a GET request stores nothing.
    """

    signed_secret = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        forms.Form.__init__(self, *args, **kwargs)
        self.user = user
        self._salt = f"second factor of {user.pk}"
        self.secret = self._read_secret() or generate_totp_secret()
        self.fields["signed_secret"].initial = signing.dumps(self.secret, salt=self._salt)
        _set_up_code_field(self, _("App code"))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"

    def _read_secret(self) -> str:
        try:
            return str(
                signing.loads(self.data.get("signed_secret", ""), salt=self._salt, max_age=MAX_FORM_AGE)
            )
        except signing.BadSignature:
            return ""


class PasskeyForm(AddWebAuthnForm):
    """A new passkey, with a name. A passkey alone is enough to sign in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].widget.attrs["maxlength"] = LONGEST_KEY_NAME
        _set_texts(self, "name", _("Passkey name"))

    def clean_name(self) -> str:
        """Shorten the name instead of refusing it: the browser has already created the passkey."""
        return " ".join(str(super().clean_name()).split())[:LONGEST_KEY_NAME]


class PasskeyNameForm(EditWebAuthnForm):
    """Another name for a passkey."""

    name = forms.CharField(max_length=LONGEST_KEY_NAME)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_texts(self, "name", _("Passkey name"))


class AccountNameForm(forms.Form):
    """The username."""

    username = forms.CharField(
        max_length=150, label=_("Username"), widget=forms.TextInput(attrs=USERNAME_ATTRS)
    )


class CloseAccountForm(forms.Form):
    """The username, typed to confirm."""

    confirmation = forms.CharField(
        max_length=150,
        label=_("Enter username"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class IssueLinkForm(forms.Form):
    """The account to issue a sign-in link for."""

    username = forms.CharField(
        max_length=150, label=_("Username"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class SignInLinkForm(forms.Form):
    """The token of a sign-in link."""

    token = forms.CharField(
        max_length=64,
        label=_("Link text"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
