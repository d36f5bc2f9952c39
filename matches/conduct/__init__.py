"""Rulings on irregularities at the table: the ruling assistant, stored rulings, the rules of a desk."""
