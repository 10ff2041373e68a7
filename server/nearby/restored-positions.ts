// Positions restored at the start, packed until something of them changes: most of a million stay as they are.
import type { Cell } from './grid.ts';

export interface RestoredPosition {
  cell: Cell;
  hide: boolean;
  effectiveUntilMs: number;
}

const wordsOf = { i: 0, j: 1, side: 2, hide: 3 } as const;
const words = 4;

export class RestoredPositions {
  readonly #slots = new Map<string, number>();
  #used = 0;
  #words = new Int32Array(1_024 * words);
  #ends = new Float64Array(1_024);

  add(profileId: string, { cell, hide, effectiveUntilMs }: RestoredPosition): void {
    if (this.#used === this.#ends.length) this.#grow();
    const at = this.#used * words;
    this.#words[at + wordsOf.i] = cell.i;
    this.#words[at + wordsOf.j] = cell.j;
    this.#words[at + wordsOf.side] = cell.side;
    this.#words[at + wordsOf.hide] = hide ? 1 : 0;
    this.#ends[this.#used] = effectiveUntilMs;
    this.#slots.set(profileId, this.#used);
    this.#used += 1;
  }

  get(profileId: string): RestoredPosition | undefined {
    const slot = this.#slots.get(profileId);
    if (slot === undefined) return undefined;
    const word = (name: keyof typeof wordsOf): number => this.#words[slot * words + wordsOf[name]] ?? 0;
    return {
      cell: { i: word('i'), j: word('j'), side: word('side') },
      hide: word('hide') === 1,
      effectiveUntilMs: this.#ends[slot] ?? 0,
    };
  }

  /** Forgets all when the last one is taken. */
  take(profileId: string): RestoredPosition | undefined {
    const taken = this.get(profileId);
    if (this.#slots.delete(profileId) && this.#slots.size === 0) this.#used = 0;
    return taken;
  }

  #grow(): void {
    const length = Math.ceil(this.#used * 1.5);
    this.#words = new Int32Array(this.#words.buffer.transfer(length * words * 4));
    this.#ends = new Float64Array(this.#ends.buffer.transfer(length * 8));
  }
}
