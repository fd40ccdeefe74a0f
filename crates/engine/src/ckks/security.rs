//! The largest modulus with 128 bits of security.
//!
//! The bounds are quoted from published tables. For uniform ternary secrets and error of standard deviation
//! 3.2: Bossuat et al., "Security Guidelines for Implementing Homomorphic Encryption", IACR ePrint 2024/463,
//! the table for ternary secrets, classical attacks, 128 bits. They are lower than those of the homomorphic
//! encryption standard of 2018, because attacks have improved. For secrets with 192 nonzero coefficients: the
//! parameters that Lattigo publishes.

use super::params::Secret;

/// The largest `log2(QP)` by `log2(N)` for a secret with coefficients drawn from {-1, 0, 1}.
const TERNARY: &[(u32, u32)] =
    &[(10, 26), (11, 53), (12, 106), (13, 214), (14, 430), (15, 868), (16, 1747), (17, 3523)];

/// The same for a secret of weight 192. There is no published row for smaller rings.
const SPARSE_192: &[(u32, u32)] = &[(15, 768), (16, 1546)];

/// The weight of sparse secrets that the second table covers.
const SPARSE_WEIGHT: u32 = 192;

/// The publication of the bound for ternary secrets, for display.
pub const SECURITY_SOURCE: &str =
    "Security Guidelines for Implementing Homomorphic Encryption, IACR ePrint 2024/463";

/// The base-2 logarithms of the ring degrees in the table for ternary secrets.
pub const RINGS: std::ops::RangeInclusive<u32> = 10..=17;

/// The table entry for a ring and a kind of secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxModulus {
    /// The most bits of the modulus including the primes of key switching.
    Bits(u32),
    /// No table covers this ring with this secret.
    Unknown,
}

/// The most bits of `QP` in the ring of degree `2^log_n` for 128 bits of security.
///
/// A sparse secret of at least half the coefficients counts as ternary; one that is sparser than every table is
/// unknown.
pub fn max_modulus_bits(log_n: u32, secret: Secret) -> MaxModulus {
    let table = match secret {
        Secret::Ternary => TERNARY,
        Secret::Sparse { weight } if log_n < 32 && u64::from(weight) * 2 >= 1 << log_n => TERNARY,
        Secret::Sparse { weight } if weight >= SPARSE_WEIGHT => SPARSE_192,
        Secret::Sparse { .. } => &[],
    };
    let row = table.iter().find(|row| row.0 == log_n);
    row.map_or(MaxModulus::Unknown, |row| MaxModulus::Bits(row.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guidelines_of_2024_are_quoted() {
        let rows: Vec<MaxModulus> = RINGS.map(|log_n| max_modulus_bits(log_n, Secret::Ternary)).collect();
        assert_eq!(rows, [26, 53, 106, 214, 430, 868, 1747, 3523].map(MaxModulus::Bits));
        assert_eq!(max_modulus_bits(9, Secret::Ternary), MaxModulus::Unknown);
        assert_eq!(max_modulus_bits(18, Secret::Ternary), MaxModulus::Unknown);
        assert_eq!(max_modulus_bits(40, Secret::Sparse { weight: 192 }), MaxModulus::Unknown);
    }

    #[test]
    fn sparse_secrets_get_less() {
        let of = |log_n, weight| max_modulus_bits(log_n, Secret::Sparse { weight });
        assert_eq!(of(16, 192), MaxModulus::Bits(1546));
        assert_eq!(of(15, 300), MaxModulus::Bits(768));
        assert_eq!(of(15, 191), MaxModulus::Unknown);
        assert_eq!(of(13, 192), MaxModulus::Unknown);
        assert_eq!(of(13, 4096), MaxModulus::Bits(214));
        for log_n in 15..=16 {
            let (MaxModulus::Bits(sparse), MaxModulus::Bits(dense)) =
                (of(log_n, 192), max_modulus_bits(log_n, Secret::Ternary))
            else {
                panic!("both tables have the row");
            };
            assert!(sparse < dense);
        }
    }
}
