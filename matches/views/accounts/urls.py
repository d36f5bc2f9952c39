"""The addresses of accounts. The names with an underscore are those the library asks for."""

from allauth.account import views as library
from allauth.mfa.base.views import ReauthenticateView
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django.urls import path, re_path

from matches.views.accounts import account, entrance, keys, links
from matches.views.accounts.mailing import with_mail

sign_in = entrance.SignIn.as_view()
sign_out = entrance.SignOut.as_view()
urlpatterns = [
    path("sign-in/", sign_in, name="account_login"),
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-in/code/", with_mail(entrance.AskForCode.as_view()), name="account_request_login_code"),
    path("sign-in/code/enter/", with_mail(entrance.enter_code), name="account_confirm_login_code"),
    path("sign-in/passkey/", entrance.Passkey.as_view(), name="mfa_login_webauthn"),
    path("sign-in/second/", entrance.SecondFactor.as_view(), name="mfa_authenticate"),
    path("sign-in/link/", links.open_link, name="sign-in-link"),
    path("sign-in/closed/", library.account_inactive, name="account_inactive"),
    path("sign-in/again/", library.reauthenticate, name="account_reauthenticate"),
    path("sign-in/again/code/", ReauthenticateView.as_view(), name="mfa_reauthenticate"),
    path("sign-in/again/passkey/", ReauthenticateWebAuthnView.as_view(), name="mfa_reauthenticate_webauthn"),
    path("sign-in/password/", with_mail(library.password_reset), name="account_reset_password"),
    path(
        "sign-in/password/sent/", with_mail(library.password_reset_done), name="account_reset_password_done"
    ),
    re_path(
        r"^sign-in/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[-\w]+)/$",
        with_mail(entrance.NewPassword.as_view()),
        name="account_reset_password_from_key",
    ),
    path("sign-out/", sign_out, name="account_logout"),
    path("sign-out/", sign_out, name="sign-out"),
    path("sign-up/", entrance.SignUp.as_view(), name="account_signup"),
    path("account/", account.page, name="mfa_index"),
    path("account/", account.page, name="account"),
    path("account/name/", account.rename, name="account-name"),
    path("account/player/leave/", account.leave_player, name="leave-player"),
    path("account/devices/<int:number>/", account.sign_out_device, name="sign-out-device"),
    path("account/devices/all/", account.sign_out_everywhere, name="sign-out-everywhere"),
    path("account/password/", account.password, name="account_change_password"),
    path("account/data/", account.data, name="account-data"),
    path("account/close/", account.close, name="close-account"),
    path("account/links/", links.hand_out, name="hand-out-link"),
    path("account/email/", with_mail(library.email), name="account_email"),
    re_path(
        r"^account/email/(?P<key>[-:\w]+)/$",
        with_mail(entrance.ConfirmEmail.as_view()),
        name="account_confirm_email",
    ),
    path("account/passkeys/add/", keys.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>/", keys.NamePasskey.as_view(), name="mfa_edit_webauthn"),
    path("account/passkeys/<int:pk>/remove/", keys.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("account/second/", keys.AddApp.as_view(), name="mfa_activate_totp"),
    path("account/second/remove/", keys.RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/second/codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("account/second/codes/new/", keys.NewRecoveryCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("account/second/codes.txt", recovery.download_recovery_codes, name="mfa_download_recovery_codes"),
]
