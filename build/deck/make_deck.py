#!/usr/bin/env python3
"""Make the deck: python make_deck.py [--out folder]  ->  assets/deck/{two,four}/{std,large}/AS.svg ..., four of the backs

make_decks.py makes the other backs and decks.
The cards come from data: RANKS x SUITS, PIPS, figures.FIGURES, ACES, BACKS."""
import argparse, math, os
from kit import *
import figures

RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
SUITS = 'SHDC'
EDGE = '#cdc4b0'
CARD = rect(1, 1, W-2, H-2, 30)
ROT = 'rotate(180 250 350)'

def doc(body, title):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">\n<title>%s</title>\n%s\n</svg>\n'
            % (W, H, W, H, title, body))

def twice(svg):                       # both halves of a card without <use>
    return svg+'\n<g transform="%s">\n%s\n</g>' % (ROT, svg)

# ---------- corner index ----------
IX, IY, ICAP, IW, ISUIT = 63, 26, 120, 88, 82      # column centre, top, cap height, max width, suit height

def index(r, s, col):
    g = Art()
    sub, w = rank(r, 0, IY, ICAP, IW)
    sh = {'J': -4}.get(r, 0)
    g.f(xf(sub, T(IX-w/2+sh, 0)), col, rule='evenodd' if r == '10' else None)
    g.f(suit(s, IX, IY+ICAP+15+ISUIT/2, ISUIT), col)
    return twice(g.svg())

# ---------- number cards ----------
L, C, R = 174, 250, 326
Y0, Y1 = 112, 588
def _r(n, i): return Y0+(Y1-Y0)*i/(n-1)
PIPS = {   # (x, y); pips with y > 350 are drawn upside down
 '2': [(C, Y0), (C, Y1)],
 '3': [(C, Y0), (C, 350), (C, Y1)],
 '4': [(x, y) for x in (L, R) for y in (Y0, Y1)],
 '5': [(x, y) for x in (L, R) for y in (Y0, Y1)]+[(C, 350)],
 '6': [(x, _r(3, i)) for x in (L, R) for i in range(3)],
 '7': [(x, _r(3, i)) for x in (L, R) for i in range(3)]+[(C, 231)],
 '8': [(x, _r(3, i)) for x in (L, R) for i in range(3)]+[(C, 231), (C, 469)],
 '9': [(x, _r(4, i)) for x in (L, R) for i in range(4)]+[(C, 350)],
 '10': [(x, _r(4, i)) for x in (L, R) for i in range(4)]+[(C, (Y0+_r(4, 1))/2), (C, (Y1+_r(4, 2))/2)],
}
PIPSIZE = {'2': 122, '3': 122, '4': 116, '5': 116, '6': 112, '7': 102, '8': 102, '9': 92, '10': 92}

def pips(r, s, col):
    g = Art()
    for x, y in PIPS[r]: g.f(suit(s, x, y, PIPSIZE[r], 180 if y > 351 else 0), col)
    return g.svg()

# ---------- aces ----------
def ace_ring(g, s, col, n=20, rad=168):
    g.l(circ(250, 350, rad), GOLD, 5)
    for k in range(n):
        a = 2*math.pi*(k+.5)/n; x, y = 250+rad*math.sin(a), 350-rad*math.cos(a)
        if k % 2: g.p(circ(x, y, 9.5), GOLD, FACE, 5)
        else: g.f(circ(x, y, 20), FACE).f(suit(s, x, y, 33, math.degrees(a)), col)

def ace_S(g, col):       # the house itself
    g.f(suit('S', 250, 342, 262), col)
    g.l('M188,352 L250,292 L312,352', GOLD, 9)
    g.f('M206,352 L250,309 L294,352 V404 H206 Z', FACE)
    g.f('M236,404 V374 A14,14 0 0 1 264,374 V404 Z', RED); g.f(circ(259, 388, 2.6), FACE)
    g.f(rect(214, 360, 15, 15), GOLD).f(rect(271, 360, 15, 15), GOLD).f(circ(250, 338, 8), GOLD)
    g.f(rect(281, 294, 13, 30), GOLD)

def ace_H(g, col):       # the hearth
    g.f(suit('H', 250, 352, 252), col)
    g.f('M250,434 C202,430 190,386 208,352 C214,366 222,370 226,366 C222,336 236,310 262,290 C260,316 274,326 286,346 C304,378 298,430 250,434 Z', GOLD)
    g.f('M250,434 C226,430 222,404 234,386 C238,394 244,396 246,392 C246,376 252,366 260,358 C260,372 266,380 272,390 C282,408 276,430 250,434 Z', FACE)

