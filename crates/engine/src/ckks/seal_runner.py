"""Runs slot programs on SEAL, through the module sealapi of tenseal.

Speaks the messages of `wire.rs` on standard input and output. Scales, levels and keys are looked after here, not in
what `machine.rs` does for Lattigo: whoever agrees with the other agrees for reasons of its own.
"""

import math
import struct
import sys
import time

ABSENT, FAILED, PARAMS, INSECURE, KEY, LEVEL, SCALE, STREAM = range(8)
ADD, ADD_PLAIN, MUL_PLAIN, MUL, ROTATE, RESCALE, DROP, _, ENCODE, ENCRYPT, DECRYPT, KEYS = range(12)
MAX_DRIFT = 1e-5


class Fault(Exception):
    """What cannot be done, and where."""

    def __init__(self, kind, message, op=None):
        super().__init__(message)
        self.kind, self.message, self.op = kind, message, op


class Reader:
    """The parts of a message."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def items(self, form):
        count = self.take("I")
        values = struct.unpack_from(f"<{count}{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{count}{form}")
        return list(values)


class Machine:
    """A scheme, its keys, and registers."""

    def __init__(self, seal, log_n, q_bits, p_bits, scale_bits):
        if max(q_bits + p_bits) > 60:
            raise Fault(PARAMS, "SEAL takes primes of up to 60 bits")
        self.seal, self.degree, self.slots = seal, 1 << log_n, 1 << (log_n - 1)
        parameters = seal.EncryptionParameters(seal.SCHEME_TYPE.CKKS)
        parameters.set_poly_modulus_degree(self.degree)
        parameters.set_coeff_modulus(seal.CoeffModulus.Create(self.degree, q_bits + p_bits[:1]))
        # Whether parameters are secure was asked before.
        self.context = seal.SEALContext(parameters, True, seal.SEC_LEVEL_TYPE.NONE)
        if not self.context.parameters_set():
            raise Fault(PARAMS, "SEAL refuses the parameters: " + self.context.parameters_error_message())
        data = self.context.first_context_data()
        self.moduli = [prime.value() for prime in data.parms().coeff_modulus()]
        self.ids = {}
        while data is not None:
            self.ids[data.chain_index()] = data.parms_id()
            data = data.next_context_data()
        self.scale = 2.0**scale_bits
        self.encoder = seal.CKKSEncoder(self.context)
        self.evaluator = seal.Evaluator(self.context)
        self.keys, self.stats = {}, {}
        self.registers, self.plains, self.encoded = {}, {}, {}

    def generate(self):
        """A secret, and all keys but those of rotations."""
        seal = self.seal
        self.generator = seal.KeyGenerator(self.context)
        public, self.relin = seal.PublicKey(), seal.RelinKeys()
        self.generator.create_public_key(public)
        self.generator.create_relin_keys(self.relin)
        self.encryptor = seal.Encryptor(self.context, public)
        self.decryptor = seal.Decryptor(self.context, self.generator.secret_key())

    def timed(self, what, level, start):
        spent = time.process_time_ns() - start
        count, total, best = self.stats.get((what, level), (0, 0, spent))
        self.stats[what, level] = (count + 1, total + spent, min(best, spent))

    def make_key(self, steps):
        if steps in self.keys or steps == 0:
            return
        start = time.process_time_ns()
        key = self.seal.GaloisKeys()
        # Rotations are powers of the automorphism of three.
        self.generator.create_galois_keys([pow(3, steps, 2 * self.degree)], key)
        self.keys[steps] = key
        self.timed(KEYS, len(self.moduli) - 1, start)

    def room(self, level):
        return sum(math.log2(prime) for prime in self.moduli[: level + 1]) - 1

    def encode(self, values, level, scale):
        largest = max(map(abs, values))
        if largest > 0 and math.log2(largest) + math.log2(scale) > self.room(level):
            raise Fault(LEVEL, f"a value of {largest} has no room in the modulus of level {level}")
        start = time.process_time_ns()
        plain = self.seal.Plaintext()
        self.encoder.encode(values, self.ids[level], scale, plain)
        self.timed(ENCODE, level, start)
        return plain

    def plain(self, name, level, scale):
        if name not in self.plains:
            raise Fault(STREAM, f"plaintext {name} has no values")
        forms = self.encoded.setdefault(name, {})
        if (level, scale) not in forms:
            forms[level, scale] = self.encode(self.plains[name], level, scale)
        return forms[level, scale]

    def input(self, to, level, values):
        if level not in self.ids:
            raise Fault(LEVEL, f"an input cannot be at level {level}")
        plain, cipher = self.encode(values, level, self.scale), self.seal.Ciphertext()
        start = time.process_time_ns()
        self.encryptor.encrypt(plain, cipher)
        self.timed(ENCRYPT, level, start)
        self.registers[to] = (cipher, level)

    def output(self, register):
        cipher, level = self.get(register)
        start = time.process_time_ns()
        plain = self.seal.Plaintext()
        self.decryptor.decrypt(cipher, plain)
        values = self.encoder.decode_double(plain)
        self.timed(DECRYPT, level, start)
        return level, values

    def get(self, register):
        if register not in self.registers:
            raise Fault(STREAM, f"register {register} holds nothing")
        return self.registers[register]

    def lower(self, cipher, level, wanted):
        """The same at a lower level."""
        if level == wanted:
            return cipher
        low = self.seal.Ciphertext()
        self.evaluator.mod_switch_to(cipher, self.ids[wanted], low)
        return low

    def meet(self, _kind, a, a_level, b, b_level):
        """Both operands at the lower of their levels."""
        low = min(a_level, b_level)
        return self.lower(a, a_level, low), self.lower(b, b_level, low)

    def zero(self, level, scale):
        """A fresh zero."""
        cipher = self.seal.Ciphertext()
        self.encryptor.encrypt_zero(self.ids[level], cipher)
        cipher.scale = scale
        return cipher

    def computed(self, compute, a, b, level, scale):
        """What an evaluator makes of two operands.

        It refuses results that anybody could read: a value less itself, or a product with zeros. With a fresh zero
        added to the left operand they are encrypted again; what then is still readable is zero.
        """
        result = self.seal.Ciphertext()
        for attempt in range(2):
            try:
                compute(a, b, result)
                return result
            except RuntimeError as error:
                if "transparent" not in str(error):
                    raise
            if attempt == 0:
                veiled = self.seal.Ciphertext()
                self.evaluator.add(a, self.zero(level, a.scale), veiled)
                a, result = veiled, self.seal.Ciphertext()
        return self.zero(level, scale)

    def product_fits(self, level, scale):
        if math.log2(scale) >= self.room(level):
            raise Fault(LEVEL, f"a product has no room in the modulus of level {level}")

    def step(self, kind, last, to, a_name, b_name):
        a, level = self.get(a_name)
        b, b_level = self.get(b_name) if kind <= 2 else (None, None)
        if last & 1:
            self.registers.pop(a_name, None)
        if last & 2 and kind <= 2:
            self.registers.pop(b_name, None)
        start = time.process_time_ns()
        if kind <= 2:
            a, b = self.meet(kind, a, level, b, b_level)
            level = min(level, b_level)
        if kind <= 1:
            if abs(a.scale / b.scale - 1) > MAX_DRIFT:
                raise Fault(SCALE, f"values of scales {a.scale} and {b.scale} are added; rescale products first")
            compute = self.evaluator.sub if kind else self.evaluator.add
            # SEAL adds what has the very same scale.
            own, b.scale = b.scale, a.scale
            result, what = self.computed(compute, a, b, level, a.scale), ADD
            b.scale = own
        elif kind == 2:
            self.product_fits(level, a.scale * b.scale)
            result, what = self.seal.Ciphertext(), MUL
            self.evaluator.multiply(a, b, result)
            self.evaluator.relinearize_inplace(result, self.relin)
        elif kind == 3:
            plain, what = self.plain(b_name, level, a.scale), ADD_PLAIN
            start = time.process_time_ns()
            result = self.computed(self.evaluator.add_plain, a, plain, level, a.scale)
        elif kind == 4:
            factor = self.moduli[level] * (self.scale / a.scale)
            if factor < 2.0**18:
                raise Fault(SCALE, f"a value of scale {a.scale} is multiplied by a plaintext; rescale it first")
            self.product_fits(level, a.scale * factor)
            plain, what = self.plain(b_name, level, factor), MUL_PLAIN
            start = time.process_time_ns()
            result = self.computed(self.evaluator.multiply_plain, a, plain, level, a.scale * factor)
        elif kind == 5:
            steps, what = b_name % self.slots, ROTATE
            if steps == 0:
                self.registers[to] = (a, level)
                return
            if steps not in self.keys:
                raise Fault(KEY, f"missing key for the rotation by {steps}")
            result = self.seal.Ciphertext()
            self.evaluator.rotate_vector(a, steps, self.keys[steps], result)
        elif kind == 6:
            if level == 0:
                raise Fault(LEVEL, "a value at level 0 is rescaled: there is no prime left to divide by")
            if a.scale / self.moduli[level] < self.scale / 2:
                raise Fault(SCALE, "only products are rescaled")
            result, what = self.seal.Ciphertext(), RESCALE
            self.evaluator.rescale_to_next(a, result)
        elif kind == 7:
            if b_name > level:
                raise Fault(LEVEL, f"a value at level {level} cannot be dropped to level {b_name}")
            result, what = self.lower(a, level, b_name), DROP
        else:
            raise Fault(KEY, "SEAL does not bootstrap")
        self.timed(what, level, start)
        self.registers[to] = (result, level - 1 if kind == 6 else b_name if kind == 7 else level)

    def finish(self):
        self.registers, self.plains, self.encoded = {}, {}, {}
        stats, self.stats = self.stats, {}
        return stats


def packed(form, values):
    return struct.pack("<I", len(values)) + struct.pack(f"<{len(values)}{form}", *values)


def answer(seal, machine, data):
    """The scheme, and the answer to a message."""
    reader = Reader(data)
    kind = reader.take("B")
    if kind == 0:
        log_n, q_bits, p_bits = reader.take("I"), reader.items("I"), reader.items("I")
        machine = Machine(seal, log_n, q_bits, p_bits, reader.take("I"))
        machine.generate()
        return machine, b"\0" + packed("Q", machine.moduli)
    if machine is None:
        raise Fault(FAILED, "there are no parameters yet")
    if kind == 1:
        for steps in reader.items("I"):
            machine.make_key(steps)
    elif kind == 2:
        raise Fault(KEY, "SEAL does not bootstrap")
    elif kind == 3:
        name = reader.take("I")
        machine.plains[name] = reader.items("f")
        machine.encoded.pop(name, None)
    elif kind == 4:
        for name in reader.items("I"):
            machine.plains.pop(name, None)
            machine.encoded.pop(name, None)
    elif kind == 5:
        to, level = reader.take("II")
        machine.input(to, level, reader.items("f"))
    elif kind == 6:
        for place in range(reader.take("I")):
            op, last, to, a = reader.take("BBII")
            # Only a rotation may be negative.
            b = reader.take("q" if op == 5 else "Q")
            try:
                machine.step(op, last, to, a, b)
            except Fault as fault:
                fault.op = place
                raise
            except (RuntimeError, ValueError) as error:
                raise Fault(FAILED, f"SEAL: {error}", place) from error
    elif kind == 7:
        level, values = machine.output(reader.take("I"))
        return machine, b"\2" + struct.pack("<I", level) + packed("f", values)
    elif kind == 8:
        rows = machine.finish()
        body = [struct.pack("<BIQQQ", what, level, *row) for (what, level), row in sorted(rows.items())]
        return machine, b"\3" + struct.pack("<I", len(body)) + b"".join(body)
    return machine, b"\1"


def load_seal():
    """The module, or why there is none."""
    try:
        from tenseal import sealapi

        return sealapi, None
    except ImportError as error:
        return None, Fault(ABSENT, f"this Python cannot run SEAL: {error}")


def main():
    seal, absent = load_seal()
    machine = None
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    while len(head := stdin.read(4)) == 4:
        data = stdin.read(struct.unpack("<I", head)[0])
        try:
            if absent:
                raise absent
            machine, body = answer(seal, machine, data)
        except Fault as fault:
            op = [] if fault.op is None else [fault.op]
            text = fault.message.encode()
            body = b"\4" + bytes([fault.kind]) + packed("I", op) + struct.pack("<I", len(text)) + text
        stdout.write(struct.pack("<I", len(body)) + body)
        stdout.flush()
