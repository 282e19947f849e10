/* The logarithm of the absolute value of the gamma function, for targets without a C library: from 10
 * on by Stirling's series, below by the Taylor series at 2 and the recurrence, and for negative numbers
 * by reflection. (NIST Digital Library of Mathematical Functions, 5.5.3, 5.7.3 and 5.11.1.) */
typedef long long i64;

double log(double), log1p(double), sin(double);

static const double PI = 3.14159265358979323846, HALF_LOG_OF_2_PI = 0.918938533204672741780;

/* The Taylor series of lgamma(2 + z), for z from -0.5 to 0.5. */
static double near_two(double z) {
    static const double series[] = {
        0.422784335098467139, 0.322467033424113218, -0.0673523010531980951, 0.0205808084277845479,
        -0.00738555102867398527, 0.00289051033074152329, -0.00119275391170326098, 0.000509669524743042422,
        -0.00022315475845357938, 0.0000994575127818085337, -0.0000449262367381331417, 0.0000205072127756706916,
        -9.4394882752683959e-6, 4.3748667899074878e-6, -2.03921575380136624e-6, 9.55141213040741983e-7,
        -4.49246919876456604e-7, 2.12071848055546659e-7, -1.00432248239680996e-7, 4.76981016936398057e-8,
        -2.27110946089431649e-8, 1.08386592148969541e-8, -5.18347504197004666e-9, 2.48367454380247832e-9,
        -1.19214014058609121e-9, 5.73136724167886201e-10,
    };
    double sum = 0;
    for (int k = sizeof series / sizeof *series - 1; k >= 0; k--) sum = series[k] + z * sum;
    return z * sum;
}

static double of_positive(double x) {
    if (x < 0.5) return near_two(x) - log1p(x) - log(x);
    if (x < 1.5) return near_two(x - 1) - log1p(x - 1);
    if (x < 10) {
        double product = 1;
        while (x >= 2.5) product *= x -= 1;
        return near_two(x - 2) + log(product);
    }
    double r = 1 / x, s = r * r;
    double series = r * (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680
        - s * (1.0 / 1188 - s * (691.0 / 360360 - s / 156))))));
    return (x - 0.5) * (log(x) - 1) + (HALF_LOG_OF_2_PI - 0.5) + series;
}

double lgamma(double x) {
    if (x != x) return x;
    double y = x < 0 ? -x : x;
    if (y > 3e305) return __builtin_inf();
    if (x > 0) return of_positive(x);
    if (y < 1e-20) return y == 0 ? __builtin_inf() : -log(y);
    /* From 2^52 on, all numbers are whole. */
    double fraction = y < 4503599627370496.0 ? y - (double)(i64)y : 0;
    if (fraction == 0) return __builtin_inf();
    if (fraction > 0.5) fraction = 1 - fraction;
    return log(PI / (y * sin(PI * fraction))) - of_positive(y);
}

float lgammaf(float x) { return (float)lgamma(x); }
