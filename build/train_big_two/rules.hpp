// The rules of Big Two on bit sets, with the standard house rules only.
//
// A set of cards is a bit set of strengths, 0 to 51, as in engine/games/big_two/hands.py: rank = strength >> 2,
// suit = strength & 3. check_rules.py compares this file with the program's rules.
#pragma once

#include <cstdint>
#include <utility>

namespace big_two {

using Cards = uint64_t;

constexpr int SEATS = 4, RANKS = 13, DECK = 52;
constexpr Cards LOW_SUIT = 0x1111111111111ULL;  // all diamonds; shifted by 1 to 3, another suit
constexpr Cards TOP = 1ULL << 51;               // the two of spades, which wins control at once
constexpr int MOST_PLAYS = 4096;

inline int count(Cards cards) { return __builtin_popcountll(cards); }
inline int lowest(Cards cards) { return __builtin_ctzll(cards); }
inline int highest(Cards cards) { return 63 - __builtin_clzll(cards); }

// Random numbers: xorshift64* from a splitmix64 seed.
struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) {
        uint64_t z = seed + 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        state = (z ^ z >> 31) | 1;
    }
    uint64_t bits() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545F4914F6CDD1DULL;
    }
    uint32_t below(uint32_t n) { return static_cast<uint32_t>((bits() >> 32) * n >> 32); }
    float unit() { return static_cast<float>(bits() >> 40) * 0x1p-24f; }
};

// A play. `key` orders plays of the same size; `id` (0 to 194) encodes kind and height and is a feature of the network.
struct Play {
    Cards cards;
    int key, id, size;
};

constexpr int PAIR_ID = 52, TRIPLE_ID = 104, TWO_PAIR_ID = 117, QUADS_ID = 130, STRAIGHT_ID = 143, FLUSH_ID = 156,
              FULL_HOUSE_ID = 169, STRAIGHT_FLUSH_ID = 182, PLAY_IDS = 195;
enum Five { STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH = 4 };
constexpr int KIND = 1 << 24;

// Lowest bit of each rank with at least one, two, three or four cards.
struct Held {
    Cards at_least[4];
    explicit Held(Cards cards) {
        const Cards d = cards & LOW_SUIT, c = cards >> 1 & LOW_SUIT, h = cards >> 2 & LOW_SUIT,
                    s = cards >> 3 & LOW_SUIT;
        const Cards low_two = d & c, high_two = h & s, low_one = d | c, high_one = h | s;
        at_least[0] = low_one | high_one;
        at_least[1] = low_two | high_two | (low_one & high_one);
        at_least[2] = (low_two & high_one) | (low_one & high_two);
        at_least[3] = low_two & high_two;
    }
    // Bit 4r + k: at least k + 1 cards of rank r.
    Cards thermometer() const { return at_least[0] | at_least[1] << 1 | at_least[2] << 2 | at_least[3] << 3; }
};

// Lowest bit of each rank that begins five held ranks in a row.
inline Cards straight_starts(Cards ranks) { return ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & ranks >> 16; }

// Subsets of a rank's four suits.
inline const std::pair<int, const uint8_t*> subsets(int held, int size) {
    struct Table {
        uint8_t parts[5][16][6];
        uint8_t counts[5][16];
        Table() : parts{}, counts{} {
            for (int held = 0; held < 16; held++)
                for (int part = 1; part < 16; part++)
                    if ((part & held) == part) {
                        const int size = __builtin_popcount(part);
                        parts[size][held][counts[size][held]++] = static_cast<uint8_t>(part);
                    }
        }
    };
    static const Table table;
    return {table.counts[size][held], table.parts[size][held]};
}

// Lists plays of a hand.
class Plays {
  public:
    Plays(Cards hand, Play* out) : hand_(hand), out_(out) {}

    int found() const { return found_; }

    void size(int cards) {
        switch (cards) {
            case 1: singles(); break;
            case 2: pairs(); break;
            case 3: triples(); break;
            case 4: fours(); break;
            default: fives();
        }
    }

  private:
    Cards hand_;
    Play* out_;
    int found_ = 0;

    void add(Cards cards, int key, int id, int size) { out_[found_++] = {cards, key, id, size}; }
    int held(int rank) const { return static_cast<int>(hand_ >> 4 * rank & 15); }

    void singles() {
        for (Cards rest = hand_; rest; rest &= rest - 1) add(rest & -rest, lowest(rest), lowest(rest), 1);
    }

    void pairs() {
        for (int rank = 0; rank < RANKS; rank++) {
            const auto [n, parts] = subsets(held(rank), 2);
            for (int i = 0; i < n; i++) {
                const Cards cards = static_cast<Cards>(parts[i]) << 4 * rank;
                add(cards, highest(cards), PAIR_ID + highest(cards), 2);
            }
        }
    }

    void triples() {
        for (int rank = 0; rank < RANKS; rank++) {
            const auto [n, parts] = subsets(held(rank), 3);
            for (int i = 0; i < n; i++) add(static_cast<Cards>(parts[i]) << 4 * rank, rank, TRIPLE_ID + rank, 3);
        }
    }

    void fours() {
        for (int rank = 0; rank < RANKS; rank++) {
            if (held(rank) == 15) add(15ULL << 4 * rank, 64 + rank, QUADS_ID + rank, 4);
            const auto [n, parts] = subsets(held(rank), 2);
            for (int i = 0; i < n; i++) {
                const Cards high = static_cast<Cards>(parts[i]) << 4 * rank;
                for (int under = 0; under < rank; under++) {
                    const auto [m, low] = subsets(held(under), 2);
                    for (int j = 0; j < m; j++)
                        add(high | static_cast<Cards>(low[j]) << 4 * under, highest(high), TWO_PAIR_ID + rank, 4);
                }
            }
        }
    }

