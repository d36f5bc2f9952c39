"""Lines of receipts name the sign-up with which a fee was paid; they need no player before it is entered."""

from django.db import migrations, models


def name_sign_ups_of_receipts(apps, schema_editor):
    """Fill the sign-up of the receipts written for marks, and of those that reverse them, from their keys.

    The key of such a receipt is "sign-up-<event>-<sign-up>-<time of the mark>-<number>".
    """
    receipts = apps.get_model("finances", "Receipt").objects
    lines = apps.get_model("finances", "ReceiptLine").objects
    for receipt in receipts.filter(key__regex=r"^sign-up-[0-9]+-[0-9]+-[0-9]+-[0-9]+$"):
        sign_up = "-".join(receipt.key.split("-")[3:5])
        lines.filter(receipt=receipt).update(sign_up=sign_up)
        lines.filter(receipt__reverses=receipt).update(sign_up=sign_up)


class Migration(migrations.Migration):

    dependencies = [
        ('finances', '0001_initial'),
        ('matches', '0003_pair_distinction_lengths'),
        ('tournaments', '0004_pairing_loser_places'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='receiptline',
            name='receipt_line_has_an_owner',
        ),
        migrations.AddField(
            model_name='receiptline',
            name='sign_up',
            field=models.CharField(blank=True, db_default='', default='', max_length=60),
        ),
        migrations.RunPython(name_sign_ups_of_receipts, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='receiptline',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', False), ('lot__isnull', False), models.Q(('sign_up', ''), _negated=True), _connector='OR'), name='receipt_line_has_an_owner'),
        ),
    ]
