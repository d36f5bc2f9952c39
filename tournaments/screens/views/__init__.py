"""Pages of the televisions, and the desk's page that runs them."""
