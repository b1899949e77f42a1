"""An evening deck: the house deck's layouts and figures on dark faces, with light suits."""
import re
from common import *
import make_deck as md, figures

TOP, BOTTOM = '#26211d', '#1d1a18'    # the face; contrast is measured on the lighter end
FACE = 'url(#face)'
IVORY, CORAL, SKY, LILAC, GOLD = '#f4ecd8', '#ff9281', '#79d9ec', '#cc99ff', '#d8a23a'
TWO = {'S': IVORY, 'H': CORAL, 'D': CORAL, 'C': IVORY}
FOUR = {'S': IVORY, 'H': CORAL, 'D': SKY, 'C': LILAC}
TINT = {'S': '#46566a', 'H': '#693c40', 'D': '#66512a', 'C': '#435a45'}
TINT4 = {'S': '#55534f', 'H': '#693c40', 'D': '#335a74', 'C': '#58437a'}
EDGE, LINE, FIELD = '#8a6d45', '#c8963e', '#35302b'   # the field behind the pip of a large index
md.FACE = FACE                        # the rings of the aces and the sheet round the panel take the dark face

def evening(c):                       # lamp light: darken a colour a little and make it warmer; ink stays
    if not c or c[0] != '#' or c == kit.INK: return c
    r, g, b = rgb(c); return '#%02x%02x%02x' % (round(r*.90), round(g*.85), round(b*.78))

def dim(art):
    a = Art()
    for s, st in art.els: a.els.append((s, dict(st, fill=evening(st['fill']), stroke=evening(st['stroke']))))
    return a

def court(r, s, own, tint):           # own: cloth, seals and belt keep their printed colour over a light ground
    fig = dim(figures.FIGURES[r+s](own).cut(md.upper))
    belt = re.sub('#[0-9a-f]{6}', lambda m: evening(m.group(0)), md.belt(s, own))
    return '\n'.join([Art().f(md.PANEL, tint).svg(), md.twice(fig.svg()), belt, md.mask(md.PANEL, LINE)])

def large(r, s, col, own, tint):      # four fields, as the house deck's large index
    g, body = Art(), Art().f(md.QUAD, tint)
    sub, w = rank(r, 0, 30, 196, 172)
    g.f(xf(sub, T(118-w/2, 0)), col, rule='evenodd' if r == '10' else None).f(suit(s, 118, 286, 92), col)
    if r in 'JQK': body.add(dim(figures.bust(figures.FIGURES[r+s](own)).cut(md.qcut).cut(lambda p: p[0]-222).cut(lambda p: 480-p[0])))
    else: body.f(suit(s, 351, 183, 210), col)
    return '\n'.join([md.twice(body.svg()), md.mask(md.QUAD+' '+rect(24, 358, 250, 318, 16), LINE), md.twice(g.svg())])

def card(r, s, scheme, style):
    col, tint, own = (TWO[s], TINT[s], md.TWO[s]) if scheme == 'two' else (FOUR[s], TINT4[s], md.FOUR[s])
    if style == 'large': mid = [large(r, s, col, own, tint if r in 'JQK' else FIELD)]
    else: mid = [court(r, s, own, tint) if r in 'JQK' else md.ace(s, col) if r == 'A' else md.pips(r, s, col), md.index(r, s, col)]
    body = [Art().f(md.CARD, FACE).svg(), *mid, Art().l(rect(3, 3, W-6, H-6, 28), EDGE, 6).svg()]
    return doc('\n'.join(body), '%s of %s, dark' % (r, SUITNAME[s]), grad('face', TOP, BOTTOM))

def build():
    n = 0
    for c in {*TWO.values(), *FOUR.values()}:
        assert min(contrast(c, TOP), contrast(c, BOTTOM)) >= 7, c
    for scheme in ('two', 'four'):
        for style in ('std', 'large'):
            for s in SUITS:
                for r in RANKS: write('dark/%s/%s' % (scheme, style), r+s, card(r, s, scheme, style)); n += 1
    return n
