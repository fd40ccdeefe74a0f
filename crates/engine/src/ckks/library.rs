//! The functions of the shared library, and nothing else.
//!
//! The library is Go compiled for C. It has one scheme per process; it refers to plaintexts and ciphertexts by
//! handles. On an unsupported operation it panics, which ends the process, or continues silently with a wrong
//! result: [`super::machine`] never requests such an operation. All calls come from one thread, because the
//! library's evaluator has shared buffers.

use std::ffi::{CStr, c_char, c_float, c_int, c_long, c_uint, c_ulong, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;

use zeroize::Zeroize;

use super::backend::{Backend, Binary, Handle, ResultPlace, Scheme, Unasked};
use super::split::Ratio;
use super::wiped::Values;

/// A list that the library allocated with `malloc`; `free_array` frees it.
#[repr(C)]
struct Array<T> {
    items: *mut T,
    length: c_ulong,
}

/// Declares the functions of the library, by field and symbol, and loads them.
macro_rules! functions {
    ($($field:ident = $symbol:literal: fn($($argument:ty),*) $(-> $result:ty)?;)+) => {
        struct Functions {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)+
        }

        impl Functions {
            fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the types are those of the header that the library is published with. Function
                    // pointers stay valid because the library is never unloaded.
                    $($field: unsafe { *library.get($symbol)? },)+
                })
            }
        }
    };
}

functions! {
    // logN, primes of Q, their number, primes of P, their number, log of the scale, weight, ring, two unused
    // strings
    new_scheme = c"NewScheme": fn(
        c_int, *const c_int, c_int, *const c_int, c_int, c_int, c_int, *const c_char, *const c_char, *const c_char
    );
    new_key_generator = c"NewKeyGenerator": fn();
    generate_secret_key = c"GenerateSecretKey": fn();
    generate_public_key = c"GeneratePublicKey": fn();
    generate_relinearization_key = c"GenerateRelinearizationKey": fn();
    // An empty set of keys for linear maps.
    generate_evaluation_keys = c"GenerateEvaluationKeys": fn();
    new_encoder = c"NewEncoder": fn();
    new_encryptor = c"NewEncryptor": fn();
    new_decryptor = c"NewDecryptor": fn();
    new_evaluator = c"NewEvaluator": fn();
    get_moduli_chain = c"GetModuliChain": fn() -> Array<c_ulong>;
    free_array = c"FreeCArray": fn(*mut c_void);
    add_rotation_key = c"AddRotationKey": fn(c_int);
    // primes of P, their number, slots
    new_bootstrapper = c"NewBootstrapper": fn(*const c_int, c_int, c_int);
    // values, their number, level, scale
    encode = c"Encode": fn(*const c_float, c_int, c_int, c_ulong) -> c_int;
    decode = c"Decode": fn(c_int) -> Array<c_float>;
    encrypt = c"Encrypt": fn(c_int) -> c_int;
    decrypt = c"Decrypt": fn(c_int) -> c_int;
    delete_plaintext = c"DeletePlaintext": fn(c_int);
    delete_ciphertext = c"DeleteCiphertext": fn(c_int);
    // This function takes Go's integer type, the other one C's.
    get_ciphertext_level = c"GetCiphertextLevel": fn(c_long) -> c_int;
    set_ciphertext_scale = c"SetCiphertextScale": fn(c_int, c_ulong);
    add = c"AddCiphertext": fn(c_int, c_int) -> c_int;
    add_new = c"AddCiphertextNew": fn(c_int, c_int) -> c_int;
    sub = c"SubCiphertext": fn(c_int, c_int) -> c_int;
    sub_new = c"SubCiphertextNew": fn(c_int, c_int) -> c_int;
    mul_new = c"MulRelinCiphertextNew": fn(c_int, c_int) -> c_int;
    add_plain = c"AddPlaintext": fn(c_int, c_int) -> c_int;
    add_plain_new = c"AddPlaintextNew": fn(c_int, c_int) -> c_int;
    mul_plain = c"MulPlaintext": fn(c_int, c_int) -> c_int;
    mul_plain_new = c"MulPlaintextNew": fn(c_int, c_int) -> c_int;
    mul_int_new = c"MulScalarIntNew": fn(c_int, c_int) -> c_int;
    rotate_new = c"RotateNew": fn(c_int, c_int) -> c_int;
    rescale = c"Rescale": fn(c_int) -> c_int;
    // ciphertext, slots
    bootstrap = c"Bootstrap": fn(c_int, c_int) -> c_int;
    // rotations, their number, values, their number, level, ratio of baby to giant steps, where diagonals are kept
    make_map = c"GenerateLinearTransform": fn(
        *const c_int, c_int, *const c_float, c_int, c_int, c_float, *const c_char
    ) -> c_int;
    delete_map = c"DeleteLinearTransform": fn(c_int);
    map_keys = c"GetLinearTransformRotationKeys": fn(c_int) -> Array<c_int>;
    apply_map = c"EvaluateLinearTransform": fn(c_int, c_int) -> c_int;
    make_map_key = c"GenerateLinearTransformRotationKey": fn(c_int);
    save_map_key = c"GenerateAndSerializeRotationKey": fn(c_int) -> Array<u8>;
    // bytes, their number, element
    load_map_key = c"LoadRotationKey": fn(*const u8, c_ulong, c_ulong);
    remove_map_keys = c"RemoveRotationKeys": fn();
}

