//! Random inputs that are likely to expose errors.

use partita_interp::{Element, EvalResult, Tensor, checked_count, convert};

/// A small generator (SplitMix64). A seed gives the same numbers on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A uniform number in `[0, 1)`.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A roughly normal number, in one of 16 cases ten times as large. The size differences expose shards that are omitted or
    /// counted twice, and a sum in place of a maximum.
    fn float(&mut self) -> f64 {
        let sum: f64 = (0..4).map(|_| self.unit()).sum();
        let normal = (sum - 2.0) * 1.7;
        if self.next().is_multiple_of(16) { normal * 10.0 } else { normal }
    }
}

/// Creates a tensor of random elements.
///
/// Integers range from a little below zero to a little beyond `longest`, the longest dimension of the program, so that as
/// indices some are in range, some out of range and some repeated.
pub fn random_tensor(element: Element, shape: &[usize], longest: usize, seed: u64) -> EvalResult<Tensor> {
    let count = checked_count(shape)?;
    let mut random = SplitMix(seed);
    let reach = (longest as u64 + 6).min(100);
    Ok(match element {
        Element::Bool => Tensor::new(
            element,
            shape.to_vec(),
            (0..count).map(|_| random.next() & 1 == 1).collect::<Vec<_>>(),
        ),
        Element::Int { signed, .. } => {
            let lowest = if signed { -3 } else { 0 };
            let values = (0..count).map(|_| element.wrap((random.next() % reach) as i64 + lowest));
            Tensor::new(element, shape.to_vec(), values.collect::<Vec<_>>())
        }
        Element::Complex64 | Element::Complex128 => {
            let parts: Vec<u128> = (0..count)
                .map(|_| {
                    let [re, im] = [random.float(), random.float()];
                    if element == Element::Complex64 {
                        u128::from((re as f32).to_bits()) | u128::from((im as f32).to_bits()) << 32
                    } else {
                        u128::from(re.to_bits()) | u128::from(im.to_bits()) << 64
                    }
                })
                .collect();
            Tensor::from_bits(element, shape, &parts)
        }
        Element::Float(_) => {
            let values: Vec<f64> = (0..count).map(|_| random.float()).collect();
            convert(&Tensor::new(Element::F64, shape.to_vec(), values), element)?
        }
    })
}
