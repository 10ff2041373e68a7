// Removes the words of deleted messages from SQLite's full-text index, a few messages at a time so that other writes stay fast.
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { memberWords } from './member-words.ts';

/** About 20 ms of work. In smaller batches each message takes longer. */
const batchSize = 64;

interface RemovalQueue {
  message_words_to_forget: { sequence: number; words: string; members: string };
}

export interface WordRemover {
  /** Resolves when all words are removed, or after a stop. Rejects like a write. */
  remove(): Promise<void>;
  stop(): void;
}

/** `write` runs a transaction. What is left to do is stored in the database, also across restarts. */
export function createWordRemover<S>(write: (work: (tx: Transaction<S>) => Promise<number>) => Promise<number>): WordRemover {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;

  async function removeAll(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (let count = batchSize; count === batchSize && !isStopped;) {
          const beganMs = performance.now();
          // The cast is needed, because some tables of the migrations are not part of the schema.
          count = await write((tx) => removeBatch(tx as unknown as Kysely<RemovalQueue>));
          // Half of the time is left for other writes.
          if (count === batchSize) await pause(performance.now() - beganMs);
        }
      }
    } catch (error) {
      // After a stop, the database may be closed already. The next process continues.
      if (!isStopped) throw error;
    } finally {
      running = null;
    }
  }

  return {
    remove() {
      isWanted = true;
      running ??= removeAll();
      return running;
    },
    stop() {
      isStopped = true;
    },
  };
}

async function removeBatch(tx: Kysely<RemovalQueue>): Promise<number> {
  const batch = await tx.selectFrom('message_words_to_forget').selectAll().orderBy('sequence').limit(batchSize).execute();
  for (const { sequence, words, members } of batch)
    await sql`insert into message_words (message_words, rowid, words)
      values ('delete', ${sequence}, ${memberWords(words, members)})`.execute(tx);
  const last = batch.at(-1)?.sequence;
  if (last !== undefined) await tx.deleteFrom('message_words_to_forget').where('sequence', '<=', last).execute();
  return batch.length;
}
