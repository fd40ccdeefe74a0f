# Appended to `seal_runner.py`: the steps of client and server, each in a process of its own.
#
# A message is a byte for its kind, its length in eight bytes, and its content. Objects of SEAL cross as the bytes that SEAL
# saves. SEAL saves to paths only; on Linux that is a file in memory, so that a secret key is never on a disk of its own.

import array
import os
import tempfile

FILE = 8


def through_file(act, data=b""):
    """What a function leaves in a file that holds some bytes before."""
    if hasattr(os, "memfd_create"):
        handle, path = os.memfd_create("object"), None
        name = f"/proc/self/fd/{handle}"
    else:
        # Readable by this user only.
        handle, name = tempfile.mkstemp()
        path = name
    try:
        with os.fdopen(handle, "r+b") as file:
            file.write(data)
            file.flush()
            act(name)
            file.seek(0)
            return file.read()
    finally:
        if path:
            os.remove(path)


class Service(Machine):
    """A party: it has what it was given or has made, and nothing else."""

    def __init__(self, *parameters):
        super().__init__(*parameters)
        self.program, self.last, self.lanes, self.ones = [], [], 1, {}
        self.secret = self.encryptor = None

    def load(self, kind, data, what):
        made = kind()
        try:
            through_file(lambda path: made.load(self.context, path), data)
        except (RuntimeError, ValueError) as error:
            raise Fault(FILE, f"SEAL rejects {what}: {error}") from error
        return made

    def save(self, made):
        return through_file(made.save)

    def make_secret(self):
        self.generator = self.seal.KeyGenerator(self.context)
        return self.save(self.generator.secret_key())

    def load_secret(self, data):
        self.secret = self.load(self.seal.SecretKey, data, "the secret key")
        self.encryptor = self.seal.Encryptor(self.context, self.secret)

    def make_public(self):
        public = self.seal.PublicKey()
        self.generator.create_public_key(public)
        return self.save(public)

    def make_relin(self):
        # With a seed in place of its random half.
        return self.save(self.generator.create_relin_keys())

    def rotation(self, steps):
        return pow(3, steps, 2 * self.degree)

    def make_rotation(self, steps):
        return self.save(self.generator.create_galois_keys([self.rotation(steps)]))

    def load_rotation(self, steps, data):
        key = self.load(self.seal.GaloisKeys, data, f"the key of the rotation by {steps}")
        if not key.has_key(self.rotation(steps)):
            raise Fault(FILE, f"a key is not that of the rotation by {steps}")
        self.keys[steps] = key

    def repeated(self, values):
        """A value of each slot of the program for all samples of a ciphertext."""
        lanes = self.lanes
        return [value for value in values for _ in range(lanes)] if lanes > 1 else list(values)

    def encode(self, values, level, scale):
        if len(values) * self.lanes == self.slots:
            values = self.repeated(values)
        if len(values) != self.slots:
            raise Fault(STREAM, f"found {len(values)} values for {self.slots} slots")
        return super().encode(values, level, scale)

    def encrypt(self, level, values):
        if level not in self.ids:
            raise Fault(LEVEL, f"an input cannot be at level {level}")
        plain = self.encode(values, level, self.scale)
        # With a seed in place of its random half.
        return self.save(self.encryptor.encrypt_symmetric(plain))

    def decrypt(self, data):
        cipher, plain = self.cipher(data), self.seal.Plaintext()
        self.seal.Decryptor(self.context, self.secret).decrypt(cipher, plain)
        return self.encoder.decode_double(plain)

    def cipher(self, data):
        cipher = self.load(self.seal.Ciphertext, data, "a ciphertext")
        if cipher.size() != 2 or not cipher.is_ntt_form or cipher.is_transparent():
            raise Fault(FILE, "a ciphertext is not of two polynomials, or shows its content")
        if not 1 < cipher.scale < 2.0**100:
            raise Fault(FILE, f"a ciphertext has the scale {cipher.scale}")
        return cipher

    def take_input(self, register, level, data):
        cipher = self.cipher(data)
        if self.ids.get(level) != cipher.parms_id():
            raise Fault(FILE, f"a ciphertext is not at level {level}")
        if cipher.scale != self.scale:
            raise Fault(FILE, f"a ciphertext has the scale {cipher.scale}, not {self.scale}")
        self.registers[register] = (cipher, level)

    def result(self, register):
        return self.save(self.get(register)[0])

    def meet(self, kind, a, a_level, b, b_level):
        """Both operands at the lower of their levels, with scales that agree where a level is lost anyway.

        Primes of one size differ by a millionth, so scales drift apart. The higher operand is multiplied by a number and
        rescaled on its way, and the number is chosen such that a sum has one scale, and a product that of inputs.
        """
        low = min(a_level, b_level)
        target = self.scale * self.moduli[low]
        for_a, for_b = (b.scale, a.scale) if kind <= 1 else (target / b.scale, target / a.scale)
        if a_level > low:
            a = self.matched(a, a_level, low, for_a)
        elif b_level > low:
            b = self.matched(b, b_level, low, for_b)
        return a, b

    def matched(self, cipher, level, low, scale):
        drift = abs(cipher.scale / scale - 1)
        above, prime = low + 1, self.moduli[low + 1]
        factor = round(scale / cipher.scale * prime)
        if not 1e-9 <= drift <= 0.5 or math.log2(cipher.scale * factor) >= self.room(above):
            return self.lower(cipher, level, low)
        if (above, factor) not in self.ones:
            one = self.seal.Plaintext()
            self.encoder.encode(1.0, self.ids[above], float(factor), one)
            self.ones[above, factor] = one
        made = self.seal.Ciphertext()
        self.evaluator.multiply_plain(self.lower(cipher, level, above), self.ones[above, factor], made)
        self.evaluator.rescale_to_next_inplace(made)
        return made

    def run(self, first, count):
        for place in range(first, first + count):
            try:
                self.step(*self.program[place])
            except Fault as fault:
                fault.op = place
                raise
            except (RuntimeError, ValueError) as error:
                raise Fault(FAILED, f"SEAL: {error}", place) from error


