// The network: a wide first layer over sparse features, and three small layers. Activations are clipped to [0, 1]. The
// output is in points of the deal.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "features.hpp"

namespace big_two {

constexpr int WIDE = 256, SMALL = 32;
constexpr float POINTS = 10.0f;  // points for each unit of the output

typedef float Lane __attribute__((vector_size(64), aligned(64)));  // 16 numbers
constexpr int LANE = 16, WIDE_LANES = WIDE / LANE, SMALL_LANES = SMALL / LANE;

// All weights, also used for gradients and the optimizer's moments.
struct alignas(64) Weights {
    float w1[ROWS][WIDE];
    float b1[WIDE];
    float w2[WIDE][SMALL];
    float b2[SMALL];
    float w3[SMALL][SMALL];
    float b3[SMALL];
    float w4[SMALL];
    float b4[LANE];  // only the first is used

    static constexpr size_t size() { return sizeof(Weights) / sizeof(float); }
    float* data() { return w1[0]; }

    void randomise(Random& random) {
        std::memset(static_cast<void*>(this), 0, sizeof *this);
        const auto fill = [&random](float* first, size_t n, float spread) {
            for (size_t i = 0; i < n; i++) first[i] = (random.unit() * 2 - 1) * spread;
        };
        fill(w1[0], ROWS * WIDE, 0.08f);
        for (float& bias : b1) bias = 0.3f;
        fill(w2[0], WIDE * SMALL, 0.15f);
        fill(w3[0], SMALL * SMALL, 0.4f);
        for (float& bias : b2) bias = 0.3f;
        for (float& bias : b3) bias = 0.3f;
        fill(w4, SMALL, 0.3f);
    }

    bool save(const char* path) {
        std::FILE* file = std::fopen(path, "wb");
        if (!file) return false;
        const bool good = std::fwrite(data(), sizeof(float), size(), file) == size();
        return std::fclose(file) == 0 && good;
    }

    bool load(const char* path) {
        std::FILE* file = std::fopen(path, "rb");
        if (!file) return false;
        const bool good = std::fread(data(), sizeof(float), size(), file) == size();
        std::fclose(file);
        return good;
    }
};

inline Lane* lanes(float* numbers) { return reinterpret_cast<Lane*>(numbers); }
inline const Lane* lanes(const float* numbers) { return reinterpret_cast<const Lane*>(numbers); }

inline Lane clipped(Lane z) {
    const Lane zero = {}, one = zero + 1.0f;
    z = z > zero ? z : zero;
    return z < one ? z : one;
}

// Sums of the first layer.
struct alignas(64) Sum {
    Lane z[WIDE_LANES];
    void start(const Weights& net) { std::memcpy(z, net.b1, sizeof z); }
    void add(const Weights& net, const RowList& list) {
        for (int i = 0; i < list.size; i++) {
            const Lane* row = lanes(net.w1[list.rows[i]]);
            for (int j = 0; j < WIDE_LANES; j++) z[j] += row[j];
        }
    }
    void take(const Weights& net, const RowList& list) {
        for (int i = 0; i < list.size; i++) {
            const Lane* row = lanes(net.w1[list.rows[i]]);
            for (int j = 0; j < WIDE_LANES; j++) z[j] -= row[j];
        }
    }
};

// The activations of one evaluation.
struct alignas(64) Activations {
    float a1[WIDE], a2[SMALL], a3[SMALL];
};

// Compute the small layers for BLOCK evaluations from their first activations; write points.
template <int BLOCK>
inline void small_layers(const Weights& net, Activations* const* of, float* points) {
    Lane z[BLOCK][SMALL_LANES];
    for (int k = 0; k < BLOCK; k++)
        for (int j = 0; j < SMALL_LANES; j++) z[k][j] = lanes(net.b2)[j];
    for (int i = 0; i < WIDE; i++)
        for (int j = 0; j < SMALL_LANES; j++)
            for (int k = 0; k < BLOCK; k++) z[k][j] += of[k]->a1[i] * lanes(net.w2[i])[j];
    for (int k = 0; k < BLOCK; k++)
        for (int j = 0; j < SMALL_LANES; j++) {
            lanes(of[k]->a2)[j] = clipped(z[k][j]);
            z[k][j] = lanes(net.b3)[j];
        }
    for (int i = 0; i < SMALL; i++)
        for (int j = 0; j < SMALL_LANES; j++)
            for (int k = 0; k < BLOCK; k++) z[k][j] += of[k]->a2[i] * lanes(net.w3[i])[j];
    for (int k = 0; k < BLOCK; k++) {
        Lane sum = {};
        for (int j = 0; j < SMALL_LANES; j++) {
            lanes(of[k]->a3)[j] = clipped(z[k][j]);
            sum += lanes(of[k]->a3)[j] * lanes(net.w4)[j];
        }
        float total = net.b4[0];
        for (int i = 0; i < LANE; i++) total += sum[i];
        points[k] = total * POINTS;
    }
}

// Evaluates all moves of a state.
class Evaluator {
  public:
    // Fill `points` for each of the moves.
    void evaluate(const Weights& net, const Deal& deal, const Play* moves, int found, float* points) {
        const View view(deal);
        const Cards hand = deal.hands[deal.turn];
        state_.size = 0;
        view.state_rows(deal, state_);
        Sum base;
        base.start(net);
        base.add(net, state_);
        RowList full;
        View::hand_rows(hand, full);
        base.add(net, full);
        const Cards counts = Held(hand).thermometer();
        for (int i = 0; i < found; i += BLOCK) {
            const int several = std::min(BLOCK, found - i);
            Activations* of[BLOCK];
            for (int k = 0; k < BLOCK; k++) of[k] = &block_[k];
            for (int k = 0; k < several; k++) {
                const Play& move = moves[i + k];
                Sum sum = base;
                if (move.size) {
                    RowList gone;
                    gone.add_bits(HAND, move.cards);
                    gone.add_bits(HAND_COUNT, counts & ~Held(hand ^ move.cards).thermometer());
                    sum.take(net, gone);
                }
                RowList own;
                view.move_rows(deal, move, own);
                sum.add(net, own);
                for (int j = 0; j < WIDE_LANES; j++) lanes(block_[k].a1)[j] = clipped(sum.z[j]);
            }
            float found_points[BLOCK];
            small_layers<BLOCK>(net, of, found_points);
            std::copy(found_points, found_points + several, points + i);
        }
    }

