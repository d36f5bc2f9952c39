"""A net under the simplification: records what is shown, and lists what differs between two trees.

python -m tests.net record FOLDER [--only GROUP ...] [--whole]
python -m tests.net compare FOLDER_A FOLDER_B
"""
