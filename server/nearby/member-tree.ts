// A binary space partition tree per one-degree sector, with members in its leaves and a summary in each node.
import { isSameExtent, MemberRecords, memberWord, type PackedMember } from './member-records.ts';
import { recordNumbers, Records } from './records.ts';

/** A leaf with more members is split. */
const maxLeafMembers = 32;
/** Two leaves with no more members in total are merged: well below the maximum, to avoid repeated splitting and merging. */
const mergeBelow = maxLeafMembers / 2;

/**
 * Offsets of the words of a node's record. Number 0 is the smaller cosine of the box's two latitudes. Then the box in degrees times
 * 100,000, from (inclusive) to (exclusive); the first of two children, -1 for a leaf; the parent or -1; a leaf's first entry,
 * -1 for none; and the summary of all members below: their number, the union of labels and flags, the latest time online.
 */
export const nodeWord = {
  latFrom: 2,
  latTo: 3,
  lonFrom: 4,
  lonTo: 5,
  child: 6,
  parent: 7,
  first: 8,
  count: 9,
  labelsLow: 10,
  labelsHigh: 11,
  onlineSeconds: 12,
  flags: 13,
} as const;

interface Box {
  latFrom: number;
  latTo: number;
  lonFrom: number;
  lonTo: number;
}

export class MemberTree {
  readonly members = new MemberRecords();
  readonly nodes = new Records();
  #entryOfSlot = new Int32Array(0);
  #leafOfSlot = new Int32Array(0);
  #nodeCount = 0;
  /** First nodes of free pairs. */
  #freedPairs: number[] = [];

  /** Adds a tree for the box of one sector and returns its root. */
  addRoot(box: Box): number {
    const root = this.#takePair();
    this.#makeLeaf(root, -1, box);
    return root;
  }

  /** Frees the tree of an empty sector. */
  dropRoot(root: number): void {
    this.#freedPairs.push(root);
  }

  insert(root: number, member: PackedMember): void {
    let leaf = root;
    this.#countIn(leaf, member);
    for (let pair = this.#childOf(leaf); pair >= 0; pair = this.#childOf(leaf)) {
      leaf = this.#halfOf(pair, member);
      this.#countIn(leaf, member);
    }
    this.#store(leaf, member);
  }

  remove(slot: number): void {
    const leaf = this.#leafOf(slot);
    const count = this.nodes.get(leaf, nodeWord.count);
    // The last entry of the leaf fills the gap.
    const last = this.nodes.get(leaf, nodeWord.first) + count - 1;
    this.#place(this.members.slotAt(last), this.entryOf(slot), leaf);
    this.members.copy(last, this.entryOf(slot), 1);
    this.#resize(leaf, count, count - 1);
    for (let node = leaf; node >= 0; node = this.nodes.get(node, nodeWord.parent)) this.#add(node, -1);
    this.#summarizeUp(leaf);
    this.#merge(this.nodes.get(leaf, nodeWord.parent));
  }

  /** Rewrites a member who has not moved. */
  update(member: PackedMember): void {
    this.members.write(this.entryOf(member.slot), member);
    this.#summarizeUp(this.#leafOf(member.slot));
  }

  /** Updates only the time until which a member is online. */
  touch(slot: number, onlineSeconds: number): void {
    this.members.entries.set(this.entryOf(slot), memberWord.onlineSeconds, onlineSeconds);
    this.#summarizeUp(this.#leafOf(slot));
  }

  entryOf(slot: number): number {
    return this.#entryOfSlot[slot] ?? -1;
  }

  memberOf(slot: number): PackedMember {
    return this.members.read(this.entryOf(slot));
  }

