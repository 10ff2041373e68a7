// The members as records in extents of neighbours: a leaf of the tree has one extent, read from front to back.
import { recordNumbers, Records, recordWords } from './records.ts';

/** Room is given out in units of so many records: seven lines of the processor's cache. */
const unitRecords = 8;

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

/** A member's number here is his entry. */
export class MemberRecords {
  readonly entries = new Records();
  #units = 0;
  /** First entries of extents that are free, by their length in units. */
  #freed = new Map<number, number[]>();

  /** Room for so many members; answers the first entry. */
  allocate(members: number): number {
    const units = unitsFor(members);
    const freed = this.#freed.get(units)?.pop();
    if (freed !== undefined) return freed;
    const first = this.#units * unitRecords;
    this.#units += units;
    this.entries.reach(this.#units * unitRecords - 1);
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
}

/** Extents hold whole units: as many members as fit are kept without moving. */
export const hasSameRoom = (members: number, others: number): boolean => unitsFor(members) === unitsFor(others);

const unitsFor = (members: number): number => Math.ceil(members / unitRecords);