    void fives() {
        straights();
        flushes();
        full_houses();
    }

    void straights() {
        for (Cards starts = straight_starts(Held(hand_).at_least[0]); starts; starts &= starts - 1)
            straight(lowest(starts) / 4, 0, 0);
    }

    void straight(int low, int step, Cards cards) {
        if (step == 5) {
            const int top = highest(cards);
            const bool flush = (cards & ~(LOW_SUIT << top % 4)) == 0;
            add(cards, (flush ? STRAIGHT_FLUSH : STRAIGHT) * KIND + top,
                (flush ? STRAIGHT_FLUSH_ID : STRAIGHT_ID) + top / 4, 5);
            return;
        }
        for (Cards rest = hand_ & 15ULL << 4 * (low + step); rest; rest &= rest - 1)
            straight(low, step + 1, cards | (rest & -rest));
    }

    void flushes() {
        for (int suit = 0; suit < 4; suit++) {
            const Cards held = hand_ & LOW_SUIT << suit;
            if (count(held) >= 5) flush(held, 0, 0);
        }
    }

    void flush(Cards rest, Cards cards, int size) {
        if (size == 5) {
            const int top = highest(cards);
            if (top - lowest(cards) != 16) add(cards, FLUSH * KIND + top, FLUSH_ID + top / 4, 5);
            return;
        }
        for (; count(rest) >= 5 - size; rest &= rest - 1) flush(rest & (rest - 1), cards | (rest & -rest), size + 1);
    }

    void full_houses() {
        for (int rank = 0; rank < RANKS; rank++) {
            const auto [n, parts] = subsets(held(rank), 3);
            for (int i = 0; i < n; i++)
                for (int other = 0; other < RANKS; other++) {
                    if (other == rank) continue;
                    const auto [m, low] = subsets(held(other), 2);
                    for (int j = 0; j < m; j++)
                        add(static_cast<Cards>(parts[i]) << 4 * rank | static_cast<Cards>(low[j]) << 4 * other,
                            FULL_HOUSE * KIND + rank, FULL_HOUSE_ID + rank, 5);
                }
        }
    }
};

// Rank that decides between plays of a kind: of the triple or quads, otherwise of the top card.
inline int rank_of_id(int id) {
    if (id < PAIR_ID) return id / 4;
    if (id < TRIPLE_ID) return (id - PAIR_ID) / 4;
    return (id - TRIPLE_ID) % RANKS;
}

// A deal in progress. `bar` is the play to beat, of size 0 for a lead.
struct Deal {
    Cards hands[SEATS], played[SEATS], passed_on[SEATS];
    Play bar;
    int turn = 0, leader = 0, passed = 0;
    bool opening = true;

    explicit Deal(Random& random) : played{}, passed_on{}, bar{} {
        uint8_t deck[DECK];
        for (int card = 0; card < DECK; card++) deck[card] = static_cast<uint8_t>(card);
        for (int card = DECK - 1; card > 0; card--) std::swap(deck[card], deck[random.below(card + 1)]);
        for (int seat = 0; seat < SEATS; seat++) {
            hands[seat] = 0;
            for (int card = 0; card < 13; card++) hands[seat] |= 1ULL << deck[13 * seat + card];
            if (hands[seat] & 1) turn = leader = seat;
        }
    }

    // Give each seat the hand of the seat `by` places after it, before the first move; for duplicate deals.
    void rotate(int by) {
        Cards old[SEATS];
        for (int seat = 0; seat < SEATS; seat++) old[seat] = hands[seat];
        for (int seat = 0; seat < SEATS; seat++) hands[seat] = old[(seat + by) % SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            if (hands[seat] & 1) turn = leader = seat;
    }

    // List the legal moves; a pass has size 0 and comes last.
    int moves(Play* out) const {
        Plays plays(hands[turn], out);
        if (opening) {
            out[0] = {1, 0, 0, 1};
            return 1;
        }
        if (!bar.size) {
            for (int size = 1; size <= 5; size++) plays.size(size);
            return plays.found();
        }
        plays.size(bar.size);
        int kept = 0;
        for (int i = 0; i < plays.found(); i++)
            if (out[i].key > bar.key) out[kept++] = out[i];
        out[kept++] = {0, 0, 0, 0};
        return kept;
    }

    // Play a legal move; true if it ends the deal, with the mover as winner.
    bool play(const Play& move) {
        if (!move.size) {
            passed |= 1 << turn;
            const int kind = bar.size < 4 ? bar.size - 1 : bar.size - 2;
            passed_on[turn] |= 1ULL << (4 * rank_of_id(bar.id) + kind);
        } else {
            opening = false;
            hands[turn] ^= move.cards;
            played[turn] |= move.cards;
            if (!hands[turn]) return true;
            leader = turn, bar = move, passed = move.cards == TOP ? 15 : 0;
        }
        for (int step = 1; step < SEATS; step++) {
            const int next = (turn + step) % SEATS;
            if (next == leader) break;
            if (!(passed >> next & 1)) {
                turn = next;
                return false;
            }
        }
        turn = leader, bar.size = 0, passed = 0;
        return false;
    }

    // Points of a seat at the end.
    int points(int seat) const {
        int sum = 0;
        for (int other = 0; other < SEATS; other++) sum += count(hands[other]);
        return hands[seat] ? -count(hands[seat]) : sum;
    }
};

}  // namespace big_two
