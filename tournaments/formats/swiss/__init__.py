"""Swiss rounds without colours: the best legal pairing by the criteria of the Dutch system, with reasons.

`round_pairing` pairs a round. First `byes` says who may get the bye, and `allowed_pairs` who may meet. Then
`score_bracket_search` pairs the players of equal score, from the highest score down: `score_bracket_choice`
finds the best pairing of one score bracket by the `criteria` and the ideal partners of the `pairing_methods`.
The method `monrad` needs no brackets. `pairing_explanations` says why each pair meets.
"""
