"""Weights of the RoPeD bots.

The best weights were fitted by linear regression of a seat's relative result on its hand after each turn. The data were
about 10,000 deals of self-play with a few random moves, then again with the resulting bot. Single weights were then
tuned by duplicate matches of some 1,000 deals. Three seats use the weights for four, which did no worse than those for
two.
"""

from engine.bots.roped.hand_values import HandWeights
from engine.bots.roped.plan import Weights

_TWO_SEATS_EARLY = HandWeights(
    by_size_and_longest_suit=(
        (166.3, 166.3, 166.3, 166.3, 166.3),
        (18.2, 18.2, 18.5, 18.5, 18.5),
        (-4.0, -4.0, 17.1, 6.5, 6.5),
        (-11.9, -11.9, 9.9, 42.2, 4.5),
        (-2.3, -2.3, 3.8, 34.4, 12.8),
        (0.5, 0.5, -15.6, 0.3, -9.9),
        (-1.5, -1.5, -28.3, -7.5, -14.3),
        (-3.5, -3.5, -3.5, -19.1, -19.8),
        (-5.5, -5.5, -5.5, -10.5, -12.0),
        (-7.5, -7.5, -7.5, -8.9, -11.7),
    ),
    kept_set_fraction=0.927,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.5,
    suited_two_fraction=0.2,
    three_of_kind_fraction=0.013,
    held_cost_fraction=0.25,
    ace_bonus=10.0,
    straight_flush_increase=0.15,
)
_TWO_SEATS_MIDDLE = HandWeights(
    by_size_and_longest_suit=(
        (146.8, 146.8, 146.8, 146.8, 146.8),
        (-4.2, -4.2, 5.6, 5.6, 5.6),
        (-14.4, -14.4, -1.4, -6.4, -6.4),
        (-20.2, -20.2, -10.3, 26.2, -8.4),
        (-14.1, -14.1, -7.7, 10.2, 6.3),
        (-12.4, -12.4, -34.4, -15.6, -34.8),
        (-14.4, -14.4, -18.8, -32.3, -33.7),
        (-16.4, -16.4, -18.2, -26.0, -17.3),
        (-21.4, -21.4, -21.4, -21.4, -14.6),
        (-23.4, -23.4, -23.4, -23.4, -23.4),
    ),
    kept_set_fraction=0.6,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.5,
    suited_two_fraction=0.2,
    three_of_kind_fraction=0.18,
    held_cost_fraction=0.5,
    ace_bonus=10.0,
    straight_flush_increase=0.15,
)
_TWO_SEATS_LATE = HandWeights(
    by_size_and_longest_suit=(
        (107.8, 107.8, 107.8, 107.8, 107.8),
        (-19.3, -19.3, -5.1, -5.1, -5.1),
        (-14.6, -14.6, -22.2, -17.1, -17.1),
        (-26.4, -26.4, -14.7, -5.9, -19.1),
        (-24.1, -24.1, -19.1, -2.0, -24.3),
        (-23.1, -23.1, -20.3, -32.5, -40.1),
        (-25.1, -25.1, -33.7, -36.5, -39.1),
        (-27.1, -27.1, -26.8, -36.3, -16.2),
        (-29.1, -29.1, -29.1, -31.4, -22.0),
        (-31.1, -31.1, -31.1, -31.1, -27.5),
    ),
    kept_set_fraction=0.6,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.5,
    suited_two_fraction=0.2,
    three_of_kind_fraction=-0.047,
    held_cost_fraction=0.9,
    ace_bonus=10.0,
    straight_flush_increase=0.15,
)
_TWO_SEATS = Weights(
    (_TWO_SEATS_EARLY, _TWO_SEATS_MIDDLE, _TWO_SEATS_LATE),
    stock_bonus=8.0,
    fill_bonus=0.11,
    rope_value=1.46,
    empty_slot_cost=80.0,
    lone_card_pile_cost=6.0,
    cover_depth_bonus=-0.6,
    stock_gain=0.5,
)

