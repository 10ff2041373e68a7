// Records of 56 bytes in one buffer, so that neighbours share cache lines.

/** A record is fourteen 32-bit integers, or seven floating point numbers in the same bytes. */
export const recordWords = 14;
export const recordNumbers = 7;
const recordBytes = 56;
/** The number of words in a cache line. */
const lineWords = 16;

export class Records {
  words = new Int32Array(0);
  numbers = new Float64Array(0);
  /** The result of `prefetch`. It is stored so that the compiler does not remove the reads. */
  prefetched = 0;

  get(record: number, word: number): number {
    return this.words[record * recordWords + word] ?? 0;
  }

  set(record: number, word: number, value: number): void {
    this.words[record * recordWords + word] = value;
  }

  /** Fetches records from `from` (included) to `to` (excluded) in parallel, instead of waiting for each cache line. */
  prefetch(from: number, to: number): void {
    let all = 0;
    for (let word = from * recordWords; word < to * recordWords; word += lineWords) all |= this.words[word] ?? 0;
    this.prefetched = all;
  }

  /** Enlarges the buffer so that it contains this record, with some reserve. */
  ensureCapacity(record: number): void {
    if ((record + 1) * recordWords <= this.words.length) return;
    const records = Math.max(64, Math.ceil((record + 1) * 1.2));
    const buffer = this.words.buffer.transfer(records * recordBytes);
    this.words = new Int32Array(buffer);
    this.numbers = new Float64Array(buffer);
  }
}
