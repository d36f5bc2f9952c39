"""Services of finances: all writes of money. Each locks the cash desk, adds rows, and changes none."""
