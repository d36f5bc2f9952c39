"""An individual fee is the whole fee, no longer a difference to the usual one; late fees have a kind of their own."""

from django.conf import settings
from django.db import migrations, models


def set_totals(apps, schema_editor):
    """Let the amount of each own fee be the fee that the player has since: the usual one with the differences."""
    terms_rows = apps.get_model("finances", "FundTerms").objects.filter(fund=0).order_by("event", "seq")
    usual_fees = {row.event_id: row.fee + row.registration for row in terms_rows}
    fees = {}
    charges = apps.get_model("finances", "Charge").objects
    for charge in charges.filter(kind="own_fee").order_by("id"):
        key = (charge.event_id, charge.player_id)
        fees[key] = fees.get(key, usual_fees.get(charge.event_id, 0)) + charge.amount
        charges.filter(pk=charge.pk).update(amount=max(0, fees[key]))


class Migration(migrations.Migration):

    dependencies = [
        ('finances', '0003_receipt_line_sale'),
        ('matches', '0004_table_out_of_use'),
        ('tournaments', '0004_pairing_loser_places'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='charge',
            name='charge_kind_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='charge',
            name='charge_amount_fits_its_kind',
        ),
        migrations.AlterField(
            model_name='charge',
            name='kind',
            field=models.CharField(choices=[('joined', 'in the pool'), ('left', 'out of the pool'), ('own_fee', 'individual fee'), ('late_fee', 'late fee'), ('usual_fee', 'usual fee')], max_length=9),
        ),
        migrations.RunPython(set_totals, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='charge',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joined', 'left', 'own_fee', 'late_fee', 'usual_fee'])), name='charge_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='charge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount__gte', 0), ('fund', 0), ('kind', 'own_fee')), models.Q(('amount__gt', 0), ('fund', 0), ('kind', 'late_fee')), models.Q(('amount', 0), ('fund', 0), ('kind', 'usual_fee')), models.Q(('amount', 0), ('fund__gte', 1), ('kind__in', ('joined', 'left'))), _connector='OR'), name='charge_amount_fits_its_kind'),
        ),
    ]
