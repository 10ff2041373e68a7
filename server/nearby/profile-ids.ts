// Profile ids packed into one buffer, each with a slot number by which the index addresses its data.

/** A UUID in its usual form; shorter ids are padded with zero bytes. */
const idBytes = 36;

export class ProfileIds {
  /** Number of slots ever assigned. */
  slots = 0;
  #bytes = Buffer.alloc(0);
  #freed: number[] = [];
  /** Hash table with linear probing, at most half full: slot + 1, or 0 for an empty entry. */
  #table = new Int32Array(64);

  get size(): number {
    return this.slots - this.#freed.length;
  }

  /** The slot of an id, or -1. */
  find(profileId: string): number {
    const mask = this.#table.length - 1;
    for (let at = hashOf(profileId) & mask; ; at = (at + 1) & mask) {
      const slot = (this.#table[at] ?? 0) - 1;
      if (slot < 0 || this.#isAt(slot, profileId)) return slot;
    }
  }

  /** Assigns a slot to a new id. Throws a RangeError unless it is a short ASCII text. */
  add(profileId: string): number {
    if (!/^[\x21-\x7e]{1,36}$/.test(profileId)) throw new RangeError(`Not a profile id: ${profileId.slice(0, 80)}`);
    if (2 * (this.size + 1) > this.#table.length) this.#growTable();
    const slot = this.#freed.pop() ?? this.#nextSlot();
    this.#bytes.fill(0, slot * idBytes, (slot + 1) * idBytes);
    this.#bytes.write(profileId, slot * idBytes, 'latin1');
    this.#enter(slot);
    return slot;
  }

  /** Removes an id; its slot is reused. */
  remove(slot: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let hole = this.#hashAt(slot) & mask;
    while (table[hole] !== slot + 1) hole = (hole + 1) & mask;
    // Following entries move up, unless that would put them before their home position.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = this.#hashAt((table[at] ?? 0) - 1) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      table[hole] = table[at] ?? 0;
      hole = at;
    }
    table[hole] = 0;
    this.#freed.push(slot);
  }

  textOf(slot: number): string {
    const from = slot * idBytes;
    let to = from + idBytes;
    while (this.#bytes[to - 1] === 0) to -= 1;
    return this.#bytes.toString('latin1', from, to);
  }

  /** Compares ids as texts: negative if the first comes before the second. */
  compare(slot: number, other: number): number {
    const from = other * idBytes;
    return this.#bytes.compare(this.#bytes, from, from + idBytes, slot * idBytes, (slot + 1) * idBytes);
  }

  /** The first six bytes as a number, which sorts like the texts except for equal beginnings. */
  prefixOf(slot: number): number {
    return this.#bytes.readUIntBE(slot * idBytes, 6);
  }

  #isAt(slot: number, profileId: string): boolean {
    const from = slot * idBytes;
    for (let at = 0; at < profileId.length; at += 1) {
      if (this.#bytes[from + at] !== profileId.charCodeAt(at)) return false;
    }
    return profileId.length === idBytes || (profileId.length < idBytes && this.#bytes[from + profileId.length] === 0);
  }

  #nextSlot(): number {
    const slot = this.slots;
    this.slots += 1;
    const capacity = this.#bytes.length / idBytes;
    if (slot >= capacity) {
      const wider = Buffer.alloc(Math.max(1_024, Math.ceil(capacity * 1.25)) * idBytes);
      this.#bytes.copy(wider);
      this.#bytes = wider;
    }
    return slot;
  }

  #enter(slot: number): void {
    const mask = this.#table.length - 1;
    let at = this.#hashAt(slot) & mask;
    while (this.#table[at] !== 0) at = (at + 1) & mask;
    this.#table[at] = slot + 1;
  }

  #growTable(): void {
    const entries = this.#table.filter((entry) => entry !== 0);
    this.#table = new Int32Array(this.#table.length * 2);
    for (const entry of entries) this.#enter(entry - 1);
  }

  #hashAt(slot: number): number {
    let hash = fnvStart;
    for (let at = slot * idBytes, end = at + idBytes; at < end && this.#bytes[at] !== 0; at += 1) {
      hash = Math.imul(hash ^ (this.#bytes[at] ?? 0), fnvPrime);
    }
    return hash ^ (hash >>> 15);
  }
}

const fnvStart = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** FNV-1a over the characters, the upper bits folded down because the table takes the lower ones. */
function hashOf(profileId: string): number {
  let hash = fnvStart;
  for (let at = 0; at < profileId.length; at += 1) hash = Math.imul(hash ^ profileId.charCodeAt(at), fnvPrime);
  return hash ^ (hash >>> 15);
}
