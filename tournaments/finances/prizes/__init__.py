"""Money as whole numbers of the smallest coin: pots, tables of prizes, sharing, auctions. Pure values."""