_FOUR_SEATS_EARLY = HandWeights(
    by_size_and_longest_suit=(
        (141.0, 141.0, 141.0, 141.0, 141.0),
        (8.0, 8.0, 14.6, 14.6, 14.6),
        (-15.1, -15.1, 6.5, 2.6, 2.6),
        (-12.3, -12.3, 15.7, 22.2, 0.6),
        (-1.4, -1.4, -0.9, 1.1, 30.3),
        (-3.4, -3.4, -5.6, -10.0, -7.5),
        (-5.4, -5.4, -12.4, -13.8, -16.4),
        (-7.4, -7.4, -9.3, -13.9, -11.3),
        (-9.4, -9.4, -9.4, -14.9, -15.6),
        (-11.4, -11.4, -11.4, -13.2, -24.9),
    ),
    kept_set_fraction=0.283,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=1.18,
    suited_two_fraction=0.692,
    three_of_kind_fraction=0.074,
    held_cost_fraction=0.934,
    ace_bonus=57.775,
    straight_flush_increase=0.15,
)
_FOUR_SEATS_MIDDLE = HandWeights(
    by_size_and_longest_suit=(
        (144.6, 144.6, 144.6, 144.6, 144.6),
        (8.0, 8.0, 13.0, 13.0, 13.0),
        (-7.5, -7.5, 4.2, 1.0, 1.0),
        (-9.6, -9.6, 7.0, 13.6, -1.0),
        (8.0, 8.0, -4.0, 0.0, 13.0),
        (-5.0, -5.0, -15.8, -11.4, -12.7),
        (-7.0, -7.0, -8.7, -11.5, -12.3),
        (-9.0, -9.0, -12.1, -9.1, -14.4),
        (-11.0, -11.0, -11.0, -13.9, -2.2),
        (-13.0, -13.0, -13.0, -14.8, -28.3),
    ),
    kept_set_fraction=0.25,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.589,
    suited_two_fraction=0.818,
    three_of_kind_fraction=0.049,
    held_cost_fraction=0.826,
    ace_bonus=53.421,
    straight_flush_increase=0.15,
)
_FOUR_SEATS_LATE = HandWeights(
    by_size_and_longest_suit=(
        (122.5, 122.5, 122.5, 122.5, 122.5),
        (8.0, 8.0, 20.4, 20.4, 20.4),
        (4.2, 4.2, 16.4, 8.4, 8.4),
        (3.6, 3.6, 11.4, 21.7, 6.4),
        (7.2, 7.2, 8.2, 16.9, 46.7),
        (2.4, 2.4, 1.0, 2.7, -4.9),
        (0.4, 0.4, 2.2, 6.2, -1.9),
        (-1.6, -1.6, -3.5, 11.3, -2.1),
        (-3.6, -3.6, -1.3, 4.0, -9.3),
        (-5.6, -5.6, -5.6, -8.1, -22.1),
    ),
    kept_set_fraction=-0.075,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.278,
    suited_two_fraction=0.499,
    three_of_kind_fraction=0.007,
    held_cost_fraction=0.883,
    ace_bonus=22.618,
    straight_flush_increase=0.15,
)
_FOUR_SEATS = Weights(
    (_FOUR_SEATS_EARLY, _FOUR_SEATS_MIDDLE, _FOUR_SEATS_LATE),
    rope_risk_fraction=1.65,
    drawn_misfit_cost=5.0,
    stock_bonus=-3.6,
    unseen_card_cost=-2.52,
    rope_value=2.1,
    empty_slot_cost=40.0,
    lone_card_pile_cost=1.38,
    cover_depth_bonus=-1.0,
    reveal_likely_suit_bonus_by_held=(0.0, 0.0, 1.0, 4.0, 4.0),
    stock_gain=0.7,
)

_THUMB_HELD_ROWS = ((100.0,) * 5, (8.0,) * 5, *((-2.0 * n,) * 5 for n in range(2, 10)))
_THUMB_HAND = HandWeights(
    _THUMB_HELD_ROWS,
    kept_set_fraction=0.6,
    beside_set_deduction_fraction=0.1,
    suited_three_fraction=0.5,
    suited_two_fraction=0.2,
    three_of_kind_fraction=0.18,
    held_cost_fraction=0.25,
    ace_bonus=10.0,
)
_GOOD_WEIGHTS = Weights(
    (_THUMB_HAND, _THUMB_HAND._replace(held_cost_fraction=0.5), _THUMB_HAND._replace(held_cost_fraction=0.9))
)
_FAIR_WEIGHTS = _GOOD_WEIGHTS._replace(watches_hand_sizes=False, min_rope_points=20)
_NOVICE_WEIGHTS = _GOOD_WEIGHTS._replace(
    takes_blocks=False, watches_hand_sizes=False, min_rope_points=30, reveal_unknown_bonus=2.0
)
_NOVICE_HAND = _THUMB_HAND._replace(suited_three_fraction=0.15, suited_two_fraction=0.05)
_NOVICE_WEIGHTS_OF_TWO = _NOVICE_WEIGHTS._replace(
    phases=(_NOVICE_HAND, _NOVICE_HAND._replace(held_cost_fraction=0.5), _NOVICE_HAND._replace(held_cost_fraction=0.9))
)

STANDARD_WEIGHTS = (_TWO_SEATS, _FOUR_SEATS, _FOUR_SEATS)
"""Weights of Master for two, three and four seats."""
GOOD_WEIGHTS = (_GOOD_WEIGHTS, _GOOD_WEIGHTS, _GOOD_WEIGHTS)
"""Weights of Hard: rules of thumb, for any number of seats."""
FAIR_WEIGHTS = (_FAIR_WEIGHTS, _FAIR_WEIGHTS, _FAIR_WEIGHTS)
"""Weights of Medium."""
NOVICE_WEIGHTS = (_NOVICE_WEIGHTS_OF_TWO, _NOVICE_WEIGHTS, _NOVICE_WEIGHTS)
"""Weights of Easy.

With two seats blocks are rarely worth taking, so ignoring them would not make Easy weaker than Medium. There Easy also
undervalues two or three cards of a suit.
"""
