// Member records in extents, one contiguous extent per leaf of the tree.
import { recordNumbers, Records, recordWords } from './records.ts';

/** Extents are allocated in units of this many records: seven cache lines. */
const unitRecords = 8;

/** One member in the index. x, y, z is a point on the unit sphere; latE5 and lonE5 are degrees times 100,000. */
export interface PackedMember {
  slot: number;
  latE5: number;
  lonE5: number;
  x: number;
  y: number;
  z: number;
  labelsLow: number;
  labelsHigh: number;
  onlineSeconds: number;
  age: number;
  heightCm: number;
  weightKg: number;
  flags: number;
}

/** Offsets of the words of a record; the first six are the three coordinates of the point. */
export const memberWord = {
  slot: 6,
  latE5: 7,
  lonE5: 8,
  labelsLow: 9,
  labelsHigh: 10,
  onlineSeconds: 11,
  measures: 12,
  flagsAge: 13,
} as const;

export class MemberRecords {
  readonly entries = new Records();
  #units = 0;
  /** First entries of free extents, by length in units. */
  #freed = new Map<number, number[]>();

  /** Allocates an extent and returns its first entry. */
  allocate(members: number): number {
    const units = unitsFor(members);
    const freed = this.#freed.get(units)?.pop();
    if (freed !== undefined) return freed;
    const first = this.#units * unitRecords;
    this.#units += units;
    this.entries.ensureCapacity(this.#units * unitRecords - 1);
    return first;
  }

  free(first: number, members: number): void {
    const units = unitsFor(members);
    const freed = this.#freed.get(units);
    if (freed) freed.push(first);
    else this.#freed.set(units, [first]);
  }

  copy(from: number, to: number, members: number): void {
    this.entries.words.copyWithin(to * recordWords, from * recordWords, (from + members) * recordWords);
  }

  slotAt(entry: number): number {
    return this.entries.get(entry, memberWord.slot);
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
    entries.set(entry, memberWord.onlineSeconds, member.onlineSeconds);
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
      onlineSeconds: entries.get(entry, memberWord.onlineSeconds) >>> 0,
      age: flagsAge >> 8,
      heightCm: measures & 0xffff,
      weightKg: measures >>> 16,
      flags: flagsAge & 0xff,
    };
  }
}

/** Whether both numbers of members need an extent of the same length. */
export const isSameExtent = (members: number, others: number): boolean => unitsFor(members) === unitsFor(others);

const unitsFor = (members: number): number => Math.ceil(members / unitRecords);
