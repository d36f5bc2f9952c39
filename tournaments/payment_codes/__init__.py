"""Ways to pay a fee: bank details, links and the texts of QR codes. Without Django."""
