"""How a fee is paid: recorded with a sign-up of the registration, and on the receipts of the cash desk."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PaymentMethod(models.TextChoices):
    """How a payment is made."""

    CASH = "cash", _("cash")
    CARD = "card", _("card")
    TRANSFER = "transfer", _("transfer")
    CHEQUE = "cheque", _("cheque")
    VOUCHER = "voucher", _("voucher")