  #leafOf(slot: number): number {
    return this.#leafOfSlot[slot] ?? -1;
  }

  #childOf(node: number): number {
    return this.nodes.get(node, nodeWord.child);
  }

  #halfOf(pair: number, member: PackedMember): number {
    const isBeyond = member.latE5 >= this.nodes.get(pair, nodeWord.latTo) || member.lonE5 >= this.nodes.get(pair, nodeWord.lonTo);
    return isBeyond ? pair + 1 : pair;
  }

  /** Writes a member, who is counted already, into a leaf, which is split when it is full. */
  #store(leaf: number, member: PackedMember): void {
    const count = this.nodes.get(leaf, nodeWord.count);
    if (count > maxLeafMembers && this.#split(leaf, count - 1)) {
      const half = this.#halfOf(this.#childOf(leaf), member);
      this.#countIn(half, member);
      return this.#store(half, member);
    }
    this.#resize(leaf, count - 1, count);
    const entry = this.nodes.get(leaf, nodeWord.first) + count - 1;
    this.members.write(entry, member);
    this.#place(member.slot, entry, leaf);
  }

  /** Moves the members of a leaf to an extent of the right length for their new number. */
  #resize(leaf: number, before: number, after: number): void {
    if (isSameExtent(before, after)) return;
    const from = this.nodes.get(leaf, nodeWord.first);
    const to = after === 0 ? -1 : this.members.allocate(after);
    const moved = Math.min(before, after);
    this.members.copy(from, to, moved);
    for (let place = 0; place < moved; place += 1) this.#place(this.members.slotAt(to + place), to + place, leaf);
    if (before > 0) this.members.free(from, before);
    this.nodes.set(leaf, nodeWord.first, to);
  }

  /** Adds a member to the summary of a node. */
  #countIn(node: number, member: PackedMember): void {
    const { nodes } = this;
    this.#add(node, 1);
    nodes.set(node, nodeWord.labelsLow, nodes.get(node, nodeWord.labelsLow) | member.labelsLow);
    nodes.set(node, nodeWord.labelsHigh, nodes.get(node, nodeWord.labelsHigh) | member.labelsHigh);
    nodes.set(node, nodeWord.flags, nodes.get(node, nodeWord.flags) | member.flags);
    nodes.set(node, nodeWord.onlineSeconds, Math.max(nodes.get(node, nodeWord.onlineSeconds) >>> 0, member.onlineSeconds));
  }

  #add(node: number, members: number): void {
    this.nodes.set(node, nodeWord.count, this.nodes.get(node, nodeWord.count) + members);
  }

  /** Splits a leaf along its longer side; false when the box is too small. */
  #split(leaf: number, stored: number): boolean {
    const box = this.#boxOf(leaf);
    const [tall, wide] = [box.latTo - box.latFrom, box.lonTo - box.lonFrom];
    const isTall = wide < 2 || tall >= wide * (this.nodes.numbers[leaf * recordNumbers] ?? 0);
    if ((isTall ? tall : wide) < 2) return false;
    const [latMiddle, lonMiddle] = [(box.latFrom + box.latTo) >> 1, (box.lonFrom + box.lonTo) >> 1];
    const pair = this.#takePair();
    this.#makeLeaf(pair, leaf, isTall ? { ...box, latTo: latMiddle } : { ...box, lonTo: lonMiddle });
    this.#makeLeaf(pair + 1, leaf, isTall ? { ...box, latFrom: latMiddle } : { ...box, lonFrom: lonMiddle });
    for (const member of this.#takeAll(leaf, stored)) {
      const half = this.#halfOf(pair, member);
      this.#countIn(half, member);
      this.#store(half, member);
    }
    this.nodes.set(leaf, nodeWord.child, pair);
    return true;
  }

  /** Merges the two leaves of a node, and further up, while they have few members. */
  #merge(node: number): void {
    for (let above = node; above >= 0; above = this.nodes.get(above, nodeWord.parent)) {
      const pair = this.#childOf(above);
      const areLeaves = this.#childOf(pair) < 0 && this.#childOf(pair + 1) < 0;
      if (!areLeaves || this.nodes.get(above, nodeWord.count) > mergeBelow) return;
      const members = [pair, pair + 1].flatMap((half) => this.#takeAll(half, this.nodes.get(half, nodeWord.count)));
      this.nodes.set(above, nodeWord.child, -1);
      this.nodes.set(above, nodeWord.count, 0);
      for (const member of members) {
        this.#add(above, 1);
        this.#store(above, member);
      }
      this.#freedPairs.push(pair);
    }
  }

  /** Removes all members of a leaf and frees its extent; the leaf's count stays. */
  #takeAll(leaf: number, stored: number): PackedMember[] {
    const first = this.nodes.get(leaf, nodeWord.first);
    const taken = Array.from({ length: stored }, (_, place) => this.members.read(first + place));
    if (stored > 0) this.members.free(first, stored);
    this.nodes.set(leaf, nodeWord.first, -1);
    return taken;
  }

  #place(slot: number, entry: number, leaf: number): void {
    if (slot >= this.#entryOfSlot.length) {
      const bytes = Math.max(1_024, Math.ceil((slot + 1) * 1.25)) * 4;
      this.#entryOfSlot = new Int32Array(this.#entryOfSlot.buffer.transfer(bytes));
      this.#leafOfSlot = new Int32Array(this.#leafOfSlot.buffer.transfer(bytes));
    }
    this.#entryOfSlot[slot] = entry;
    this.#leafOfSlot[slot] = leaf;
  }

  /** Updates the summaries from a leaf towards the root, as long as they change. */
  #summarizeUp(leaf: number): void {
    for (let node = leaf; node >= 0 && this.#summarize(node); node = this.nodes.get(node, nodeWord.parent));
  }

  /** Recomputes a node's summary from its members or children; true if it changed. */
  #summarize(node: number): boolean {
    const { nodes } = this;
    const members = this.members.entries;
    let [low, high, flags, online] = [0, 0, 0, 0];
    const pair = this.#childOf(node);
    for (let half = pair; pair >= 0 && half <= pair + 1; half += 1) {
      low |= nodes.get(half, nodeWord.labelsLow);
      high |= nodes.get(half, nodeWord.labelsHigh);
      flags |= nodes.get(half, nodeWord.flags);
      online = Math.max(online, nodes.get(half, nodeWord.onlineSeconds) >>> 0);
    }
    const first = nodes.get(node, nodeWord.first);
    for (let entry = first, end = first + nodes.get(node, nodeWord.count); pair < 0 && entry < end; entry += 1) {
      low |= members.get(entry, memberWord.labelsLow);
      high |= members.get(entry, memberWord.labelsHigh);
      flags |= members.get(entry, memberWord.flagsAge) & 0xff;
      online = Math.max(online, members.get(entry, memberWord.onlineSeconds) >>> 0);
    }
    const changes = [
      this.#setWord(node, nodeWord.labelsLow, low),
      this.#setWord(node, nodeWord.labelsHigh, high),
      this.#setWord(node, nodeWord.flags, flags),
      this.#setWord(node, nodeWord.onlineSeconds, online | 0),
    ];
    return changes.includes(true);
  }

  #setWord(node: number, word: number, value: number): boolean {
    const isChanged = this.nodes.get(node, word) !== value;
    this.nodes.set(node, word, value);
    return isChanged;
  }

  #boxOf(node: number): Box {
    const { nodes } = this;
    return {
      latFrom: nodes.get(node, nodeWord.latFrom),
      latTo: nodes.get(node, nodeWord.latTo),
      lonFrom: nodes.get(node, nodeWord.lonFrom),
      lonTo: nodes.get(node, nodeWord.lonTo),
    };
  }

  #makeLeaf(node: number, parent: number, box: Box): void {
    const { nodes } = this;
    nodes.numbers[node * recordNumbers] = Math.min(cosOfE5(box.latFrom), cosOfE5(box.latTo));
    nodes.set(node, nodeWord.latFrom, box.latFrom);
    nodes.set(node, nodeWord.latTo, box.latTo);
    nodes.set(node, nodeWord.lonFrom, box.lonFrom);
    nodes.set(node, nodeWord.lonTo, box.lonTo);
    nodes.set(node, nodeWord.child, -1);
    nodes.set(node, nodeWord.parent, parent);
    nodes.set(node, nodeWord.first, -1);
    for (const word of [nodeWord.count, nodeWord.labelsLow, nodeWord.labelsHigh, nodeWord.onlineSeconds, nodeWord.flags])
      nodes.set(node, word, 0);
  }

  #takePair(): number {
    const freed = this.#freedPairs.pop();
    if (freed !== undefined) return freed;
    this.#nodeCount += 2;
    this.nodes.ensureCapacity(this.#nodeCount - 1);
    return this.#nodeCount - 2;
  }
}

const cosOfE5 = (latE5: number): number => Math.max(0, Math.cos(((latE5 / 1e5) * Math.PI) / 180));
