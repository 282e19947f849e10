"""What type checkers infer for staged tensors; ``test_nnkit_types.py`` runs it as well, and
compares inferred with actual types."""

from typing import reveal_type

from dlvm import nnkit
from dlvm.nnkit import (
    Bool2D,
    Float0D,
    Float1D,
    Float2D,
    Float3D,
    Int0D,
    Int1D,
    Tensor1D,
    Tensor2D,
    f16,
    f32,
    f64,
    i32,
    staged,
    u8,
)


@staged
def right(
    s: Float0D,
    v: Float1D,
    m: Float2D,
    t: Float3D,
    i: Int0D,
    n: Int1D,
    k: Tensor1D[i32],
    b: Tensor1D[u8],
    u: Tensor1D[i32],
    h: Tensor2D[f16],
    d: Tensor2D[f64],
    f: Bool2D,
) -> None:
    # Operators join ranks and element types.
    reveal_type(s + s)  # Tensor[Rank0, f32]
    reveal_type(s + v)  # Tensor[Rank1, f32]
    reveal_type(v + s)  # Tensor[Rank1, f32]
    reveal_type(v + m)  # Tensor[Rank2, f32]
    reveal_type(m + v)  # Tensor[Rank2, f32]
    reveal_type(m + t)  # Tensor[Rank3, f32]
    reveal_type(t + s)  # Tensor[Rank3, f32]
    reveal_type(m - 1)  # Tensor[Rank2, f32]
    reveal_type(1 - m)  # Tensor[Rank2, f32]
    reveal_type(m * 0.5)  # Tensor[Rank2, f32]
    reveal_type(2.5 * m)  # Tensor[Rank2, f32]
    reveal_type(m / 2)  # Tensor[Rank2, f32]
    reveal_type(m * 1j)  # Tensor[Rank2, c64]
    reveal_type(1j - v)  # Tensor[Rank1, c64]
    reveal_type(d / 1j)  # Tensor[Rank2, c128]
    reveal_type(nnkit.real(v * 1j))  # Tensor[Rank1, f32]
    reveal_type((v * 1j).imag)  # Tensor[Rank1, f32]
    reveal_type(v.real)  # Tensor[Rank1, f32]
    reveal_type(nnkit.conj(d + 1j))  # Tensor[Rank2, c128]
    reveal_type(1 / v)  # Tensor[Rank1, f32]
    reveal_type(m / v)  # Tensor[Rank2, f32]
    reveal_type(v / m)  # Tensor[Rank2, f32]
    reveal_type(n * 2)  # Tensor[Rank1, i64]
    reveal_type(2 - n)  # Tensor[Rank1, i64]
    reveal_type(n + i)  # Tensor[Rank1, i64]
    reveal_type(n // 3)  # Tensor[Rank1, i64]
    reveal_type(n % k)  # Tensor[Rank1, i64]
    reveal_type(k + n)  # Tensor[Rank1, i64]
    reveal_type(n + k)  # Tensor[Rank1, i64]
    reveal_type(m + d)  # Tensor[Rank2, f64]
    reveal_type(d + m)  # Tensor[Rank2, f64]
    reveal_type(v + d)  # Tensor[Rank2, f64]
    reveal_type(d * v)  # Tensor[Rank2, f64]
    reveal_type(h + m)  # Tensor[Rank2, f32]
    reveal_type(h + v)  # Tensor[Rank2, f32]
    reveal_type(v + h)  # Tensor[Rank2, f32]
    reveal_type(v < h)  # Tensor[Rank2, bool]
    reveal_type(h * 2)  # Tensor[Rank2, f16]
    reveal_type(u + n)  # Tensor[Rank1, i64]
    reveal_type(m**2)  # Tensor[Rank2, f32]
    reveal_type(2**m)  # Tensor[Rank2, f32]
    reveal_type(m**v)  # Tensor[Rank2, f32]
    reveal_type(-n)  # Tensor[Rank1, i64]
    reveal_type(abs(m))  # Tensor[Rank2, f32]
    reveal_type(+v)  # Tensor[Rank1, f32]
    # Comparisons give bools, which go together.
    reveal_type(m < v)  # Tensor[Rank2, bool]
    reveal_type(v < m)  # Tensor[Rank2, bool]
    reveal_type(m >= 0)  # Tensor[Rank2, bool]
    reveal_type(n == k)  # Tensor[Rank1, bool]
    reveal_type(m != d)  # Tensor[Rank2, bool]
    reveal_type(n < 3)  # Tensor[Rank1, bool]
    reveal_type((m > 0) & (v > 0))  # Tensor[Rank2, bool]
    reveal_type((m > 0) | f)  # Tensor[Rank2, bool]
    reveal_type(~f)  # Tensor[Rank2, bool]
    reveal_type(f ^ f)  # Tensor[Rank2, bool]
    reveal_type(n & 3)  # Tensor[Rank1, i64]
    reveal_type(n << 1)  # Tensor[Rank1, i64]
    reveal_type(n | k)  # Tensor[Rank1, i64]
    # Products.
    reveal_type(m @ v)  # Tensor[Rank1, f32]
    reveal_type(v @ m)  # Tensor[Rank1, f32]
    reveal_type(m @ m)  # Tensor[Rank2, f32]
    reveal_type(v @ v)  # Tensor[Rank0, f32]
    reveal_type(t @ m)  # Tensor[Rank3, f32]
    reveal_type(m @ t)  # Tensor[Rank3, f32]
    reveal_type(t @ t)  # Tensor[Rank3, f32]
    reveal_type(t @ v)  # Tensor[Rank2, f32]
    reveal_type(v @ t)  # Tensor[Rank2, f32]
    reveal_type(nnkit.matmul(m, v))  # Tensor[Rank1, f32]
    reveal_type(nnkit.outer(v, v))  # Tensor[Rank2, f32]
    reveal_type(nnkit.tensordot(m, v, axes=1))  # Any
    # Indices.
    reveal_type(v[0])  # Tensor[Rank0, f32]
    reveal_type(m[0])  # Tensor[Rank1, f32]
    reveal_type(m[0][1])  # Tensor[Rank0, f32]
    reveal_type(m[0, 1])  # Tensor[Rank0, f32]
    reveal_type(t[0, 1, 2])  # Tensor[Rank0, f32]
    reveal_type(t[0, 1])  # Tensor[Rank1, f32]
    reveal_type(m[1:])  # Tensor[Rank2, f32]
    reveal_type(m[:, 0])  # Tensor[Rank1, f32]
    reveal_type(m[0, :])  # Tensor[Rank1, f32]
    reveal_type(m[::-1, ::2])  # Tensor[Rank2, f32]
    reveal_type(m[...])  # Tensor[Rank2, f32]
    reveal_type(m[..., 0])  # Tensor[Rank1, f32]
    reveal_type(v[None])  # Tensor[Rank2, f32]
    reveal_type(v[:, None])  # Tensor[Rank2, f32]
    reveal_type(m[n])  # Tensor[Rank2, f32]
    reveal_type(m[[0, 1]])  # Tensor[Rank2, f32]
    reveal_type(m[i])  # Tensor[Rank1, f32]
    reveal_type(m[i, 0])  # Tensor[Rank0, f32]
    reveal_type(t[:, :, 0])  # Tensor[Rank2, f32]
    reveal_type(m.at[0].set(1.0))  # Tensor[Rank2, f32]
    reveal_type(n.at[n].add(1))  # Tensor[Rank1, i64]
    # Reductions.
    reveal_type(m.sum())  # Tensor[Rank0, f32]
    reveal_type(m.sum(axis=0))  # Tensor[Rank1, f32] (mypy: Any)
    reveal_type(m.sum(axis=1, keepdims=True))  # Tensor[Rank2, f32]
    reveal_type(t.max(axis=(0, 1)))  # Tensor[Rank1, f32] (mypy: Any)
    reveal_type(k.sum())  # Tensor[Rank0, i64]
    reveal_type(k.sum(axis=0))  # Tensor[Rank0, i64] (mypy: Any)
    reveal_type(b.prod(axis=0))  # Tensor[Rank0, u64] (mypy: Any)
    reveal_type(m.mean(axis=-1))  # Tensor[Rank1, f32] (mypy: Any)
    reveal_type(m.all())  # Tensor[Rank0, bool]
    reveal_type(n.any())  # Tensor[Rank0, bool]
    reveal_type(m.argmax(axis=0))  # Tensor[Rank1, i64] (mypy: Any)
    reveal_type(t.argmin(axis=1))  # Tensor[Rank2, i64] (mypy: Any)
    reveal_type(nnkit.sum(m))  # Tensor[Rank0, f32]
    reveal_type(nnkit.sum(k, axis=0))  # Tensor[Rank0, i64]
    reveal_type(nnkit.sum(m, axis=0, keepdims=True))  # Tensor[Rank2, f32]
    reveal_type(nnkit.max(n))  # Tensor[Rank0, i64]
    reveal_type(nnkit.min(m, 0))  # Tensor[Rank1, f32]
    reveal_type(nnkit.mean(m, axis=1))  # Tensor[Rank1, f32]
    reveal_type(nnkit.var(m))  # Tensor[Rank0, f32]
    reveal_type(nnkit.std(m, axis=0))  # Tensor[Rank1, f32]
    reveal_type(nnkit.all(f, axis=0))  # Tensor[Rank1, bool]
    reveal_type(nnkit.argmax(m, 1))  # Tensor[Rank1, i64]
    reveal_type(nnkit.cumulative_sum(k))  # Tensor[Rank1, i64]
    reveal_type(nnkit.count_nonzero(m, axis=0))  # Tensor[Rank1, i64]
    # Functions of elements.
    reveal_type(nnkit.exp(m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.tanh(d))  # Tensor[Rank2, f64]
    reveal_type(nnkit.abs(n))  # Tensor[Rank1, i64]
    reveal_type(nnkit.sign(k))  # Tensor[Rank1, i32]
    reveal_type(nnkit.isnan(m))  # Tensor[Rank2, bool]
    reveal_type(nnkit.maximum(m, 0))  # Tensor[Rank2, f32]
    reveal_type(nnkit.maximum(v, m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.maximum(v, d))  # Tensor[Rank2, f64]
    reveal_type(nnkit.minimum(0.5, m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.maximum(b, k))  # Tensor[Rank1, i32]
    reveal_type(nnkit.hypot(m, v))  # Tensor[Rank2, f32]
    reveal_type(nnkit.atan2(v, 1))  # Tensor[Rank1, f32]
    reveal_type(nnkit.pow(m, 2))  # Tensor[Rank2, f32]
    reveal_type(nnkit.less(m, v))  # Tensor[Rank2, bool]
    reveal_type(nnkit.logical_and(f, f))  # Tensor[Rank2, bool]
    reveal_type(nnkit.logical_not(f))  # Tensor[Rank2, bool]
    reveal_type(nnkit.bitwise_or(n, k))  # Tensor[Rank1, i64]
    reveal_type(nnkit.clip(m, 0, 1))  # Tensor[Rank2, f32]
    reveal_type(nnkit.where(f, m, 0.0))  # Tensor[Rank2, f32]
    reveal_type(nnkit.where(f, v, m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.where(m > 0, 1.0, d))  # Tensor[Rank2, f64]
    # Shapes.
    reveal_type(m.T)  # Tensor[Rank2, f32] (mypy: TensorOrArray[Rank2, f32])
    reveal_type(m.mT)  # Tensor[Rank2, f32] (mypy: TensorOrArray[Rank2, f32])
    reveal_type(m.reshape(-1))  # Tensor[Rank1, f32]
    reveal_type(m.reshape((1, 3, 3)))  # Tensor[Rank3, f32]
    reveal_type(m.reshape(3, 3))  # Tensor[Rank2, f32]
    reveal_type(m[:1, :1].reshape(()))  # Tensor[Rank0, f32]
    reveal_type(m.transpose(1, 0))  # Tensor[Rank2, f32]
    reveal_type(m.astype(f64))  # Tensor[Rank2, f64]
    reveal_type(n.astype(f32))  # Tensor[Rank1, f32]
    reveal_type(nnkit.astype(m, i32))  # Tensor[Rank2, i32]
    reveal_type(nnkit.reshape(m, (9,)))  # Tensor[Rank1, f32]
    reveal_type(nnkit.concat([m, m]))  # Tensor[Rank2, f32]
    reveal_type(nnkit.concat([m, m], axis=None))  # Tensor[Rank1, f32]
    reveal_type(nnkit.stack([v, v]))  # Tensor[Rank2, f32]
    reveal_type(nnkit.unstack(m))  # tuple[Tensor[Rank1, f32], ...]
    reveal_type(nnkit.expand_dims(v, 0))  # Tensor[Rank2, f32]
    reveal_type(nnkit.squeeze(m[:1], 0))  # Tensor[Rank1, f32]
    reveal_type(nnkit.flip(t))  # Tensor[Rank3, f32]
    reveal_type(nnkit.roll(v, 1))  # Tensor[Rank1, f32]
    reveal_type(nnkit.take(m, n, axis=0))  # Tensor[Rank2, f32]
    reveal_type(nnkit.permute_dims(t, (2, 0, 1)))  # Tensor[Rank3, f32]
    reveal_type(nnkit.tril(m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.split(m, 3, axis=0))  # tuple[Tensor[Rank2, f32], ...]
    # Creation, sorting.
    reveal_type(nnkit.zeros(3))  # Tensor[Rank1, f32]
    reveal_type(nnkit.zeros((2, 3)))  # Tensor[Rank2, f32]
    reveal_type(nnkit.ones((2, 3), f64))  # Tensor[Rank2, f64]
    reveal_type(nnkit.zeros_like(m))  # Tensor[Rank2, f32]
    reveal_type(nnkit.ones_like(n, dtype=f32))  # Tensor[Rank1, f32]
    reveal_type(nnkit.arange(4))  # Tensor[Rank1, i64]
    reveal_type(nnkit.arange(0.0, 1.0, 0.5, dtype=f64))  # Tensor[Rank1, f64]
    reveal_type(nnkit.linspace(0, 1, 5))  # Tensor[Rank1, f32]
    reveal_type(nnkit.eye(3))  # Tensor[Rank2, f32]
    reveal_type(nnkit.eye(2, dtype=i32))  # Tensor[Rank2, i32]
    reveal_type(nnkit.full_like(m, 2))  # Tensor[Rank2, f32]
    reveal_type(nnkit.sort(n))  # Tensor[Rank1, i64]
    reveal_type(nnkit.argsort(m))  # Tensor[Rank2, i64]
    reveal_type(nnkit.top_k(v, 2))  # tuple[Tensor[Rank1, f32], Tensor[Rank1, i64]]
    reveal_type(nnkit.searchsorted(v, m))  # Tensor[Rank2, i64]
    reveal_type(nnkit.diff(v))  # Tensor[Rank1, f32]
    reveal_type(m.shape)  # tuple[int, ...]
    reveal_type(m.ndim)  # int
    reveal_type(len(m))  # int
    reveal_type(next(iter(m)))  # Tensor[Rank1, f32]
