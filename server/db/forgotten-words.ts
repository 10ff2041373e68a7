// Takes the words of deleted messages out of SQLite's index of words, a few messages at a time so that others hardly wait.
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';

/** Some 20 ms of work: a message costs 0.3 to 0.5 ms, and twice that in pieces of a third. */
const pieceSize = 64;

interface Forgotten {
  message_words_to_forget: { sequence: number; words: string; members: string };
}

export interface WordForgetter {
  /** Resolves when nothing is left to forget, or the forgetting was stopped; rejects as a write does. */
  forget(): Promise<void>;
  stop(): void;
}

/** `write` runs one transaction. What is not forgotten when the process ends waits in the database. */
export function wordForgetter<S>(write: (work: (tx: Transaction<S>) => Promise<number>) => Promise<number>): WordForgetter {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;

  async function forgetAll(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (let count = pieceSize; count === pieceSize && !isStopped;) {
          const beganMs = performance.now();
          // The migrations made these tables; the product's schema does not know them.
          count = await write((tx) => forgetPiece(tx as unknown as Kysely<Forgotten>));
          // Half of the time belongs to others.
          if (count === pieceSize) await pause(performance.now() - beganMs);
        }
      }
    } catch (error) {
      // A database that was closed takes no more writes; the next one goes on.
      if (!isStopped) throw error;
    } finally {
      running = null;
    }
  }

  return {
    forget() {
      isWanted = true;
      running ??= forgetAll();
      return running;
    },
    stop() {
      isStopped = true;
    },
  };
}

async function forgetPiece(tx: Kysely<Forgotten>): Promise<number> {
  const piece = await tx.selectFrom('message_words_to_forget').selectAll().orderBy('sequence').limit(pieceSize).execute();
  for (const { sequence, words, members } of piece)
    await sql`insert into message_words (message_words, rowid, words, members)
      values ('delete', ${sequence}, ${words}, ${members})`.execute(tx);
  const last = piece.at(-1)?.sequence;
  if (last !== undefined) await tx.deleteFrom('message_words_to_forget').where('sequence', '<=', last).execute();
  return piece.length;
}
