// The one writer of a SQLite file: transactions of one event-loop tick share one durable commit.
import type { Database, Statement } from 'better-sqlite3';
import { DatabaseTrouble } from './errors.ts';

/** What members of one group share: one outer transaction and its end. */
export interface WriteGroup {
  members: number;
  isOver: boolean;
  /** Its tick has passed while a member still held the writer: commit when that member is done. */
  isDue: boolean;
  hasSequenceNumbers: boolean;
  /** Settles when the outer transaction is on disk, or is known not to be. */
  readonly durable: PromiseWithResolvers<void>;
}

/** A group this large commits at once, so that a flood cannot hold the event loop. */
const largestGroup = 256;

/** Taken when the module loads: a test's fake timers must not stop commits. */
const afterThisTick = setImmediate;

/**
 * BEGIN IMMEDIATE .. COMMIT around all members that arrive in one tick, a SAVEPOINT for each. One member runs at a time; its turn
 * ends before the wait for the disk, so the next can join. Constraints must be immediate: a deferred one would fail the whole group.
 */
export class GroupWriter {
  readonly #handle: Database;
  readonly #translate: (error: unknown) => unknown;
  readonly #sql: Record<
    'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo' | 'readSequence' | 'saveSequence',
    Statement
  >;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  #isClosed = false;
  #group: WriteGroup | undefined;
  #lastNumber = 0;
  #facts = { writes: 0, groups: 0, failedGroups: 0, heldAcrossTicks: 0 };

  /** `handle` must have the table server_sequence with its one row. */
  constructor(handle: Database, translate: (error: unknown) => unknown) {
    this.#handle = handle;
    this.#translate = translate;
    this.#sql = {
      begin: handle.prepare('begin immediate'),
      commit: handle.prepare('commit'),
      rollback: handle.prepare('rollback'),
      savepoint: handle.prepare('savepoint member'),
      release: handle.prepare('release member'),
      undo: handle.prepare('rollback to member'),
      readSequence: handle.prepare('select value from server_sequence').pluck(),
      saveSequence: handle.prepare('update server_sequence set value = ?'),
    };
  }

  /** Waits for this member's turn and opens its savepoint. Every begin must be followed by one commit or rollback. */
  async begin(): Promise<WriteGroup> {
    if (this.#isClosed) throw new DatabaseTrouble('database-unavailable', 'The database is closed.');
    await this.#takeTurn();
    let group = this.#group;
    try {
      group ??= this.#openGroup();
      this.#sql.savepoint.run();
      group.members += 1;
      return group;
    } catch (error) {
      const reason = (group && this.failIfEnded(group, error)) ?? this.#translate(error);
      this.#passTurn();
      throw reason;
    }
  }

  /** Ends the member's turn and resolves when its rows are on disk; when it rejects, its turn may still be open: roll back. */
  async commit(group: WriteGroup): Promise<void> {
    this.assertRunning(group);
    this.#sql.release.run();
    this.#facts.writes += 1;
    this.#passTurn();
    await group.durable.promise;
  }

  /** Undoes the member, leaves the others of its group, and ends its turn. */
  rollback(group: WriteGroup): void {
    try {
      if (!group.isOver) {
        this.#sql.undo.run();
        this.#sql.release.run();
      }
    } catch (error) {
      this.#fail(group, error);
    } finally {
      this.#passTurn();
    }
  }

  assertRunning(group: WriteGroup): void {
    if (group.isOver) throw new DatabaseTrouble('database-unavailable', 'The transaction has already ended.');
  }

  /** To be called after each statement: an outer transaction that ended under its members fails all of them. */
  failIfEnded(group: WriteGroup, cause?: unknown): unknown {
    return this.#handle.inTransaction ? undefined : this.#fail(group, cause);
  }

  /** Numbers are never reused once committed; another process that wrote meanwhile is taken into account. */
  nextSequence(): number {
    const group = this.#group;
    if (!group || !this.#isHeld) throw new Error('The next number of the sequence can only be taken inside write.');
    if (!group.hasSequenceNumbers) {
      this.#lastNumber = Math.max(this.#lastNumber, Number(this.#sql.readSequence.get()));
      group.hasSequenceNumbers = true;
    }
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Commits what is on its way; later begins are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#takeTurn();
    if (this.#group) this.#commitGroup(this.#group);
    this.#passTurn();
  }

  /** Counts since open; `heldAcrossTicks` counts writes that awaited something other than their tx. */
  facts() {
    return { ...this.#facts, waiting: this.#waiting.length };
  }

  async #takeTurn(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#isHeld = true;
  }

  #passTurn(): void {
    const group = this.#group;
    if (group && (group.isDue || group.members >= largestGroup)) this.#commitGroup(group);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }

  #openGroup(): WriteGroup {
    this.#sql.begin.run();
    const group: WriteGroup = {
      members: 0,
      isOver: false,
      isDue: false,
      hasSequenceNumbers: false,
      durable: Promise.withResolvers<void>(),
    };
    // A group whose members have all rolled back has nobody left to hear that it failed.
    group.durable.promise.catch(() => undefined);
    this.#group = group;
    afterThisTick(() => this.#commitWhenFree(group));
    return group;
  }

  #commitWhenFree(group: WriteGroup): void {
    if (group.isOver) return;
    if (!this.#isHeld) return this.#commitGroup(group);
    group.isDue = true;
    this.#facts.heldAcrossTicks += 1;
  }

  #commitGroup(group: WriteGroup): void {
    try {
      if (group.hasSequenceNumbers) this.#sql.saveSequence.run(this.#lastNumber);
      this.#sql.commit.run();
    } catch (error) {
      this.#fail(group, error);
      return;
    }
    this.#end(group);
    this.#facts.groups += 1;
    group.durable.resolve();
  }

  #fail(group: WriteGroup, cause: unknown): unknown {
    const translated = this.#translate(cause);
    const trouble =
      translated instanceof DatabaseTrouble
        ? translated
        : new DatabaseTrouble(
            'database-unavailable',
            'The transaction was ended under its members; nothing of it is kept.',
            cause,
          );
    if (group.isOver) return trouble;
    this.#end(group);
    if (this.#handle.inTransaction) this.#sql.rollback.run();
    this.#facts.failedGroups += 1;
    group.durable.reject(trouble);
    return trouble;
  }

  #end(group: WriteGroup): void {
    group.isOver = true;
    if (this.#group === group) this.#group = undefined;
  }
}
