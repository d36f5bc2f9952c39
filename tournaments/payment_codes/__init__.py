"""Ways to pay a fee: bank details, links and the texts of QR codes, with amount and reference. Without Django."""