def ace_D(g, col):       # a cut stone
    g.f(suit('D', 250, 350, 268), col)
    for k in range(4):
        g.f('M250,350 L%g,%g L%g,%g Z' % ((250, 246, 270, 320) if k == 0 else (332, 350, 270, 320) if k == 1 else (250, 454, 230, 380) if k == 2 else (168, 350, 230, 380)), GOLD)
    g.f('M250,246 L230,320 L250,350 Z M332,350 L270,380 L250,350 Z M250,454 L270,380 L250,350 Z M168,350 L230,320 L250,350 Z', FACE)
    g.p(circ(250, 350, 14), RED, FACE, 5)

def ace_C(g, col):       # a garden: three flowers, one stem
    g.f(suit('C', 250, 346, 262), col)
    for x, y in ((250, 287), (187, 376), (313, 376)):
        for k in range(6):
            a = k*60
            g.f('M0,0 C-13,-12 -12,-32 0,-36 C12,-32 13,-12 0,0 Z', FACE if (x == 250) else FACE, m=T(x, y, a, .9))
        g.f(circ(x, y, 11), GOLD)
    g.l('M250,340 V446', GOLD, 7); g.f('M250,436 C238,436 230,428 229,414 C241,414 249,422 250,436 Z M250,436 C262,436 270,428 271,414 C259,414 251,422 250,436 Z', PALE['green'])

ACES = {'S': ace_S, 'H': ace_H, 'D': ace_D, 'C': ace_C}

def ace(s, col):
    g = Art(); e = Art(); ace_ring(g, s, col); ACES[s](e, col)
    g.add(e, mul(T(250, 350, 0, 1.08), T(-250, -350)))
    return g.svg()

# ---------- courts ----------
def roundpoly(pts, r):
    d = ''; n = len(pts)
    for i in range(n):
        p, a, b = pts[i], pts[i-1], pts[(i+1) % n]
        def tow(q):
            l = math.hypot(q[0]-p[0], q[1]-p[1]); k = min(r, l/2)/l
            return p[0]+(q[0]-p[0])*k, p[1]+(q[1]-p[1])*k
        s, e = tow(a), tow(b)
        d += ('M' if not i else 'L')+'%g,%g Q%g,%g %g,%g ' % (*s, *p, *e)
    return d+'Z'

PANEL = roundpoly([(114, 24), (476, 24), (476, 450), (386, 450), (386, 676), (24, 676), (24, 250), (114, 250)], 16)
SLOPE = 100/452                       # the belt runs from (24,300) to (476,400)
ANG = math.degrees(math.atan(SLOPE))
def upper(p): return 350+SLOPE*(p[0]-250)-p[1]

def belt(s, col):
    g = Art()
    g.p(rect(-290, -17, 580, 34), GOLD, m=T(250, 350, ANG))
    for k in range(6):
        for sg in (-1, 1):
            t = sg*(21+k*42)
            q = s[k % len(s)]; c = col if len(s) == 1 else col[q]
            g.f(xf(suit(q, 0, 0, 25), mul(T(250, 350, ANG), T(t, 0, 180 if sg > 0 else 0))), c)
    return g.cut(lambda p: p[0]-18).cut(lambda p: 482-p[0]).svg()

def mask(hole, line=INK):
    g = Art()
    g.f(CARD+' '+hole, FACE, rule='evenodd'); g.l(hole, line, LINE, join='round')
    return g.svg()

def court(r, s, col, tint):
    fig = figures.FIGURES[r+s](col).cut(upper)
    bg = Art().f(PANEL, tint)
    return '\n'.join([bg.svg(), twice(fig.svg()), belt(s, col), mask(PANEL)])

# ---------- jokers: star and house instead of rank and suit, no letters ----------
def house(g, x, y, h, col):
    m = T(x, y, 0, h/100)
    g.f('M0,-50 L48,-6 L38,4 L34,0 V46 H12 V22 A12,12 0 0 0 -12,22 V46 H-34 V0 L-38,4 L-48,-6 Z', col, m=m)

