# JAX is optional.
# pyright: reportMissingImports=false
"""Numerical programs, with NNKit and with JAX."""

from itertools import pairwise

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from dlvm import nnkit
from dlvm.nnkit import gradient, hessian_vector_product, jvp, staged
from tests.support.samples.composed_functions import composed, floats


@composed(floats(5, 5), floats(5))
def power_iteration(a, v):
    symmetric = a @ a.T
    for _ in nnkit.range(3):
        v = symmetric @ v
        v = v * nnkit.rsqrt(v @ v)
    return symmetric @ v


@power_iteration.jax
def _(a, v):
    unit = lambda v: v / jnp.linalg.norm(v)  # noqa: E731
    v = lax.fori_loop(0, 3, lambda _, v: unit(a @ (a.T @ v)), v)
    return a @ (a.T @ v)


@composed(floats(4, 6), floats(4), floats(3, 4))
def spectral_norm(w, u, x):
    for _ in range(3):
        v = u @ w
        v = v / nnkit.sqrt((v * v).sum())
        u = w @ v
        u = u / nnkit.sqrt((u * u).sum())
    return x @ w / (u @ w @ v)  # pyright: ignore[reportPossiblyUnboundVariable]


@spectral_norm.jax
def _(w, u, x):
    unit = lambda v: v / jnp.linalg.norm(v)  # noqa: E731
    for _ in range(3):
        v = unit(w.T @ u)
        u = unit(w @ v)
    return x @ w / jnp.einsum("i,ij,j", u, w, v)  # pyright: ignore[reportPossiblyUnboundVariable]


@composed(floats(6, low=0.5, high=4.0))
def newtons_square_root(x):
    y = nnkit.ones_like(x)
    while abs(y * y - x).max() > 1e-3:
        y = 0.5 * (y + x / y)
    return y


@newtons_square_root.jax
def _(x):
    def step(_, y):
        more = jnp.abs(y * y - x).max() > 1e-3
        return jnp.where(more, (y + x / y) / 2, y)

    return lax.fori_loop(0, 10, step, jnp.ones_like(x))


@composed(floats(4), floats(4, 4))
def eulers_method(x, w):
    for _ in nnkit.range(10):
        x = x + 0.1 * nnkit.tanh(w @ x)
    return x


@eulers_method.jax
def _(x, w):
    return lax.fori_loop(0, 10, lambda _, x: x + jnp.tanh(w @ x) / 10, x)


def _predators(s, p):
    return nnkit.stack([p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1]])


@composed(floats(2, low=0.5, high=1.5), floats(4, low=0.5, high=1.5))
def runge_kutta(state, p):
    for _ in nnkit.range(8):
        a = _predators(state, p)
        b = _predators(state + 0.05 * a, p)
        c = _predators(state + 0.05 * b, p)
        d = _predators(state + 0.1 * c, p)
        state = state + (a + 2 * b + 2 * c + d) * (0.1 / 6)
    return state


@runge_kutta.jax
def _(state, p):
    def slope(s):
        meetings = s[0] * s[1]
        return jnp.array([p[0] * s[0] - p[1] * meetings, p[2] * meetings - p[3] * s[1]])

    def step(_, s):
        a = slope(s)
        b = slope(s + a / 20)
        c = slope(s + b / 20)
        return s + (a + 2 * b + 2 * c + slope(s + c / 10)) / 60

    return lax.fori_loop(0, 8, step, state)


@composed(floats(3), floats(3, 3), floats(3, 3), floats(2, 3), floats(4, 2))
def kalman_filter(mean, factor, a, h, observations):
    """The inverse of a matrix of two rows is written out."""
    covariance = factor @ factor.T + np.eye(3, dtype=np.float32)
    for y in observations:
        mean = a @ mean
        covariance = a @ covariance @ a.T + 0.1 * np.eye(3, dtype=np.float32)
        s = h @ covariance @ h.T + 0.5 * np.eye(2, dtype=np.float32)
        determinant = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
        adjugate = nnkit.stack([nnkit.stack([s[1, 1], -s[0, 1]]), nnkit.stack([-s[1, 0], s[0, 0]])])
        gain = covariance @ h.T @ (adjugate / determinant)
        mean = mean + gain @ (y - h @ mean)
        covariance = covariance - gain @ h @ covariance
    return mean + covariance.sum(axis=0)


