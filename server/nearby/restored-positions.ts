// Positions restored at startup. They stay packed until they change, because most of a million do not.
import { DueTimes } from './due-times.ts';
import type { Cell } from './grid.ts';
import { ProfileIds } from './profile-ids.ts';

export interface RestoredPosition {
  cell: Cell;
  hide: boolean;
  effectiveUntilMs: number;
}

/** Words for each slot: row, column and side of the cell, and whether it is hidden. */
const words = 4;

export class RestoredPositions {
  readonly #ids = new ProfileIds();
  readonly #ends = new DueTimes<number>();
  #words = new Int32Array(1_024 * words);
  /** Infinity after the position was taken. */
  #endOf = new Float64Array(1_024);
  /** The earliest end of each slot in `#ends`. A later one is queued when this one is due, so that many changes need one entry. */
  #queuedOf = new Float64Array(1_024).fill(Infinity);

  add(profileId: string, { cell, hide, effectiveUntilMs }: RestoredPosition): void {
    const slot = this.#ids.add(profileId);
    if (slot >= this.#endOf.length) this.#grow();
    this.#words.set([cell.i, cell.j, cell.side, hide ? 1 : 0], slot * words);
    this.#endOf[slot] = effectiveUntilMs;
    this.#queueEnd(slot);
  }

  get(profileId: string): RestoredPosition | undefined {
    const slot = this.#ids.find(profileId);
    return slot < 0 ? undefined : this.#at(slot);
  }

  take(profileId: string): RestoredPosition | undefined {
    const slot = this.#ids.find(profileId);
    if (slot < 0) return undefined;
    const taken = this.#at(slot);
    this.#ids.remove(slot);
    this.#endOf[slot] = Infinity;
    return taken;
  }

  /** The positions that have expired, earliest first. Take each of them. */
  ended(nowMs: number): string[] {
    const ended: string[] = [];
    for (const slot of this.#ends.take(nowMs)) {
      this.#queuedOf[slot] = Infinity;
      if ((this.#endOf[slot] ?? Infinity) <= nowMs) ended.push(this.#ids.textOf(slot));
      else this.#queueEnd(slot);
    }
    return ended;
  }

  /** The next time at which a position may expire. */
  next(): number | undefined {
    return this.#ends.next();
  }

  #at(slot: number): RestoredPosition {
    const word = (at: number): number => this.#words[slot * words + at] ?? 0;
    const cell = { i: word(0), j: word(1), side: word(2) };
    return { cell, hide: word(3) === 1, effectiveUntilMs: this.#endOf[slot] ?? 0 };
  }

  #queueEnd(slot: number): void {
    const endMs = this.#endOf[slot] ?? Infinity;
    if (endMs >= (this.#queuedOf[slot] ?? Infinity)) return;
    this.#queuedOf[slot] = endMs;
    this.#ends.add(endMs, slot);
  }

  #grow(): void {
    const before = this.#endOf.length;
    const length = Math.ceil(this.#endOf.length * 1.5);
    this.#words = new Int32Array(this.#words.buffer.transfer(length * words * 4));
    this.#endOf = new Float64Array(this.#endOf.buffer.transfer(length * 8));
    this.#queuedOf = new Float64Array(this.#queuedOf.buffer.transfer(length * 8)).fill(Infinity, before);
  }
}
