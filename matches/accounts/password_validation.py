"""Password validators of Django with sentences that are translated."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext, ngettext


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    """Require a minimum length. Django's own sentence differs from the one in its catalogues (5.2)."""

    def get_error_message(self) -> str:
        """Return the sentence for a password that is too short."""
        sentence = ngettext(
            "This password is too short. It must contain at least %(min_length)d character.",
            "This password is too short. It must contain at least %(min_length)d characters.",
            self.min_length,
        )
        return sentence % {"min_length": self.min_length}


class UserAttributeSimilarityValidator(password_validation.UserAttributeSimilarityValidator):
    """Refuse a password similar to the user's data. Django's Italian sentence lacks an article."""

    def get_error_message(self) -> str:
        """Return the sentence for a similar password."""
        return gettext("The password is too similar to the %(verbose_name)s.")
