// A binary heap of due times of members; outdated entries stay and are ignored by the caller.

interface Due {
  dueMs: number;
  profileId: string;
}

export class DueTimes {
  #heap: Due[] = [];

  next(): number | undefined {
    return this.#heap[0]?.dueMs;
  }

  add(dueMs: number, profileId: string): void {
    const heap = this.#heap;
    const due = { dueMs, profileId };
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || above.dueMs <= dueMs) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  /** Removes and returns the members due by `nowMs`, each once, earliest first. */
  take(nowMs: number): Set<string> {
    const due = new Set<string>();
    for (let first = this.#heap[0]; first && first.dueMs <= nowMs; first = this.#heap[0]) {
      due.add(first.profileId);
      this.#dropFirst();
    }
    return due;
  }

  #dropFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (let left = heap[1]; left; left = heap[2 * at + 1]) {
      const right = heap[2 * at + 2];
      const isRightFirst = right !== undefined && right.dueMs < left.dueMs;
      const child = isRightFirst ? right : left;
      if (child.dueMs >= last.dueMs) break;
      heap[at] = child;
      at = 2 * at + (isRightFirst ? 2 : 1);
    }
    heap[at] = last;
  }
}
