// The members as records in blocks of neighbours: a leaf of the tree has a chain of blocks.
import { recordNumbers, Records } from './records.ts';

const blockBits = 3;
/** Few enough that little room stays empty, enough that a leaf is read in few pieces. */
export const blockSize = 1 << blockBits;

/** One member as the index sees him. x, y, z is his point on a sphere of radius 1; latE5 and lonE5 are degrees times 100,000. */
export interface PackedMember {
  slot: number;
  latE5: number;
  lonE5: number;
  x: number;
  y: number;
  z: number;
  labelsLow: number;
  labelsHigh: number;
  seenSeconds: number;
  age: number;
  heightCm: number;
  weightKg: number;
  flags: number;
}

/** Where in a record what is found; the first six words are the three numbers of the point. */
export const memberWord = {
  slot: 6,
  latE5: 7,
  lonE5: 8,
  labelsLow: 9,
  labelsHigh: 10,
  seenSeconds: 11,
  measures: 12,
  flagsAge: 13,
} as const;

/** A member's number here, his entry, is block * blockSize + place. */
export class MemberBlocks {
  readonly entries = new Records();
  /** By block: how many of its places are used, the next of the chain or -1, and the leaf it belongs to. */
  used = new Uint8Array(0);
  next = new Int32Array(0);
  leaf = new Int32Array(0);
  #blocks = 0;
  #freed: number[] = [];

  allocate(leaf: number, next: number): number {
    const block = this.#freed.pop() ?? this.#nextBlock();
    this.used[block] = 0;
    this.next[block] = next;
    this.leaf[block] = leaf;
    return block;
  }

  free(block: number): void {
    this.#freed.push(block);
  }

  leafOf(entry: number): number {
    return this.leaf[entry >> blockBits] ?? -1;
  }

  write(entry: number, member: PackedMember): void {
    const { entries } = this;
    entries.numbers[entry * recordNumbers] = member.x;
    entries.numbers[entry * recordNumbers + 1] = member.y;
    entries.numbers[entry * recordNumbers + 2] = member.z;
    entries.set(entry, memberWord.slot, member.slot);
    entries.set(entry, memberWord.latE5, member.latE5);
    entries.set(entry, memberWord.lonE5, member.lonE5);
    entries.set(entry, memberWord.labelsLow, member.labelsLow);
    entries.set(entry, memberWord.labelsHigh, member.labelsHigh);
    entries.set(entry, memberWord.seenSeconds, member.seenSeconds);
    entries.set(entry, memberWord.measures, member.heightCm | (member.weightKg << 16));
    entries.set(entry, memberWord.flagsAge, member.flags | (member.age << 8));
  }

  read(entry: number): PackedMember {
    const { entries } = this;
    const measures = entries.get(entry, memberWord.measures);
    const flagsAge = entries.get(entry, memberWord.flagsAge);
    return {
      slot: entries.get(entry, memberWord.slot),
      latE5: entries.get(entry, memberWord.latE5),
      lonE5: entries.get(entry, memberWord.lonE5),
      x: entries.numbers[entry * recordNumbers] ?? 0,
      y: entries.numbers[entry * recordNumbers + 1] ?? 0,
      z: entries.numbers[entry * recordNumbers + 2] ?? 0,
      labelsLow: entries.get(entry, memberWord.labelsLow),
      labelsHigh: entries.get(entry, memberWord.labelsHigh),
      seenSeconds: entries.get(entry, memberWord.seenSeconds) >>> 0,
      age: flagsAge >> 8,
      heightCm: measures & 0xffff,
      weightKg: measures >>> 16,
      flags: flagsAge & 0xff,
    };
  }

  #nextBlock(): number {
    const block = this.#blocks;
    this.#blocks += 1;
    this.entries.reach((block + 1) * blockSize - 1);
    if (block < this.used.length) return block;
    const blocks = Math.max(64, Math.ceil(this.used.length * 1.2));
    this.used = new Uint8Array(this.used.buffer.transfer(blocks));
    this.next = new Int32Array(this.next.buffer.transfer(blocks * 4));
    this.leaf = new Int32Array(this.leaf.buffer.transfer(blocks * 4));
    return block;
  }
}
