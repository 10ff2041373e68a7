// Briefs as JSON bytes. They are serialized when they change, and joined into replies.

/** Memory is allocated in units, so that freed space fits the next brief of about the same length. */
const unitBytes = 16;
const slabUnits = 65_536;
const maxBriefBytes = 65_534;

export class SerializedBriefs {
  #slabs: Buffer[] = [];
  /** The first unit after all that were allocated so far. Units are numbered through all slabs. */
  #nextUnit = 0;
  #freed = new Map<number, number[]>();
  /** For each slot the first unit, and the length with the comma that follows. */
  #extents = new Uint32Array(0);

  /** Allocated memory in bytes. */
  get bytes(): number {
    return this.#slabs.length * slabUnits * unitBytes;
  }

  /** Stores the brief of a slot, as briefJson has serialized it. False if it is the same as before. */
  set(slot: number, json: string): boolean {
    const length = Buffer.byteLength(json) + 1;
    this.#makeRoomFor(slot);
    if (this.#lengthOf(slot) === length && this.#textOf(slot) === json) return false;
    const allocated = unitsOf(this.#lengthOf(slot));
    if (allocated !== unitsOf(length)) {
      this.delete(slot);
      this.#extents[2 * slot] = this.#take(unitsOf(length));
    }
    this.#extents[2 * slot + 1] = length;
    const unit = this.#unitOf(slot);
    const end = this.#slabOf(unit).write(json, (unit % slabUnits) * unitBytes) + (unit % slabUnits) * unitBytes;
    this.#slabOf(unit)[end] = comma;
    return true;
  }

  #textOf(slot: number): string {
    const unit = this.#unitOf(slot);
    const from = (unit % slabUnits) * unitBytes;
    return this.#slabOf(unit).toString('utf8', from, from + this.#lengthOf(slot) - 1);
  }

  delete(slot: number): void {
    const units = unitsOf(this.#lengthOf(slot));
    if (units === 0) return;
    const freed = this.#freed.get(units);
    if (freed) freed.push(this.#unitOf(slot));
    else this.#freed.set(units, [this.#unitOf(slot)]);
    this.#extents[2 * slot + 1] = 0;
  }

  /** The briefs of these slots in their order, as a JSON array. */
  join(slots: Int32Array): Buffer {
    let total = 1;
    for (const slot of slots) {
      total += this.#lengthOf(slot);
      // Reads the first byte of each before copying, so that the processor fetches them from memory in parallel.
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
    return this.#extents[2 * slot] ?? 0;
  }

  #lengthOf(slot: number): number {
    return this.#extents[2 * slot + 1] ?? 0;
  }

  #slabOf(unit: number): Buffer {
    const slab = this.#slabs[Math.floor(unit / slabUnits)];
    if (!slab) throw new RangeError(`No slab contains unit ${unit}`);
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
    if (2 * slot < this.#extents.length) return;
    const length = 2 * Math.max(1_024, Math.ceil((slot + 1) * 1.25));
    this.#extents = new Uint32Array(this.#extents.buffer.transfer(length * 4));
  }
}

/** Serializes a brief. Throws a RangeError if it has more than 65,534 bytes. */
export function briefJson(brief: object): string {
  const json = JSON.stringify(brief);
  if (Buffer.byteLength(json) > maxBriefBytes) throw new RangeError(`A brief of ${json.length} characters is too long`);
  return json;
}

const unitsOf = (bytes: number): number => Math.ceil(bytes / unitBytes);
const [openBrace, openBracket, comma, closeBracket] = [0x7b, 0x5b, 0x2c, 0x5d];