/// The loaded library.
pub(super) struct Library {
    functions: Functions,
    /// Go code cannot be unloaded.
    _library: ManuallyDrop<libloading::Library>,
}

impl Library {
    /// Loads the library at a path.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        // SAFETY: loading runs Go's initialisation, which has no preconditions. The user gives the path and is
        // responsible for the file being this library.
        let library = unsafe { libloading::Library::new(path) };
        let library = ManuallyDrop::new(library.map_err(|error| error.to_string())?);
        let functions = Functions::find(&library).map_err(|error| error.to_string())?;
        Ok(Self { functions, _library: library })
    }

    /// Copies a list of the library, and frees it.
    fn take<T: Copy + Zeroize>(&self, array: &Array<T>) -> Vec<T> {
        if array.items.is_null() {
            return Vec::new();
        }
        // SAFETY: the library allocated `length` items with `malloc` and transfers ownership; they are copied
        // once, wiped, and freed once.
        unsafe {
            let given = std::slice::from_raw_parts_mut(array.items, array.length as usize);
            let items = given.to_vec();
            given.iter_mut().for_each(Zeroize::zeroize);
            (self.functions.free_array)(array.items.cast());
            items
        }
    }
}

/// Calls functions that take numbers and return numbers or nothing.
macro_rules! call {
    ($self:ident.$function:ident($($argument:expr),*)) => {
        // SAFETY: only numbers are passed. Handles were returned by the library.
        unsafe { ($self.functions.$function)($($argument),*) }
    };
}

fn signed(bits: &[u32]) -> Vec<c_int> {
    bits.iter().map(|&bits| bits as c_int).collect()
}

impl Library {
    /// Creates a scheme, its secret and its evaluator, which makes the keys of rotations by powers of two that the
    /// library does not have yet.
    fn new_scheme(&mut self, scheme: &Scheme) {
        const RING: &CStr = c"standard";
        const UNUSED: &CStr = c"";
        let (q, p) = (signed(&scheme.q_bits), signed(&scheme.p_bits));
        // SAFETY: the lists and strings live until the call returns; the library copies them.
        unsafe {
            (self.functions.new_scheme)(
                scheme.log_n as c_int,
                q.as_ptr(),
                q.len() as c_int,
                p.as_ptr(),
                p.len() as c_int,
                scheme.scale_bits as c_int,
                scheme.weight as c_int,
                RING.as_ptr(),
                UNUSED.as_ptr(),
                UNUSED.as_ptr(),
            );
        }
        call!(self.new_key_generator());
        call!(self.generate_secret_key());
        call!(self.generate_public_key());
        call!(self.generate_relinearization_key());
        call!(self.generate_evaluation_keys());
        call!(self.new_encoder());
        call!(self.new_encryptor());
        call!(self.new_decryptor());
        call!(self.new_evaluator());
    }
}

impl Backend for Library {
    fn make_scheme(&mut self, scheme: &Scheme, unasked: Unasked) -> Vec<u64> {
        if unasked == Unasked::Prevented {
            // The library remembers which rotations have a key, not for which scheme. After a scheme with one prime
            // it makes none for the next one.
            let one = |bits: &[u32]| bits.iter().copied().take(1).collect();
            let (q_bits, p_bits) = (one(&scheme.q_bits), one(&scheme.p_bits));
            self.new_scheme(&Scheme { q_bits, p_bits, ..scheme.clone() });
        }
        self.new_scheme(scheme);
        let moduli = call!(self.get_moduli_chain());
        self.take(&moduli)
    }

    fn make_key(&mut self, steps: u32) {
        call!(self.add_rotation_key(steps as c_int));
    }

    fn make_bootstrap_keys(&mut self, p_bits: &[u32], slots: usize) {
        let p = signed(p_bits);
        // SAFETY: the list lives until the call returns; the library copies it.
        unsafe { (self.functions.new_bootstrapper)(p.as_ptr(), p.len() as c_int, slots as c_int) }
    }

