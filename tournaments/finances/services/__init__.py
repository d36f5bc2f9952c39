"""The only writers of money: every act locks the cash desk, adds rows, and changes none."""
