"""Lines of the buyer of a lot name the sale, so that money of a former buyer is not that of the next one."""

import django.db.models.deletion
from django.db import migrations, models


def name_sales_of_lines(apps, schema_editor):
    """Find the sale of each line of a buyer: the last one before it to the person on the receipt.

    A person who is not the buyer of any sale (their name was removed since, or a prize has the public name)
    is the buyer at that time. A reversal has the sale of the receipt that it reverses.
    """
    lines = apps.get_model("finances", "ReceiptLine").objects
    sales = apps.get_model("finances", "Sale").objects.exclude(buyer="")
    for line in lines.filter(lot__isnull=False, player=None).select_related("receipt").order_by("id"):
        receipt = line.receipt
        original = lines.filter(receipt=receipt.reverses_id or 0, lot=line.lot_id, player=None).first()
        sales_of_lot = list(sales.filter(lot=line.lot_id).order_by("seq"))
        earlier = [sale for sale in sales_of_lot if sale.at <= receipt.at] or sales_of_lot
        own = [sale for sale in earlier if sale.buyer == receipt.person]
        line.sale_id = original.sale_id if original is not None else (own or earlier)[-1].pk
        line.save(update_fields=["sale"])


class Migration(migrations.Migration):

    dependencies = [
        ('finances', '0002_receipt_line_sign_up'),
    ]

    operations = [
        migrations.AddField(
            model_name='receiptline',
            name='sale',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='finances.sale'),
        ),
        migrations.RunPython(name_sales_of_lines, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='receiptline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lot__isnull', False), ('player__isnull', True), ('sale__isnull', False)), models.Q(('sale__isnull', True), models.Q(('lot__isnull', True), ('player__isnull', False), _connector='OR')), _connector='OR'), name='receipt_line_of_a_buyer_has_a_sale'),
        ),
    ]
