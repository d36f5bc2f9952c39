"""Pages of the e-mails that a player wants, and the link that stops them."""

from django.urls import path

from tournaments.mailing import views

urlpatterns = [
    path("b/mail/", views.badge_mail, name="badge-mail"),
    path("account/mail/", views.account_mail, name="account-mail"),
    path("mail/stop/<str:token>/", views.stop, name="stop-mail"),
]
