// A tree of halved boxes for each one-degree sector, with the members of a box in blocks at its leaves and a summary at each node.
import { blockBits, blockSize, MemberBlocks, type PackedMember } from './member-blocks.ts';

/** A leaf of more members is halved. */
const leafMost = 32;
/** Halves that together hold no more than this are joined again: well below a full leaf, so that nothing flutters. */
const joinAtMost = leafMost / 2;

export class MemberTree {
  readonly blocks = new MemberBlocks();
  /** Boxes in degrees times 100,000: from (inclusive) to (exclusive). */
  latFrom = new Int32Array(0);
  latTo = new Int32Array(0);
  lonFrom = new Int32Array(0);
  lonTo = new Int32Array(0);
  /** The smaller cosine of the box's two latitudes, for the least distance to it. */
  leastCos = new Float64Array(0);
  /** The first of two children, or -1 for a leaf; the parent, or -1. */
  child = new Int32Array(0);
  parent = new Int32Array(0);
  /** The first block of a leaf, the only one of its chain that may be less than full; -1 for none. */
  head = new Int32Array(0);
  /** Summary of all members below: how many, which labels and flags any of them has, when the last was seen. */
  count = new Int32Array(0);
  labelsLow = new Int32Array(0);
  labelsHigh = new Int32Array(0);
  flags = new Uint8Array(0);
  seenSeconds = new Uint32Array(0);
  #entryOfSlot = new Int32Array(0);
  #nodes = 0;
  /** First nodes of pairs that are free. */
  #freedPairs: number[] = [];

  /** A new tree for a box of one sector; answers its root. */
  addRoot(latFrom: number, latTo: number, lonFrom: number, lonTo: number): number {
    const root = this.#takePair();
    this.#makeLeaf(root, -1, latFrom, latTo, lonFrom, lonTo);
    return root;
  }

  /** Gives back the tree of a sector that has nobody left. */
  dropRoot(root: number): void {
    this.#emptyInto(root, () => undefined);
    this.#freedPairs.push(root);
  }

  insert(root: number, member: PackedMember): void {
    let leaf = root;
    this.#countIn(leaf, member);
    while (this.child[leaf] !== -1) {
      leaf = this.#halfOf(this.child[leaf] ?? -1, member);
      this.#countIn(leaf, member);
    }
    this.#store(leaf, member);
  }

  /** Takes the member of a slot out. */
  remove(slot: number): void {
    const leaf = this.leafOf(slot);
    this.#takeEntry(leaf, this.entryOf(slot));
    for (let node = leaf; node >= 0; node = this.parent[node] ?? -1) this.count[node] = (this.count[node] ?? 0) - 1;
    this.#summarizeUp(leaf);
    this.#join(this.parent[leaf] ?? -1);
  }

  /** Writes a member anew who has not moved. */
  update(member: PackedMember): void {
    this.blocks.write(this.entryOf(member.slot), member);
    this.#summarizeUp(this.leafOf(member.slot));
  }

  /** Notes when a member was seen, without writing the rest anew. */
  touch(slot: number, seenSeconds: number): void {
    this.blocks.seenSeconds[this.entryOf(slot)] = seenSeconds;
    this.#summarizeUp(this.leafOf(slot));
  }

  entryOf(slot: number): number {
    return this.#entryOfSlot[slot] ?? -1;
  }

  leafOf(slot: number): number {
    return this.blocks.leaf[this.entryOf(slot) >> blockBits] ?? -1;
  }