def serve_party(seal, party, kind, data):
    """The party, and the answer to a message: its kind and content."""
    reader = Reader(data)
    if kind == 0:
        log_n, q_bits, p_bits = reader.take("I"), reader.items("I"), reader.items("I")
        party = Service(seal, log_n, q_bits, p_bits, reader.take("I"))
        party.lanes = reader.take("I")
        return party, 0, b""
    if party is None:
        raise Fault(FAILED, "there are no parameters yet")
    number = reader.take("I") if kind in (4, 7, 8, 10, 12, 13, 14, 15) else None
    rest = data[reader.at :]
    if kind == 1:
        return party, 1, party.make_secret()
    if kind == 2:
        return party, 1, party.make_public()
    if kind == 3:
        return party, 1, party.make_relin()
    if kind == 4:
        return party, 1, party.make_rotation(number)
    if kind == 5:
        public = party.load(seal.PublicKey, rest, "the public key")
        party.encryptor = seal.Encryptor(party.context, public)
    elif kind == 6:
        party.relin = party.load(seal.RelinKeys, rest, "the key of products")
    elif kind == 7:
        party.load_rotation(number, rest)
    elif kind == 8:
        return party, 1, party.encrypt(number, array.array("d", rest).tolist())
    elif kind == 9:
        return party, 2, array.array("d", party.decrypt(rest)).tobytes()
    elif kind == 10:
        for _ in range(number):
            op, last, to, a = reader.take("BBII")
            # Only a rotation may be negative.
            party.program.append((op, last, to, a, reader.take("q" if op == 5 else "Q")))
    elif kind == 11:
        party.load_secret(rest)
    elif kind == 12:
        party.plains[number] = array.array("d", rest).tolist()
    elif kind == 13:
        level = reader.take("I")
        party.take_input(number, level, data[reader.at :])
    elif kind == 14:
        party.run(number, reader.take("I"))
    elif kind == 15:
        return party, 1, party.result(number)
    elif kind == 16:
        party.registers = {}
    elif kind == 17:
        for name in reader.items("I"):
            party.plains.pop(name, None)
            party.encoded.pop(name, None)
    return party, 0, b""


def serve():
    seal, absent = load_seal()
    party = None
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    while len(head := stdin.read(9)) == 9:
        kind, length = struct.unpack("<BQ", head)
        data = stdin.read(length)
        try:
            if absent:
                raise absent
            party, tag, body = serve_party(seal, party, kind, data)
        except Fault as fault:
            place = 2**32 - 1 if fault.op is None else fault.op
            tag, body = 3, struct.pack("<BI", fault.kind, place) + fault.message.encode()
        except MemoryError:
            tag, body = 3, struct.pack("<BI", FAILED, 2**32 - 1) + b"not enough memory"
        stdout.write(struct.pack("<BQ", tag, len(body)))
        stdout.write(body)
        stdout.flush()


serve()
