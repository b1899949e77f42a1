// Trains the network by self-play: train OUT SECONDS SEED [THREADS [LAMBDA [NAIVE [START]]]].
//
// Every seat moves by softmax(points / temperature), with a few random moves. The target of a move is a lambda-return
// over the mover's own decisions: the expected points at its next decision, mixed with the final result. In some deals,
// some seats are naive players; their moves are not trained. So the network learns to beat them, too. Threads play and
// compute gradients independently and share the optimizer under a lock. Temperature and learning rate fall with the
// fraction of time used. Prints a line of statistics and saves OUT regularly.
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "players.hpp"

using namespace big_two;

namespace {

constexpr int BATCH = 2048;
constexpr float RANDOM_MOVES = 0.01f;
constexpr int NETWORK_SEATS = 3;  // at a table with naive players, a seat is the network's with probability 1/n
constexpr float FIRST_RATE = 1.5e-3f, RESTART_RATE = 7e-4f, LAST_RATE = 1e-5f;
constexpr float FIRST_TEMPERATURE = 1.0f, LAST_TEMPERATURE = 0.2f;  // points

struct Sample {
    RowList rows;
    float target;
};

struct Decision {
    RowList rows;
    float expected;  // points under the policy
};

// State shared by all threads.
struct Training {
    std::unique_ptr<Weights> net = std::make_unique<Weights>();
    Adam adam;
    std::mutex turn;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double seconds;
    float lambda;
    bool restarted = false;  // whether it started with trained weights
    uint32_t naive_deals = 0;  // one deal in n has naive players; 0 for none
    long deals = 0, samples = 0;
    double squared_error = 0;

    float used() const {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
        return static_cast<float>(std::min(1.0, gone.count() / seconds));
    }
};

class Worker {
  public:
    Worker(Training& training, uint64_t seed) : training_(training), random_(seed) {}

    void run() {
        auto gradient = std::make_unique<Weights>();
        std::memset(static_cast<void*>(gradient.get()), 0, sizeof(Weights));
        for (float used = 0; (used = training_.used()) < 1;) {
            long deals = 0;
            for (samples_.clear(); samples_.size() < BATCH; deals++) play(used);
            std::shuffle(samples_.begin(), samples_.end(), Shuffler{random_});
            const Weights& net = *training_.net;
            for (int i = 0; i < WIDE; i++)
                for (int j = 0; j < SMALL; j++) w2_by_small_[j][i] = net.w2[i][j];
            double squares = 0;
            for (const Sample& sample : samples_)
                squares += learn(net, w2_by_small_, sample.rows, sample.target, *gradient);
            const float falling = 0.5f * (1 + std::cos(used * 3.14159265f));
            const float first = training_.restarted ? RESTART_RATE : FIRST_RATE;
            const float rate = LAST_RATE + (first - LAST_RATE) * falling;
            const std::lock_guard<std::mutex> lock(training_.turn);
            training_.adam.step(*training_.net, *gradient, static_cast<int>(samples_.size()), rate);
            training_.deals += deals;
            training_.samples += static_cast<long>(samples_.size());
            training_.squared_error += squares;
        }
    }

  private:
    struct Shuffler {
        Random& random;
        using result_type = uint64_t;
        static constexpr uint64_t min() { return 0; }
        static constexpr uint64_t max() { return ~0ULL; }
        uint64_t operator()() { return random.bits(); }
    };

    Training& training_;
    Random random_;
    Evaluator evaluator_;
    std::vector<Sample> samples_;
    std::vector<Decision> decisions_[SEATS];
    alignas(64) float w2_by_small_[SMALL][WIDE];
    Play moves_[MOST_PLAYS];
    alignas(64) float points_[MOST_PLAYS + 8];