    const RowList& state_rows() const { return state_; }

  private:
    static constexpr int BLOCK = 4;
    RowList state_;
    Activations block_[BLOCK] = {};
};

// Add the gradient of (points - target)² / 2, in units of POINTS, for one state and move; return the squared error.
inline float learn(const Weights& net, const float (*w2_by_small)[WIDE], const RowList& rows, float target,
                   Weights& gradient) {
    Sum sum;
    sum.start(net);
    sum.add(net, rows);
    Activations a;
    for (int j = 0; j < WIDE_LANES; j++) lanes(a.a1)[j] = clipped(sum.z[j]);
    Activations* const of[1] = {&a};
    float points;
    small_layers<1>(net, of, &points);
    const float error = (points - target) / POINTS;
    gradient.b4[0] += error;
    // A clipped activation passes the gradient only inside its range.
    const auto inside = [](float x) { return x > 0.0f && x < 1.0f; };
    alignas(64) float d3[SMALL], d2[SMALL];
    for (int j = 0; j < SMALL; j++) {
        gradient.w4[j] += error * a.a3[j];
        d3[j] = inside(a.a3[j]) ? error * net.w4[j] : 0.0f;
        gradient.b3[j] += d3[j];
    }
    for (int i = 0; i < SMALL; i++) {
        float total = 0;
        for (int j = 0; j < SMALL; j++) {
            total += net.w3[i][j] * d3[j];
            gradient.w3[i][j] += a.a2[i] * d3[j];
        }
        d2[i] = inside(a.a2[i]) ? total : 0.0f;
        gradient.b2[i] += d2[i];
    }
    Lane d1[WIDE_LANES] = {};
    for (int j = 0; j < SMALL; j++) {
        if (d2[j] == 0.0f) continue;
        for (int i = 0; i < WIDE_LANES; i++) d1[i] += d2[j] * lanes(w2_by_small[j])[i];
    }
    for (int i = 0; i < WIDE; i++) {
        if (a.a1[i] == 0.0f) continue;
        for (int j = 0; j < SMALL_LANES; j++) lanes(gradient.w2[i])[j] += a.a1[i] * lanes(d2)[j];
    }
    for (int i = 0; i < WIDE_LANES; i++) {
        const Lane active = lanes(a.a1)[i], zero = {};
        d1[i] = active > zero ? d1[i] : zero;
        d1[i] = active < zero + 1.0f ? d1[i] : zero;
        lanes(gradient.b1)[i] += d1[i];
    }
    for (int n = 0; n < rows.size; n++) {
        Lane* row = lanes(gradient.w1[rows.rows[n]]);
        for (int i = 0; i < WIDE_LANES; i++) row[i] += d1[i];
    }
    return error * error;
}

// The optimizer Adam, with sums shared by all threads.
class Adam {
  public:
    // Change the weights by the mean gradient of `samples` samples, and clear it.
    void step(Weights& net, Weights& gradient, int samples, float rate) {
        steps_++;
        const float fast = 0.9f, slow = 0.999f, scale = 1.0f / static_cast<float>(samples);
        const float bias = rate / (1 - std::pow(fast, static_cast<float>(steps_)));
        const float spread = 1 / (1 - std::pow(slow, static_cast<float>(steps_)));
        float *w = net.data(), *g = gradient.data(), *m = mean_->data(), *v = square_->data();
        for (size_t i = 0; i < Weights::size(); i++) {
            const float one = g[i] * scale;
            g[i] = 0;
            m[i] += (1 - fast) * (one - m[i]);
            v[i] += (1 - slow) * (one * one - v[i]);
            w[i] -= bias * m[i] / (std::sqrt(v[i] * spread) + 1e-6f);
        }
    }

  private:
    int steps_ = 0;
    std::unique_ptr<Weights> mean_ = std::make_unique<Weights>(), square_ = std::make_unique<Weights>();
};

}  // namespace big_two
