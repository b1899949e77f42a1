// Prints random deals for check_rules.py: the hands, then a line per ply with the seat, the move made, all legal moves,
// and the indices of the network's active features.
#include <cstdio>
#include <cstdlib>

#include "features.hpp"

using namespace big_two;

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 10;
    Random random(argc > 2 ? std::atoll(argv[2]) : 1);
    static Play moves[MOST_PLAYS];
    for (int n = 0; n < deals; n++) {
        Deal deal(random);
        std::printf("deal %llu %llu %llu %llu\n", (unsigned long long)deal.hands[0], (unsigned long long)deal.hands[1],
                    (unsigned long long)deal.hands[2], (unsigned long long)deal.hands[3]);
        for (bool over = false; !over;) {
            const int found = deal.moves(moves);
            const Play& move = moves[random.below(found)];
            std::printf("ply %d %llu |", deal.turn, (unsigned long long)move.cards);
            for (int i = 0; i < found; i++) std::printf(" %llu:%d:%d", (unsigned long long)moves[i].cards, moves[i].key, moves[i].id);
            RowList rows;
            const View view(deal);
            view.state_rows(deal, rows);
            View::hand_rows(deal.hands[deal.turn] ^ move.cards, rows);
            view.move_rows(deal, move, rows);
            std::printf(" |");
            for (int i = 0; i < rows.size; i++) std::printf(" %d", rows.rows[i]);
            std::printf("\n");
            over = deal.play(move);
        }
        std::printf("end %d %d %d %d\n", deal.points(0), deal.points(1), deal.points(2), deal.points(3));
    }
}
