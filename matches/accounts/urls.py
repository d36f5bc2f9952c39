"""Routes of accounts. Names with an underscore are those that allauth reverses."""

from allauth.account import views as library
from allauth.mfa.base.views import ReauthenticateView
from allauth.mfa.recovery_codes import views as recovery
from django.urls import path, re_path
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.accounts.views import account, sign_in
from matches.accounts.views.sign_in import mail_required

# Views of allauth accept any method.
allow_form_methods = require_http_methods(["GET", "HEAD", "POST"])
sign_in_view = allow_form_methods(sign_in.SignInView.as_view())
sign_out_view = require_POST(sign_in.SignOutView.as_view())
urlpatterns = [
    path("sign-in/", sign_in_view, name="account_login"),
    path("sign-in/", sign_in_view, name="sign-in"),
    path(
        "sign-in/code/",
        mail_required(allow_form_methods(sign_in.RequestCodeView.as_view())),
        name="account_request_login_code",
    ),
    path(
        "sign-in/code/enter/",
        mail_required(allow_form_methods(sign_in.enter_code)),
        name="account_confirm_login_code",
    ),
    path(
        "sign-in/passkey/", allow_form_methods(sign_in.PasskeySignInView.as_view()), name="mfa_login_webauthn"
    ),
    path("sign-in/passkey/ask/", account.get_passkey_options, name="ask-passkey"),
    path("sign-in/second/", allow_form_methods(sign_in.SecondFactorView.as_view()), name="mfa_authenticate"),
    path("sign-in/link/", account.open_link, name="sign-in-link"),
    path("sign-in/closed/", require_safe(library.account_inactive), name="account_inactive"),
    path("sign-in/again/", allow_form_methods(library.reauthenticate), name="account_reauthenticate"),
    path("sign-in/again/code/", allow_form_methods(ReauthenticateView.as_view()), name="mfa_reauthenticate"),
    path(
        "sign-in/again/passkey/",
        allow_form_methods(account.ReauthenticateByPasskeyView.as_view()),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "sign-in/password/",
        mail_required(allow_form_methods(library.password_reset)),
        name="account_reset_password",
    ),
    path(
        "sign-in/password/sent/",
        mail_required(require_safe(library.password_reset_done)),
        name="account_reset_password_done",
    ),
    re_path(
        r"^sign-in/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[-\w]+)/$",
        mail_required(allow_form_methods(sign_in.NewPasswordView.as_view())),
        name="account_reset_password_from_key",
    ),
    path("sign-out/", sign_out_view, name="account_logout"),
    path("sign-out/", sign_out_view, name="sign-out"),
    path("sign-up/", allow_form_methods(sign_in.SignUpView.as_view()), name="account_signup"),
    path("account/", account.show_account, name="mfa_index"),
    path("account/", account.show_account, name="account"),
    path("account/name/", account.rename_account, name="account-name"),
    path("account/player/leave/", account.leave_player, name="leave-player"),
    path("account/devices/all/", account.sign_out_everywhere, name="sign-out-everywhere"),
    path("account/devices/<int:number>/", account.sign_out_device, name="sign-out-device"),
    path("account/password/", account.change_password, name="account_change_password"),
    path("account/data/", account.export_data, name="account-data"),
    path("p/<str:code>/yours/data/", account.export_player_data, name="own-data"),
    path("account/close/", account.close_account, name="close-account"),
    path("account/links/", account.issue_link, name="hand-out-link"),
    path("account/email/", mail_required(allow_form_methods(library.email)), name="account_email"),
    re_path(
        r"^account/email/(?P<key>[-:\w]+)/$",
        mail_required(allow_form_methods(sign_in.ConfirmEmailView.as_view())),
        name="account_confirm_email",
    ),
    path(
        "account/passkeys/add/", allow_form_methods(account.AddPasskeyView.as_view()), name="mfa_add_webauthn"
    ),
    path(
        "account/passkeys/<int:pk>/",
        allow_form_methods(account.RenamePasskeyView.as_view()),
        name="mfa_edit_webauthn",
    ),
    path(
        "account/passkeys/<int:pk>/remove/",
        allow_form_methods(account.RemovePasskeyView.as_view()),
        name="mfa_remove_webauthn",
    ),
    path(
        "account/second/",
        allow_form_methods(account.AddAuthenticatorAppView.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        "account/second/remove/",
        allow_form_methods(account.RemoveAuthenticatorAppView.as_view()),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/second/codes/",
        require_safe(account.second_factor_required(recovery.view_recovery_codes)),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/second/codes/new/",
        allow_form_methods(account.second_factor_required(recovery.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/second/codes.txt",
        require_safe(account.second_factor_required(recovery.download_recovery_codes)),
        name="mfa_download_recovery_codes",
    ),
]
