"""Programs about matrices, as tutorials of JAX and PyTorch have them."""

# The type of log leaves out numbers of Python.
# pyright: reportArgumentType=false

from dlvm import nnkit
from dlvm.nnkit import f32, linalg, staged, vmap


@staged
def batched_solve(a, b):
    return linalg.solve(a @ a.mT + nnkit.eye(a.shape[-1]), b)


@staged
def gaussian_process(x, y, new):
    def kernel(a, b):
        return nnkit.exp(-0.5 * (a[:, None] - b) ** 2)

    factor = linalg.cholesky(kernel(x, x) + 0.1 * nnkit.eye(len(x)))
    half = linalg.solve_triangular(factor, kernel(x, new))
    weights = linalg.solve_triangular(factor, y)
    return half.T @ weights, 1 - (half**2).sum(axis=0)


@staged
def spectral_normalization(w, u):
    for _ in nnkit.range(5):
        v = w.T @ u
        v = w @ (v / linalg.norm(v))
        u = v / linalg.norm(v)
    return w / linalg.norm(w.T @ u)


@staged
def ridge_regression(x, y, strengths):
    def fit(strength):
        return linalg.solve(x.T @ x + strength * nnkit.eye(x.shape[1]), x.T @ y)

    return vmap(fit)(strengths)


@staged
def conjugate_gradient(a, b):
    x, r, p, square = nnkit.zeros_like(b), b, b, b @ b
    for _ in nnkit.range(20):
        product = a @ p
        rate = square / (p @ product)
        x, r = x + rate * p, r - rate * product
        new = r @ r
        p, square = r + new / square * p, new
    return x


@staged
def log_density(mean, cov, x):
    factor = linalg.cholesky(cov)
    half = linalg.solve_triangular(factor, (x - mean).T)
    size = nnkit.log(linalg.diagonal(factor)).sum()
    return -0.5 * (half**2).sum(axis=0) - size - 0.5 * len(mean) * nnkit.log(2 * nnkit.pi)


@staged
def principal_components(x):
    x = x - x.mean(axis=0)
    _, values, rows = linalg.svd(x, full_matrices=False)
    return (x @ rows[:2].T) ** 2, values**2 / (len(x) - 1)


@staged
def whitening(x):
    x = x - x.mean(axis=0)
    values, vectors = linalg.eigh(x.T @ x / len(x))
    return x @ (vectors / nnkit.sqrt(values + 1e-3)) @ vectors.T


@staged
def procrustes(x, y):
    left, _, right = linalg.svd(x.T @ y)
    rotation = left @ right
    return rotation, ((x @ rotation - y) ** 2).sum()


@staged
def polynomial_fit(t, y):
    q, r = linalg.qr(t[:, None] ** nnkit.arange(4, dtype=f32))
    return linalg.solve_triangular(r, q.T @ y, upper=True)
