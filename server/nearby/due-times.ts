// A binary heap of the times at which members are due. Outdated entries stay, and the caller ignores them.

/** Times and members are in two arrays, so that a million entries need no objects. */
export class DueTimes<M extends string | number = string> {
  readonly #times: number[] = [];
  readonly #members: M[] = [];

  next(): number | undefined {
    return this.#times[0];
  }

  add(dueMs: number, member: M): void {
    let at = this.#times.length;
    this.#times.push(dueMs);
    this.#members.push(member);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#times[parent] ?? 0) <= dueMs) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, dueMs, member);
  }

  /** Removes the members that are due by `nowMs`, and returns each once, earliest first. */
  take(nowMs: number): Set<M> {
    const due = new Set<M>();
    for (let first = this.#times[0]; first !== undefined && first <= nowMs; first = this.#times[0]) {
      due.add(this.#members[0] as M);
      this.#dropFirst();
    }
    return due;
  }

  #dropFirst(): void {
    const times = this.#times;
    const lastMs = times.pop() ?? 0;
    const lastMember = this.#members.pop() as M;
    if (times.length === 0) return;
    let at = 0;
    for (let left = 1; left < times.length; left = 2 * at + 1) {
      const right = left + 1;
      const child = right < times.length && (times[right] ?? 0) < (times[left] ?? 0) ? right : left;
      if ((times[child] ?? 0) >= lastMs) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, lastMs, lastMember);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#times[from] ?? 0, this.#members[from] as M);
  }

  #set(at: number, dueMs: number, member: M): void {
    this.#times[at] = dueMs;
    this.#members[at] = member;
  }
}