@kalman_filter.jax
def _(mean, factor, a, h, observations):
    def step(state, y):
        mean, covariance = state
        mean, covariance = a @ mean, a @ covariance @ a.T + jnp.eye(3) / 10
        s = h @ covariance @ h.T + jnp.eye(2) / 2
        gain = jnp.linalg.solve(s, h @ covariance).T
        return (mean + gain @ (y - h @ mean), covariance - gain @ h @ covariance), None

    start = (mean, factor @ factor.T + jnp.eye(3))
    mean, covariance = lax.scan(step, start, observations)[0]
    return mean + covariance.sum(0)


@composed(floats(5, 2), floats(6, 2))
def sinkhorn_iterations(x, y):
    cost = ((x[:, None, :] - y) ** 2).sum(axis=2)
    kernel = nnkit.exp(-2 * cost)
    v = nnkit.ones(6)
    for _ in nnkit.range(8):
        u = 1 / (kernel @ v)
        v = 1 / (kernel.T @ u)
    u = 1 / (kernel @ v)
    return (u[:, None] * kernel * v * cost).sum()


@sinkhorn_iterations.jax
def _(x, y):
    cost = jnp.sum((x[:, None] - y[None]) ** 2, -1)
    plan = jnp.exp(-2 * cost)
    for _ in range(8):
        plan = plan / plan.sum(1, keepdims=True)
        plan = plan / plan.sum(0, keepdims=True)
    plan = plan / plan.sum(1, keepdims=True)
    return jnp.sum(plan * cost)


@staged
def _field(x, w, b, v):
    return (nnkit.tanh(x[:, None] * w + b) @ v).sum()


@composed(floats(6), floats(5), floats(5), floats(5))
def physics_residual(x, w, b, v):
    """``u'' + u' + x``, where ``u`` is a network."""
    ones = nnkit.ones_like(x)
    first = gradient(_field, "x")(x, w, b, v)[0]
    second = hessian_vector_product(_field, "x")(x, w, b, v, ones)
    return ((second + first + x) ** 2).mean()


@physics_residual.jax
def _(x, w, b, v):
    u = lambda t: jnp.tanh(t * w + b) @ v  # noqa: E731
    residual = jax.vmap(lambda t: jax.grad(jax.grad(u))(t) + jax.grad(u)(t) + t)(x)
    return jnp.mean(residual**2)


@staged
def _energy(x, w):
    return nnkit.exp(nnkit.sin(w @ x) * 0.5).sum()


@composed(floats(4), floats(5, 4), floats(4))
def product_with_the_hessian(x, w, v):
    return hessian_vector_product(_energy)(x, w, v)


@product_with_the_hessian.jax
def _(x, w, v):
    return jax.hessian(lambda x: jnp.exp(jnp.sin(w @ x) / 2).sum())(x) @ v


@composed(floats(4), floats(5, 4), floats(4))
def product_with_the_jacobian(x, w, v):
    @staged
    def function(x, w):
        return nnkit.tanh(w @ x) * x.sum()

    tangent, value = jvp(function, "x", keeping=0)(x, w, v)
    return tangent * value


@product_with_the_jacobian.jax
def _(x, w, v):
    value, tangent = jax.jvp(lambda x: jnp.tanh(w @ x) * x.sum(), (x,), (v,))
    return tangent * value


@composed(floats(4), floats(5, 4), floats())
def learned_descent(x, w, rate):
    """Through steps of gradient descent, in a loop."""
    for _ in nnkit.range(4):
        x = x - nnkit.exp(rate) * 0.1 * gradient(_energy, "x")(x, w)[0]
    return _energy(x, w)


@learned_descent.jax
def _(x, w, rate):
    energy = lambda x: jnp.exp(jnp.sin(w @ x) / 2).sum()  # noqa: E731
    step = lambda _, x: x - jnp.exp(rate) / 10 * jax.grad(energy)(x)  # noqa: E731
    return energy(lax.fori_loop(0, 4, step, x))


@composed(floats(4, 7))
def cumulative_sums_and_products(x):
    survival = nnkit.cumulative_prod(1 - 0.5 * nnkit.sin(x) ** 2, axis=1)
    return nnkit.cumulative_sum(survival * x, axis=0) * nnkit.cumulative_sum(x, axis=1)


