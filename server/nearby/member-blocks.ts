// The packed columns of the members, in blocks of neighbours: whoever lies near is read from the same few lines of memory.

/** Eight places: a column of a block is one line of the processor's cache, and little room stays empty. */
export const blockBits = 3;
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

/** An entry's number is block * blockSize + place. A leaf has a chain of blocks. */
export class MemberBlocks {
  slot = new Int32Array(0);
  latE5 = new Int32Array(0);
  lonE5 = new Int32Array(0);
  x = new Float64Array(0);
  y = new Float64Array(0);
  z = new Float64Array(0);
  labelsLow = new Int32Array(0);
  labelsHigh = new Int32Array(0);
  seenSeconds = new Uint32Array(0);
  age = new Uint8Array(0);
  heightCm = new Uint16Array(0);
  weightKg = new Uint16Array(0);
  flags = new Uint8Array(0);
  /** By block: how many of its places are used, the next of the chain or -1, and the leaf it belongs to. */
  used = new Uint8Array(0);
  next = new Int32Array(0);
  leaf = new Int32Array(0);
  #blocks = 0;
  #freed: number[] = [];

  allocate(leaf: number): number {
    const block = this.#freed.pop() ?? this.#nextBlock();
    this.used[block] = 0;
    this.next[block] = -1;
    this.leaf[block] = leaf;
    return block;
  }

  free(block: number): void {
    this.#freed.push(block);
  }

  write(entry: number, member: PackedMember): void {
    this.slot[entry] = member.slot;
    this.latE5[entry] = member.latE5;
    this.lonE5[entry] = member.lonE5;
    this.x[entry] = member.x;
    this.y[entry] = member.y;
    this.z[entry] = member.z;
    this.labelsLow[entry] = member.labelsLow;
    this.labelsHigh[entry] = member.labelsHigh;
    this.seenSeconds[entry] = member.seenSeconds;
    this.age[entry] = member.age;
    this.heightCm[entry] = member.heightCm;
    this.weightKg[entry] = member.weightKg;
    this.flags[entry] = member.flags;
  }

  read(entry: number): PackedMember {
    return {
      slot: this.slot[entry] ?? 0,
      latE5: this.latE5[entry] ?? 0,
      lonE5: this.lonE5[entry] ?? 0,
      x: this.x[entry] ?? 0,
      y: this.y[entry] ?? 0,
      z: this.z[entry] ?? 0,
      labelsLow: this.labelsLow[entry] ?? 0,
      labelsHigh: this.labelsHigh[entry] ?? 0,
      seenSeconds: this.seenSeconds[entry] ?? 0,
      age: this.age[entry] ?? 0,
      heightCm: this.heightCm[entry] ?? 0,
      weightKg: this.weightKg[entry] ?? 0,
      flags: this.flags[entry] ?? 0,
    };
  }

  #nextBlock(): number {
    const block = this.#blocks;
    this.#blocks += 1;
    if (block >= this.used.length) this.#grow(Math.max(8, Math.ceil(this.used.length * 1.2)));
    return block;
  }

  #grow(blocks: number): void {
    const entries = blocks * blockSize;
    this.slot = new Int32Array(this.slot.buffer.transfer(entries * 4));
    this.latE5 = new Int32Array(this.latE5.buffer.transfer(entries * 4));
    this.lonE5 = new Int32Array(this.lonE5.buffer.transfer(entries * 4));
    this.x = new Float64Array(this.x.buffer.transfer(entries * 8));
    this.y = new Float64Array(this.y.buffer.transfer(entries * 8));
    this.z = new Float64Array(this.z.buffer.transfer(entries * 8));
    this.labelsLow = new Int32Array(this.labelsLow.buffer.transfer(entries * 4));
    this.labelsHigh = new Int32Array(this.labelsHigh.buffer.transfer(entries * 4));
    this.seenSeconds = new Uint32Array(this.seenSeconds.buffer.transfer(entries * 4));
    this.age = new Uint8Array(this.age.buffer.transfer(entries));
    this.heightCm = new Uint16Array(this.heightCm.buffer.transfer(entries * 2));
    this.weightKg = new Uint16Array(this.weightKg.buffer.transfer(entries * 2));
    this.flags = new Uint8Array(this.flags.buffer.transfer(entries));
    this.used = new Uint8Array(this.used.buffer.transfer(blocks));
    this.next = new Int32Array(this.next.buffer.transfer(blocks * 4));
    this.leaf = new Int32Array(this.leaf.buffer.transfer(blocks * 4));
  }
}
