// The only writer of a SQLite file. Transactions that start in the same tick of the event loop share a durable commit.
import type { Database, Statement } from 'better-sqlite3';
import { DatabaseFailure } from './errors.ts';

/** Transactions that share one commit. */
interface WriteGroup {
  size: number;
  isOver: boolean;
  /** True if its tick has ended while a transaction still runs. It is committed after that. */
  isDue: boolean;
  hasSequenceNumbers: boolean;
  /** Settles when the commit is on disk, or has failed. */
  readonly durable: PromiseWithResolvers<void>;
}

/** A transaction of a group, which runs in a savepoint. */
export interface GroupedTransaction {
  readonly group: WriteGroup;
  hasTurn: boolean;
}

/** A group of this size is committed at once, so that many writes do not block the event loop. */
const maxGroupSize = 256;

/** Stored here, because fake timers in tests must not stop commits. */
const afterThisTick = setImmediate;

/**
 * Runs BEGIN IMMEDIATE and COMMIT around all transactions of a tick, and a SAVEPOINT for each. One transaction runs at a time. Its turn
 * ends before it waits for the disk, so that the next one can join. A deferred constraint would fail the whole group.
 */
export class GroupWriter {
  readonly #handle: Database;
  readonly #translate: (error: unknown) => unknown;
  readonly #maxTurnMs: number;
  readonly #sql: Record<
    'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo' | 'readSequence' | 'saveSequence',
    Statement
  >;
  readonly #waiting: (() => void)[] = [];
  #isTurnTaken = false;
  #isClosed = false;
  #group: WriteGroup | undefined;
  #running: GroupedTransaction | undefined;
  #lastNumber = 0;
  #counts = { writes: 0, groups: 0, failedGroups: 0, longTurns: 0 };

  /**
   * `handle` must have the table server_sequence with one row. A transaction that still runs `maxTurnMs` after its tick, because it waits
   * for something other than its tx, fails with its group, so that later ones can run.
   */
  constructor(handle: Database, { translate, maxTurnMs }: { translate: (error: unknown) => unknown; maxTurnMs: number }) {
    this.#handle = handle;
    this.#translate = translate;
    this.#maxTurnMs = maxTurnMs;
    this.#sql = {
      begin: handle.prepare('begin immediate'),
      commit: handle.prepare('commit'),
      rollback: handle.prepare('rollback'),
      savepoint: handle.prepare('savepoint in_group'),
      release: handle.prepare('release in_group'),
      undo: handle.prepare('rollback to in_group'),
      readSequence: handle.prepare('select value from server_sequence').pluck(),
      saveSequence: handle.prepare('update server_sequence set value = ?'),
    };
  }

  /** Waits for the transaction's turn, and opens its savepoint. Each `begin` needs exactly one `commit` or `rollback`. */
  async begin(): Promise<GroupedTransaction> {
    if (this.#isClosed) throw new DatabaseFailure('database-unavailable', 'The database is closed.');
    await this.#takeTurn();
    let group = this.#group;
    try {
      group ??= this.#openGroup();
      this.#sql.savepoint.run();
      group.size += 1;
      this.#running = { group, hasTurn: true };
      return this.#running;
    } catch (error) {
      const reason = (group && !this.#handle.inTransaction && this.#fail(group, error)) || this.#translate(error);
      this.#passTurn();
      throw reason;
    }
  }

  /** Ends the transaction's turn, and resolves when its rows are on disk. If it rejects, roll back. */
  async commit(transaction: GroupedTransaction): Promise<void> {
    this.assertRunning(transaction);
    this.#sql.release.run();
    this.#counts.writes += 1;
    this.#endTurn(transaction);
    await transaction.group.durable.promise;
  }

  /** Rolls back only this transaction, and ends its turn. Does nothing if the turn is over. */
  rollback(transaction: GroupedTransaction): void {
    if (!transaction.hasTurn) return;
    try {
      if (!transaction.group.isOver) {
        this.#sql.undo.run();
        this.#sql.release.run();
      }
    } catch (error) {
      this.#fail(transaction.group, error);
    } finally {
      this.#endTurn(transaction);
    }
  }

  assertRunning(transaction: GroupedTransaction): void {
    if (transaction.group.isOver) throw new DatabaseFailure('database-unavailable', 'The transaction has already ended.');
  }

  /** Call it after each statement. If SQLite has ended the whole group, all its transactions fail, and the error to throw is returned. */
  failIfEnded(transaction: GroupedTransaction, cause?: unknown): unknown {
    return this.#handle.inTransaction ? undefined : this.#fail(transaction.group, cause);
  }

  /** A committed number is never used again, even if another process writes to the file. */
  nextSequence(): number {
    const group = this.#running?.group;
    if (!group) throw new Error('The next number of the sequence can only be taken inside write.');
    if (!group.hasSequenceNumbers) {
      this.#lastNumber = Math.max(this.#lastNumber, Number(this.#sql.readSequence.get()));
      group.hasSequenceNumbers = true;
    }
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Commits the waiting writes. Later calls of `begin` are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#takeTurn();
    if (this.#group) this.#commitGroup(this.#group);
    this.#passTurn();
  }

  /** Counts since the file was opened. `longTurns` counts writes that waited for something other than their tx. */
  counts() {
    return { ...this.#counts, waiting: this.#waiting.length };
  }

  async #takeTurn(): Promise<void> {
    if (this.#isTurnTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#isTurnTaken = true;
  }

  #endTurn(transaction: GroupedTransaction): void {
    if (!transaction.hasTurn) return;
    transaction.hasTurn = false;
    this.#running = undefined;
    this.#passTurn();
  }

  #passTurn(): void {
    const group = this.#group;
    if (group && (group.isDue || group.size >= maxGroupSize)) this.#commitGroup(group);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTurnTaken = false;
  }

  #openGroup(): WriteGroup {
    this.#sql.begin.run();
    const group: WriteGroup = {
      size: 0,
      isOver: false,
      isDue: false,
      hasSequenceNumbers: false,
      durable: Promise.withResolvers<void>(),
    };
    // If all transactions of a group were rolled back, nobody awaits it.
    group.durable.promise.catch(() => undefined);
    this.#group = group;
    afterThisTick(() => this.#commitWhenFree(group));
    return group;
  }

  #commitWhenFree(group: WriteGroup): void {
    if (group.isOver) return;
    const running = this.#running;
    if (!running) return this.#commitGroup(group);
    group.isDue = true;
    this.#counts.longTurns += 1;
    const timer = setTimeout(() => this.#endLongTurn(running), this.#maxTurnMs);
    const stopTimer = () => clearTimeout(timer);
    group.durable.promise.then(stopTimer, stopTimer);
  }

  #endLongTurn(running: GroupedTransaction): void {
    this.#fail(
      running.group,
      new DatabaseFailure('database-unavailable', 'A write held the writer too long: it awaited something other than its tx.'),
    );
    this.#endTurn(running);
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
    this.#counts.groups += 1;
    group.durable.resolve();
  }

  #fail(group: WriteGroup, cause: unknown): unknown {
    const translated = this.#translate(cause);
    const failure =
      translated instanceof DatabaseFailure
        ? translated
        : new DatabaseFailure(
            'database-unavailable',
            'SQLite rolled back a group of transactions; none of them is stored.',
            cause,
          );
    if (group.isOver) return failure;
    this.#end(group);
    if (this.#handle.inTransaction) this.#sql.rollback.run();
    this.#counts.failedGroups += 1;
    group.durable.reject(failure);
    return failure;
  }

  #end(group: WriteGroup): void {
    group.isOver = true;
    if (this.#group === group) this.#group = undefined;
  }
}
