// Records of 56 bytes side by side in one buffer: what belongs together is read from the same one or two lines of memory.

/** A record is fourteen whole numbers of 32 bits; seven floating point numbers lie over the same bytes. */
export const recordWords = 14;
export const recordNumbers = 7;
const recordBytes = 56;
/** Words in a line of the processor's cache. */
const lineWords = 16;

export class Records {
  words = new Int32Array(0);
  numbers = new Float64Array(0);
  /** Made of what `fetch` read, so that no compiler leaves the reading out. */
  fetched = 0;

  get(record: number, word: number): number {
    return this.words[record * recordWords + word] ?? 0;
  }

  set(record: number, word: number, value: number): void {
    this.words[record * recordWords + word] = value;
  }

  /** Has memory bring these records all at once, from (inclusive) to (exclusive): looked at one by one, each line is waited for. */
  fetch(from: number, to: number): void {
    let all = 0;
    for (let word = from * recordWords; word < to * recordWords; word += lineWords) all |= this.words[word] ?? 0;
    this.fetched = all;
  }

  /** Makes room for records up to this number, with some to spare, so that growing stays rare. */
  reach(record: number): void {
    if ((record + 1) * recordWords <= this.words.length) return;
    const records = Math.max(64, Math.ceil((record + 1) * 1.2));
    const buffer = this.words.buffer.transfer(records * recordBytes);
    this.words = new Int32Array(buffer);
    this.numbers = new Float64Array(buffer);
  }
}