def joker_card(which, scheme, style):
    col = RED if which == 'red' else INK; pal = TWO if scheme == 'two' else FOUR; tint = '#f3ead6'
    fig = figures.FIGURES[which](col); g = Art()
    if style == 'large':
        g.f(star(118, 128, 92, 40, 5), col); house(g, 118, 286, 100, col)
        body = Art().f(QUAD, tint).add(figures.bust(fig).cut(qcut).cut(lambda p: p[0]-222).cut(lambda p: 480-p[0]))
        return '\n'.join([twice(body.svg()), mask(QUAD+' '+rect(24, 358, 250, 318, 16)), twice(g.svg())])
    g.f(star(IX, IY+56, 48, 20, 5), col); house(g, IX, IY+ICAP+15+ISUIT/2, 84, col)
    return '\n'.join([Art().f(PANEL, tint).svg(), twice(fig.cut(upper).svg()), belt('SHCD', pal), mask(PANEL), twice(g.svg())])

# ---------- the large-index variant: four fields ----------
QUAD = rect(226, 24, 250, 318, 16)
def qcut(p): return 346-p[1]

def large(r, s, col, tint):
    g = Art()
    sub, w = rank(r, 0, 30, 196, 172)
    g.f(xf(sub, T(118-w/2, 0)), col, rule='evenodd' if r == '10' else None)
    g.f(suit(s, 118, 286, 92), col)
    body = Art().f(QUAD, tint)
    if r in 'JQK':
        fig = figures.FIGURES[r+s](col)
        body.add(figures.bust(fig).cut(qcut).cut(lambda p: p[0]-222).cut(lambda p: 480-p[0]))
    else:
        body.f(suit(s, 351, 183, 210), col)
    up = Art(); hole = QUAD+' '+rect(24, 358, 250, 318, 16)
    return '\n'.join([twice(body.svg()), mask(hole), twice(g.svg())])

def card(r, s, scheme='two', style='std'):
    col, tint = (TWO[s], TINT[s]) if scheme == 'two' else (FOUR[s], TINT4[s])
    base = Art().f(CARD, FACE).svg(); edge = Art().l(CARD, EDGE, 2).svg()
    if style == 'large': parts = [large(r, s, col, tint)]
    elif r in 'JQK': parts = [court(r, s, col, tint), index(r, s, col)]
    elif r == 'A': parts = [ace(s, col), index(r, s, col)]
    else: parts = [pips(r, s, col), index(r, s, col)]
    return doc('\n'.join([base]+parts+[edge]), '%s of %s' % (r, SUITNAME[s]))

# ---------- backs ----------
BFRAME = rect(22, 22, W-44, H-44, 18)

def back(body, ground):
    g = Art().f(CARD, FACE).f(BFRAME, ground)
    return '\n'.join([g.svg(), body, mask(BFRAME), Art().l(CARD, EDGE, 2).svg()])

def trim(g):
    for f in (lambda p: p[0]-19, lambda p: W-19-p[0], lambda p: p[1]-19, lambda p: H-19-p[1]): g = g.cut(f)
    return g

def back_gables():                    # rows of houses, upside down below the middle
    g = Art()
    for row in range(5):
        y = 44+row*78
        for k in range(-4, 5):
            x = 250+k*78+(39 if row % 2 else 0)
            i = (k*2+row*5) % 3
            wall, roof = ((BLUE, PALE['blue']), ('#3a6cab', RED), (BLUE, PALE['blue']))[i]
            g.p(rect(x-28, y, 56, 58), wall, CREAM, 3.5)
            g.p(rect(x+14, y-34, 9, 26), roof, CREAM, 3.5).p('M%g,%g L%g,%g L%g,%g Z' % (x-39, y+5, x, y-34, x+39, y+5), roof, CREAM, 3.5)
            g.f(rect(x-19, y+14, 14, 16, 2)+rect(x+5, y+14, 14, 16, 2), GOLD).f('M%g,%g v-14 a7,7 0 0 1 14,0 v14 Z' % (x-7, y+57), DARK['blue']); g.f(circ(x, y-11, 5.5), DARK['blue'])
    g = trim(g).cut(lambda p: 350-p[1])
    g2 = Art()
    m = Art().p(rect(0, 322, 500, 56), GOLD, FACE, 5)
    for k in range(-5, 6):
        m.f(star(250+k*44, 350, 15, 6, 4), DARK['blue'])
    m.p(circ(250, 350, 62), DARK['blue'], FACE, 6).l(circ(250, 350, 50), GOLD, 4)
    k = Art().f('M236,350 L250,292 L264,350 Z', GOLD).f(circ(250, 314, 0.1), GOLD)
    key = Art().f(star(250, 350, 44, 15, 4), GOLD).f(star(250, 350, 27, 12, 4, -45), FACE).f(circ(250, 350, 7), DARK['blue'])
    return twice(g.svg())+trim(m).svg()+key.svg()

