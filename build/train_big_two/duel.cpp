// Plays one network against three of another in duplicate deals: duel ONE OTHER DEALS SEED ("naive": the naive player).
#include <cstdlib>
#include <string>

#include "players.hpp"

using namespace big_two;

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr, "duel ONE OTHER DEALS SEED\n");
        return 2;
    }
    std::unique_ptr<Weights> nets[2];
    for (int i = 0; i < 2; i++) {
        if (std::string(argv[1 + i]) == "naive") continue;
        nets[i] = std::make_unique<Weights>();
        if (!nets[i]->load(argv[1 + i])) {
            std::fprintf(stderr, "cannot read %s\n", argv[1 + i]);
            return 1;
        }
    }
    const int deals = std::atoi(argv[3]);
    const uint64_t seed = std::strtoull(argv[4], nullptr, 10);
    const Result there = duel(nets[0].get(), nets[1].get(), deals, seed);
    const Result back = duel(nets[1].get(), nets[0].get(), deals, seed + 1);
    std::printf("%s among three %s: %+.3f ± %.3f; the other way %+.3f ± %.3f\n", argv[1], argv[2], there.mean,
                there.error, back.mean, back.error);
}
