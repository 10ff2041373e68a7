// A bounded heap of the entries with the smallest keys, with the largest at the top. Equal keys are ordered by profile id.
import type { ProfileIds } from './profile-ids.ts';

export class BoundedHeap {
  /** The largest key in a full list. Entries with larger keys need not be offered. */
  worst = Infinity;
  #ids: ProfileIds;
  #maxSize = 0;
  #size = 0;
  #keys = new Float64Array(64);
  #slots = new Int32Array(64);
  #isExcluded: ((slot: number) => boolean) | undefined;

  constructor(ids: ProfileIds) {
    this.#ids = ids;
  }

  /** Empties the list. All searches share it, to avoid allocations. */
  start(maxSize: number, isExcluded?: (slot: number) => boolean): void {
    this.#maxSize = maxSize;
    this.#size = 0;
    this.#isExcluded = isExcluded;
    this.worst = maxSize > 0 ? Infinity : -Infinity;
  }

  offer(key: number, slot: number): void {
    const isFull = this.#size === this.#maxSize;
    if (isFull && (this.#maxSize === 0 || !this.#isBefore(key, slot, 0))) return;
    // Checked only for entries that would be listed, because the check may be expensive.
    if (this.#isExcluded?.(slot)) return;
    if (isFull) this.#sink(key, slot, this.#size);
    else this.#rise(key, slot);
    if (this.#size === this.#maxSize) this.worst = this.#keys[0] ?? Infinity;
  }

  /** The slots of a page in order. Empties the list. */
  page(page: number, size: number): Int32Array {
    const total = this.#size;
    const slots = this.#slots;
    for (let last = total - 1; last > 0; last -= 1) {
      const [key, slot] = [this.#keys[last] ?? 0, slots[last] ?? 0];
      this.#keys[last] = this.#keys[0] ?? 0;
      slots[last] = slots[0] ?? 0;
      this.#sink(key, slot, last);
    }
    this.#size = 0;
    return slots.slice(Math.min(total, page * size), Math.min(total, (page + 1) * size));
  }

  #isBefore(key: number, slot: number, at: number): boolean {
    const other = this.#keys[at] ?? 0;
    return key < other || (key === other && this.#ids.compare(slot, this.#slots[at] ?? 0) < 0);
  }

  #rise(key: number, slot: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isBefore(key, slot, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#keys[at] = key;
    this.#slots[at] = slot;
  }

  /** Replaces the top by an entry, among the first `size` entries. */
  #sink(key: number, slot: number, size: number): void {
    let at = 0;
    for (;;) {
      let later = 2 * at + 1;
      if (later >= size) break;
      const right = later + 1;
      if (right < size && this.#isBefore(this.#keys[later] ?? 0, this.#slots[later] ?? 0, right)) later = right;
      if (!this.#isBefore(key, slot, later)) break;
      this.#move(later, at);
      at = later;
    }
    this.#keys[at] = key;
    this.#slots[at] = slot;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from] ?? 0;
    this.#slots[to] = this.#slots[from] ?? 0;
  }

  #grow(): void {
    const length = this.#keys.length * 2;
    this.#keys = new Float64Array(this.#keys.buffer.transfer(length * 8));
    this.#slots = new Int32Array(this.#slots.buffer.transfer(length * 4));
  }
}
