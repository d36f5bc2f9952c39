"""The only writers of money: every act locks the till, adds rows, and changes none."""
