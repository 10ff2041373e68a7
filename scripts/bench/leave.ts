// Measures the latency of reads and writes of other members while an account of 20,000 messages is deleted.
import { account } from '#shared/contract/account.ts';
import { messages } from '#shared/contract/messages.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

const peers = 100;
const words = Array.from({ length: 8_000 }, (_, n) => `w${((n * 7_919) % 8_000).toString(36)}`);

/** Prints the waits. `--messages N` sets how many the leaving member has (20,000); there are four times as many of others. */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--messages');
  const count = flag === -1 ? 20_000 : Number(args[flag + 1]);
  const app = await openTestApp();
  try {
    const [leaver, reader, writer] = [await app.member(), await app.member(), await app.member()];
    const others: Member[] = [];
    for (let number = 0; number < peers; number += 1) others.push(await app.member());
    await tell(app, leaver, others, count);

    const before = await waitsOf(reader, writer, new Promise((resolve) => setTimeout(resolve, 3_000)));
    const beganMs = performance.now();
    const leaving = leaver.call(account.deleteAccount).then(() => performance.now() - beganMs);
    const meanwhile = await waitsOf(reader, writer, leaving);
    console.log(
      `An account of ${count} messages among ${5 * count} is deleted; its member is answered after ${Math.round(await leaving)} ms`,
    );
    console.table([
      { what: 'before, a list of conversations', ...figures(before.reads) },
      { what: 'before, a message', ...figures(before.writes) },
      { what: 'meanwhile, a list of conversations', ...figures(meanwhile.reads) },
      { what: 'meanwhile, a message', ...figures(meanwhile.writes) },
    ]);
  } finally {
    await app.close();
  }
}

/** Every fifth message is one of the member who will leave, in the order of the server. */
async function tell({ world }: TestApp, leaver: Member, others: readonly Member[], count: number): Promise<void> {
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
        const places = {
          sequence,
          revision: sequence,
          sender_revision: sequence,
          pair: [one, two].toSorted().join(':'),
          sector: null,
        };
        const states = { read_ms: 0, is_read_told: 0, recipient_deleted_ms: null, sender_deleted_ms: null, is_test: 0 } as const;
        const said = { body_text: text(), pic_ids: '[]', idempotency_key: ids.uuid(), created_ms: 0 };
        rows.push({ id: ids.uuid(), sender_id, recipient_id, ...places, ...states, ...said });
      }
      await tx.insertInto('messages').values(rows).execute();
    });
}

/** One member lists conversations and another writes, each without pause, until the work has finished. */
async function waitsOf(reader: Member, writer: Member, until: Promise<unknown>): Promise<{ reads: number[]; writes: number[] }> {
  const waits = { reads: [] as number[], writes: [] as number[] };
  let isOver = false;
  void until.finally(() => (isOver = true));
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
    repeat(waits.reads, () => reader.call(messages.getMostRecentWith, { params: { id: reader.profileId }, query })),
    repeat(waits.writes, () => write(writer, reader, 'Are you there?')),
  ]);
  return waits;
}

function figures(waits: readonly number[]) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, 'median ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'longest ms': at(1) };
}
