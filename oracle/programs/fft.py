"""Fourier transforms of every kind, length and rank StableHLO has."""

import jax
import jax.numpy as jnp

from . import P, abstract_mesh, arg, f32, program

MESH = abstract_mesh(x=2, y=4)


@program("fft_complex", mesh=MESH, args=(arg(8, 16, dtype="complex64", spec=P("x")),))
def fft_complex(a):
    return jnp.fft.fft(a), jnp.fft.ifft(a), jnp.fft.fft(a, axis=0)


@program("fft_real", mesh=MESH, args=(f32(8, 16, spec=P("x", None)),))
def fft_real(a):
    half = jnp.fft.rfft(a)
    return half, jnp.fft.irfft(half, n=16), jnp.fft.rfft(a, n=12)


@program("fft_2d", mesh=MESH, args=(f32(4, 8, 16, spec=P("x", "y")),))
def fft_2d(a):
    return jnp.fft.fft2(a), jnp.fft.rfft2(a), jnp.fft.ifft2(jnp.fft.fft2(a))


@program("fft_3d", args=(arg(2, 4, 4, 8, dtype="complex64"),))
def fft_3d(a):
    back = jax.lax.fft(a, jax.lax.FftType.IRFFT, (4, 4, 14))
    return jnp.fft.fftn(a, axes=(1, 2, 3)), back


@program("fft_shift_freq", args=(f32(9),))
def fft_shift_freq(a):
    return jnp.fft.fftshift(a) + jnp.fft.fftfreq(9), jnp.fft.ifftshift(a)


@program("fft_convolution_grad", args=(f32(32), f32(32)))
def fft_convolution_grad(a, b):
    def energy(a, b):
        return jnp.sum(jnp.fft.irfft(jnp.fft.rfft(a) * jnp.fft.rfft(b)) ** 2)

    return jax.grad(energy, argnums=(0, 1))(a, b)


@program("fft_double", x64=True, args=(arg(4, 8, dtype="complex128"),))
def fft_double(a):
    return jnp.fft.ifft(a), jnp.fft.hfft(a), jnp.fft.ihfft(a.real)
