/* Trains the network of train.py. */
#include "net.h"

static float w[UNITS], b[UNITS], v[UNITS], c[1], x[POINTS], y[POINTS], loss;
static unsigned char workspace[NET_STEP_WORKSPACE_BYTES];

void show(int step, float loss);

int main(void)
{
    const net_Network_out network = {w, b, v, c};
    for (int n = 0; n < UNITS; n++) {
        w[n] = 0.5f + 0.25f * (float)n;
        b[n] = (float)n - 3.5f;
        v[n] = n % 2 ? 0.5f : -0.5f;
    }
    for (int n = 0; n < POINTS; n++) {
        x[n] = 6.2831853f * (float)n / POINTS - 3.1415927f;
        /* The Bhaskara approximation of the sine, since there is no C library. */
        float a = x[n] < 0 ? -x[n] : x[n], s = a * (3.1415927f - a);
        y[n] = (x[n] < 0 ? -16 : 16) * s / (49.348022f - 4 * s);
    }
    for (int step = 0; step <= STEPS; step++) {
        if (net_step(&network, x, y, 0.05f, &loss, workspace) != NET_OK) return 1;
        if (step % (STEPS / 4) == 0) show(step, loss);
    }
    return 0;
}
