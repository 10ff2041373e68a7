// Measures the latency for other members while an account with 20,000 messages is deleted.
import { account } from '#shared/contract/account.ts';
import { messages } from '#shared/contract/messages.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { numberFlag, quantile } from './figures.ts';

const peers = 100;
const words = Array.from({ length: 8_000 }, (_, n) => `w${((n * 7_919) % 8_000).toString(36)}`);

/** `--messages N` sets the number of messages of the leaving member (20,000). All others together have four times as many. */
export async function run(args: string[]): Promise<void> {
  const count = numberFlag(args, '--messages', 20_000);
  const app = await openTestApp();
  try {
    const [leaver, reader, writer] = [await app.member(), await app.member(), await app.member()];
    const others: Member[] = [];
    for (let number = 0; number < peers; number += 1) others.push(await app.member());
    await insertMessages(app, leaver, others, count);

    const before = await latenciesDuring(new Promise((resolve) => setTimeout(resolve, 3_000)), reader, writer);
    const beganMs = performance.now();
    const leaving = leaver.call(account.deleteAccount).then(() => performance.now() - beganMs);
    const during = await latenciesDuring(leaving, reader, writer);
    console.log(`Deleting an account with ${count} of ${5 * count} messages took ${Math.round(await leaving)} ms`);
    console.table([
      { what: 'before, list of conversations', ...figures(before.reads) },
      { what: 'before, message', ...figures(before.writes) },
      { what: 'during deletion, list of conversations', ...figures(during.reads) },
      { what: 'during deletion, message', ...figures(during.writes) },
    ]);
  } finally {
    await app.close();
  }
}

/** Every fifth message belongs to the leaving member. */
async function insertMessages({ world }: TestApp, leaver: Member, others: readonly Member[], count: number): Promise<void> {
  const { db, ids } = world;
  const other = (n: number): string => others[n % peers]?.profileId ?? '';
  const text = (): string => Array.from({ length: 12 }, () => words[Math.floor(Math.random() ** 3 * words.length)]).join(' ');
  for (let from = 0; from < 5 * count; from += 100)
    await db.write(async (tx) => {
      const rows = [];
      for (let n = from; n < from + 100; n += 1) {
        const sequence = await db.nextSequence(tx);
        const [one, two] = n % 5 === 0 ? [leaver.profileId, other(n / 5)] : [other(n), other(n * 7 + 1)];
        const [sender_id, recipient_id] = n % 2 === 0 ? [one, two] : [two, one];
        const order = {
          sequence,
          revision: sequence,
          sender_revision: sequence,
          place: n,
          changes: 0,
          sender_changes: 0,
          pair: [one, two].toSorted().join(':'),
          sector: null,
        };
        const states = { read_ms: 0, is_read_told: 0, recipient_deleted_ms: null, sender_deleted_ms: null, is_test: 0 } as const;
        const content = { body_text: text(), pic_ids: '[]', idempotency_key: ids.uuid(), created_ms: 0 };
        rows.push({ id: ids.uuid(), sender_id, recipient_id, ...order, ...states, ...content });
      }
      await tx.insertInto('messages').values(rows).execute();
    });
}

/** Measures while the work runs: one member lists conversations and another one writes continuously. */
async function latenciesDuring(work: Promise<unknown>, reader: Member, writer: Member) {
  const latencies = { reads: [] as number[], writes: [] as number[] };
  let isOver = false;
  void work.finally(() => (isOver = true));
  const query = { sinceMessageId: undefined, beforeMessageId: undefined };
  const repeat = async (into: number[], act: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      const beganMs = performance.now();
      await act();
      into.push(performance.now() - beganMs);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all([
    repeat(latencies.reads, () => reader.call(messages.getMostRecentWith, { params: { id: reader.profileId }, query })),
    repeat(latencies.writes, () => write(writer, reader, 'Are you there?')),
  ]);
  return latencies;
}

function figures(latencies: readonly number[]) {
  const at = (share: number): number => Math.round(quantile(latencies, share));
  return { count: latencies.length, 'median ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'longest ms': at(1) };
}