@cumulative_sums_and_products.jax
def _(x):
    survival = jnp.exp(jnp.cumsum(jnp.log1p(-(jnp.sin(x) ** 2) / 2), axis=1))
    return jnp.cumsum(survival * x, axis=0) * jnp.cumsum(x, axis=1)


@composed(floats(6), floats(5))
def horners_method(coefficients, x):
    y = nnkit.zeros_like(x)
    for c in coefficients:
        y = y * x + c
    return y


@horners_method.jax
def _(coefficients, x):
    return jnp.vander(x, 6) @ coefficients


@composed(floats(6, low=0.2, high=2.8), floats(6, low=0.0, high=6.0))
def spherical_harmonics(theta, phi):
    s, c = nnkit.sin(theta), nnkit.cos(theta)
    return nnkit.stack(
        [
            s * nnkit.cos(phi),
            s * s * nnkit.cos(2 * phi),
            s * c * nnkit.sin(phi),
            s**3 * nnkit.sin(3 * phi),
            (5 * c**3 - 3 * c) / 2,
        ]
    )


@spherical_harmonics.jax
def _(theta, phi):
    x, y, z = jnp.sin(theta) * jnp.cos(phi), jnp.sin(theta) * jnp.sin(phi), jnp.cos(theta)
    return jnp.array([x, x**2 - y**2, y * z, 3 * x**2 * y - y**3, (5 * z**3 - 3 * z) / 2])


@composed(floats(5, low=-1.0), floats(5, low=-1.0), floats(4, low=-1.0), floats(4, low=-1.0))
def distances_on_a_sphere(a, b, c, d):
    dy, dx = b[:, None] - d, a[:, None] - c
    h = nnkit.sin(dy / 2) ** 2 + nnkit.cos(b)[:, None] * nnkit.cos(d) * nnkit.sin(dx / 2) ** 2
    return 2 * nnkit.asin(nnkit.sqrt(h)) + nnkit.atan2(dx, 2 + dy)


@distances_on_a_sphere.jax
def _(a, b, c, d):
    dy, dx = b[:, None] - d[None], a[:, None] - c[None]
    h = (1 - jnp.cos(dy)) / 2 + jnp.cos(b)[:, None] * jnp.cos(d) * (1 - jnp.cos(dx)) / 2
    return 2 * jnp.arctan2(jnp.sqrt(h), jnp.sqrt(1 - h)) + jnp.arctan2(dx, 2 + dy)


@composed(floats(9), floats(7, low=0.1, high=7.9))
def interpolation(values, places):
    left = nnkit.floor(places)
    i = left.astype(np.int64)
    part = places - left
    return values[i] * (1 - part) + values[i + 1] * part


@interpolation.jax
def _(values, places):
    return jnp.interp(places, jnp.arange(9.0), values)


@composed(floats(5, 6), floats(8, low=0.1, high=3.9), floats(8, low=0.1, high=4.9))
def bilinear_resampling(image, y, x):
    i, j = y.astype(np.int64), x.astype(np.int64)
    down, right = y - nnkit.floor(y), x - nnkit.floor(x)
    flat = image.reshape((30,))
    at = lambda i, j: nnkit.take(flat, i * 6 + j)  # noqa: E731
    top = at(i, j) * (1 - right) + at(i, j + 1) * right
    return top * (1 - down) + (at(i + 1, j) * (1 - right) + at(i + 1, j + 1) * right) * down


@bilinear_resampling.jax
def _(image, y, x):
    return jax.scipy.ndimage.map_coordinates(image, [y, x], order=1)


@composed(floats(2, 10), floats(4))
def moving_windows(x, w):
    sums = nnkit.reduce_window(x, "add", (1, 3), (1, 1))
    peaks = nnkit.reduce_window(x, "max", (1, 3), (1, 1))
    return nnkit.convolve((sums * peaks)[:, None, :], w.reshape((1, 1, 4)))[:, 0]


@moving_windows.jax
def _(x, w):
    windows = jnp.stack([x[:, i : i + 3] for i in range(8)], axis=1)
    joined = windows.sum(-1) * windows.max(-1)
    return jax.vmap(lambda row: jnp.convolve(row, w[::-1], mode="valid"))(joined)


@composed(floats(4, 4))
def matrix_exponential(a):
    term = total = nnkit.full((1, 1), 1.0) * np.eye(4, dtype=np.float32)
    for i in nnkit.range(1, 14):
        term = term @ a / i.astype(np.float32)
        total = total + term
    return total


