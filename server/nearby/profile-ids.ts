// Profile ids in one buffer, each with a slot number by which the index addresses its data.
import { packUuid, uuidBytes, uuidText, wordsOfPairs } from './packed-uuid.ts';

export class ProfileIds {
  /** Number of slots ever assigned. */
  slots = 0;
  #bytes = Buffer.alloc(0);
  #freed: number[] = [];
  /** Hash table with linear probing, at most half full: slot + 1, or 0 for an empty entry. It contains only UUIDs. */
  #table = new Int32Array(64);
  readonly #sought = Buffer.alloc(uuidBytes);
  /** Ids that are no UUIDs, such as those of tests. */
  readonly #texts = new Map<number, string>();
  readonly #slotOfText = new Map<string, number>();

  get size(): number {
    return this.slots - this.#freed.length;
  }

  /** The slot of an id, or -1. */
  find(profileId: string): number {
    if (!packUuid(profileId, this.#sought)) return this.#slotOfText.get(profileId) ?? -1;
    const mask = this.#table.length - 1;
    for (let at = hashAt(this.#sought, 0) & mask; ; at = (at + 1) & mask) {
      const slot = (this.#table[at] ?? 0) - 1;
      if (slot < 0 || this.#isAt(slot)) return slot;
    }
  }

  /** Assigns a slot to a new id. Throws a RangeError unless it is a short ASCII text. */
  add(profileId: string): number {
    if (!/^[\x21-\x7e]{1,36}$/.test(profileId)) throw new RangeError(`Not a profile id: ${profileId.slice(0, 80)}`);
    if (2 * (this.size + 1) > this.#table.length) this.#growTable();
    const slot = this.#freed.pop() ?? this.#nextSlot();
    if (packUuid(profileId, this.#sought)) {
      this.#sought.copy(this.#bytes, slot * uuidBytes);
      this.#enter(slot);
    } else {
      this.#texts.set(slot, profileId);
      this.#slotOfText.set(profileId, slot);
    }
    return slot;
  }

  /** Removes an id; its slot is reused. */
  remove(slot: number): void {
    this.#freed.push(slot);
    const text = this.#texts.get(slot);
    if (text !== undefined) {
      this.#texts.delete(slot);
      this.#slotOfText.delete(text);
      return;
    }
    const table = this.#table;
    const mask = table.length - 1;
    let hole = this.#hashOf(slot) & mask;
    while (table[hole] !== slot + 1) hole = (hole + 1) & mask;
    // Following entries move up, unless that would put them before their home position.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = this.#hashOf((table[at] ?? 0) - 1) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      table[hole] = table[at] ?? 0;
      hole = at;
    }
    table[hole] = 0;
  }

  textOf(slot: number): string {
    return this.#texts.get(slot) ?? uuidText(this.#bytes, slot * uuidBytes);
  }

  /** Compares ids as texts: negative if the first comes before the second. */
  compare(slot: number, other: number): number {
    if (this.#texts.has(slot) || this.#texts.has(other)) return this.textOf(slot) < this.textOf(other) ? -1 : 1;
    const from = other * uuidBytes;
    return this.#bytes.compare(this.#bytes, from, from + uuidBytes, slot * uuidBytes, (slot + 1) * uuidBytes);
  }

  /** The first six characters as a number, which sorts like the texts except for equal beginnings. */
  prefixOf(slot: number): number {
    const text = this.#texts.get(slot);
    if (text !== undefined) return Buffer.from(text.padEnd(6, '\0'), 'latin1').readUIntBE(0, 6);
    const word = (at: number): number => wordsOfPairs[this.#bytes[slot * uuidBytes + at] ?? 0] ?? 0;
    return (word(0) * 0x1_0000 + word(1)) * 0x1_0000 + word(2);
  }

  #isAt(slot: number): boolean {
    const from = slot * uuidBytes;
    for (let at = 0; at < uuidBytes; at += 1) {
      if (this.#bytes[from + at] !== this.#sought[at]) return false;
    }
    return true;
  }

  #nextSlot(): number {
    const slot = this.slots;
    this.slots += 1;
    const capacity = this.#bytes.length / uuidBytes;
    if (slot >= capacity) {
      const wider = Buffer.alloc(Math.max(1_024, Math.ceil(capacity * 1.25)) * uuidBytes);
      this.#bytes.copy(wider);
      this.#bytes = wider;
    }
    return slot;
  }

  #enter(slot: number): void {
    const mask = this.#table.length - 1;
    let at = this.#hashOf(slot) & mask;
    while (this.#table[at] !== 0) at = (at + 1) & mask;
    this.#table[at] = slot + 1;
  }

  #growTable(): void {
    const entries = this.#table.filter((entry) => entry !== 0);
    this.#table = new Int32Array(this.#table.length * 2);
    for (const entry of entries) this.#enter(entry - 1);
  }

  #hashOf(slot: number): number {
    return hashAt(this.#bytes, slot * uuidBytes);
  }
}

const fnvStart = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** FNV-1a over the bytes, the upper bits folded down because the table takes the lower ones. */
function hashAt(bytes: Uint8Array, from: number): number {
  let hash = fnvStart;
  for (let at = from; at < from + uuidBytes; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), fnvPrime);
  return hash ^ (hash >>> 15);
}
