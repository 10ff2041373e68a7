// Unpacks snappy, which browsers use in their databases and caches.

/** This is just above the highest possible ratio, since a copy of 64 bytes takes three bytes. */
const maxRatio = 22;

/** The data consists of literals and of copies of earlier output. Throws a RangeError for some invalid data. */
export function unpackSnappy(packed: Buffer): Buffer {
  const input = reader(packed, 0);
  const unpackedBytes = input.number();
  if (unpackedBytes > packed.length * maxRatio) throw new RangeError('This is not snappy.');
  const out = Buffer.alloc(unpackedBytes);
  let end = 0;
  while (input.at() < packed.length) {
    const tag = input.byte();
    const upper = tag >> 2;
    if ((tag & 3) === 0) {
      const length = 1 + (upper < 60 ? upper : input.bytes(upper - 59));
      packed.copy(out, end, input.at(), input.at() + length);
      input.skip(length);
      end += length;
      continue;
    }
    const isShort = (tag & 3) === 1;
    const length = isShort ? 4 + (upper & 7) : 1 + upper;
    const back = isShort ? ((tag >> 5) << 8) | input.byte() : input.bytes((tag & 3) === 2 ? 2 : 4);
    for (let n = 0; n < length; n += 1, end += 1) out[end] = out[end - back] ?? 0;
  }
  return out;
}

/** Reads numbers from a position on. */
export function reader(source: Buffer, from: number) {
  let position = from;
  const byte = (): number => source.readUInt8(position++);
  return {
    at: () => position,
    skip: (count: number) => (position += count),
    byte,
    /** Reads a little-endian number. */
    bytes: (count: number): number => source.readUIntLE((position += count) - count, count),
    /** Reads a number with seven bits in each byte. */
    number(): number {
      for (let value = 0, shift = 1; ; shift *= 128) {
        const next = byte();
        value += (next & 127) * shift;
        if (next < 128) return value;
      }
    },
  };
}
