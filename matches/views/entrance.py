"""Signing in, for those who have an account; nobody at a board needs one."""

from django.contrib.auth.views import LoginView


class SignIn(LoginView):
    """Name and password; leads on to where the visitor wanted to go, within this site."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True
