#!/usr/bin/env python3
"""Make the house's and the characters' backs, the plain and the dark deck:

    python make_decks.py [--out folder] [backs] [plain] [dark] [contrast]

->  assets/deck/backs/*.svg, plain/{two,four}/AS.svg ..., dark/{two,four}/{std,large}/AS.svg ...
Standard library only. The drawings come from the data in backs.py, plain.py and dark.py; "contrast" prints the contrast
ratios of suits and emblems."""
import importlib, os, sys
import common
from common import contrast, mix

def figures_of_contrast():
    import backs, dark, plain
    print('plain on #fdfbf5:', *('%s %s %.1f' % (k, c, contrast(c, plain.FACE)) for d in (plain.TWO, plain.FOUR) for k, c in d.items()), sep='\n  ')
    print('plain courts on their tint:', *('%s %.1f' % (k, contrast(c, mix(t[k], plain.FACE, plain.PALE))) for d, t in ((plain.TWO, plain.TINT), (plain.FOUR, plain.TINT4)) for k, c in d.items()), sep='\n  ')
    print('dark on %s / %s:' % (dark.TOP, dark.BOTTOM), *('%s %.1f / %.1f' % (c, contrast(c, dark.TOP), contrast(c, dark.BOTTOM)) for c in dict.fromkeys([*dark.TWO.values(), *dark.FOUR.values()])), sep='\n  ')
    main = dict(house=backs.BRASS, celeste=backs.LACE, ingrid=backs.SNOW, kwame=backs.KG, mei=backs.BAM, rafa=backs.SUN, anselm=backs.ANCH, yasmin=backs.TURQ,
                nayra=backs.MAIZE, batu=backs.FELT, priya=backs.CHALK, sione=backs.SOOT)
    print('backs, emblem on the ground (top / bottom), tile blue on cream %.1f:' % contrast(backs.TBLUE, backs.TCREAM), *('%s %.1f / %.1f' % (k, contrast(c, backs.BACKS[k][2]), contrast(c, backs.BACKS[k][3])) for k, c in main.items()), sep='\n  ')

if __name__ == '__main__':
    what = sys.argv[1:]
    if '--out' in what:
        i = what.index('--out'); common.OUT = os.path.abspath(what[i+1]); del what[i:i+2]
    for w in what or ['backs', 'plain', 'dark']:
        if w == 'contrast': figures_of_contrast()
        else: print(importlib.import_module(w).build(), 'files in', w)
