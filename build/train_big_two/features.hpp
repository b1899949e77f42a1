// The network's input features for a state and a move: each active feature adds one row of the first layer.
//
// Everything is relative to the seat to move; opponents 1, 2, 3 follow it clockwise.
// engine/bots/big_two/learned/features.py computes the same features.
#pragma once

#include <algorithm>

#include "rules.hpp"

namespace big_two {

enum Row {
    UNSEEN = 0,               // card
    UNSEEN_COUNT = 52,        // 4 * rank + k: at least k + 1 unseen cards of the rank
    PLAYED = 104,             // 52 * (opponent - 1) + card
    PASSED_ON = 260,          // 52 * (opponent - 1) + 4 * rank + size class of a play passed on
    LEFT = 416,               // 14 * (opponent - 1) + number of cards left
    PASSED = 458,             // opponent - 1: has passed since the last play
    LEADS = 461,              // the mover leads, or opponent made the play to beat
    UNSEEN_STRAIGHT = 465,    // lowest rank, 0 to 8
    UNSEEN_FLUSH = 474,       // suit
    HAND = 478,               // card in the hand after the move; so are all features below
    HAND_COUNT = 530,         // as UNSEEN_COUNT
    HAND_STRAIGHT = 582,      // lowest rank, 0 to 8
    HAND_FLUSH = 591,         // suit
    SIZE = 595,               // number of cards
    HIGHER = 609,             // k: at least k + 1 cards above every unseen card
    HIGH = 613,               // k: at least k + 1 cards above the third-highest unseen card
    HIGHER_PAIRS = 617,       // k: at least k + 1 pair ranks above every unseen pair
    MOVE = 620,               // id of the play
    PASS = 815,               // id of the play that is passed on
    ROWS = 1010
};
constexpr int MOST_ROWS = 256;

// A list of active features.
struct RowList {
    uint16_t rows[MOST_ROWS];
    int size = 0;
    void add(int row) { rows[size++] = static_cast<uint16_t>(row); }
    void add_bits(int first, Cards bits) {
        for (; bits; bits &= bits - 1) add(first + lowest(bits));
    }
};

inline void add_shape(RowList& list, Cards cards, const Held& held, int straight, int flush) {
    for (Cards starts = straight_starts(held.at_least[0]); starts; starts &= starts - 1)
        list.add(straight + lowest(starts) / 4);
    for (int suit = 0; suit < 4; suit++)
        if (count(cards & LOW_SUIT << suit) >= 5) list.add(flush + suit);
}

// Features of the unseen cards, common to all moves of a seat.
struct View {
    Cards unseen = 0;
    Cards above_all, above_third, above_pairs;  // higher than all unseen, the third-highest, all unseen pairs

    explicit View(const Deal& deal) {
        for (int step = 1; step < SEATS; step++) unseen |= deal.hands[(deal.turn + step) % SEATS];
        above_all = above(unseen);
        Cards rest = unseen;
        for (int i = 0; i < 2 && rest; i++) rest ^= 1ULL << highest(rest);
        above_third = above(rest);
        const Cards pairs = Held(unseen).at_least[1];
        above_pairs = pairs ? above(15ULL << highest(pairs)) : ~0ULL;
    }

    static Cards above(Cards cards) { return cards ? ~0ULL << highest(cards) << 1 : ~0ULL; }

    void state_rows(const Deal& deal, RowList& list) const {
        const Held held(unseen);
        list.add_bits(UNSEEN, unseen);
        list.add_bits(UNSEEN_COUNT, held.thermometer());
        for (int step = 1; step < SEATS; step++) {
            const int seat = (deal.turn + step) % SEATS;
            list.add_bits(PLAYED + 52 * (step - 1), deal.played[seat]);
            list.add_bits(PASSED_ON + 52 * (step - 1), deal.passed_on[seat]);
            list.add(LEFT + 14 * (step - 1) + count(deal.hands[seat]));
            if (deal.passed >> seat & 1) list.add(PASSED + step - 1);
        }
        list.add(LEADS + (deal.bar.size ? (deal.leader - deal.turn + SEATS) % SEATS : 0));
        add_shape(list, unseen, held, UNSEEN_STRAIGHT, UNSEEN_FLUSH);
    }

    // Rows of a move without HAND and HAND_COUNT.
    void move_rows(const Deal& deal, const Play& move, RowList& list) const {
        const Cards hand = deal.hands[deal.turn] ^ move.cards;
        const Held held(hand);
        add_shape(list, hand, held, HAND_STRAIGHT, HAND_FLUSH);
        list.add(SIZE + count(hand));
        add_up_to(list, HIGHER, count(hand & above_all), 4);
        add_up_to(list, HIGH, count(hand & above_third), 4);
        add_up_to(list, HIGHER_PAIRS, count(held.at_least[1] & above_pairs), 3);
        list.add(move.size ? MOVE + move.id : PASS + deal.bar.id);
    }

    static void add_up_to(RowList& list, int first, int found, int most) {
        for (int k = 0; k < std::min(found, most); k++) list.add(first + k);
    }

    static void hand_rows(Cards hand, RowList& list) {
        list.add_bits(HAND, hand);
        list.add_bits(HAND_COUNT, Held(hand).thermometer());
    }
};

}  // namespace big_two
