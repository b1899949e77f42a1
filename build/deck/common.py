"""Shared code of the backs, the plain and the dark deck.  Standard library only; draws with the house deck's kit.

Grid 500 x 700 as in the house deck."""
import os
import kit
from kit import Art, T, mul, parse, xf, rect, circ, star, suit, rank, flat, W, H, SUIT, SUITNAME
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'assets', 'deck')

RANKS, SUITS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'], 'SHDC'
BRASS, CREAM = '#e2ae4e', '#f6ead2'

# ---------- compact paths: relative coordinates, one decimal ----------
def _n(v):
    s = ('%.1f' % (v/10)).rstrip('0').rstrip('.')
    return '0' if s in ('-0', '') else s.replace('0.', '.', 1) if s.startswith(('0.', '-0.')) else s

def _join(vals):
    r = ''
    for v in vals:
        s = _n(v); r += s if not r or s[0] == '-' else ' '+s
    return r

def compact(subs):
    q = lambda p: (round(p[0]*10), round(p[1]*10))
    out = []
    for p, z in subs:
        last = q(p[0]); s = 'M'+_join(last); cmd = 'M'
        pts = p
        for j in range(1, len(pts), 3):
            c1, c2, e = pts[j:j+3]; a = pts[j-1]
            line = abs(c1[0]-(a[0]*2+e[0])/3)+abs(c1[1]-(a[1]*2+e[1])/3)+abs(c2[0]-(a[0]+e[0]*2)/3)+abs(c2[1]-(a[1]+e[1]*2)/3) < .2
            use = (e,) if line else (c1, c2, e)
            vals = [d for c in use for d in (q(c)[0]-last[0], q(c)[1]-last[1])]
            e = q(e)
            if line and vals == [0, 0]: continue
            k = 'l' if line else 'c'
            if line and vals[1] == 0: s += 'h'+_n(vals[0]); cmd = 'h'
            elif line and vals[0] == 0: s += 'v'+_n(vals[1]); cmd = 'v'
            else:
                t = _join(vals); s += (k if cmd != k else '' if t[0] == '-' else ' ')+t; cmd = k
            last = e
        out.append(s+('z' if z else ''))
    return ''.join(out)
kit.out = compact

# ---------- documents ----------
def grad(name, top, bottom, y0=0, y1=H):
    return ('<linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="0" y1="%g" x2="0" y2="%g"><stop offset="0" stop-color="%s"/>'
            '<stop offset="1" stop-color="%s"/></linearGradient>' % (name, y0, y1, top, bottom))

def doc(body, title, defs=''):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="504" height="704" viewBox="0 0 500 700" preserveAspectRatio="none">\n<title>%s</title>\n%s%s\n</svg>\n'
            % (title, '<defs>%s</defs>\n' % defs if defs else '', body))

def write(folder, name, text):
    d = os.path.join(OUT, folder); os.makedirs(d, exist_ok=True)
    with open(os.path.join(d, name+'.svg'), 'w', encoding='utf-8') as f: f.write(text)

# ---------- colour ----------
def rgb(c): return [int(c[i:i+2], 16) for i in (1, 3, 5)]
def lum(c):
    r, g, b = [v/255/12.92 if v/255 <= .04045 else ((v/255+.055)/1.055)**2.4 for v in rgb(c)]
    return .2126*r+.7152*g+.0722*b
def contrast(a, b):
    x, y = sorted((lum(a), lum(b))); return (y+.05)/(x+.05)
def mix(a, b, t): return '#'+''.join('%02x' % round(x+(y-x)*t) for x, y in zip(rgb(a), rgb(b)))