    fn encode(&mut self, values: &[f32], level: u32, scale: u64) -> Handle {
        // SAFETY: the values live until the call returns; the library copies them.
        unsafe { (self.functions.encode)(values.as_ptr(), values.len() as c_int, level as c_int, scale) }
    }

    fn encrypt(&mut self, plain: Handle) -> Handle {
        call!(self.encrypt(plain))
    }

    fn decrypt(&mut self, cipher: Handle) -> Values {
        let plain = call!(self.decrypt(cipher));
        let values = call!(self.decode(plain));
        call!(self.delete_plaintext(plain));
        self.take(&values).into()
    }

    fn delete_plain(&mut self, plain: Handle) {
        call!(self.delete_plaintext(plain));
    }

    fn delete(&mut self, cipher: Handle) {
        call!(self.delete_ciphertext(cipher));
    }

    fn level(&mut self, cipher: Handle) -> u32 {
        call!(self.get_ciphertext_level(c_long::from(cipher))) as c_uint
    }

    fn set_scale(&mut self, cipher: Handle, scale: u64) {
        call!(self.set_ciphertext_scale(cipher, scale));
    }

    fn binary(&mut self, binary: Binary, place: ResultPlace, a: Handle, b: Handle) -> Handle {
        match (binary, place) {
            (Binary::Add, ResultPlace::Left) => call!(self.add(a, b)),
            (Binary::Add, ResultPlace::New) => call!(self.add_new(a, b)),
            (Binary::Sub, ResultPlace::Left) => call!(self.sub(a, b)),
            (Binary::Sub, ResultPlace::New) => call!(self.sub_new(a, b)),
            (Binary::Mul, _) => call!(self.mul_new(a, b)),
            (Binary::AddPlain, ResultPlace::Left) => call!(self.add_plain(a, b)),
            (Binary::AddPlain, ResultPlace::New) => call!(self.add_plain_new(a, b)),
            (Binary::MulPlain, ResultPlace::Left) => call!(self.mul_plain(a, b)),
            (Binary::MulPlain, ResultPlace::New) => call!(self.mul_plain_new(a, b)),
        }
    }

    fn copy(&mut self, cipher: Handle) -> Handle {
        // The library has no copy function; multiplying by one changes neither scale nor noise.
        call!(self.mul_int_new(cipher, 1))
    }

    fn rotate(&mut self, cipher: Handle, steps: u32) -> Handle {
        call!(self.rotate_new(cipher, steps as c_int))
    }

    fn rescale(&mut self, cipher: Handle) {
        call!(self.rescale(cipher));
    }

    fn bootstrap(&mut self, cipher: Handle, slots: usize) -> Handle {
        call!(self.bootstrap(cipher, slots as c_int))
    }

    fn make_map(&mut self, steps: &[u32], values: &[f32], level: u32, ratio: Ratio) -> Handle {
        const IN_MEMORY: &CStr = c"none";
        let steps = signed(steps);
        // SAFETY: the lists and the string live until the call returns; the library copies them. There are as many
        // values as slots for each rotation, which the caller guarantees.
        unsafe {
            (self.functions.make_map)(
                steps.as_ptr(),
                steps.len() as c_int,
                values.as_ptr(),
                values.len() as c_int,
                level as c_int,
                ratio.argument(),
                IN_MEMORY.as_ptr(),
            )
        }
    }

    fn delete_map(&mut self, map: Handle) {
        call!(self.delete_map(map));
    }

    fn map_keys(&mut self, map: Handle) -> Vec<u32> {
        let keys = call!(self.map_keys(map));
        self.take(&keys).into_iter().map(|element| element as u32).collect()
    }

    fn apply_map(&mut self, map: Handle, cipher: Handle) -> Handle {
        call!(self.apply_map(map, cipher))
    }

    fn make_map_key(&mut self, element: u32) {
        call!(self.make_map_key(element as c_int));
    }

    fn save_map_key(&mut self, element: u32, write: &mut dyn FnMut(&[u8])) {
        let made = call!(self.save_map_key(element as c_int));
        if made.items.is_null() {
            return;
        }
        // SAFETY: the library allocated `length` bytes with `malloc` and transfers ownership; they are read, then
        // freed once.
        unsafe {
            write(std::slice::from_raw_parts(made.items, made.length as usize));
            (self.functions.free_array)(made.items.cast());
        }
    }

    fn load_map_key(&mut self, element: u32, bytes: &[u8]) {
        // SAFETY: the bytes live until the call returns; the library copies them.
        unsafe { (self.functions.load_map_key)(bytes.as_ptr(), bytes.len() as c_ulong, element.into()) }
    }

    fn remove_map_keys(&mut self) {
        call!(self.remove_map_keys());
    }
}
