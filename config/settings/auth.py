"""Settings of accounts: sign-up, sign-in, second factors, mail."""

from django.core.exceptions import ImproperlyConfigured

from config.settings.base import ALLOWED_HOSTS, env

# Mail is sent only where its links are sure to lead to this site: where its address is set, or where no
# other host name is answered. Without mail everything that needs it is hidden.
SITE_ADDRESS = env.str("CRAWFORD_ADDRESS", default="").rstrip("/")
HAS_MAIL = bool(env.str("EMAIL_URL", default="")) and (bool(SITE_ADDRESS) or "*" not in ALLOWED_HOSTS)
# Sign-up: "open" to all, "invitation" for people a club has invited, or "closed".
SIGN_UP = env.str("SIGN_UP", default="invitation")
if SIGN_UP not in {"open", "invitation", "closed"}:
    raise ImproperlyConfigured("SIGN_UP must be open, invitation or closed.")

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    # Keeps sessions of before allauth valid.
    "django.contrib.auth.backends.ModelBackend",
]
ACCOUNT_ADAPTER = "matches.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"] if HAS_MAIL else ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = HAS_MAIL
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
# Responses do not reveal whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
ACCOUNT_FORMS = {
    "login": "matches.accounts.forms.SignInForm",
    "signup": "matches.accounts.forms.SignUpForm",
    "request_login_code": "matches.accounts.forms.RequestCodeForm",
    "confirm_login_code": "matches.accounts.forms.SignInCodeForm",
    "reset_password": "matches.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "matches.accounts.forms.NewPasswordForm",
    "change_password": "matches.accounts.forms.ChangePasswordForm",
    "set_password": "matches.accounts.forms.SetPasswordForm",
    "reauthenticate": "matches.accounts.forms.ReauthenticateForm",
    "add_email": "matches.accounts.forms.AddEmailForm",
}
# All visitors of a venue may share one IP address, so limits by address are high. Wrong passwords and codes
# are counted by matches.accounts.sign_in_limits.
ACCOUNT_RATE_LIMITS = {
    "login": "300/10m/ip",
    "login_failed": "5/5m/key",
    "signup": "60/h/ip",
    "reset_password": "30/h/ip,5/h/key",
    "reset_password_from_key": "60/h/ip",
    "request_login_code": "60/h/ip,5/h/key",
    "change_password": "10/10m/user",
    "manage_email": "20/10m/user",
    "reauthenticate": "20/10m/user",
    "confirm_email": "3/10m/key",
}
MFA_ADAPTER = "matches.accounts.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "matches.accounts.forms.SecondFactorForm",
    "reauthenticate": "matches.accounts.forms.SecondFactorReauthenticateForm",
    "activate_totp": "matches.accounts.forms.AuthenticatorAppForm",
    "add_webauthn": "matches.accounts.forms.PasskeyForm",
    "edit_webauthn": "matches.accounts.forms.PasskeyNameForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
# Safe, because an unconfirmed address cannot reset the password of an account with authenticators
# (see ResetPasswordForm).
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Crawford"
MFA_TOTP_TOLERANCE = 1
MFA_RATE_LIMITS = {"webauthn_login": "120/10m/ip"}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "matches.accounts.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "matches.accounts.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="crawford@localhost")