  #halfOf(pair: number, member: PackedMember): number {
    const isBeyond = member.latE5 >= (this.latTo[pair] ?? 0) || member.lonE5 >= (this.lonTo[pair] ?? 0);
    return isBeyond ? pair + 1 : pair;
  }

  /** Writes a member who is counted in already into a leaf, or a half of it when it gets too full. */
  #store(leaf: number, member: PackedMember): void {
    if ((this.count[leaf] ?? 0) > leafMost && this.#split(leaf)) {
      const half = this.#halfOf(this.child[leaf] ?? -1, member);
      this.#countIn(half, member);
      return this.#store(half, member);
    }
    let block = this.head[leaf] ?? -1;
    if (block < 0 || this.blocks.used[block] === blockSize) block = this.#chain(leaf);
    const entry = (block << blockBits) + (this.blocks.used[block] ?? 0);
    this.blocks.used[block] = (this.blocks.used[block] ?? 0) + 1;
    this.blocks.write(entry, member);
    this.#place(member.slot, entry);
  }

  /** Counts a member in at a node he lies below. */
  #countIn(node: number, member: PackedMember): void {
    this.count[node] = (this.count[node] ?? 0) + 1;
    this.labelsLow[node] = (this.labelsLow[node] ?? 0) | member.labelsLow;
    this.labelsHigh[node] = (this.labelsHigh[node] ?? 0) | member.labelsHigh;
    this.flags[node] = (this.flags[node] ?? 0) | member.flags;
    this.seenSeconds[node] = Math.max(this.seenSeconds[node] ?? 0, member.seenSeconds);
  }

  #chain(leaf: number): number {
    const block = this.blocks.allocate(leaf);
    this.blocks.next[block] = this.head[leaf] ?? -1;
    this.head[leaf] = block;
    return block;
  }

  /** Halves a leaf along its longer side; false where the box is too small for that. */
  #split(leaf: number): boolean {
    const [latFrom, latTo] = [this.latFrom[leaf] ?? 0, this.latTo[leaf] ?? 0];
    const [lonFrom, lonTo] = [this.lonFrom[leaf] ?? 0, this.lonTo[leaf] ?? 0];
    const isTall = latTo - latFrom >= (lonTo - lonFrom) * (this.leastCos[leaf] ?? 0) || lonTo - lonFrom < 2;
    if (isTall ? latTo - latFrom < 2 : lonTo - lonFrom < 2) return false;
    const pair = this.#takePair();
    const latMiddle = (latFrom + latTo) >> 1;
    const lonMiddle = (lonFrom + lonTo) >> 1;
    this.#makeLeaf(pair, leaf, latFrom, isTall ? latMiddle : latTo, lonFrom, isTall ? lonTo : lonMiddle);
    this.#makeLeaf(pair + 1, leaf, isTall ? latMiddle : latFrom, latTo, isTall ? lonFrom : lonMiddle, lonTo);
    this.#emptyInto(leaf, (member) => this.#moveToHalf(pair, member));
    this.child[leaf] = pair;
    this.#summarize(pair);
    this.#summarize(pair + 1);
    return true;
  }

  #moveToHalf(pair: number, member: PackedMember): void {
    const half = this.#halfOf(pair, member);
    this.count[half] = (this.count[half] ?? 0) + 1;
    this.#store(half, member);
  }

  /** Hands all members of a leaf on and frees its blocks. */
  #emptyInto(leaf: number, take: (member: PackedMember) => void): void {
    for (let block = this.head[leaf] ?? -1; block >= 0;) {
      const next = this.blocks.next[block] ?? -1;
      for (let place = 0, used = this.blocks.used[block] ?? 0; place < used; place += 1) {
        take(this.blocks.read((block << blockBits) + place));
      }
      this.blocks.free(block);
      block = next;
    }
    this.head[leaf] = -1;
  }

  /** Joins two leaves under a node while together they are few. */
  #join(node: number): void {
    for (let above = node; above >= 0; above = this.parent[above] ?? -1) {
      const pair = this.child[above] ?? -1;
      const areLeaves = this.child[pair] === -1 && this.child[pair + 1] === -1;
      if (!areLeaves || (this.count[above] ?? 0) > joinAtMost) return;
      this.child[above] = -1;
      for (const half of [pair, pair + 1]) this.#emptyInto(half, (member) => this.#store(above, member));
      this.#freedPairs.push(pair);
    }
  }

  /** The last member of the first block takes the place that becomes free. */
  #takeEntry(leaf: number, entry: number): void {
    const block = this.head[leaf] ?? -1;
    const used = (this.blocks.used[block] ?? 0) - 1;
    const last = (block << blockBits) + used;
    if (last !== entry) {
      const moved = this.blocks.read(last);
      this.blocks.write(entry, moved);
      this.#place(moved.slot, entry);
    }
    this.blocks.used[block] = used;
    if (used > 0) return;
    this.head[leaf] = this.blocks.next[block] ?? -1;
    this.blocks.free(block);
  }

  #place(slot: number, entry: number): void {
    if (slot >= this.#entryOfSlot.length) {
      this.#entryOfSlot = new Int32Array(this.#entryOfSlot.buffer.transfer(Math.max(1_024, Math.ceil((slot + 1) * 1.25)) * 4));
    }
    this.#entryOfSlot[slot] = entry;
  }

  /** Brings the summaries up to date from a leaf to the root, as far as something changes. */
  #summarizeUp(leaf: number): void {
    for (let node = leaf; node >= 0 && this.#summarize(node); node = this.parent[node] ?? -1);
  }

  /** Makes a node's summary from its members or halves; true if it is another than before. */
  #summarize(node: number): boolean {
    const { blocks } = this;
    let [low, high, flags, seen] = [0, 0, 0, 0];
    const pair = this.child[node] ?? -1;
    for (let half = pair; pair >= 0 && half <= pair + 1; half += 1) {
      low |= this.labelsLow[half] ?? 0;
      high |= this.labelsHigh[half] ?? 0;
      flags |= this.flags[half] ?? 0;
      seen = Math.max(seen, this.seenSeconds[half] ?? 0);
    }
    for (let block = this.head[node] ?? -1; block >= 0; block = blocks.next[block] ?? -1) {
      const first = block << blockBits;
      for (let entry = first, end = first + (blocks.used[block] ?? 0); entry < end; entry += 1) {
        low |= blocks.labelsLow[entry] ?? 0;
        high |= blocks.labelsHigh[entry] ?? 0;
        flags |= blocks.flags[entry] ?? 0;
        seen = Math.max(seen, blocks.seenSeconds[entry] ?? 0);
      }
    }
    const isSame =
      this.labelsLow[node] === low &&
      this.labelsHigh[node] === high &&
      this.flags[node] === flags &&
      this.seenSeconds[node] === seen;
    this.labelsLow[node] = low;
    this.labelsHigh[node] = high;
    this.flags[node] = flags;
    this.seenSeconds[node] = seen;
    return !isSame;
  }

  #makeLeaf(node: number, parent: number, latFrom: number, latTo: number, lonFrom: number, lonTo: number): void {
    this.latFrom[node] = latFrom;
    this.latTo[node] = latTo;
    this.lonFrom[node] = lonFrom;
    this.lonTo[node] = lonTo;
    this.leastCos[node] = Math.min(cosOfE5(latFrom), cosOfE5(latTo));
    this.child[node] = -1;
    this.parent[node] = parent;
    this.head[node] = -1;
    this.count[node] = 0;
    this.labelsLow[node] = 0;
    this.labelsHigh[node] = 0;
    this.flags[node] = 0;
    this.seenSeconds[node] = 0;
  }

  #takePair(): number {
    const pair = this.#freedPairs.pop() ?? this.#nodes;
    if (pair < this.#nodes) return pair;
    this.#nodes += 2;
    if (this.#nodes > this.child.length) this.#grow(Math.max(64, Math.ceil(this.child.length * 1.25)));
    return pair;
  }

  #grow(nodes: number): void {
    this.latFrom = new Int32Array(this.latFrom.buffer.transfer(nodes * 4));
    this.latTo = new Int32Array(this.latTo.buffer.transfer(nodes * 4));
    this.lonFrom = new Int32Array(this.lonFrom.buffer.transfer(nodes * 4));
    this.lonTo = new Int32Array(this.lonTo.buffer.transfer(nodes * 4));
    this.leastCos = new Float64Array(this.leastCos.buffer.transfer(nodes * 8));
    this.child = new Int32Array(this.child.buffer.transfer(nodes * 4));
    this.parent = new Int32Array(this.parent.buffer.transfer(nodes * 4));
    this.head = new Int32Array(this.head.buffer.transfer(nodes * 4));
    this.count = new Int32Array(this.count.buffer.transfer(nodes * 4));
    this.labelsLow = new Int32Array(this.labelsLow.buffer.transfer(nodes * 4));
    this.labelsHigh = new Int32Array(this.labelsHigh.buffer.transfer(nodes * 4));
    this.flags = new Uint8Array(this.flags.buffer.transfer(nodes));
    this.seenSeconds = new Uint32Array(this.seenSeconds.buffer.transfer(nodes * 4));
  }
}

const cosOfE5 = (latE5: number): number => Math.max(0, Math.cos(((latE5 / 1e5) * Math.PI) / 180));
