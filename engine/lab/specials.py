"""The special things of each game that are worth counting: what a house rule changes is often one of them.

Each has a name, whose texts are ``<slug>.special.<name>``, and signs: ``said:<note>`` counts how often that is said,
``asked:<note>`` how often somebody has to decide exactly that, ``end:<note>`` how often a deal ends so.
"""

from collections.abc import Mapping

Signs = tuple[str, ...]

SPECIALS: Mapping[str, Mapping[str, Signs]] = {
    "gurch": {
        "sacrifice": ("asked:low", "asked:low_card"),
        "mixed": ("said:mixed",),
        "pat": ("said:pat",),
        "tie_break": ("said:mini_low", "said:mini_high"),
        "shared": ("end:shared",),
    },
    "roped": {
        "set": ("said:meld", "said:meld_flush", "said:meld_kind", "said:meld_suit"),
        "lasso": ("said:lasso", "said:roped"),
        "mismatch": ("said:mismatch", "said:mismatch_own"),
        "quiet": ("end:quiet", "end:long"),
    },
    "pass_the_ace": {
        "swap": ("said:swap", "said:modi", "said:dan"),
        "kung": ("said:kung",),
        "modi": ("said:modi", "said:modi_draw"),
        "dan": ("said:dan", "said:dan_draw"),
        "together": ("said:lost_together",),
        "double_game": ("said:double_game",),
    },
    "big_two": {
        "pass": ("said:pass",),
        "two_pair": ("said:two_pair",),
        "five_cards": (
            "said:straight",
            "said:flush",
            "said:full_house",
            "said:four_plus_one",
            "said:straight_flush",
        ),
    },
    "palacio": {
        "burn": ("said:burnt",),
        "burn_four": ("said:burnt_four",),
        "pick_up": ("said:take",),
        "blind_fails": ("said:turned_bad",),
    },
}
