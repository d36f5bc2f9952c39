"""The application as an installed package: the site is in the folder `site`, which no other package sees."""
