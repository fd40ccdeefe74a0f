//! Types that wipe their contents when they are dropped: values before encryption and after decryption.
//!
//! A list that grows leaves behind copies that are not wiped. So every list of this kind is allocated at its
//! full length.

use zeroize::Zeroizing;

/// Values for all slots, in the precision of the library's interface.
pub(super) type Values = Zeroizing<Vec<f32>>;

/// An encoded message, which may contain values.
pub(super) type MessageBytes = Zeroizing<Vec<u8>>;

#[cfg(test)]
mod tests {
    use zeroize::ZeroizeOnDrop;

    use super::super::engine::Output;
    use super::super::packing::{Packing, SlotOrder};
    use super::super::stream::Reg;
    use super::super::wire::{Request, Response, encode_message, receive_message};

    /// Accepts types that wipe themselves; a plain list does not.
    fn is_wiped(_: &impl ZeroizeOnDrop) {}

    #[test]
    fn everything_on_the_way_of_values_is_wiped_and_never_grows() {
        const COUNT: usize = 5000;
        let packing = Packing::new(COUNT, COUNT, SlotOrder::Interleaved).expect("it divides");
        let values = packing.pack_samples([[0.5; COUNT].as_slice()]).expect("they fit");
        is_wiped(&values);
        assert_eq!(values.capacity(), COUNT);
        let sent = encode_message(&Request::Input { to: Reg(1), level: 1, values });
        is_wiped(&sent);
        // 4 bytes of length, 13 of numbers, and the values; a list that had grown would be twice as long.
        assert!(sent.len() == 17 + 4 * COUNT && sent.capacity() < 4 * COUNT + 100, "{}", sent.capacity());
        let Some(Request::Input { values, .. }) = receive_message(&mut sent.as_slice()) else {
            panic!("it was sent")
        };
        is_wiped(&values);
        assert_eq!(values.capacity(), COUNT);
        let sent = encode_message(&Response::Values { level: 1, values });
        assert!(sent.capacity() < 4 * COUNT + 100, "{}", sent.capacity());
        let Some(Response::Values { values, .. }) = receive_message(&mut sent.as_slice()) else {
            panic!("it was sent")
        };
        is_wiped(&values);
        let output =
            Output { values: values.iter().map(|&value| value.into()).collect::<Vec<_>>().into(), level: 0 };
        is_wiped(&output.values);
    }
}
