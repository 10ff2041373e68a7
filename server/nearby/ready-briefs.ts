// The briefs as bytes of JSON, made once when they change and joined into answers without being read again.

/** Bytes are given out in units, so that a place that becomes free fits the next brief of about the same length. */
const unitBytes = 32;
const slabUnits = 32_768;
const mostBriefBytes = 65_534;

export class ReadyBriefs {
  #slabs: Buffer[] = [];
  /** First unit not yet given out in the last slab; units are numbered through all slabs. */
  #nextUnit = 0;
  #freed = new Map<number, number[]>();
  /** Of each slot its first unit, and its length with the comma that stands behind it, ready for the next: side by side, read together. */
  #places = new Uint32Array(0);

  /** Bytes of the briefs themselves, with the room that is kept for them. */
  get bytes(): number {
    return this.#slabs.length * slabUnits * unitBytes;
  }

  /** Keeps the brief of a slot, a text of briefJson. */
  set(slot: number, json: string): void {
    const length = Buffer.byteLength(json) + 1;
    this.#makeRoomFor(slot);
    const held = unitsOf(this.#lengthOf(slot));
    if (held !== unitsOf(length)) {
      this.delete(slot);
      this.#places[2 * slot] = this.#take(unitsOf(length));
    }
    this.#places[2 * slot + 1] = length;
    const unit = this.#unitOf(slot);
    const end = this.#slabOf(unit).write(json, (unit % slabUnits) * unitBytes) + (unit % slabUnits) * unitBytes;
    this.#slabOf(unit)[end] = comma;
  }

  delete(slot: number): void {
    const units = unitsOf(this.#lengthOf(slot));
    if (units === 0) return;
    const freed = this.#freed.get(units);
    if (freed) freed.push(this.#unitOf(slot));
    else this.#freed.set(units, [this.#unitOf(slot)]);
    this.#places[2 * slot + 1] = 0;
  }

  /** A JSON array of the briefs of these slots, in their order. */
  join(slots: Int32Array): Buffer {
    let total = 1;
    for (const slot of slots) {
      total += this.#lengthOf(slot);
      // Looked at before any is copied, so that the processor fetches all of them from memory at once and not one after the other.
      const unit = this.#unitOf(slot);
      if (this.#slabOf(unit)[(unit % slabUnits) * unitBytes] !== openBrace) throw new Error(`No brief in slot ${slot}`);
    }
    const joined = Buffer.allocUnsafe(Math.max(2, total));
    let at = 1;
    for (const slot of slots) {
      const unit = this.#unitOf(slot);
      const from = (unit % slabUnits) * unitBytes;
      at += this.#slabOf(unit).copy(joined, at, from, from + this.#lengthOf(slot));
    }
    joined[0] = openBracket;
    joined[joined.length - 1] = closeBracket;
    return joined;
  }

  #unitOf(slot: number): number {
    return this.#places[2 * slot] ?? 0;
  }

  #lengthOf(slot: number): number {
    return this.#places[2 * slot + 1] ?? 0;
  }

  #slabOf(unit: number): Buffer {
    const slab = this.#slabs[Math.floor(unit / slabUnits)];
    if (!slab) throw new RangeError(`No slab holds unit ${unit}`);
    return slab;
  }

  #take(units: number): number {
    const freed = this.#freed.get(units)?.pop();
    if (freed !== undefined) return freed;
    if (this.#nextUnit + units > this.#slabs.length * slabUnits) {
      this.#nextUnit = this.#slabs.length * slabUnits;
      this.#slabs.push(Buffer.allocUnsafeSlow(slabUnits * unitBytes));
    }
    const unit = this.#nextUnit;
    this.#nextUnit += units;
    return unit;
  }

  #makeRoomFor(slot: number): void {
    if (2 * slot < this.#places.length) return;
    const length = 2 * Math.max(1_024, Math.ceil((slot + 1) * 1.25));
    this.#places = new Uint32Array(this.#places.buffer.transfer(length * 4));
  }
}

/** The JSON of a brief. Throws a RangeError for one beyond 65,534 bytes. */
export function briefJson(brief: object): string {
  const json = JSON.stringify(brief);
  if (Buffer.byteLength(json) > mostBriefBytes) throw new RangeError(`A brief of ${json.length} characters is too long`);
  return json;
}

const unitsOf = (bytes: number): number => Math.ceil(bytes / unitBytes);
const [openBrace, openBracket, comma, closeBracket] = [0x7b, 0x5b, 0x2c, 0x5d];
