// Players for measurements: a network that makes its best move, and the naive player.
#pragma once

#include "network.hpp"

namespace big_two {

// Return the index of the move that empties the hand, or -1.
inline int winning(const Deal& deal, const Play* moves, int found) {
    for (int i = 0; i < found; i++)
        if (moves[i].cards == deal.hands[deal.turn]) return i;
    return -1;
}

// Return the naive player's move: it leads the lowest play of the most cards, and follows with the lowest play.
inline int naive_move(const Deal& deal, const Play* moves, int found) {
    int best = 0;
    for (int i = 1; i < found; i++) {
        if (!moves[i].size) continue;
        const int more = deal.bar.size ? 0 : moves[i].size - moves[best].size;
        if (more > 0 || (more == 0 && moves[i].key < moves[best].key)) best = i;
    }
    return best;
}

// Return the network's best move; without a network the naive player's.
inline int best_move(const Weights* net, Evaluator& evaluator, const Deal& deal, const Play* moves, int found) {
    if (found == 1) return 0;
    const int last = winning(deal, moves, found);
    if (last >= 0) return last;
    if (!net) return naive_move(deal, moves, found);
    static thread_local float points[MOST_PLAYS + 8];
    evaluator.evaluate(*net, deal, moves, found, points);
    return static_cast<int>(std::max_element(points, points + found) - points);
}

struct Result {
    double mean, error;
};

// Return the mean points per deal of one player among three others; each deal is played in four rotations.
inline Result duel(const Weights* one, const Weights* others, int deals, uint64_t seed) {
    Random random(seed);
    Evaluator evaluator;
    static thread_local Play moves[MOST_PLAYS];
    double sum = 0, squares = 0;
    for (int n = 0; n < deals; n++) {
        const Deal dealt(random);
        double total = 0;
        for (int rotation = 0; rotation < SEATS; rotation++) {
            Deal deal = dealt;
            deal.rotate(rotation);
            for (bool over = false; !over;) {
                const int found = deal.moves(moves);
                const Weights* net = deal.turn ? others : one;
                over = deal.play(moves[best_move(net, evaluator, deal, moves, found)]);
            }
            total += deal.points(0);
        }
        total /= SEATS;
        sum += total, squares += total * total;
    }
    const double mean = sum / deals;
    return {mean, std::sqrt((squares / deals - mean * mean) / deals)};
}

}  // namespace big_two