    void play(float used) {
        Deal deal(random_);
        float temperatures[SEATS];
        const float share = training_.restarted ? 1.0f : std::min(1.0f, 2 * used);
        const float base = FIRST_TEMPERATURE + (LAST_TEMPERATURE - FIRST_TEMPERATURE) * share;
        for (float& temperature : temperatures) temperature = base * (random_.below(8) ? 1.0f : 3.0f);
        for (auto& decisions : decisions_) decisions.clear();
        bool naive[SEATS] = {};
        if (training_.naive_deals && !random_.below(training_.naive_deals)) {
            for (bool& seat : naive) seat = random_.below(NETWORK_SEATS);
            naive[random_.below(SEATS)] = false;  // at least one seat is the network's
        }
        for (bool over = false; !over;) {
            const int found = deal.moves(moves_);
            int chosen = found == 1 ? 0 : winning(deal, moves_, found);
            if (chosen < 0 && naive[deal.turn]) chosen = naive_move(deal, moves_, found);
            if (chosen < 0) chosen = decide(deal, found, temperatures[deal.turn]);
            over = deal.play(moves_[chosen]);
        }
        for (int seat = 0; seat < SEATS; seat++) {
            float target = static_cast<float>(deal.points(seat));
            auto& decisions = decisions_[seat];
            for (size_t i = decisions.size(); i-- > 0;) {
                samples_.push_back({decisions[i].rows, target});
                target = training_.lambda * target + (1 - training_.lambda) * decisions[i].expected;
            }
        }
    }

    int decide(const Deal& deal, int found, float temperature) {
        const Weights& net = *training_.net;
        evaluator_.evaluate(net, deal, moves_, found, points_);
        const float best = *std::max_element(points_, points_ + found);
        float weights[MOST_PLAYS], sum = 0, expected = 0;
        for (int i = 0; i < found; i++) {
            weights[i] = std::exp((points_[i] - best) / temperature);
            sum += weights[i];
            expected += weights[i] * points_[i];
        }
        int chosen = 0;
        if (random_.unit() < RANDOM_MOVES) {
            chosen = static_cast<int>(random_.below(static_cast<uint32_t>(found)));
        } else {
            float left = random_.unit() * sum;
            while (chosen < found - 1 && (left -= weights[chosen]) > 0) chosen++;
        }
        auto& decisions = decisions_[deal.turn];
        decisions.push_back({evaluator_.state_rows(), expected / sum});
        RowList& rows = decisions.back().rows;
        const View view(deal);
        View::hand_rows(deal.hands[deal.turn] ^ moves_[chosen].cards, rows);
        view.move_rows(deal, moves_[chosen], rows);
        return chosen;
    }
};

void report(Training& training, const std::string& out) {
    auto net = std::make_unique<Weights>();
    long deals, samples;
    double squares;
    {
        const std::lock_guard<std::mutex> lock(training.turn);
        std::memcpy(static_cast<void*>(net.get()), training.net.get(), sizeof(Weights));
        deals = training.deals, samples = training.samples, squares = training.squared_error;
        training.squared_error = 0, training.samples = 0;
    }
    const Result greedy = duel(net.get(), nullptr, 1000, 5), reverse = duel(nullptr, net.get(), 1000, 6);
    std::printf("%5.0f s  %9ld deals  error %.3f  among naive %+.2f ± %.2f  naive among it %+.2f ± %.2f\n",
                training.used() * training.seconds, deals,
                POINTS * std::sqrt(squares / static_cast<double>(std::max(1L, samples))), greedy.mean, greedy.error,
                reverse.mean, reverse.error);
    std::fflush(stdout);
    const std::string unfinished = out + ".part";
    if (!net->save(unfinished.c_str()) || std::rename(unfinished.c_str(), out.c_str()))
        std::fprintf(stderr, "cannot write %s\n", out.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "train OUT SECONDS SEED [THREADS [LAMBDA [NAIVE [START]]]]\n");
        return 2;
    }
    const std::string out = argv[1];
    const uint64_t seed = std::strtoull(argv[3], nullptr, 10);
    Training training;
    training.seconds = std::atof(argv[2]);
    const int threads = argc > 4 ? std::atoi(argv[4]) : 1;
    training.lambda = argc > 5 ? static_cast<float>(std::atof(argv[5])) : 0.6f;
    training.naive_deals = argc > 6 ? static_cast<uint32_t>(std::atoi(argv[6])) : 0;
    Random random(seed);
    training.net->randomise(random);
    if (argc > 7) {
        training.restarted = true;
        if (!training.net->load(argv[7])) {
            std::fprintf(stderr, "cannot read %s\n", argv[7]);
            return 1;
        }
    }
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; i++)
        workers.emplace_back([&training, seed, i] { std::make_unique<Worker>(training, seed * 1000 + i)->run(); });
    const float step = std::min(0.1f, static_cast<float>(120 / training.seconds));
    for (float next = step; next < 1;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        if (training.used() < next) continue;
        report(training, out);
        next = training.used() + step;
    }
    for (auto& worker : workers) worker.join();
    report(training, out);
}