def back_parquet():                   # herringbone floor in reds with brass inlay; the centre plank is the card's centre
    g = Art(); w, l = 31, 93; base = mul(T(250, 350, 45), T(-l/2, -w/2))
    for n in range(-26, 27):
        for m in range(-7, 8):
            for x, y, pw, ph, c in ((n*w+m*l, n*w-m*l, l, w, RED), (n*w-w+m*l, n*w-m*l, w, l, '#9d1530')):
                p = xf([poly([(x+pw/2, y+ph/2)])], base)[0][0][0]
                if not (-50 < p[0] < 550 and -50 < p[1] < 750): continue
                g.p(rect(x, y, pw, ph), c, CREAM, 3.5, m=base)
                if c == RED: g.f(suit('D', x+pw/2, y+ph/2, 20), GOLD, m=base)
                elif n % 2: pass
    return trim(g).svg()

def back_orchard():                   # quarter-leaf lattice
    g = Art(); st = 76
    for i in range(-4, 5):
        for j in range(-6, 7):
            x, y = 250+i*st, 350+j*st
            leaf = 'M0,0 C10,-26 10,-50 0,-76 C-10,-50 -10,-26 0,0 Z'
            g.p('M0,0 C22,-24 22,-52 0,-76 C-22,-52 -22,-24 0,0 Z', GREEN if i % 2 else PALE['green'], CREAM, 3.5, m=T(x, y))
            g.p('M0,0 C22,-24 22,-52 0,-76 C-22,-52 -22,-24 0,0 Z', PALE['green'] if j % 2 else '#6ba05f', CREAM, 3.5, m=T(x-st, y, 90))
            g.l('M0,-14 V-62', CREAM, 3, m=T(x, y)).l('M0,-14 V-62', CREAM, 3, m=T(x-st, y, 90))
    for i in range(-4, 5):
        for j in range(-6, 7):
            x, y = 250+i*st, 350+j*st
            g.p(circ(x, y, 9), GOLD, CREAM, 3)
            g.f(circ(x+st/2, y+st/2, 8), RED)
    return trim(g).svg()

def back_lantern():                   # night sky, eight-point lamps, brass lines
    g = Art()
    for k in range(9, 0, -1):
        r = k*58
        g.p('M250,%g L%g,350 L250,%g L%g,350 Z' % (350-r*1.25, 250+r, 350+r*1.25, 250-r), (INK, '#1b2740', DARK['blue'])[k % 3], GOLD, 3.5)
    h = Art()
    for i in range(-3, 4):
        for j in range(-4, 5):
            if (i+j) % 2: continue
            x, y = 250+i*76, 350+j*82
            if i == 0 and j == 0: continue
            h.f(star(x, y, 21, 7, 4), CREAM if (i*i+j*j) % 4 else GOLD).f(star(x, y, 11, 5, 4, -45), GOLD)
    h.p(circ(250, 350, 44), INK, GOLD, 4).f(star(250, 350, 38, 14, 8), GOLD).f(circ(250, 350, 13), RED).l(circ(250, 350, 13), CREAM, 3)
    return trim(g).svg()+trim(h).svg()

BACKS = {'gables': (back_gables, DARK['blue']), 'parquet': (back_parquet, DARK['red']), 'orchard': (back_orchard, DARK['green']), 'lantern': (back_lantern, INK)}

def main():
    ap = argparse.ArgumentParser(); ap.add_argument('--out', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'assets', 'deck'))
    a = ap.parse_args(); n = 0
    for scheme in ('two', 'four'):
        for style in ('std', 'large'):
            d = os.path.join(a.out, scheme, style); os.makedirs(d, exist_ok=True)
            for s in SUITS:
                for r in RANKS:
                    if r in 'JQK' and r+s not in figures.FIGURES: continue
                    open(os.path.join(d, r+s+'.svg'), 'w').write(card(r, s, scheme, style)); n += 1
            for j in ('red', 'black'):
                open(os.path.join(d, 'joker_'+j+'.svg'), 'w').write(doc('\n'.join([Art().f(CARD, FACE).svg(), joker_card(j, scheme, style), Art().l(CARD, EDGE, 2).svg()]), 'joker, '+j)); n += 1
    d = os.path.join(a.out, 'backs'); os.makedirs(d, exist_ok=True)
    for k, (f, ground) in BACKS.items():
        open(os.path.join(d, k+'.svg'), 'w').write(doc(back(f(), ground), 'back: '+k)); n += 1
    print(n, 'files in', a.out)

if __name__ == '__main__': main()
