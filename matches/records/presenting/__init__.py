"""What pages and the API show of recorded games: boards, decisions, questions."""