@matrix_exponential.jax
def _(a):
    return jax.scipy.linalg.expm(a)


@composed(floats(5, 5), floats(5))
def jacobi_method(a, b):
    diagonal = 4 + (a * np.eye(5, dtype=np.float32)).sum(axis=0)
    rest = a * (1 - np.eye(5, dtype=np.float32))
    x = nnkit.zeros(5)
    for _ in nnkit.range(25):
        x = (b - rest @ x) / diagonal
    return x


@jacobi_method.jax
def _(a, b):
    return jnp.linalg.solve(a + 4 * jnp.eye(5), b)


@composed(floats(4, 4), floats(4))
def fixed_point(w, b):
    x, moved = b, nnkit.ones(())
    while moved > 1e-7:
        y = 0.3 * nnkit.tanh(w @ x) + b
        moved = abs(y - x).max()
        x = y
    return x


@fixed_point.jax
def _(w, b):
    return lax.fori_loop(0, 40, lambda _, x: 0.3 * jnp.tanh(w @ x) + b, b)


@composed(floats(12), floats())
def heat_equation(u, rate):
    for _ in nnkit.range(6):
        padded = nnkit.pad(u, 1)
        u = u + 0.4 * nnkit.exp(rate) * (padded[2:] - 2 * u + padded[:-2])
    return u


@heat_equation.jax
def _(u, rate):
    laplacian = jnp.eye(12, k=1) + jnp.eye(12, k=-1) - 2 * jnp.eye(12)
    return jnp.linalg.matrix_power(jnp.eye(12) + 0.4 * jnp.exp(rate) * laplacian, 6) @ u


@composed(floats(8), floats(8))
def power_spectrum(x, window):
    turns = -2 * np.pi * np.outer(np.arange(8), np.arange(8)) / 8
    x = x * window
    real, imaginary = np.cos(turns).astype("f") @ x, np.sin(turns).astype("f") @ x
    return nnkit.log(real**2 + imaginary**2 + 0.1)


@power_spectrum.jax
def _(x, window):
    return jnp.log(jnp.abs(jnp.fft.fft(x * window)) ** 2 + 0.1)


@composed(floats(6, 2), floats(6), floats(4, 2), floats(2))
def kernel_regression(x, y, points, log_scale):
    differences = (points[:, None, :] - x) * nnkit.exp(-log_scale)
    weights = nnkit.exp(-0.5 * (differences**2).sum(axis=2))
    return weights @ y / weights.sum(axis=1)


@kernel_regression.jax
def _(x, y, points, log_scale):
    scaled = (points[:, None] - x[None]) / jnp.exp(log_scale)
    return jax.nn.softmax(-jnp.sum(scaled**2, -1) / 2) @ y


@composed(floats(4), floats(5, 3))
def rotation_by_quaternion(q, points):
    w, x, y, z = q / nnkit.sqrt(q @ q)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return points @ nnkit.stack([nnkit.stack(row) for row in rows]).T


@rotation_by_quaternion.jax
def _(q, points):
    q = q / jnp.linalg.norm(q)
    axis = jnp.broadcast_to(q[1:], points.shape)
    turned = 2 * jnp.cross(axis, points)
    return points + q[0] * turned + jnp.cross(axis, turned)


@composed(floats(5, 2), floats(7, low=0.0))
def bezier_curve(points, t):
    """De Casteljau's algorithm."""
    rows = [nnkit.broadcast_to(p, (7, 2)) for p in points]
    along = t[:, None]
    while len(rows) > 1:
        rows = [a + along * (b - a) for a, b in pairwise(rows)]
    return rows[0]


@bezier_curve.jax
def _(points, t):
    i = jnp.arange(5)
    binomials = jnp.array([1, 4, 6, 4, 1])
    return (binomials * t[:, None] ** i * (1 - t[:, None]) ** (4 - i)) @ points


@composed(floats(7), floats(4, low=0.3, high=1.0))
def truncated_power_series(x, w):
    total, power = nnkit.zeros_like(x), nnkit.ones_like(x)
    for c in w:
        power = power * nnkit.sinh(x)
        total = total + c**1.5 * power / nnkit.cosh(power)
    return total


@truncated_power_series.jax
def _(x, w):
    powers = jnp.sinh(x)[:, None] ** jnp.arange(1, 5)
    return (powers / jnp.cosh(powers)) @ (w * jnp.sqrt(w))
