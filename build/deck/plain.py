"""A deck for small screens: one large rank, its suit below it, one big pip; courts with a crown, a sceptre or a feather."""
from common import *
from make_deck import CARD, TWO, TINT, TINT4
import make_deck as md

CAP, WIDE = 288, 226                  # cap height of a rank (41 % of the card's) and its maximum width
EDGE = '#b3a78f'                      # white cards on white cards
FOUR = dict(md.FOUR, D='#27698f', C='#9600ee')   # a shade darker than the house deck's, to stand out on the tints
GOLD, FACE, PALE = '#d8a23a', kit.FACE, .5     # PALE: share of white in the tint of a court, 0 … 1

def crown(g, x, y, h, line, gold=GOLD):
    m = T(x, y, 0, h/100)
    g.p('M-66,44 L-78,-26 L-38,8 L0,-48 L38,8 L78,-26 L66,44 Z', gold, line, 7, m=m)
    for px, py in ((-78, -32), (0, -54), (78, -32)): g.p(circ(px, py, 12), gold, line, 6, m=m)
    g.l('M-63,22 H63', line, 6, m=m)

def sceptre(g, x, y, h, line, gold=GOLD):
    m = T(x, y, 20, h/100)
    g.l('M0,-8 V54', line, 19, m=m).l('M0,-8 V54', gold, 9, m=m)
    g.p('M0,-70 C14,-54 14,-40 8,-30 C22,-46 38,-40 36,-24 C34,-12 22,-10 18,-18 C18,-8 10,-4 0,-4 C-10,-4 -18,-8 -18,-18 C-22,-10 -34,-12 -36,-24 '
        'C-38,-40 -22,-46 -8,-30 C-14,-40 -14,-54 0,-70 Z', gold, line, 7, m=m)
    g.p(rect(-15, -6, 30, 11, 4), gold, line, 6, m=m).p(circ(0, 58, 10), gold, line, 6, m=m)

def feather(g, x, y, h, line, gold=GOLD):
    m = T(x, y, 0, h/100)
    g.p('M-26,36 C-40,6 -24,-40 12,-60 C26,-68 42,-62 44,-52 C36,-50 34,-44 40,-40 C36,-26 34,-22 26,-12 L18,-14 L22,-4 C12,14 0,26 -12,30 L-14,20 L-18,33 Z', gold, line, 7, m=m)
    g.l('M-38,66 C-30,34 -12,-8 22,-42', line, 7, m=m)
    g.l('M-24,22 L-27,6 M-14,4 L-17,-14 M-4,-12 L-4,-30 M-12,16 L0,14 M0,-4 L14,-8', line, 4, m=m)

ORNAMENT = {'K': (crown, 370, 122, 100), 'Q': (sceptre, 374, 178, 206), 'J': (feather, 350, 178, 216)}

def card(r, s, scheme):
    col, tint = (TWO[s], TINT[s]) if scheme == 'two' else (FOUR[s], TINT4[s])
    g = Art().f(CARD, FACE)
    if r in 'JQK': g.f(rect(16, 16, 468, 668, 20), mix(tint, FACE, PALE))
    sub, w = rank(r, 0, 34, CAP, WIDE)
    g.f(xf(sub, T(34, 0)), col, rule='evenodd' if r == '10' else None)
    g.f(suit(s, 34+54, 400, 112), col)
    g.f(suit(s, 322, 512, 316), col)
    if r in 'JQK':
        f, x, y, h = ORNAMENT[r]; f(g, x, y, h, col)
    g.l(rect(2.5, 2.5, W-5, H-5, 28.5), EDGE, 5)
    return doc(g.svg(), '%s of %s, plain' % (r, SUITNAME[s]))

def build():
    n = 0
    for scheme in ('two', 'four'):
        for s in SUITS:
            for r in RANKS: write('plain/'+scheme, r+s, card(r, s, scheme)); n += 1
    return n
