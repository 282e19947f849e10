"""Programs about derivatives, as tutorials of JAX and PyTorch have them."""

from dlvm import nnkit
from dlvm.nnkit import gradient, hessian, jacobian, staged, value_and_gradient, vmap


@staged
def per_example_gradients(w, x, y):
    def loss(w, x, y):
        return (nnkit.tanh(x @ w).sum() - y) ** 2

    return vmap(gradient(loss, "w"), (None, 0, 0))(w, x, y)[0]


@staged
def clipped_gradients(w, x, y):
    def loss(w, x, y):
        return nnkit.log1p(nnkit.exp(-y * (x @ w)))

    slopes = vmap(gradient(loss, "w"), (None, 0, 0))(w, x, y)[0]
    sizes = nnkit.linalg.vector_norm(slopes, axis=1, keepdims=True)
    return (slopes / nnkit.maximum(1.0, sizes / 0.5)).mean(axis=0)


@staged
def hessian_vector_product(w, x, y, v):
    def loss(w):
        return nnkit.log1p(nnkit.exp(-y * nnkit.tanh(x @ w))).mean()

    return nnkit.hessian_vector_product(loss)(w, v)


@staged
def jacobian_of_layer(w, b, x):
    def layer(x):
        return nnkit.tanh(x @ w + b)

    return jacobian(layer)(x)


@staged
def newton_step(w, x, y):
    def loss(w):
        return nnkit.log1p(nnkit.exp(-y * (x @ w))).mean() + 0.01 * (w * w).sum()

    return w - nnkit.linalg.solve(hessian(loss)(w), gradient(loss)(w)[0])


@staged
def gauss_newton(p, t, y):
    def residual(p):
        return p[0] * nnkit.exp(-p[1] * t) + p[2] - y

    for _ in nnkit.range(5):
        j = jacobian(residual)(p)
        p = p - nnkit.linalg.solve(j.T @ j + 1e-3 * nnkit.eye(3), j.T @ residual(p))
    return p


@staged
def gradient_penalty(w, x):
    def critic(x, w):
        return nnkit.tanh(x @ w).sum()

    def penalty(w):
        slopes = vmap(gradient(critic, "x"), (0, None))(x, w)[0]
        return ((nnkit.linalg.vector_norm(slopes, axis=1) - 1) ** 2).mean()

    return value_and_gradient(penalty)(w)


@staged
def heat_residual(w, v, t, x):
    def u(t, x):
        return v @ nnkit.tanh(w @ nnkit.stack([t, x]))

    def residual(t, x):
        return gradient(u, "t")(t, x)[0] - 0.1 * hessian(u, "x")(t, x)

    return (vmap(residual)(t, x) ** 2).mean()


@staged
def trace_of_hessian(w, x, probes):
    def loss(w):
        return (nnkit.sin(x @ w) ** 2).mean()

    def sample(v):
        return v @ nnkit.hessian_vector_product(loss)(w, v)

    return vmap(sample)(probes).mean()


@staged
def tangent_kernel(w, v, x):
    def predict(w, x):
        return v @ nnkit.tanh(w @ x)

    slopes = vmap(gradient(predict, "w"), (None, 0))(w, x)[0].reshape(len(x), -1)
    return slopes @ slopes.T
